package smp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// A Rule or Divergence says what its comment says, and none is without one. ApplyRules,
// UnionRules and DiffRules have the groups of constants that are named for them.
func TestCommentsOfRulesAndDivergences(t *testing.T) {
	groups := map[string][]smp.Rule{
		"The rules of Apply.": smp.ApplyRules(), "The rules of unions.": smp.UnionRules(), "The rules of Diff.": smp.DiffRules(),
	}
	for name, group := range groups {
		if len(group) == 0 {
			t.Errorf("%s has none", name)
		}
	}
	ids := map[smp.Rule]bool{}
	for _, c := range constants(t, "rule.go", "Rule") {
		id, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		rule := smp.Rule(id)
		if ids[rule] {
			t.Errorf("%s is declared twice", id)
		}
		ids[rule] = true
		hasComment(t, c.ValueSpec, rule.Text())
		if group, ok := groups[c.group]; ok {
			if len(group) == 0 || group[0] != rule {
				t.Fatalf("%s is followed by %q, not by %s", c.group, group, id)
			}
			groups[c.group] = group[1:]
		}
	}
	for name, group := range groups {
		if len(group) > 0 {
			t.Errorf("%s has %q, which are no constants", name, group)
		}
	}
	if text := smp.Rule("sideways").Text(); text != "" {
		t.Errorf("what is no rule says %s", text)
	}

	all := smp.Divergences()
	named := constants(t, "divergence.go", "Divergence")[1:] // the first is none
	if len(named) != len(all) {
		t.Fatalf("there are %d divergences, and %d constants", len(all), len(named))
	}
	for i, c := range named {
		hasComment(t, c.ValueSpec, all[i].What()+".")
	}
}

// hasComment checks the comment of a constant: its name, and what it means.
func hasComment(t *testing.T, c *ast.ValueSpec, meaning string) {
	t.Helper()
	want := c.Names[0].Name + ": " + meaning
	got := strings.Join(strings.Fields(c.Doc.Text()), " ")
	if got != want || strings.Trim(meaning, ".") == "" || !strings.HasSuffix(got, ".") {
		t.Errorf("comment of %s:\n%s\nwant:\n%s", c.Names[0].Name, got, want)
	}
}

// A constant is one that a file declares, and the comment of its group.
type constant struct {
	*ast.ValueSpec
	group string
}

// constants returns the constants of a type that a file declares, in order.
// One without type or value continues the one before it.
func constants(t *testing.T, file, of string) []constant {
	t.Helper()
	var all []constant
	for _, d := range parsed(t, file).Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		in := false
		for _, spec := range group.Specs {
			c := spec.(*ast.ValueSpec)
			if name, ok := c.Type.(*ast.Ident); ok || len(c.Values) > 0 {
				in = ok && name.Name == of
			}
			if in {
				if c.Doc == nil {
					c.Doc = group.Doc
				}
				all = append(all, constant{c, strings.TrimSpace(group.Doc.Text())})
			}
		}
	}
	return all
}

func parsed(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

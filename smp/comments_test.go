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

// The comment of a Rule is the first sentence that the package documentation
// has of it, and that of a Divergence is what it says of itself.
func TestCommentsOfRulesAndDivergences(t *testing.T) {
	rules := 0
	for _, c := range constants(t, "rule.go", "Rule") {
		id, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		rules++
		first, rest, _ := strings.Cut(smp.Rule(id).Text(), ". ")
		if rest != "" {
			first += "."
		}
		hasComment(t, c, first)
	}
	documented := 0
	for _, item := range strings.Split(parsed(t, "doc.go").Doc.Text(), "\n  - ")[1:] {
		if id, _, ok := strings.Cut(item, ": "); ok && !strings.Contains(id, " ") { // else of the target of a three-way merge
			documented++
		}
	}
	if rules != documented {
		t.Errorf("there are constants of %d rules, and the package documentation has %d", rules, documented)
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
		hasComment(t, c, all[i].What()+".")
	}
}

// hasComment checks the comment of a constant: its name, and what it means.
func hasComment(t *testing.T, c *ast.ValueSpec, meaning string) {
	t.Helper()
	want := c.Names[0].Name + ": " + meaning
	if got := strings.Join(strings.Fields(c.Doc.Text()), " "); got != want {
		t.Errorf("comment of %s:\n%s\nwant:\n%s", c.Names[0].Name, got, want)
	}
}

// constants returns the constants of a type that a file declares, in order.
// One without type or value continues the one before it.
func constants(t *testing.T, file, of string) []*ast.ValueSpec {
	t.Helper()
	var all []*ast.ValueSpec
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
				all = append(all, c)
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

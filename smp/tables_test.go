package smp_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
)

func TestRuleTable(t *testing.T) {
	declared := constants(t, "Rule")
	if names, rows := namesOf(declared), tableRows(t, "rule_table.go", "ruleTable"); !slices.Equal(names, rows) {
		t.Fatalf("the constants are\n%q, and the rows of the table\n%q", names, rows)
	}
	groups := map[string][]smp.Rule{}
	ids := map[smp.Rule]bool{}
	for _, c := range declared {
		id, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		rule := smp.Rule(id)
		if ids[rule] {
			t.Errorf("%s is declared twice", id)
		}
		ids[rule] = true
		groups[c.group] = append(groups[c.group], rule)
		checkComment(t, c, rule.Text())
		checkExample(t, c, rule)
	}
	if all := smp.Rules(); len(all) != len(ids) || string(all[0]) != "root" {
		t.Errorf("Rules returns %d of %d rules: %q", len(all), len(ids), all)
	}
	for group, listed := range map[string][]smp.Rule{
		"The rules of Apply.": smp.ApplyRules(), "The rules of unions.": smp.UnionRules(), "The rules of Diff.": smp.DiffRules(),
	} {
		if len(listed) == 0 || !slices.Equal(groups[group], listed) {
			t.Errorf("%s The constants are\n%q, and the list\n%q", group, groups[group], listed)
		}
	}
	if text := smp.Rule("sideways").Text(); text != "" {
		t.Errorf("an unknown rule has the text %q", text)
	}
}

// checkComment checks that the comment of a constant begins with its name and the first
// sentence of its text.
func checkComment(t *testing.T, c constant, text string) {
	t.Helper()
	first, _, more := strings.Cut(text, ". ")
	if more {
		first += "."
	}
	want := c.name + ": " + first
	sentence, _, _ := strings.Cut(c.Doc.Text(), "\n\n")
	got := strings.Join(strings.Fields(sentence), " ")
	if got != want || strings.Trim(text, ".") == "" || !strings.HasSuffix(text, ".") {
		t.Errorf("the comment of %s is\n%s\nand should be\n%s\ngo generate ./corpus writes the comment and the table from SPEC.md", c.name, got, want)
	}
}

// checkExample checks that the comment of a rule ends with the example of its corpus case. The
// example consists of the lines after the operation, with another name for the field want. The
// tests of package corpus run the case.
func checkExample(t *testing.T, c constant, rule smp.Rule) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../corpus/cases", rule.Case()+".yaml"))
	if err != nil {
		t.Error(err)
		return
	}
	_, body, _ := strings.Cut(string(text), "\nop: ")
	op, body, _ := strings.Cut(body, "\n")
	body, _, _ = strings.Cut(body, "\nkubernetes: ")
	answer := map[string]string{"diff": "patch", "threeway": "patch", "conflicts": "conflicts", "lint": "problems"}[op]
	body = regexp.MustCompile(`(?m)^want`).ReplaceAllString(body, cmp.Or(answer, "result"))
	body = regexp.MustCompile(`(?m)^(\w+)Text: '(.*)'$`).ReplaceAllString(body, "$1: $2")
	body = regexp.MustCompile(`(?m)^error: {kind: ([\w-]+), path: "(.*?[^\\])"[,}].*$`).ReplaceAllString(body, "error: $1 at $2")
	want := strings.Join(strings.Fields(strings.ReplaceAll(body, `\"`, `"`)), " ")
	_, example, _ := strings.Cut(c.Doc.Text(), "\n\n")
	if got := strings.Join(strings.Fields(example), " "); got != want {
		t.Errorf("the example of %s is\n%s\nand in %s.yaml\n%s\ngo generate ./corpus writes both from SPEC.md", c.name, got, rule.Case(), want)
	}
}

type constant struct {
	*ast.ValueSpec
	name  string
	group string // the comment of its const declaration
}

func namesOf(constants []constant) (names []string) {
	for _, c := range constants {
		names = append(names, c.name)
	}
	return names
}

// constants returns the constants of a type in order. Constants in tests are not included. A
// constant without type and value has the type and value of the previous constant.
func constants(t *testing.T, of string) (all []constant) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
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
					all = append(all, constant{c, c.Names[0].Name, strings.TrimSpace(group.Doc.Text())})
				}
			}
		}
	}
	return all
}

// tableRows returns the first constant of each row of a table, in the order of the rows.
func tableRows(t *testing.T, file, table string) (names []string) {
	t.Helper()
	ast.Inspect(parsed(t, file), func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || v.Names[0].Name != table {
			return true
		}
		for _, row := range v.Values[0].(*ast.CompositeLit).Elts {
			names = append(names, row.(*ast.CompositeLit).Elts[0].(*ast.Ident).Name)
		}
		return false
	})
	return names
}

func parsed(t *testing.T, file string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

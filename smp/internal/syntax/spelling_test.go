package syntax_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// TestOnlySyntaxSpellsDirectives reads the engines. A literal that spells a directive would be a
// second place that knows how patches are written. The texts of rules and divergences may name
// directives.
func TestOnlySyntaxSpellsDirectives(t *testing.T) {
	var texts []string
	for _, r := range smp.Rules() {
		texts = append(texts, r.Text())
	}
	for _, v := range cluster.Divergences() {
		texts = append(texts, v.What())
	}
	names := slices.Concat(syntax.Directives[:], []string{syntax.Patch})
	files := 0
	for _, dir := range []string{"../..", "../../cluster"} {
		paths, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files++
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				spells := func(name string) bool { return strings.Contains(text, name) }
				if (text == "$" || slices.ContainsFunc(names, spells)) && !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, text) }) {
					t.Errorf("%s: the literal %s spells a directive; use package syntax", fset.Position(lit.Pos()), lit.Value)
				}
				return true
			})
		}
	}
	if files < 50 {
		t.Errorf("only %d files were read", files)
	}
}

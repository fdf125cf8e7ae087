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

	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// TestOnlySyntaxSpellsDirectives reads the engines. A literal that spells a directive would be a
// second place that knows how patches are written.
func TestOnlySyntaxSpellsDirectives(t *testing.T) {
	names := slices.Concat(syntax.Directives[:], []string{syntax.Patch})
	files := 0
	for _, dir := range []string{"../..", "../../cluster"} {
		paths, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if name := filepath.Base(path); strings.HasSuffix(name, "_test.go") || name == "rule.go" || name == "divergence.go" {
				continue // the texts of rules and divergences may name directives
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
				if text == "$" || slices.ContainsFunc(names, spells) {
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

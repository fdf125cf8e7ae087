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
	for _, dir := range []string{"../..", "../../cluster", "../apply", "../compose", "../diff", "../keep", "../lint", "../listkeys", "../listpatch", "../pair", "../schema", "../stored", "../threeway"} {
		fset := token.NewFileSet()
		for path, file := range sources(t, fset, dir) {
			if name := filepath.Base(path); name == "rule_table.go" || name == "divergence.go" {
				continue // the texts of rules and divergences may name directives
			}
			files++
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

// sources returns the parsed files of a package by their paths, without its tests.
func sources(t *testing.T, fset *token.FileSet, dir string) map[string]*ast.File {
	t.Helper()
	paths, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if files[path], err = parser.ParseFile(fset, path, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

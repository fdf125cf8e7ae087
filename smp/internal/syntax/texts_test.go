package syntax_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// The codes and rules of this package have the texts of the constants of package smp, which it cannot
// import.
func TestTextsAreThoseOfPackageSmp(t *testing.T) {
	of := func(dir string) map[string]string {
		texts := map[string]string{}
		paths, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				decl, ok := d.(*ast.GenDecl)
				if !ok || decl.Tok != token.CONST {
					continue
				}
				for _, spec := range decl.Specs {
					values := spec.(*ast.ValueSpec)
					for i, name := range values.Names {
						if i >= len(values.Values) {
							continue
						}
						if lit, ok := values.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
							texts[name.Name], _ = strconv.Unquote(lit.Value)
						}
					}
				}
			}
		}
		return texts
	}
	smp, compared := of("../.."), 0
	for name, text := range of(".") {
		if strings.HasPrefix(text, "$") || text == syntax.ListField {
			continue // not a code or rule
		}
		compared++
		if name = strings.ToUpper(name[:1]) + name[1:]; smp[name] != text {
			t.Errorf("smp.%s is %q, and %q here", name, smp[name], text)
		}
	}
	if compared < 15 {
		t.Errorf("only %d constants were compared", compared)
	}
}

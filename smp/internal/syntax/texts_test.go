package syntax_test

import (
	"go/ast"
	"go/token"
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
		for _, file := range sources(t, token.NewFileSet(), dir) {
			ast.Inspect(file, func(n ast.Node) bool {
				values, ok := n.(*ast.ValueSpec)
				if !ok || len(values.Values) != len(values.Names) {
					return true
				}
				for i, name := range values.Names {
					if lit, ok := values.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
						texts[name.Name], _ = strconv.Unquote(lit.Value)
					}
				}
				return true
			})
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

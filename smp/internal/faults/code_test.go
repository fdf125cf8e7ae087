package faults_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// The codes of this package have the texts of the constants of package smp, which it cannot import.
func TestCodesAreThoseOfPackageSmp(t *testing.T) {
	of := func(files ...string) map[string]string {
		texts := map[string]string{}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if values, ok := n.(*ast.ValueSpec); ok && len(values.Values) == 1 {
					if lit, ok := values.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
						texts[values.Names[0].Name], _ = strconv.Unquote(lit.Value)
					}
				}
				return true
			})
		}
		return texts
	}
	documented, here := of("../../error.go", "../../lint.go"), of("code.go")
	for name, text := range here {
		if documented[name] != text {
			t.Errorf("smp.%s is %q, and faults.%s is %q", name, documented[name], name, text)
		}
	}
	if len(here) < 15 {
		t.Errorf("only %d codes were compared", len(here))
	}
}

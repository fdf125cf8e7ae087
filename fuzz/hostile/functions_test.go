package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryFunctionOfTheEditorIsMeasured checks that the operations of this package call each exported
// function and method of the YAML packages.
func TestEveryFunctionOfTheEditorIsMeasured(t *testing.T) {
	var calls strings.Builder
	for _, file := range sourcesOf(t, ".") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		calls.Write(text)
	}
	functions := 0
	for _, folder := range []string{"../../smp/yaml/yamldoc", "../../smp/yaml"} {
		for _, file := range sourcesOf(t, folder) {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() || !isExportedType(f.Recv) {
					continue
				}
				if functions++; !strings.Contains(calls.String(), "."+f.Name.Name+"(") {
					t.Errorf("%s: no operation calls %s", file, f.Name.Name)
				}
			}
		}
	}
	if functions < 10 {
		t.Errorf("found %d exported functions", functions)
	}
}

// isExportedType reports whether the receiver of a method, which may be nil, has an exported type.
func isExportedType(receiver *ast.FieldList) bool {
	if receiver == nil {
		return true
	}
	of := receiver.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	name, ok := of.(*ast.Ident)
	return ok && name.IsExported()
}

// sourcesOf returns the Go files of a folder, without tests.
func sourcesOf(t *testing.T, folder string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		if !strings.HasSuffix(file, "_test.go") {
			files = append(files, file)
		}
	}
	return files
}

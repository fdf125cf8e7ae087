package smp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Every call with the zero Schema fails, without a panic. Schemaless is accepted.
func TestZeroSchemaIsAnError(t *testing.T) {
	trials.RejectZeroSchema(t, smp.Engine{})
	document := model.MustParse(`{"a":[1],"b":{"c":1}}`)
	for name, call := range map[string]func(s smp.Schema) error{
		"With": func(s smp.Schema) error {
			_, err := s.With(model.Path{model.Field("a")}, smp.Override{Keys: []string{"k"}})
			return err
		},
		"Lint": func(s smp.Schema) error {
			for _, p := range smp.Lint(s, document) {
				if p.Rejected {
					return p.Cause
				}
			}
			return nil
		},
	} {
		trials.MustRejectZeroSchema(t, name, call)
	}
	want := "schema: invalid-schema: missing schema; use smp.Schemaless if you have none"
	if _, err := smp.Apply(smp.Schema{}, document, document); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	// A part without schema is Schemaless, which is valid.
	element, member := smp.Schemaless.Element(), func() smp.Schema { s, _ := smp.Schemaless.Member("a"); return s }()
	if element != smp.Schemaless || member != smp.Schemaless || smp.Schemaless.Equal(smp.Schema{}) {
		t.Error("what is below a value without schema is schemaless")
	}
}

// Each operation of an Engine is also a function of the package, except those that append to a
// slice of the caller.
func TestPackageHasEveryOperation(t *testing.T) {
	functions, methods := map[string]bool{}, []string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			switch {
			case !ok || !f.Name.IsExported():
			case f.Recv == nil:
				functions[f.Name.Name] = true
			default:
				if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok && of.Name == "Engine" && !strings.HasPrefix(f.Name.Name, "Append") {
					methods = append(methods, f.Name.Name)
				}
			}
		}
	}
	if len(methods) < 10 {
		t.Fatalf("the engine has %q", methods)
	}
	for _, name := range methods {
		if !functions[name] {
			t.Errorf("there is no smp.%s", name)
		}
	}
}

package smp_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Every call with the zero Schema fails, without a panic. Schemaless is accepted.
func TestZeroSchemaIsAnError(t *testing.T) {
	document, text := model.MustParse(`{"a":[1],"b":{"c":1}}`), []byte(`{"a":[1],"b":{"c":1}}`)
	var e smp.Engine
	calls := map[string]func(s smp.Schema) error{
		"Apply":     func(s smp.Schema) error { _, err := e.Apply(s, model.Value{}, document); return err },
		"ApplyJSON": func(s smp.Schema) error { _, err := e.ApplyJSON(s, nil, text); return err },
		"Diff":      func(s smp.Schema) error { _, err := e.Diff(s, document, document, smp.DiffOptions{}); return err },
		"DiffJSON":  func(s smp.Schema) error { _, err := e.DiffJSON(s, text, text, smp.DiffOptions{}); return err },
		"ThreeWay": func(s smp.Schema) error {
			_, err := e.ThreeWay(s, document, document, document, smp.ThreeWayOptions{})
			return err
		},
		"ThreeWayJSON": func(s smp.Schema) error {
			_, err := e.ThreeWayJSON(s, text, text, text, smp.ThreeWayOptions{})
			return err
		},
		"Overwriting": func(s smp.Schema) error {
			_, err := e.ThreeWay(s, document, document, document, smp.ThreeWayOptions{Overwrite: true})
			return err
		},
		"Compose":       func(s smp.Schema) error { _, err := e.Compose(s, document, document); return err },
		"Compose none":  func(s smp.Schema) error { _, err := e.Compose(s); return err },
		"Compose one":   func(s smp.Schema) error { _, err := e.Compose(s, document); return err },
		"ComposeJSON":   func(s smp.Schema) error { _, err := e.ComposeJSON(s, text); return err },
		"Conflicts":     func(s smp.Schema) error { _, err := e.Conflicts(s, document, document); return err },
		"no conflicts":  func(s smp.Schema) error { _, err := e.Conflicts(s, model.MustParse(`{}`), document); return err },
		"ConflictsJSON": func(s smp.Schema) error { _, err := e.ConflictsJSON(s, text, text); return err },
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
	}
	for name, call := range calls {
		var fault *smp.Error
		if err := call(smp.Schema{}); !errors.As(err, &fault) || fault.Code != smp.InvalidSchema || fault.Document != "schema" {
			t.Errorf("%s without schema: got %v", name, err)
		}
		if err := call(smp.Schemaless); errors.As(err, &fault) && fault.Code == smp.InvalidSchema {
			t.Errorf("%s schemaless: got %v", name, err)
		}
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

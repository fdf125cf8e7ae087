package schemas_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "k8s.io/kubectl/pkg/util/slice" // the test reads the testdata of this package's module

	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A source is a description of many definitions: the Go types, or an OpenAPI document.
type source struct {
	name string
	// all is a map with a field for each definition. The name of the field is that of the
	// definition in documents.
	all smp.Schema
}

var goTypes = sync.OnceValues(table.ReadAll)

func goSource(t testing.TB) *table.Source {
	t.Helper()
	s, err := goTypes()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// allOf returns the type of a map with a field for each Go definition.
func allOf(definitions map[string]smp.Definition) smp.Definition {
	all := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{}}
	for name := range definitions {
		all.Fields[table.ModelName(name)] = smp.Definition{Ref: name}
	}
	return all
}

func sourceOfTypes(t testing.TB, definitions map[string]smp.Definition) source {
	t.Helper()
	s, err := smp.NewSchema(allOf(definitions), func(name string) (smp.Definition, bool) {
		d, ok := definitions[name]
		return d, ok
	})
	if err != nil {
		t.Fatal(err)
	}
	return source{"Go types", s}
}

// A document is an OpenAPI document with its definitions.
type document struct {
	name        string
	root        model.Value
	definitions model.Path
	openapi     *openapi.Document
}

func newDocument(t testing.TB, name string, text []byte, opts ...openapi.Option) document {
	t.Helper()
	root, err := model.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d := document{name: name, root: root, definitions: model.Path{model.Field("definitions")}}
	if _, ok := root.Get("components"); ok {
		d.definitions = model.Path{model.Field("components"), model.Field("schemas")}
	}
	if d.openapi, err = openapi.Read(root, opts...); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// names returns the names of the definitions, in the order of the document.
func (d document) names(t testing.TB) []string {
	t.Helper()
	definitions, ok := d.definitions.Lookup(d.root)
	if !ok {
		t.Fatalf("%s has no definitions", d.name)
	}
	var names []string
	for name := range definitions.Members() {
		names = append(names, name)
	}
	return names
}

// source builds one schema of all definitions of the document.
func (d document) source(t testing.TB, opts ...openapi.Option) source {
	t.Helper()
	pointer := "#"
	for _, step := range d.definitions {
		pointer += "/" + string(step.(model.Field))
	}
	var fields []model.Member
	for _, name := range d.names(t) {
		ref := newMap(t, model.Member{Name: "$ref", Value: model.NewString(pointer + "/" + name)})
		fields = append(fields, model.Member{Name: name, Value: ref})
	}
	all, err := d.root.WithMembers(model.Member{Name: "x-all", Value: newMap(t,
		model.Member{Name: "properties", Value: newMap(t, fields...)})})
	if err != nil {
		t.Fatal(err)
	}
	read, err := openapi.Read(all, opts...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := read.Schema("#/x-all")
	if err != nil {
		t.Fatalf("%s: %v", d.name, err)
	}
	return source{d.name, s}
}

func newMap(t testing.TB, members ...model.Member) model.Value {
	t.Helper()
	m, err := model.NewMap(members...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// kubectlDocuments lists files in the testdata of k8s.io/kubectl, beginning with version 2.
var kubectlDocuments = []string{
	"swagger.json",
	"v3/api/v1.json",
	"v3/apis/apps/v1.json",
	"v3/apis/autoscaling/v1.json",
	"v3/apis/autoscaling/v2.json",
}

var kubectlDir = sync.OnceValues(func() (string, error) {
	dir, err := module.Dir("k8s.io/kubectl")
	return filepath.Join(dir, "testdata", "openapi"), err
})

func kubectlDocument(t testing.TB, name string) document {
	t.Helper()
	dir, err := kubectlDir()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return newDocument(t, name, text)
}

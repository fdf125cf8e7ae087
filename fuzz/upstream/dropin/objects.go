package dropin

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	theirs "k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/util/proto"
	prototesting "k8s.io/kube-openapi/pkg/util/proto/testing"

	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
	ours "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi"
)

// An Object is a document of a built-in kind with every field set.
type Object struct {
	Name     string
	Schema   any // a Go struct with tags, or a Lookup
	Document map[string]any
}

// Objects returns the objects of k8s.io/api's testdata, which it finds with the go command.
func Objects() ([]Object, error) {
	dir, err := module.Dir("k8s.io/api")
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "HEAD", "*.json"))
	if err != nil {
		return nil, err
	}
	types := map[[2]any]reflect.Type{}
	for _, k := range table.Kinds(table.NewScheme()) {
		types[[2]any{k.APIVersion, k.Kind.Kind}] = k.Type
	}
	var all []Object
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m := Decode(text)
		if t, ok := types[[2]any{m["apiVersion"], m["kind"]}]; ok {
			all = append(all, Object{filepath.Base(file), reflect.Zero(t).Interface(), m})
		}
	}
	if len(all) < 100 {
		return nil, fmt.Errorf("%d objects of k8s.io/api were found", len(all))
	}
	return all, nil
}

// OpenAPIObjects returns the objects whose kinds are in the OpenAPI documents of
// k8s.io/kubectl's testdata, once with the schema of version 2 and once with that of version
// 3. Those documents are older than the objects and lack some fields.
func OpenAPIObjects() ([]Object, error) {
	objects, err := Objects()
	if err != nil {
		return nil, err
	}
	dir, err := module.Dir("k8s.io/kubectl")
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "testdata", "openapi")
	var all []Object
	for _, file := range []string{"swagger.json", "v3/api/v1.json", "v3/apis/apps/v1.json"} {
		lookup, err := readOpenAPI(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, o := range objects {
			name := reflect.TypeOf(o.Schema)
			definition := "io." + strings.ReplaceAll(strings.Replace(name.PkgPath(), "k8s.io/", "k8s.", 1), "/", ".") + "." + name.Name()
			if l, ok := lookup(definition); ok {
				l.GoStruct = o.Schema
				all = append(all, Object{o.Name + " by " + file, l, o.Document})
			}
		}
	}
	return all, nil
}

// readOpenAPI returns a function that looks up definitions in a document.
func readOpenAPI(file string) (func(definition string) (Lookup, bool), error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	lookups, err := lookupsOf(file, text)
	if err != nil {
		return nil, err
	}
	root, err := model.Parse(text)
	if err != nil {
		return nil, err
	}
	document, err := openapi.Read(root, openapi.WithoutUnions()) // the lookups have no unions
	if err != nil {
		return nil, err
	}
	return func(definition string) (Lookup, bool) {
		l, ok := lookups(definition)
		if !ok {
			return Lookup{}, false
		}
		l.Schema, err = document.Schema(definition)
		return l, err == nil
	}, nil
}

// lookupsOf returns a function that looks up definitions in a document, for both packages.
func lookupsOf(file string, text []byte) (func(definition string) (Lookup, bool), error) {
	var v3 spec3.OpenAPI
	if err := json.Unmarshal(text, &v3); err == nil && v3.Components != nil {
		list := v3.Components.Schemas
		return func(definition string) (Lookup, bool) {
			schema, ok := list[definition]
			return Lookup{
				Shipped: theirs.PatchMetaFromOpenAPIV3{SchemaList: list, Schema: schema},
				Ours:    ours.PatchMetaFromOpenAPIV3{SchemaList: list, Schema: schema},
			}, ok
		}, nil
	}
	document, err := (&prototesting.Fake{Path: file}).OpenAPISchema()
	if err != nil {
		return nil, err
	}
	models, err := proto.NewOpenAPIData(document)
	if err != nil {
		return nil, err
	}
	return func(definition string) (Lookup, bool) {
		schema := models.LookupModel(definition)
		return Lookup{Shipped: theirs.NewPatchMetaFromOpenAPI(schema), Ours: ours.NewPatchMetaFromOpenAPI(schema)}, schema != nil
	}, nil
}

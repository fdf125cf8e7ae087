package smp_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// This schema is built by hand: rules merge by name, and hosts are a set. All other fields
// merge as without a schema.
func ExampleNewSchema() {
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	rule := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"name":  text,
		"hosts": {Type: smp.ListType, Element: &text, Strategy: smp.Merge},
	}}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"rules": {Type: smp.ListType, Element: &rule, Strategy: smp.Merge, Keys: []string{"name"}},
	}}, nil)
	if err != nil {
		log.Fatal(err)
	}
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"rules":[{"name":"web","hosts":["a.example"]},{"name":"api"}]}`),
		[]byte(`{"rules":[{"name":"web","hosts":["b.example"]},{"name":"api","$patch":"delete"}]}`))
	fmt.Println(string(result), err)
	// Output:
	// {"rules":[{"name":"web","hosts":["a.example","b.example"]}]} <nil>
}

// Definitions can be recursive: a group contains groups.
func ExampleNewSchema_recursive() {
	group := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"name":   {Type: smp.ScalarType},
		"weight": {Type: smp.ScalarType},
		"groups": {Type: smp.ListType, Element: &smp.Definition{Ref: "group"}, Strategy: smp.Merge, Keys: []string{"name"}},
	}}
	schema, err := smp.NewSchema(smp.Definition{Ref: "group"}, func(name string) (smp.Definition, bool) {
		return group, name == "group"
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"groups":[{"name":"a","groups":[{"name":"b","weight":1},{"name":"c"}]}]}`),
		[]byte(`{"groups":[{"name":"a","groups":[{"name":"b","weight":2}]}]}`))
	fmt.Println(string(result), err)
	// Output:
	// {"groups":[{"name":"a","groups":[{"name":"b","weight":2},{"name":"c"}]}]} <nil>
}

// NewSchema returns an error if the schema is invalid.
func ExampleNewSchema_invalid() {
	rule := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"name": {Type: smp.ScalarType}}}
	_, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"rules": {Type: smp.ListType, Element: &rule, Strategy: smp.Merge, Keys: []string{"id"}},
	}}, nil)
	var e *smp.Error
	if errors.As(err, &e) {
		fmt.Println(e)
	}
	// Output:
	// schema: properties.rules: invalid-schema: merge key "id" is not a field of the elements
}

// Without a schema, lists are replaced. With an override, one of them merges by name.
func ExampleSchema_With() {
	original, patch := []byte(`{"rules":[{"name":"a"},{"name":"b"}]}`), []byte(`{"rules":[{"name":"b","deny":true}]}`)

	schemaless := smp.Schemaless
	result, err := smp.ApplyJSON(schemaless, original, patch)
	fmt.Println(string(result), err)

	keyed, err := schemaless.With(model.Path{model.Field("rules")}, smp.Override{Keys: []string{"name"}})
	if err != nil {
		log.Fatal(err)
	}
	result, err = smp.ApplyJSON(keyed, original, patch)
	fmt.Println(string(result), err)
	// Output:
	// {"rules":[{"name":"b","deny":true}]} <nil>
	// {"rules":[{"name":"a"},{"name":"b","deny":true}]} <nil>
}

// A program can inspect how a list merges.
func ExampleSchema_Field() {
	schema, err := openapi.Schema(model.MustParse(`{"properties":{
		"ports": {
			"items": {"properties": {"port": {"type": "integer"}, "protocol": {"type": "string"}}},
			"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "port"},
		"args": {"items": {"type": "string"}}}}`))
	if err != nil {
		log.Fatal(err)
	}
	for name, field := range schema.Fields() {
		fmt.Println(name, field.Type(), field.Strategy(), field.Keys())
	}
	_, known := schema.Field("port")
	fmt.Println("port is a field:", known)
	// Output:
	// args list replace []
	// ports list merge [port]
	// port is a field: false
}

// A custom resource merges by the list types of its definition. A server accepts no strategic merge
// patch for it. This program therefore sends the result of a three-way merge as a JSON Merge Patch.
func Example_customResource() {
	crd, err := openapi.ReadCRD(model.MustParse(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec": {"group": "example.com", "names": {"kind": "Gateway"}, "versions": [{
			"name": "v1", "served": true,
			"schema": {"openAPIV3Schema": {"type": "object", "properties": {
				"listeners": {
					"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
					"items": {"type": "object", "properties": {"port": {"type": "integer"}, "tls": {"type": "boolean"}}}}}}}}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	schema, err := crd.Schema("v1")
	if err != nil {
		log.Fatal(err)
	}
	original := model.MustParse(`{"listeners":[{"port":443},{"port":8443}]}`) // the last applied manifest
	modified := model.MustParse(`{"listeners":[{"port":443,"tls":true}]}`)    // the new manifest
	live := model.MustParse(`{"listeners":[{"port":80},{"port":443},{"port":8443}]}`)
	patch, err := smp.ThreeWay(schema, original, modified, live)
	if err != nil {
		log.Fatal(err)
	}
	result, err := smp.Apply(schema, live, patch)
	if err != nil {
		log.Fatal(err)
	}
	mergePatch, err := smp.AsMergePatch(live, result)
	fmt.Println(result)
	fmt.Println(mergePatch, err) // the request has Content-Type: application/merge-patch+json
	// Output:
	// {"listeners":[{"port":80},{"port":443,"tls":true}]}
	// {"listeners":[{"port":80},{"port":443,"tls":true}]} <nil>
}

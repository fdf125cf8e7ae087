package openapi_test

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

func ExampleReadCRD() {
	crd, err := openapi.ReadCRD(model.MustParse(gatewayCRD))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, version := range crd.Versions() {
		schema, err := crd.Schema(version)
		if err != nil {
			fmt.Println(err)
			return
		}
		spec, known := schema.Field("spec")
		listeners, _ := spec.Field("listeners")
		fmt.Println(version, known, listeners.Keys())
	}
	// Output:
	// v1beta1 false []
	// v1 true [port protocol]
}

func ExampleSchema() {
	schema, err := openapi.Schema(model.MustParse(`{
		"properties": {
			"rules": {
				"items": {"properties": {"name": {"type": "string"}, "allow": {"type": "boolean"}}},
				"x-kubernetes-patch-strategy": "merge",
				"x-kubernetes-patch-merge-key": "name"
			}
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"rules":[{"name":"a","allow":false},{"name":"b","allow":false}]}`),
		[]byte(`{"rules":[{"name":"b","allow":true}]}`))
	fmt.Println(string(result), err)
	// Output:
	// {"rules":[{"name":"a","allow":false},{"name":"b","allow":true}]} <nil>
}

// The document has many definitions, like the documents that API servers publish.
func ExampleRead() {
	doc, err := openapi.Read(model.MustParse(`{"components": {"schemas": {
		"Gateway": {"properties": {"spec": {"$ref": "#/components/schemas/Spec"}}},
		"Spec": {"properties": {"hosts": {
			"type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"}}}
	}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	schema, err := doc.Schema("Gateway")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := smp.ApplyJSON(schema, []byte(`{"spec":{"hosts":["a"]}}`), []byte(`{"spec":{"hosts":["b"]}}`))
	fmt.Println(string(result), err)
	// Output:
	// {"spec":{"hosts":["a","b"]}} <nil>
}

// Encode writes any schema as a document that other programs can read.
func ExampleEncode() {
	name := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &name}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(openapi.Encode(schema).JSON())
	// Output:
	// {"openapi":"3.0.3","info":{"title":"strategic merge patch schema","version":"1"},"paths":{},"components":{"schemas":{"root":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"}}}}
}

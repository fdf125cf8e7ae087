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

package structtag_test

import (
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

func ExampleOf() {
	type Rule struct {
		Name  string   `json:"name"`
		Hosts []string `json:"hosts" patchStrategy:"merge"`
	}
	type Gateway struct {
		Rules []Rule `json:"rules" patchStrategy:"merge" patchMergeKey:"name"`
	}
	schema, err := structtag.Of[Gateway]()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"rules":[{"name":"web","hosts":["a.example"]},{"name":"api"}]}`),
		[]byte(`{"rules":[{"name":"web","hosts":["b.example"]}]}`))
	fmt.Println(string(result), err)
	// Output: {"rules":[{"name":"web","hosts":["a.example","b.example"]},{"name":"api"}]} <nil>
}

// OfType is for types that are only known at run time. The error for an invalid tag names the
// field.
func ExampleOfType() {
	type Rule struct {
		Name string `json:"name"`
	}
	type Gateway struct {
		Rules []Rule `json:"rules" patchStrategy:"merge" patchMergeKey:"id"`
	}
	_, err := structtag.OfType(reflect.TypeOf(Gateway{}))
	fmt.Println(err)
	// Output:
	// schema: definitions["github.com/strategicpatch/smp/smp/structtag_test.Gateway"].properties.rules: invalid-schema: merge key "id" is not a field of the elements
}

// List types without tags can be added. Here, a list has two keys.
func ExampleListTypes() {
	type Port struct {
		Port     int    `json:"port"`
		Protocol string `json:"protocol"`
	}
	type Service struct {
		Ports []Port `json:"ports" patchStrategy:"merge" patchMergeKey:"port"`
	}
	schema, err := structtag.Of[Service](structtag.ListTypes(func(_, field string) (structtag.ListType, bool) {
		return structtag.ListType{Relation: "map", Keys: []string{"port", "protocol"}}, field == "ports"
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	ports, _ := schema.Field("ports")
	fmt.Println(ports.Keys(), ports.Recommended())
	// Output:
	// [port] [port protocol]
}

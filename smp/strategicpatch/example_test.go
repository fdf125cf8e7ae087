package strategicpatch_test

import (
	"fmt"
	"log"

	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

type rule struct {
	Name   string `json:"name"`
	Weight int    `json:"weight,omitempty"`
}

type route struct {
	Rules []rule `json:"rules" patchStrategy:"merge" patchMergeKey:"name"`
}

func ExampleStrategicMergePatch() {
	result, err := strategicpatch.StrategicMergePatch(
		[]byte(`{"rules":[{"name":"a","weight":1},{"name":"b","weight":1}]}`),
		[]byte(`{"rules":[{"name":"b","weight":2}]}`),
		route{})
	fmt.Println(string(result), err)
	// Output:
	// {"rules":[{"name":"a","weight":1},{"name":"b","weight":2}]} <nil>
}

func ExampleCreateTwoWayMergePatch() {
	patch, err := strategicpatch.CreateTwoWayMergePatch(
		[]byte(`{"rules":[{"name":"a","weight":1},{"name":"b"}]}`),
		[]byte(`{"rules":[{"name":"a","weight":2}]}`),
		route{})
	fmt.Println(string(patch), err)
	// Output:
	// {"$setElementOrder/rules":[{"name":"a"}],"rules":[{"name":"a","weight":2},{"$patch":"delete","name":"b"}]} <nil>
}

// Without overwrite, a change to a field that others have changed too is a conflict.
func ExampleCreateThreeWayMergePatch() {
	var (
		original = []byte(`{"rules":[{"name":"a","weight":1}]}`)
		modified = []byte(`{"rules":[{"name":"a","weight":2}]}`)
		current  = []byte(`{"rules":[{"name":"a","weight":9}]}`)
	)
	schema, err := strategicpatch.NewPatchMetaFromStruct(route{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = strategicpatch.CreateThreeWayMergePatch(original, modified, current, schema, false)
	fmt.Println("conflict:", mergepatch.IsConflict(err))

	patch, err := strategicpatch.CreateThreeWayMergePatch(original, modified, current, schema, true)
	fmt.Println(string(patch), err)
	// Output:
	// conflict: true
	// {"$setElementOrder/rules":[{"name":"a"}],"rules":[{"name":"a","weight":2}]} <nil>
}

// Any schema of package smp can be used, here that of a built-in kind. The Go types of
// Kubernetes are not needed.
func ExampleNewPatchMetaFromSchema() {
	pod, ok := kubernetes.Lookup("v1", "Pod")
	if !ok {
		log.Fatal("there is no such kind")
	}
	result, err := strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(
		strategicpatch.JSONMap{"metadata": map[string]any{"finalizers": []any{"a"}}},
		strategicpatch.JSONMap{"metadata": map[string]any{"finalizers": []any{"b"}}},
		strategicpatch.NewPatchMetaFromSchema(pod))
	fmt.Println(result, err)
	// Output:
	// map[metadata:map[finalizers:[b a]]] <nil>
}

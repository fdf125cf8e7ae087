package jsonpatch_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
)

func ExampleApplyJSON() {
	live := []byte(`{"spec":{"replicas":3,"paused":true}}`)
	patch := []byte(`[
		{"op": "test", "path": "/spec/replicas", "value": 3},
		{"op": "replace", "path": "/spec/replicas", "value": 5},
		{"op": "remove", "path": "/spec/paused"}
	]`)
	result, err := jsonpatch.ApplyJSON(live, patch)
	fmt.Println(string(result), err)

	_, err = jsonpatch.ApplyJSON(result, patch)
	var e *jsonpatch.Error
	fmt.Println(errors.As(err, &e) && e.Code == jsonpatch.TestFailed)
	fmt.Println(err)
	// Output:
	// {"spec":{"replicas":5}} <nil>
	// true
	// JSON patch: operation 0: test "/spec/replicas": test-failed: expected a different number
}

func ExampleDiff() {
	original := model.MustParse(`{"metadata":{"labels":{"app":"web"}},"spec":{"ports":[{"port":80},{"port":443}]}}`)
	modified := model.MustParse(`{"metadata":{"labels":{"app":"web","a/b":"c"}},"spec":{"ports":[{"port":443}]}}`)
	for _, o := range jsonpatch.Diff(original, modified) {
		fmt.Println(o.Op, o.Path, o.Value.JSON())
	}
	// Output:
	// add /metadata/labels/a~1b "c"
	// remove /spec/ports/0
}

func ExamplePointer() {
	fmt.Println(jsonpatch.Pointer("metadata", "annotations", "example.com/owner"))
	// Output:
	// /metadata/annotations/example.com~1owner
}

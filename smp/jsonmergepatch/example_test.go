package jsonmergepatch_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/jsonmergepatch"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// The resource has no schema. The patch removes the field that the user removed and keeps the
// additions of others. It contains the whole list if the list has changed.
func ExampleCreateThreeWayJSONMergePatch() {
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(
		[]byte(`{"spec":{"class":"a","hosts":["x.example"]}}`),
		[]byte(`{"spec":{"hosts":["x.example","y.example"]}}`),
		[]byte(`{"spec":{"class":"a","hosts":["x.example"],"replicas":3}}`))
	fmt.Println(string(patch), err)
	// Output:
	// {"spec":{"class":null,"hosts":["x.example","y.example"]}} <nil>
}

// A precondition rejects a patch that would change the given field.
func ExampleCreateThreeWayJSONMergePatch_precondition() {
	_, err := jsonmergepatch.CreateThreeWayJSONMergePatch(
		[]byte(`{"kind":"Gateway"}`),
		[]byte(`{"kind":"Route"}`),
		[]byte(`{"kind":"Gateway"}`),
		mergepatch.RequireKeyUnchanged("kind"))
	fmt.Println(mergepatch.IsPreconditionFailed(err))
	// Output:
	// true
}

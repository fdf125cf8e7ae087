package jsonmergepatch_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/jsonmergepatch"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// A custom resource whose definition nobody has at hand: what the user took out
// goes, what others put in stays, and a list that differs is sent whole.
func ExampleCreateThreeWayJSONMergePatch() {
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(
		[]byte(`{"spec":{"class":"a","hosts":["x.example"]}}`),
		[]byte(`{"spec":{"hosts":["x.example","y.example"]}}`),
		[]byte(`{"spec":{"class":"a","hosts":["x.example"],"replicas":3}}`))
	fmt.Println(string(patch), err)
	// Output:
	// {"spec":{"class":null,"hosts":["x.example","y.example"]}} <nil>
}

// A precondition keeps the patch from changing what it must not.
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

package mergepatch_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// A precondition rejects a patch that would rename the object.
func ExampleRequireMetadataKeyUnchanged() {
	type object struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
	}
	_, err := strategicpatch.CreateTwoWayMergePatch(
		[]byte(`{"metadata":{"name":"web"}}`),
		[]byte(`{"metadata":{"name":"www"}}`),
		object{}, mergepatch.RequireMetadataKeyUnchanged("name"))
	fmt.Println(mergepatch.IsPreconditionFailed(err))
	// Output:
	// true
}

func ExampleHasConflicts() {
	left := map[string]any{"replicas": int64(1), "paused": true}
	fmt.Println(mergepatch.HasConflicts(left, map[string]any{"replicas": int64(2)}))
	fmt.Println(mergepatch.HasConflicts(left, map[string]any{"replicas": int64(1), "image": "app:2"}))
	// Output:
	// true <nil>
	// false <nil>
}

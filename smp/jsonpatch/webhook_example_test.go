package jsonpatch_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A webhook replaces the source of a volume. Unions removes the source that the request already has.
// Without it, the volume would have two sources, and the server would reject the object.
func ExampleDiffJSON_webhook() {
	request := []byte(`{"apiVersion":"v1","kind":"Pod","spec":{"volumes":[{"name":"certs","secret":{"secretName":"old"}}]}}`)
	patch := []byte(`{"spec":{"volumes":[{"name":"certs","emptyDir":{}}]}}`)

	engine, schema := smp.Engine{Unions: true}, kubernetes.MustLookup("v1", "Pod")
	result, err := engine.ApplyJSON(schema, request, patch)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := jsonpatch.DiffJSON(request, result)
	fmt.Println(string(answer), err)
	// Output:
	// [{"op":"replace","path":"/spec/volumes","value":[{"name":"certs","emptyDir":{}}]}] <nil>
}

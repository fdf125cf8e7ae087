package kubernetes_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func ExampleLookup() {
	schema, ok := kubernetes.Lookup("v1", "Service")
	if !ok {
		fmt.Println("unknown; similar kinds:", kubernetes.Nearest("v1", "Service"))
		return
	}
	// The ports of a Service merge by port.
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"spec":{"ports":[{"port":80,"targetPort":8080},{"port":443,"targetPort":8443}]}}`),
		[]byte(`{"spec":{"ports":[{"port":443,"targetPort":9443}]}}`))
	fmt.Println(string(result), err)
	// Output: {"spec":{"ports":[{"port":80,"targetPort":8080},{"port":443,"targetPort":9443}]}} <nil>
}

func ExampleNearest() {
	fmt.Println(kubernetes.Nearest("apps/v2", "StatefulSets"))
	// Output: [apps/v1/StatefulSet apps/v1beta1/StatefulSet apps/v1beta2/StatefulSet]
}

// Some built-in lists have a list type but no patch strategy. In a strategic merge patch, a cluster
// replaces such a list. Server-side apply merges it, and so does the schema of LookupListTypes.
func ExampleLookupListTypes() {
	cluster, _ := kubernetes.Lookup("v1", "Pod")
	listTypes, _ := kubernetes.LookupListTypes("v1", "Pod")
	original := []byte(`{"spec":{"resources":{"claims":[{"name":"gpu"}]}}}`)
	patch := []byte(`{"spec":{"resources":{"claims":[{"name":"net"}]}}}`)
	for _, schema := range []smp.Schema{cluster, listTypes} {
		result, err := smp.ApplyJSON(schema, original, patch)
		fmt.Println(string(result), err)
	}
	// Output:
	// {"spec":{"resources":{"claims":[{"name":"net"}]}}} <nil>
	// {"spec":{"resources":{"claims":[{"name":"gpu"},{"name":"net"}]}}} <nil>
}

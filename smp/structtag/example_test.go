package structtag_test

import (
	"fmt"

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

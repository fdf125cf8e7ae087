package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Untraced calls use the fast paths of keyed lists, with the results of the general path.
func TestFastPaths(t *testing.T) {
	s := traceSchema(t)
	sixteen := strings.Repeat(`,{"name":"x%d"}`, 16)[1:]
	var names []any
	for i := range 16 {
		names = append(names, i)
	}
	sixteen = fmt.Sprintf(sixteen, names...)
	tests := []struct{ name, original, patch, want string }{
		{"a number, and an empty text", `{"list":[{"name":1}]}`, `{"list":[{"name":"","value":"x"}]}`, `{"list":[{"name":"","value":"x"},{"name":1}]}`},
		{"an empty key", `{"list":[{"name":""}]}`, `{"list":[{"name":"","value":"x"}]}`, `{"list":[{"name":"","value":"x"}]}`},
		{"an order list that lacks the element", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b"}],"$setElementOrder/list":[{"name":"a"}]}`, ``},
		{
			"an order list with another element", `{"list":[{"name":"a"},{"name":"b"}]}`,
			`{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"c"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b","value":"x"}]}`,
		},
		{
			"an order list in another order", `{"list":[{"name":"a"},{"name":"b"}]}`,
			`{"list":[{"name":"b","value":"x"}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"b","value":"x"},{"name":"a"}]}`,
		},
		{"a new element after sixteen", `{"list":[` + sixteen + `]}`, `{"list":[{"name":"y"}]}`, `{"list":[{"name":"y"},` + sixteen + `]}`},
		{
			"the last of sixteen", `{"list":[` + sixteen + `]}`, `{"list":[{"name":"x15","value":"y"}]}`,
			`{"list":[` + strings.TrimSuffix(sixteen, "}") + `,"value":"y"}]}`,
		},
		{"a null key, which the element then lacks", `{"numbers":[{"id":null},{"id":1}]}`, `{"numbers":[{"id":null,"value":"x"}]}`, ``},
		{"the same element twice", `{"numbers":[{"id":1},{"id":2}]}`, `{"numbers":[{"id":2,"value":"x"},{"id":2,"value":"y"}]}`, `{"numbers":[{"id":1},{"id":2,"value":"y"}]}`},
		{
			"the same element twice, and an order list", `{"numbers":[{"id":1},{"id":2}]}`,
			`{"numbers":[{"id":2,"value":"x"},{"id":2}],"$setElementOrder/numbers":[{"id":1},{"id":2}]}`, ``,
		},
		{"elements in another order", `{"numbers":[{"id":1},{"id":2}]}`, `{"numbers":[{"id":2,"value":"x"},{"id":1}]}`, `{"numbers":[{"id":2,"value":"x"},{"id":1}]}`},
		{"duplicates that are apart", `{"numbers":[{"id":1},{"id":2},{"id":1,"value":"x"}]}`, `{"numbers":[{"id":2,"value":"y"}]}`, `{"numbers":[{"id":1},{"id":1,"value":"x"},{"id":2,"value":"y"}]}`},
		{
			"an order list that lacks the number", `{"numbers":[{"id":1},{"id":2}]}`,
			`{"numbers":[{"id":2,"value":"x"}],"$setElementOrder/numbers":[{"id":1}]}`, ``,
		},
	}
	for _, test := range tests {
		quiet := cluster.Engine{BeforeDecoding: true}
		traced := quiet
		traced.Trace = func(cluster.Event) {}
		for how, e := range map[string]cluster.Engine{"quiet": quiet, "traced": traced} {
			result, err := e.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
			got := ""
			if err == nil {
				got = result.JSON()
			}
			if got != test.want {
				t.Errorf("%s, %s: got %s, %v, want %s", test.name, how, got, err, test.want)
			}
		}
	}
}

package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A divergence is not a difference if it does not change the result.
func TestDifferencesHaveEffects(t *testing.T) {
	var lists []string
	for i := range 40 {
		lists = append(lists, fmt.Sprintf(`"a%d":["x"]`, i))
	}
	// long returns a list of n elements that each get a new set, followed by an element that gets a
	// new value.
	long := func(n int) (original, patch string) {
		for i := range n {
			original += fmt.Sprintf(`{"name":"a%d"},`, i)
			patch += fmt.Sprintf(`{"name":"a%d","set":["x"]},`, i)
		}
		return `{"list":[` + original + `{"name":"b","set":["a"]}]}`, `{"list":[` + patch + `{"name":"b","set":["b"]}]}`
	}
	original32, patch32 := long(32)
	original33, patch33 := long(33)
	tests := []struct {
		name, original, patch string
		want                  []cluster.Divergence
	}{
		{"equal results", `{"lists":{}}`, `{"lists":{"a":["x"]}}`, nil},
		{
			"effects in another element", `{"list":[{"name":"a"},{"name":"b","set":["a"]}]}`,
			`{"list":[{"name":"a","set":["x"]},{"name":"b","set":["b"]}]}`, []cluster.Divergence{cluster.NewElementsFirst},
		},
		{
			"effects in another of many fields", `{"lists":{},"inner":{"name":"a"}}`,
			`{"lists":{` + strings.Join(lists, ",") + `},"inner":{"$patch":"delete"}}`, []cluster.Divergence{cluster.MapDeleteLeavesEmpty},
		},
		{"effects in another of many elements", original32, patch32, []cluster.Divergence{cluster.NewElementsFirst}},
		// The list is compared as a whole.
		{"effects in another of more elements", original33, patch33, []cluster.Divergence{cluster.NewListUnmerged, cluster.NewElementsFirst}},
	}
	for _, test := range tests {
		got := cluster.Differences(traceSchema(t), model.MustParse(test.original), model.MustParse(test.patch))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Only the lookup of Go types folds names.
func TestTraits(t *testing.T) {
	for lookup, want := range map[cluster.Lookup]bool{cluster.GoTypes: true, cluster.OpenAPIV2: false, cluster.OpenAPIV3: false} {
		if got := (cluster.Judge{Lookup: lookup}).Traits().FoldsNames; got != want {
			t.Errorf("lookup %d: folds names: %t", lookup, got)
		}
	}
}

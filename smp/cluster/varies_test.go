package cluster_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// If a cluster's answer depends on the iteration order of a map or on the growth of a slice, a
// trace event reports it.
func TestVaries(t *testing.T) {
	pod, _ := kubernetes.Lookup("v1", "Pod")
	tests := []struct {
		name, original, patch string
		beforeDecoding        bool
		want                  []string
	}{
		{
			"a set and its delete list", `{"metadata":{"finalizers":["one"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"finalizers":["two"]}}`, false, []string{"metadata.finalizers"},
		},
		{
			"a map beside a null list", `{"metadata":{"labels":{"app":"x"}}}`,
			`{"metadata":{"labels":{"tier":"z"},"$deleteFromPrimitiveList/labels":null}}`, false, []string{"metadata.labels"},
		},
		{
			"duplicates of a set move a value", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"finalizers":["d"]}}`, true, []string{"metadata.finalizers"},
		},
		{
			"the two say the same either way", `{"metadata":{"finalizers":["one","two"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"finalizers":["three"]}}`, false, nil,
		},
		{
			"an order list decides", `{"metadata":{"finalizers":["one"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"$setElementOrder/finalizers":["two","one"],"finalizers":["two"]}}`, false, nil,
		},
		{
			"nothing is added to duplicates that an order list moves", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"$setElementOrder/finalizers":["c","b","a"]}}`, true, nil,
		},
		{
			"what one of two orders has and what it deletes", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"finalizers":["d"],"$setElementOrder/finalizers":["d","b"],"$deleteFromPrimitiveList/finalizers":["a"]}}`, true, nil,
		},
	}
	for _, test := range tests {
		var got []string
		engine := cluster.Engine{BeforeDecoding: test.beforeDecoding, Trace: func(e cluster.Event) {
			if e.Varies {
				got = append(got, e.Path.String())
			}
		}}
		if _, err := engine.Apply(pod, model.MustParse(test.original), model.MustParse(test.patch)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: varies at %v, want %v", test.name, got, test.want)
		}
	}
}

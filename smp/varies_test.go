package smp_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Where a cluster's answer depends on how Go walks a map or grows a slice, a
// trace event says so, in the dialects of Kubernetes and nowhere else.
func TestVaries(t *testing.T) {
	pod, _ := kubernetes.Lookup("v1", "Pod")
	tests := []struct {
		name, original, patch string
		dialect               smp.Dialect
		want                  []string
	}{
		{
			"a set and its delete list", `{"metadata":{"finalizers":["one"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"finalizers":["two"]}}`, smp.Kubernetes, []string{"metadata.finalizers"},
		},
		{
			"a map beside a null list", `{"metadata":{"labels":{"app":"x"}}}`,
			`{"metadata":{"labels":{"tier":"z"},"$deleteFromPrimitiveList/labels":null}}`, smp.Kubernetes, []string{"metadata.labels"},
		},
		{
			"duplicates of a set move a value", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"finalizers":["d"]}}`, smp.KubernetesBeforeDecoding, []string{"metadata.finalizers"},
		},
		{
			"the two say the same either way", `{"metadata":{"finalizers":["one","two"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"finalizers":["three"]}}`, smp.Kubernetes, nil,
		},
		{
			"an order list decides", `{"metadata":{"finalizers":["one"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"$setElementOrder/finalizers":["two","one"],"finalizers":["two"]}}`, smp.Kubernetes, nil,
		},
		{
			"nothing is added to duplicates that an order list moves", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"$setElementOrder/finalizers":["c","b","a"]}}`, smp.KubernetesBeforeDecoding, nil,
		},
		{
			"what one of two orders has and what it deletes", `{"metadata":{"finalizers":["a","a","b","c"]}}`,
			`{"metadata":{"finalizers":["d"],"$setElementOrder/finalizers":["d","b"],"$deleteFromPrimitiveList/finalizers":["a"]}}`, smp.KubernetesBeforeDecoding, nil,
		},
		{
			"the rules have one answer", `{"metadata":{"finalizers":["one"]}}`,
			`{"metadata":{"$deleteFromPrimitiveList/finalizers":["two"],"finalizers":["two"]}}`, smp.Documented, nil,
		},
	}
	for _, test := range tests {
		var got []string
		engine := smp.Engine{Dialect: test.dialect, Trace: func(e smp.Event) {
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

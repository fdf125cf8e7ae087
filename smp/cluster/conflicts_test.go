package cluster_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A value that a patch contains twice is one conflict.
func TestConflictOfARepeatedValue(t *testing.T) {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	left := model.MustParse(`{"metadata": {"finalizers": ["a", "b", "a"]}}`)
	right := model.MustParse(`{"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"]}}`)
	found, err := cluster.Engine{}.Conflicts(schema, left, right)
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, %v", found, err)
	}
	if got := found[0].Path.String(); got != "metadata.finalizers[=a]" {
		t.Errorf("got %s", got)
	}
}

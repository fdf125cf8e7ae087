package upstream_test

import (
	"testing"

	"k8s.io/client-go/kubernetes/scheme"

	"github.com/strategicpatch/smp/smp/structtag"
)

// The tags of all built-in kinds are correct.
func TestCheckBuiltInKinds(t *testing.T) {
	kinds := scheme.Scheme.AllKnownTypes()
	for kind, typ := range kinds {
		if err := structtag.CheckType(typ); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if len(kinds) < 500 {
		t.Errorf("got %d kinds, want at least 500", len(kinds))
	}
}

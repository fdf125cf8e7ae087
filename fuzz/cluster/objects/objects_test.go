package objects_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func TestLiveObjectsAreOfKindsInTheTable(t *testing.T) {
	live, err := objects.Live()
	if err != nil || len(live) < 35 {
		t.Fatalf("%d objects, %v", len(live), err)
	}
	names := map[string]bool{}
	for _, o := range live {
		_, ok := kubernetes.Lookup(o.Kind.APIVersion, o.Kind.Kind)
		if custom := o.Kind.APIVersion == "smp.example/v1"; ok == custom {
			t.Errorf("%s is in the table: %t", o.Kind, ok)
		}
		if key := o.Kind.String() + " " + o.Name(); names[key] {
			t.Errorf("%s is there twice", key)
		} else {
			names[key] = true
		}
	}
}

func TestStubs(t *testing.T) {
	stubs, err := objects.Stubs(t.Context(), "..", "live")
	if err != nil || len(stubs) < 80 {
		t.Fatalf("%d stubs, %v", len(stubs), err)
	}
	pod, ok := stubs[objects.Served{Version: "v1", Resource: "pods"}]
	if _, has := pod.Get("spec"); !ok || !has {
		t.Errorf("the stub of a pod is %s", pod.Canonical())
	}
}

package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

func TestKindsHaveNames(t *testing.T) {
	for kind, want := range map[model.Kind]string{
		model.Absent: "absent", model.Map: "map", model.Map + 1: "unknown kind", 255: "unknown kind",
	} {
		if got := kind.String(); got != want {
			t.Errorf("kind %d is called %s, not %s", kind, got, want)
		}
	}
}

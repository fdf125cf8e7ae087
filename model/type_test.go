package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

func TestKindsHaveNames(t *testing.T) {
	for typ, want := range map[model.Type]string{
		model.Absent: "absent", model.Map: "map", model.Map + 1: "unknown type", 255: "unknown type",
	} {
		if got := typ.String(); got != want {
			t.Errorf("type %d is called %s, not %s", typ, got, want)
		}
	}
}

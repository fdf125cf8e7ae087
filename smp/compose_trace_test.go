package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A strict engine applies an ambiguous patch twice, because the element hides the faults after it. It
// reports the decisions once.
func TestComposeTracesAmbiguousPatchesOnce(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"port": scalar, "protocol": scalar}}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"ports": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"port"}, Recommended: []string{"port", "protocol"}, Element: &element},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	patch := model.MustParse(`{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}`)
	decisions := 0 // about the root
	e := smp.Engine{Strict: true, Trace: func(d smp.Event) {
		if len(d.Path) == 0 {
			decisions++
		}
	}}
	if _, err := e.Compose(s, patch); err != nil {
		t.Fatal(err)
	}
	if decisions != 1 {
		t.Errorf("%d decisions about the root were reported, want one", decisions)
	}
}

package laws_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// A patch that contains a directive with the name of a field has another meaning on a cluster.
func TestPortableNeedsDirectives(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	for field, want := range map[string]laws.Status{"other": laws.Held, "$setElementOrder/l": laws.Inapplicable} {
		s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
			field: scalar, "l": {Type: smp.ListType, Strategy: smp.Merge, Element: &scalar},
		}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := corpus.Input{
			Op: corpus.OpDiff, Schema: s,
			Original: model.MustParse(`{"l":["a","b"]}`), Modified: model.MustParse(`{"l":["b","a"]}`),
		}
		shipped := corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))
		if v := laws.DiffPortable(shipped, in); v.Status != want {
			t.Errorf("with field %s: got status %v of diff-portable, want %v: %s", field, v.Status, want, v.What)
		}
		in.Op, in.Options.Overwrite, in.Current = corpus.OpThreeWay, true, in.Original
		if v := laws.ThreeWayPortable(shipped, in); v.Status != want {
			t.Errorf("with field %s: got status %v of threeway-portable, want %v: %s", field, v.Status, want, v.What)
		}
	}
}

package laws_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// If a map declares a field with the name of the directive, a patch cannot order the list. It
// may replace the list even if others have duplicates.
func TestNarrowNeedsDirectives(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	for field, want := range map[string]laws.Status{
		"other": laws.Held, "$setElementOrder/l": laws.Inapplicable, "$deleteFromPrimitiveList/l": laws.Inapplicable,
	} {
		s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
			field: scalar, "l": {Type: smp.ListType, Strategy: smp.Merge, Element: &scalar},
		}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := corpus.Input{
			Op: corpus.OpThreeWay, Schema: s, Options: corpus.Options{Overwrite: true},
			Original: model.MustParse(`{"l":["b","a"]}`), Modified: model.MustParse(`{"l":["b","a"]}`), Current: model.MustParse(`{"l":["a","a"]}`),
		}
		if v := laws.ThreeWayNarrow(ours, in); v.Status != want {
			t.Errorf("with field %s: got status %v, want %v: %s", field, v.Status, want, v.What)
		}
	}
}

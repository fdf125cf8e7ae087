package laws_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// A declared field with the name of a directive neither deletes nor orders.
func TestOrderDefaultOfFieldsNamedLikeDirectives(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	set := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &scalar}
	for _, field := range []string{"$deleteFromPrimitiveList/l", "$setElementOrder/l"} {
		s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{field: set, "l": set}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := corpus.Input{
			Op: corpus.OpApply, Schema: s,
			Original: model.MustParse(`{"l":["a","b"]}`), Patch: model.MustParse(`{"l":["c"],"` + field + `":["a"]}`),
		}
		if v := laws.OrderDefault(ours, in); v.Status != laws.Held {
			t.Errorf("with field %s: got status %v, want %v: %s", field, v.Status, laws.Held, v.What)
		}
	}
}

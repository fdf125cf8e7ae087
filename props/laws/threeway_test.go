package laws_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// Whether a server filled in a key of an element depends on the other elements of the list.
// The law that three-way merges converge applies only if the patch does not change the
// answer.
func TestConvergingNeedsOneFilledInForm(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	list := smp.Definition{
		Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"a"}, Recommended: []string{"a", "b", "c"},
		Element: &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": scalar, "b": scalar, "c": scalar, "l": {Ref: "list"}}},
	}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"l": {Ref: "list"}}}, func(string) (smp.Definition, bool) { return list, true })
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		original, modified, current string
		want                        laws.Status
	}{
		{`{"l":[{"a":1,"b":1}]}`, `{}`, `{"l":[{"a":1,"b":1,"c":1},{"a":1,"b":2}]}`, laws.Held},
		{`{"l":[{"a":1}]}`, `{}`, `{"l":[{"a":1,"b":1,"c":1},{"a":2,"b":2}]}`, laws.Held},
		{`{"l":[{"a":1,"b":1,"c":1},{"a":1,"b":1,"c":2}]}`, `{}`, `{"l":[{"a":1,"b":1,"c":1},{"a":1,"b":2}]}`, laws.Held},
		// The first element is removed. After that, the other one could be the second element
		// of original.
		{`{"l":[{"a":1,"b":1},{"a":1}]}`, `{}`, `{"l":[{"a":1,"b":1,"c":1},{"a":1,"b":2}]}`, laws.Inapplicable},
		{`{"l":[{"a":2,"l":[{"a":1,"b":1},{"a":1}]}]}`, `{"l":[{"a":2}]}`, `{"l":[{"a":2,"l":[{"a":1,"b":1,"c":1},{"a":1,"b":2}]}]}`, laws.Inapplicable},
		{`{}`, `{"l":[{"a":1}]}`, `{"l":[{"a":1,"b":1},{"a":1,"b":2}]}`, laws.Held}, // the element is new
		// The element is removed. After that, the other element could be mistaken for it.
		{`{"l":[{"a":1}]}`, `{}`, `{"l":[{"a":1,"b":1},{"a":1}]}`, laws.Inapplicable},
	} {
		in := corpus.Input{
			Op: corpus.OpThreeWay, Schema: s, Options: corpus.Options{Overwrite: true},
			Original: model.MustParse(test.original), Modified: model.MustParse(test.modified), Current: model.MustParse(test.current),
		}
		if v := laws.ThreeWayConverges(ours, in); v.Status != test.want {
			t.Errorf("%s, %s, %s: got status %v, want %v: %s", test.original, test.modified, test.current, v.Status, test.want, v.What)
		}
	}
}

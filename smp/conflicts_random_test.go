package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Rule conflict-list: two patches without a conflict can be applied in either order.
func TestPatchesWithoutConflictCommute(t *testing.T) {
	trials.Commute(t, smp.Engine{}, trials.Seeds(20000), 20)
}

// Conflicts are sorted by the texts of their paths, even if two equal keys have different
// spellings.
func TestConflictsOfKeysSpelledDifferently(t *testing.T) {
	s, err := smp.NewSchema(mapOf(map[string]smp.Definition{
		"s": {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"c": keyedBy(mapOf(map[string]smp.Definition{"k": {Type: smp.ScalarType}, "v": {Type: smp.ScalarType}}), "k"),
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for left, right := range map[string]string{
		`{"c":[{"k":1e0,"v":1},{"k":1.0,"v":2}]}`: `{"c":[{"k":1,"v":3}]}`,
		`{"s":[1e0,1.0]}`:                         `{"$deleteFromPrimitiveList/s":[1]}`,
	} {
		found, err := smp.Conflicts(s, model.MustParse(left), model.MustParse(right))
		if err != nil || len(found) != 2 || found[0].Path.String() > found[1].Path.String() {
			t.Errorf("conflicts are %v, %v", found, err)
		}
	}
}

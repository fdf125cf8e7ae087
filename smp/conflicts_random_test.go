package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// Rule conflict-list: two patches without a conflict can be applied in either order.
func TestPatchesWithoutConflictCommute(t *testing.T) {
	var e smp.Engine
	n := inShort(20000)
	free, both := 0, 0
	for seed := range uint64(n) {
		src := gen.FromSeed(seed)
		typ, defs := gen.Schema(src)
		s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) { d, ok := defs[name]; return d, ok })
		if err != nil {
			t.Fatal(err)
		}
		original := gen.Document(src, s)
		left, right := gen.Patch(src, s, original), gen.Patch(src, s, original)
		inTurn := func(first, then model.Value) (model.Value, error) {
			middle, err := e.Apply(s, original, first)
			if err != nil {
				return middle, err
			}
			return e.Apply(s, middle, then)
		}
		one, err := inTurn(left, right)
		if err != nil {
			continue
		}
		if _, err := e.Apply(s, original, right); err != nil {
			continue // the patch is not valid for this document
		}
		both++
		conflicts, err := e.Conflicts(s, left, right)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(conflicts) > 0 {
			continue
		}
		free++
		two, err := inTurn(right, left)
		if err != nil || !model.Equal(unordered(t, s, one), unordered(t, s, two)) {
			t.Fatalf("seed %d: %v\noriginal %s\nleft     %s\nright    %s\nleft first  %s\nright first %s", seed, err,
				original.Canonical(), left.Canonical(), right.Canonical(), one.Canonical(), two.Canonical())
		}
	}
	if free < both/20 {
		t.Errorf("of %d pairs only %d are free of conflicts", both, free)
	}
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

package smp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// Rule conflict-list: two patches without a conflict commute.
func TestPatchesWithoutConflictCommute(t *testing.T) {
	// Of so many pairs one at least is free of conflicts.
	for d, oneOf := range map[smp.Dialect]int{smp.Documented: 20, smp.KubernetesBeforeDecoding: 40} {
		t.Run(d.String(), func(t *testing.T) { patchesCommute(t, smp.Engine{Dialect: d}, oneOf) })
	}
}

func patchesCommute(t *testing.T, e smp.Engine, oneOf int) {
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
			continue // it is not a patch for this document
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
	if free < both/oneOf {
		t.Errorf("of %d pairs only %d are free of conflicts", both, free)
	}
}

// Conflicts are sorted by what their paths say, also where equal keys are spelled
// in several ways.
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

// For a cluster a conflict has the list of a directive, if a patch has nothing else for a
// field. Two delete lists commute.
func TestConflictsOfDirectivesInDialect(t *testing.T) {
	deletes := model.MustParse(`{"$deleteFromPrimitiveList/set":["y"]}`)
	found, err := smp.Engine{Dialect: smp.Kubernetes}.Conflicts(diffSchema(t), model.MustParse(`{"$setElementOrder/set":["x"]}`), deletes)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if c := found[0]; c.Code != smp.BothChanged || c.Path.String() != "set" || c.Left.JSON() != `["x"]` || c.Right.JSON() != `["y"]` {
		t.Errorf("%v", c)
	}
	found, err = smp.Engine{Dialect: smp.Kubernetes}.Conflicts(diffSchema(t), model.MustParse(`{"$deleteFromPrimitiveList/set":["x"]}`), deletes)
	if err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// A cluster copies what is new and checks it only when it merges it. So Strict rejects a
// value of the wrong type in the patch that comes second, and its order matters.
func TestConflictsOfWrongTypesInDialect(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"c":     mapOf(map[string]smp.Definition{"b": {Type: smp.ListType, Element: &text}, "d": text}),
		"keyed": keyedBy(mapOf(map[string]smp.Definition{"k": text, "b": {Type: smp.ListType, Element: &text}}), "k"),
	}))
	e := smp.Engine{Dialect: smp.Kubernetes, Strict: true}
	for _, test := range []struct{ left, right, path string }{
		{`{"c":{}}`, `{"c":{"b":false}}`, "c"},
		{`{"c":{"b":false}}`, `{"c":{}}`, "c"},
		{`{"c":{}}`, `{"c":{"x":1}}`, "c"},
		{`{"keyed":[{"k":"a"}]}`, `{"keyed":[{"k":"a","b":1}]}`, "keyed"},
		{`{"c":{}}`, `{"c":{"b":[1]}}`, ""}, // which nobody checks
		{`{"c":{"b":false}}`, `{"c":{"b":false}}`, ""},
		{`{"keyed":[{"k":"a"}]}`, `{"c":{"b":false}}`, ""},
	} {
		found, err := e.Conflicts(s, model.MustParse(test.left), model.MustParse(test.right))
		var paths []string
		for _, c := range found {
			paths = append(paths, c.Path.String())
		}
		if got := strings.Join(paths, " "); err != nil || got != test.path {
			t.Errorf("%s and %s: conflicts at %q, %v; want %q", test.left, test.right, got, err, test.path)
		}
		results := map[string]bool{}
		for _, patches := range [2][2]string{{test.left, test.right}, {test.right, test.left}} {
			document, err := model.MustParse(`{}`), error(nil)
			for _, patch := range patches {
				if err == nil {
					document, err = e.Apply(s, document, model.MustParse(patch))
				}
			}
			results[fmt.Sprint(document.Canonical(), err != nil)] = true
		}
		if differ := len(results) > 1; differ != (test.path != "") {
			t.Errorf("%s and %s: the order matters: %v", test.left, test.right, differ)
		}
	}
}

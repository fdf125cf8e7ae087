package cluster_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// The composed patch has the effect of both patches on every object that has the required places.
func TestComposedPatchHasEffectOfBoth(t *testing.T) {
	n := trials.Seeds(20000)
	both, conditional := uint64(0), uint64(0)
	for seed := range n {
		src := gen.FromSeed(seed)
		s := trials.Schema(t, src)
		original := gen.Document(src, s)
		var required []model.Path
		e := cluster.Engine{Requires: func(place model.Path) { required = append(required, place) }}
		first := gen.Patch(src, s, original)
		middle, err := e.Apply(s, original, first)
		if err != nil {
			continue
		}
		then := gen.Patch(src, s, middle)
		want, err := e.Apply(s, middle, then)
		if err != nil {
			continue
		}
		composed, err := e.Compose(s, first, then)
		if err != nil || slices.ContainsFunc(required, func(place model.Path) bool { return !hasOnce(original, composed, place) }) {
			continue
		}
		if !fits(s, original) {
			continue
		}
		both++
		if len(required) > 0 {
			conditional++
		}
		got, err := e.Apply(s, original, composed)
		if err != nil || !model.Equal(trials.Unordered(t, s, got), trials.Unordered(t, s, want)) {
			t.Errorf("seed %d: %v\noriginal %s\nfirst    %s\nthen     %s\ncomposed %s\nrequires %v\ngot      %s\nwant     %s", seed, err,
				original.Canonical(), first.Canonical(), then.Canonical(), composed.Canonical(), required, got.Canonical(), want.Canonical())
			return
		}
	}
	if both < n/20 || conditional < n/2000 {
		t.Errorf("%d pairs, %d of them with requirements", both, conditional)
	}
}

// fits reports whether a document has the maps and lists of its schema, and no nulls.
func fits(s smp.Schema, v model.Value) bool {
	if v.Type() == model.Null || s.Type() == smp.MapType && v.Type() != model.Map || s.Type() == smp.ListType && v.Type() != model.List {
		return false
	}
	for name, member := range v.Members() {
		if field, _ := s.Member(name); !fits(field, member) {
			return false
		}
	}
	return !slices.ContainsFunc(v.AppendElements(nil), func(e model.Value) bool { return !fits(s.Element(), e) })
}

// hasOnce reports whether the document and the patch have values of the same type at every step of
// a path, and the document has only one element for each key in the path.
func hasOnce(document, patch model.Value, place model.Path) bool {
	for i := range place {
		v, _ := place[:i+1].Lookup(document)
		patched, _ := place[:i+1].Lookup(patch)
		if v.Type() != patched.Type() {
			return false
		}
		key, isKey := place[i].(model.Key)
		list, _ := place[:i].Lookup(document)
		found := 0
		for _, e := range list.Elements() {
			same := func(k model.KeyField) bool { have, _ := e.Get(k.Name); return model.Equal(have, k.Value) }
			if isKey && !slices.ContainsFunc(key, func(k model.KeyField) bool { return !same(k) }) {
				found++
			}
		}
		if isKey && found != 1 {
			return false
		}
	}
	return true
}

// Patches without conflicts can be applied in either order.
func TestPatchesWithoutConflictCommute(t *testing.T) {
	trials.Commute(t, cluster.Engine{BeforeDecoding: true}, trials.Seeds(20000), 40)
}

// Compose composes many patches in another grouping. This changes neither the result nor the
// error, nor the required places.
func TestComposeInTurn(t *testing.T) {
	trials.ComposeInTurn(t, cluster.Engine{}, trials.Seeds(20000), nil)
	trials.ComposeInTurn(t, cluster.Engine{Strict: true}, trials.Seeds(20000), nil)
	var required []model.Path
	e := cluster.Engine{Requires: func(place model.Path) { required = append(required, place) }}
	trials.ComposeInTurn(t, e, trials.Seeds(20000), func() []model.Path {
		defer func() { required = nil }()
		return required
	})
}

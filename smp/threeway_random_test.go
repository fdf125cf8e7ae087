package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// triple makes a schema and three documents: modified and current are edits of
// original.
func triple(t testing.TB, seed uint64) (smp.Schema, model.Value, model.Value, model.Value) {
	t.Helper()
	src := gen.FromSeed(seed)
	typ, defs := gen.Schema(src)
	s, err := smp.NewSchema(typ, func(name string) (smp.Type, bool) { d, ok := defs[name]; return d, ok })
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	original := gen.Document(src, s)
	edit := func() model.Value {
		v := original
		for range 1 + src.Intn("edits", 2) {
			if next, err := smp.Apply(s, v, gen.Patch(src, s, v)); err == nil {
				v = next
			}
		}
		return v
	}
	modified, current := edit(), edit()
	if src.Intn("unrelated", 8) == 0 {
		current = gen.Document(src, s)
	}
	return s, original, modified, current
}

// Rule threeway-converges: applying the patch and asking again gives {}, also
// when modified has become what was applied last.
func TestThreeWayConverges(t *testing.T) {
	overwrite := smp.ThreeWayOptions{Overwrite: true}
	refused := 0
	n := inShort(10000)
	for seed := range uint64(n) {
		s, original, modified, current := triple(t, seed)
		if besideFilled(s, current) {
			continue
		}
		show := func() string {
			return "\noriginal " + original.Canonical() + "\nmodified " + modified.Canonical() + "\ncurrent  " + current.Canonical()
		}
		patch, err := smp.Engine{}.ThreeWay(s, original, modified, current, overwrite)
		var e *smp.Error
		if errors.As(err, &e) && e.Kind == smp.NotRepresentable {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v%s", seed, err, show())
		}
		got, err := smp.Apply(s, current, patch)
		if err != nil {
			t.Fatalf("seed %d: the patch is rejected: %v%s\npatch    %s", seed, err, show(), patch.Canonical())
		}
		for name, before := range map[string]model.Value{"original": original, "modified": modified} {
			again, err := smp.Engine{}.ThreeWay(s, before, modified, got, overwrite)
			if err != nil || again.Len() != 0 {
				t.Fatalf("seed %d: from %s again: %s, %v%s\npatch    %s\ngot      %s", seed, name, again.JSON(), err, show(), patch.Canonical(), got.Canonical())
			}
		}
	}
	if refused > n/5 {
		t.Errorf("%d of %d patches are not representable", refused, n)
	}
}

// besideFilled reports whether a list in v has an element that lacks a
// recommended key beside one with the same keys otherwise: rule
// threeway-converges does not hold then, because the one may be taken for the
// other once it is gone.
func besideFilled(s smp.Schema, v model.Value) bool {
	for name, m := range v.Members() {
		member, _ := s.Member(name)
		if besideFilled(member, m) {
			return true
		}
	}
	for i, e := range v.Elements() {
		if besideFilled(s.Element(), e) {
			return true
		}
		for j, other := range v.Elements() {
			if i != j && fillsIn(s, e, other) {
				return true
			}
		}
	}
	return false
}

func fillsIn(s smp.Schema, e, other model.Value) bool {
	lacks := false
	for _, name := range s.Recommended() {
		have, _ := e.Get(name)
		theirs, _ := other.Get(name)
		switch {
		case have.IsScalar():
			if !model.Equal(have, theirs) {
				return false
			}
		default:
			lacks = true
		}
	}
	return lacks
}

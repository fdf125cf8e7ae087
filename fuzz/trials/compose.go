package trials

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// DistinctSets returns a sorted document without duplicates in its sets.
func DistinctSets(t testing.TB, s smp.Schema, v model.Value) model.Value {
	t.Helper()
	var err error
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			member, _ := s.Member(m.Name)
			members[i].Value = DistinctSets(t, member, m.Value)
		}
		v, err = model.NewMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = DistinctSets(t, s.Element(), e)
		}
		if s.Set() {
			elements = slices.CompactFunc(elements, model.Equal)
		}
		v, err = model.NewList(elements...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ComposeInTurn checks that Compose of several patches gives a patch with the same effect, or the
// same error, as composing each patch with the result of the ones before it. required returns the places that Compose has
// reported since its last call. It may be nil.
func ComposeInTurn(t *testing.T, e Engine, n uint64, required func() []model.Path) {
	t.Helper()
	composed, faults := 0, 0
	for seed := range n {
		src := gen.FromSeed(seed)
		s := Schema(t, src)
		document := gen.Document(src, s)
		patches := make([]model.Value, 2+src.Intn("patches", 7))
		for i := range patches {
			patches[i] = gen.Patch(src, s, document)
			if next, err := e.Apply(s, document, patches[i]); err == nil && src.Intn("document", 2) == 0 {
				document = next
			}
		}
		var places []model.Path
		if required == nil {
			required = func() []model.Path { return nil }
		}
		required()
		want, wantName := patches[0], ""
		var wantErr error
		for i, patch := range patches[1:] {
			if want, wantErr = e.Compose(s, want, patch); wantErr != nil {
				wantName = fmt.Sprintf("patches[%d]", i+1)
				break
			}
			places = append(places, required()...)
		}
		got, err := e.Compose(s, patches...)
		documents := []model.Value{document, model.MustParse("{}"), gen.Document(src, s), gen.Document(src, s)}
		show := fmt.Sprintf("seed %d:", seed)
		for _, p := range patches {
			show += "\n" + p.Canonical()
		}
		if wantErr != nil {
			var one, other *smp.Error
			if !errors.As(wantErr, &one) {
				t.Fatalf("%s\n%v", show, wantErr)
			}
			if one.Document == "patches[0]" && wantName != "patches[1]" {
				continue // a strict engine rejects the composed patch itself, which Compose does not check
			}
			faults++
			if !errors.As(err, &other) || one.Code != other.Code || !one.Path.Equal(other.Path) || one.Document == "patches[1]" && other.Document != wantName {
				t.Fatalf("%s\ngot  %v, %s\nwant %v in %s", show, err, got.Canonical(), wantErr, wantName)
			}
			continue
		}
		composed++
		if gotPlaces, wantPlaces := fmt.Sprint(required()), deepest(places); err != nil || !sameEffect(t, e, s, got, want, patches, documents) || gotPlaces != wantPlaces {
			t.Fatalf("%s\ngot  %s %s, %v\nwant %s %s", show, got.Canonical(), gotPlaces, err, want.Canonical(), wantPlaces)
		}
	}
	if uint64(composed) < n/5 || uint64(faults) < n/20 {
		t.Errorf("of %d inputs, %d are composed and %d give an error", n, composed, faults)
	}
}

// sameEffect reports whether two composed patches give the same result for all documents to which
// the patches apply, except for the order of elements in merging lists and duplicates in sets.
func sameEffect(t *testing.T, e Engine, s smp.Schema, left, right model.Value, patches, documents []model.Value) bool {
	if model.Equal(left, right) {
		return true
	}
	for _, d := range documents {
		var err error
		for v, i := d, 0; i < len(patches) && err == nil; i++ {
			v, err = e.Apply(s, v, patches[i])
		}
		if err != nil {
			continue
		}
		one, err := e.Apply(s, d, left)
		other, err2 := e.Apply(s, d, right)
		if (err == nil) != (err2 == nil) || !model.Equal(DistinctSets(t, s, Unordered(t, s, one)), DistinctSets(t, s, Unordered(t, s, other))) {
			return false
		}
	}
	return true
}

// deepest returns the texts of the places that do not contain another one of the places.
func deepest(places []model.Path) string {
	var texts []string
	for _, p := range places {
		above := func(other model.Path) bool { return len(other) > len(p) && p.Equal(other[:len(p)]) }
		if !slices.ContainsFunc(places, above) {
			texts = append(texts, p.String())
		}
	}
	slices.Sort(texts)
	return fmt.Sprint(slices.Compact(texts))
}

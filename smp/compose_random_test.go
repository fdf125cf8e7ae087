package smp_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// unordered returns v with the elements of merging lists sorted and without
// null map members: what equality up to their order compares.
func unordered(t testing.TB, s smp.Schema, v model.Value) model.Value {
	t.Helper()
	var out model.Value
	var err error
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			member, _ := s.Member(name)
			if m.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: unordered(t, member, m)})
			}
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, unordered(t, s.Element(), e))
		}
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		out, err = model.NewList(elements...)
	default:
		return v
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// distinctSets returns a sorted document with each value once in its sets.
func distinctSets(t testing.TB, s smp.Schema, v model.Value) model.Value {
	t.Helper()
	var err error
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			member, _ := s.Member(m.Name)
			members[i].Value = distinctSets(t, member, m.Value)
		}
		v, err = model.NewMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = distinctSets(t, s.Element(), e)
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

// Rule compose: one patch does what two do in turn, or Compose refuses.
func TestComposeEqualsSequence(t *testing.T) {
	n := inShort(20000)
	refused, both := 0, 0
	for seed := range uint64(n) {
		src := gen.FromSeed(seed)
		typ, defs := gen.Schema(src)
		s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) { d, ok := defs[name]; return d, ok })
		if err != nil {
			t.Fatal(err)
		}
		original := gen.Document(src, s)
		first := gen.Patch(src, s, original)
		middle, err := smp.Apply(s, original, first)
		if err != nil {
			continue
		}
		then := gen.Patch(src, s, middle)
		want, err := smp.Apply(s, middle, then)
		if err != nil {
			continue
		}
		both++
		composed, err := smp.Compose(s, first, then)
		var e *smp.Error
		if errors.As(err, &e) && e.Code == smp.NotComposable {
			refused++
			continue
		}
		show := "\noriginal " + original.Canonical() + "\nfirst    " + first.Canonical() + "\nthen     " + then.Canonical() + "\ncomposed " + composed.Canonical()
		if err != nil {
			t.Fatalf("seed %d: %v%s", seed, err, show)
		}
		got, err := smp.Apply(s, original, composed)
		if err != nil {
			t.Fatalf("seed %d: the composed patch is rejected: %v%s", seed, err, show)
		}
		if !model.Equal(distinctSets(t, s, unordered(t, s, got)), distinctSets(t, s, unordered(t, s, want))) {
			t.Fatalf("seed %d:%s\ngot      %s\nwant     %s", seed, show, got.Canonical(), want.Canonical())
		}
	}
	if both < n/4 || refused > both/4 {
		t.Errorf("%d pairs, %d of them refused", both, refused)
	}
}

// For a cluster, a composed patch does what two do in turn for objects that have the places
// that it requires.
func TestComposeForClusterRequires(t *testing.T) {
	n := inShort(20000)
	both, conditional := 0, 0
	for seed := range uint64(n) {
		src := gen.FromSeed(seed)
		typ, defs := gen.Schema(src)
		s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) { d, ok := defs[name]; return d, ok })
		if err != nil {
			t.Fatal(err)
		}
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
		conditional += min(len(required), 1)
		got, err := e.Apply(s, original, composed)
		if err != nil || !model.Equal(unordered(t, s, got), unordered(t, s, want)) {
			t.Errorf("seed %d: %v\noriginal %s\nfirst    %s\nthen     %s\ncomposed %s\nrequires %v\ngot      %s\nwant     %s", seed, err,
				original.Canonical(), first.Canonical(), then.Canonical(), composed.Canonical(), required, got.Canonical(), want.Canonical())
			return
		}
	}
	if both < n/20 || conditional < n/2000 {
		t.Errorf("%d pairs, %d of them with requirements", both, conditional)
	}
}

// fits reports whether a document has maps and lists where its schema has them, and no null.
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

// hasOnce reports whether a document has a map or list at a path, as a patch has, and no
// duplicate of an element on the way.
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

package corpus

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Difference is one way in which a result is not the wanted one.
type Difference struct {
	// Path is where, in the wanted result; elements are addressed by
	// ElementStep.
	Path model.Path
	// How says what is different without any word of the documents: the order of
	// a keyed list, a missing member.
	How string
}

// Differences returns how a result differs from the wanted one, place by place.
// Elements are compared with those of equal keys, wherever they stand; that they
// stand elsewhere is a difference of its own.
func Differences(s smp.Schema, want, got model.Value) []Difference {
	var found []Difference
	compareValues(s, want, got, nil, func(d Difference) { found = append(found, d) })
	return found
}

func compareValues(s smp.Schema, want, got model.Value, path model.Path, report func(Difference)) {
	switch {
	case model.Equal(want, got):
	case want.Kind() != got.Kind():
		report(Difference{path, fmt.Sprintf("a %s instead of a %s", got.Kind(), want.Kind())})
	case want.Kind() == model.Map:
		compareMembers(s, want, got, path, report)
	case want.Kind() == model.List:
		compareElements(s, want, got, path, report)
	default:
		report(Difference{path, "another " + want.Kind().String()})
	}
}

func compareMembers(s smp.Schema, want, got model.Value, path model.Path, report func(Difference)) {
	for name, v := range want.SortedMembers() {
		at := path.Append(model.Field(name))
		member, _ := s.Member(name)
		if other, ok := got.Get(name); ok {
			compareValues(member, v, other, at, report)
		} else {
			report(Difference{at, "a missing member"})
		}
	}
	for name := range got.SortedMembers() {
		if _, ok := want.Get(name); !ok {
			report(Difference{path.Append(model.Field(name)), "an additional member"})
		}
	}
}

func compareElements(s smp.Schema, want, got model.Value, path model.Path, report func(Difference)) {
	list := "an atomic list"
	switch {
	case s.Keyed():
		list = "a keyed list"
	case s.Set():
		list = "a set"
	}
	wantIDs, gotIDs := elementIDs(s, want), elementIDs(s, got)
	inWant, inGot := indexes(wantIDs), indexes(gotIDs)
	var wantOrder, gotOrder []string // of what both have
	for i, id := range wantIDs {
		j, ok := inGot[id]
		if !ok {
			report(Difference{path.Append(ElementStep(s, want, i)), "a missing element of " + list})
			continue
		}
		wantOrder = append(wantOrder, id)
		compareValues(s.Element(), want.At(i), got.At(j), path.Append(ElementStep(s, want, i)), report)
	}
	for j, id := range gotIDs {
		if _, ok := inWant[id]; ok {
			gotOrder = append(gotOrder, id)
		} else {
			report(Difference{path.Append(ElementStep(s, got, j)), "an additional element of " + list})
		}
	}
	if !slices.Equal(wantOrder, gotOrder) {
		report(Difference{path, "the order of " + list})
	}
}

func indexes(ids []string) map[string]int {
	at := map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	return at
}

// elementIDs returns what identifies each element: its keys, or its value, and
// which of several that are alike it is.
func elementIDs(s smp.Schema, list model.Value) []string {
	seen := map[string]int{}
	var ids []string
	for i, e := range list.Elements() {
		id := model.Path{ElementStep(s, list, i)}.String()
		if _, byIndex := ElementStep(s, list, i).(model.Index); byIndex {
			id = e.Canonical()
		}
		seen[id]++
		ids = append(ids, fmt.Sprint(id, " ", seen[id]))
	}
	return ids
}

// ElementStep returns the step to an element: by its keys in a keyed list,
// defaults included, by value in a set, else by its index.
func ElementStep(s smp.Schema, list model.Value, i int) model.Step {
	e := list.At(i)
	keys := s.Recommended()
	if keys == nil {
		keys = s.Keys()
	}
	var key model.Key
	for _, name := range keys {
		v, ok := e.Get(name)
		if !ok {
			v, _ = s.KeyDefault(name)
		}
		if v.IsScalar() && e.Kind() == model.Map {
			key = append(key, model.KeyField{Name: name, Value: v})
		}
	}
	switch {
	case len(key) > 0:
		return key
	case s.Set() && e.IsScalar():
		return model.SetValue{Value: e}
	}
	return model.Index(i)
}

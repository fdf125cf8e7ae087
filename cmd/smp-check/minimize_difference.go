package main

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A difference is one way in which a result is not the wanted one.
type difference struct {
	path model.Path // in the wanted result
	how  string     // without any word of the documents
}

// differences returns how a result differs from the wanted one, place by place.
// Elements are compared with those of equal keys, wherever they stand; that they
// stand elsewhere is a difference of its own.
func differences(s smp.Schema, want, got model.Value) []difference {
	var found []difference
	compareValues(s, want, got, nil, func(d difference) { found = append(found, d) })
	return found
}

func compareValues(s smp.Schema, want, got model.Value, path model.Path, report func(difference)) {
	switch {
	case model.Equal(want, got):
	case want.Kind() != got.Kind():
		report(difference{path, fmt.Sprintf("a %s instead of a %s", got.Kind(), want.Kind())})
	case want.Kind() == model.Map:
		compareMembers(s, want, got, path, report)
	case want.Kind() == model.List:
		compareElements(s, want, got, path, report)
	default:
		report(difference{path, "another " + want.Kind().String()})
	}
}

func compareMembers(s smp.Schema, want, got model.Value, path model.Path, report func(difference)) {
	for name, v := range want.SortedMembers() {
		at := path.Append(model.Field(name))
		member, _ := s.Member(name)
		if other, ok := got.Get(name); ok {
			compareValues(member, v, other, at, report)
		} else {
			report(difference{at, "a missing member"})
		}
	}
	for name := range got.SortedMembers() {
		if _, ok := want.Get(name); !ok {
			report(difference{path.Append(model.Field(name)), "an additional member"})
		}
	}
}

func compareElements(s smp.Schema, want, got model.Value, path model.Path, report func(difference)) {
	list := "an atomic list"
	switch {
	case s.Keyed():
		list = "a keyed list"
	case s.Set():
		list = "a set"
	}
	wantIDs, gotIDs := elementIDs(s, want), elementIDs(s, got)
	var wantOrder, gotOrder []string // of what both have
	for i, id := range wantIDs {
		j := slices.Index(gotIDs, id)
		if j < 0 {
			report(difference{path.Append(elementStep(s, want, i)), "a missing element of " + list})
			continue
		}
		wantOrder = append(wantOrder, id)
		compareValues(s.Element(), want.At(i), got.At(j), path.Append(elementStep(s, want, i)), report)
	}
	for j, id := range gotIDs {
		if slices.Contains(wantIDs, id) {
			gotOrder = append(gotOrder, id)
		} else {
			report(difference{path.Append(elementStep(s, got, j)), "an additional element of " + list})
		}
	}
	if !slices.Equal(wantOrder, gotOrder) {
		report(difference{path, "the order of " + list})
	}
}

// elementIDs returns what identifies each element: its keys, or its value, and
// which of several that are alike it is.
func elementIDs(s smp.Schema, list model.Value) []string {
	seen := map[string]int{}
	var ids []string
	for i, e := range list.Elements() {
		id := model.Path{elementStep(s, list, i)}.String()
		if _, byIndex := elementStep(s, list, i).(model.Index); byIndex {
			id = e.Canonical()
		}
		seen[id]++
		ids = append(ids, fmt.Sprint(id, " ", seen[id]))
	}
	return ids
}

// elementStep returns the step to an element: by its keys in a keyed list,
// defaults included, by value in a set, else by its index.
func elementStep(s smp.Schema, list model.Value, i int) model.Step {
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

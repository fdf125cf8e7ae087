package judge

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// unchanged compares two values of a place. It adds a finding for each change that the server rejects, because the
// place is frozen, or is around the frozen place.
func (w *effectWalk) unchanged(s smp.Schema, f frozenPlace, place string, before, after model.Value, path model.Path) {
	ways := f.except[place]
	outside := place == "" || strings.HasPrefix(f.place, place+".")
	switch {
	case ways == everyWay || model.Same(before, after) || f.keeps(place, before, after):
	case before.Type() == model.List && after.Type() == model.List && (outside || f.around[place] || ways != ""):
		w.unchangedList(s, f, place, before, after, path)
	case outside && before.Type() == model.Map && after.Type() != model.List: // a missing map lacks the place, too
		name, _, _ := strings.Cut(strings.TrimPrefix(f.place[len(place):], "."), ".")
		w.unchangedField(s, f, place, name, before, after, path)
	case outside:
	case f.around[place] && before.Type() == model.Map && after.Type() == model.Map:
		for name := range s.Fields() {
			w.unchangedField(s, f, place, name, before, after, path)
		}
	case !strings.Contains(ways, wayOf(before, after)) && !storedOverAlike(s, before, after):
		w.add(ImmutableField, path, "a server rejects a change of this field in an object that exists", "create a new object instead")
	}
}

// keeps reports whether the server keeps a value of a place that is deleted.
func (f frozenPlace) keeps(place string, before, after model.Value) bool {
	return wayOf(before, after) == "-" && slices.ContainsFunc(f.kept[place], func(v model.Value) bool { return model.Equal(v, before) })
}

func (w *effectWalk) unchangedField(s smp.Schema, f frozenPlace, place, name string, before, after model.Value, path model.Path) {
	inner, known := s.Member(name)
	had, _ := before.Get(name)
	now, _ := after.Get(name)
	if !known || model.Same(had, now) || now.Type() == model.Absent && isAliased(s, name, had, after) {
		return
	}
	w.unchanged(inner, f, strings.TrimPrefix(place+"."+name, "."), had, now, path.Append(model.Field(name)))
}

// isAliased reports whether a map has an alias of a missing field, from which a server fills in the value.
func isAliased(s smp.Schema, name string, had, v model.Value) bool {
	for other, field := range s.Fields() {
		if alias, _ := v.Get(other); field.Marks().AliasOf == name && model.Equal(alias, had) {
			return true
		}
	}
	return false
}

// unchangedList compares the elements of two lists. Those of a keyed list are paired by their keys. In another list, equal
// elements are paired first, and then the others by their positions.
func (w *effectWalk) unchangedList(s smp.Schema, f frozenPlace, place string, before, after model.Value, path model.Path) {
	outside := strings.HasPrefix(f.place, place+".")
	old, same := map[string][]model.Value{}, map[string]int{}
	id := func(list model.Value, i int) string {
		if s.Merging() && s.Keyed() {
			return corpus.ElementStep(s, list, i).String()
		}
		return list.At(i).Canonical()
	}
	for i, e := range before.Elements() {
		old[id(before, i)] = append(old[id(before, i)], e)
	}
	var added []int
	for i := range after.Elements() {
		key := id(after, i)
		if len(old[key]) == 0 {
			added = append(added, i)
			continue
		}
		same[key]++
		was := old[key][0]
		old[key] = old[key][1:]
		w.unchanged(s.Element(), f, place, was, after.At(i), path.Append(corpus.ElementStep(s, after, i)))
	}
	var removed []model.Value
	for i, e := range before.Elements() {
		if key := id(before, i); same[key] > 0 {
			same[key]--
		} else {
			removed = append(removed, e)
		}
	}
	if !s.Keyed() || !s.Merging() {
		for len(added) > 0 && len(removed) > 0 && (outside || f.around[place]) {
			w.unchanged(s.Element(), f, place, removed[0], after.At(added[0]), path.Append(model.Index(added[0])))
			added, removed = added[1:], removed[1:]
		}
	}
	ways, more := f.except[place], "+"
	if before.Len() == 0 {
		more = "="
	}
	if !outside && (len(added) > 0 && !strings.Contains(ways, more) || len(removed) > 0 && !strings.Contains(ways, "-")) {
		w.add(ImmutableField, path, "a server rejects a change of this list in an object that exists", "create a new object instead")
	}
}

// wayOf returns the way in which a value changes.
func wayOf(before, after model.Value) string {
	lacks := func(v model.Value) bool {
		return v.Type() == model.Absent || v.Type() == model.Null || v.Type() == model.List && v.Len() == 0
	}
	switch {
	case lacks(before):
		return "="
	case lacks(after):
		return "-"
	}
	return "~"
}

// keepsData compares the data of a ConfigMap or Secret with immutable: true, which a server does not change.
func (w *effectWalk) keepsData(s smp.Schema, before, after model.Value) {
	fixed, _ := before.Get("immutable")
	if fixed.Type() != model.Bool || !fixed.Bool() || !defines(s, []string{"data", "immutable"}) {
		return
	}
	for _, name := range []string{"immutable", "data", "binaryData", "stringData"} {
		inner, known := s.Member(name)
		had, _ := before.Get(name)
		now, _ := after.Get(name)
		if known && !storedOverAlike(inner, had, now) {
			w.add(ImmutableField, model.Path{model.Field(name)}, "a server rejects this change of an object with immutable: true", "create a new object instead")
		}
	}
}

package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// holds reports whether current has all that modified says of a field, so that
// nothing need be sent for it: maps and elements hold modified's members, merging
// lists modified's elements in any order, and what is null in modified is absent
// (target W, drift below strategy retainKeys).
func (t *target) holds(u *use, o, m, c model.Value) bool {
	switch {
	case !present(m):
		return !present(c)
	case m.Kind() != c.Kind():
		return false
	case m.Kind() == model.Map && !u.atomicMap():
		return t.holdsMembers(u, o, m, c, nil)
	case m.Kind() == model.List && u.merging():
		return t.holdsElements(u, o, m, c)
	default:
		return equalIgnoringNulls(m, c)
	}
}

// holdsMembers is holds for a map, or for an element that is identified by keys, a
// null one of which is an absent key.
func (t *target) holdsMembers(u *use, o, m, c model.Value, keys []string) bool {
	if u.shape.kind != MapType {
		u = anyUse
	}
	originals, currents := onlyKind(o, model.Map).Finder(), c.Finder()
	for name, want := range m.Members() {
		if want.Kind() == model.Null && slices.Contains(keys, name) {
			continue
		}
		was, _ := originals.Get(name)
		have, _ := currents.Get(name)
		if !t.holds(u.member(name), was, want, have) {
			return false
		}
	}
	return true
}

// holdsElements is holds for a merging list. Duplicates meet one by one.
func (t *target) holdsElements(u *use, o, m, c model.Value) bool {
	x := t.listTarget(u)
	defer x.listDiff.done()
	x.o, x.m, x.c = x.identify(onlyKind(o, model.List)), x.identify(m), x.identify(c)
	filled := map[int]int{} // by number in modified, the number in current
	for at, p := range x.paired() {
		filled[p.modified] = at
	}
	walk := duplicateWalk{list: x.c}
	for i, e := range x.m.values {
		at, ok := filled[i]
		if !ok {
			at = walk.next(x.listDiff, e)
		}
		switch {
		case at >= 0:
		case x.m.ids[i] < 0 && x.c.take(e):
			continue
		default:
			return false
		}
		if len(u.keys) > 0 && !x.holdsElement(x.was(i), e, x.c.values[at]) {
			return false
		}
	}
	return true
}

func (x *listTarget) holdsElement(o, m, c model.Value) bool {
	u := x.use.shape.element
	if u.atomicMap() {
		return equalIgnoringNulls(m, c)
	}
	return x.holdsMembers(u, o, m, c, x.by.names)
}

package smp

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// mergingLists composes what two patches say of a merging list. The second has
// a list, or but a delete or order list.
func (c *composer) mergingLists(u *node, first, then fieldPatch) (fieldPatch, *fault) {
	switch {
	case hasMarker(then.value):
		return fieldPatch{value: then.value, order: then.order}, nil
	case first.value.Kind() == model.Map && !isDeletion(first.value) && then.value.Kind() == model.Absent:
		return first, nil // no list is left to act on
	case first.value.Kind() != model.Absent && first.value.Kind() != model.List || hasMarker(first.value):
		v, f := c.afterKnown(u, first, then)
		return fieldPatch{value: v}, f
	case len(u.keys) == 0:
		return c.sets(first, then)
	default:
		return c.keyedLists(u, first, then)
	}
}

// afterKnown composes where the first patch leaves a known value, or one that a
// list replaces. The field's value says it all.
func (c *composer) afterKnown(u *node, first, then fieldPatch) (known model.Value, f *fault) {
	switch {
	case first.value.Kind() == model.List:
		known, f = c.mergingList(u, model.Value{}, first)
	case first.value.IsScalar():
		known = first.value
	}
	if f == nil {
		known, f = c.mergingList(u, known, then)
	}
	switch {
	case f != nil:
	case known.Kind() == model.Absent:
		return model.NewNull(), nil
	case known.Kind() != model.List:
		return known, nil
	case c.knowsUnions && u.lacksDiscriminator(known):
		return known, notComposable(errUnion)
	default:
		known, f = newListDiff(c.differ(), u).replacement(known)
	}
	if f != nil {
		f = notComposable(f.cause).underDirective(then.place())
	}
	return known, f
}

var errDeduplicates = errors.New("values are added and deleted again, which only deduplicates the list")

// sets composes two merges of a set: values that the second deletes are not
// added, values that either deletes are deleted first.
func (c *composer) sets(first, then fieldPatch) (fieldPatch, *fault) {
	var t fieldPatch
	left, f := c.takeOut(first.value, identity.SetOf(then.del))
	if f != nil {
		return t, f
	}
	added := union(left, then.value)
	if len(added) == 0 && first.value.Len() > 0 {
		return t, notComposable(errDeduplicates).underDirective(deleteListPrefix + then.name)
	}
	if first.value.Kind() == model.List || then.value.Kind() == model.List {
		added, t.order = ordered(added, first, then)
		if t.value, f = built(model.NewList(added...)); f != nil {
			return t, f
		}
	} else {
		t.order = last(first.order, then.order)
	}
	if first.del.Kind() != model.Absent || then.del.Kind() != model.Absent {
		t.del, f = built(model.NewList(union(first.del, then.del)...))
	}
	return t, f
}

func last(first, then model.Value) model.Value {
	if then.Kind() != model.Absent {
		return then
	}
	return first
}

// ordered returns the values of a set in the order of the last order list, and that
// list, if it lists them all; else no list, for composing does not promise an order of
// elements.
func ordered(values []model.Value, first, then fieldPatch) ([]model.Value, model.Value) {
	order := last(first.order, then.order)
	index := identity.SetOf(order)
	place := func(v model.Value) int { return index.Find([]model.Value{v}) }
	if slices.ContainsFunc(values, func(v model.Value) bool { return place(v) < 0 }) {
		return values, model.Value{}
	}
	slices.SortStableFunc(values, func(a, b model.Value) int { return place(a) - place(b) })
	return values, order
}

// keyedLists composes two merges of a keyed list. A patch list may say several
// things of one element, one after the other, so the lists can be joined; but
// the second's deletions then come before the first's merges, which must not
// matter.
func (c *composer) keyedLists(u *node, first, then fieldPatch) (fieldPatch, *fault) {
	var t fieldPatch
	if first.value.Kind() == model.Absent && then.value.Kind() == model.Absent {
		t.order = last(first.order, then.order)
		return t, nil
	}
	reader := c.keys(u)
	before, f := reader.elements(first.value)
	if f != nil {
		return t, f
	}
	after, f := reader.elements(then.value)
	if f != nil {
		return t, f
	}
	if len(before) > 0 && len(after) > 0 && c.knowsUnions && u.unionsSetKeys() {
		return t, notComposable(errUnion)
	}
	if e := reordered(&reader, first.order, after); e != nil {
		return t, notComposable(errDepends).under(model.Index(e.index))
	}
	later := selectedSets(after)
	var joined []patchElement
	for i := range before {
		e, gone := &before[i], false
		for _, set := range later {
			if e.op == deleteOperation || gone {
				break
			}
			if gone, f = set.takes(e); f != nil {
				return t, f
			}
		}
		if !gone {
			joined = append(joined, *e)
		}
	}
	joined = c.join(u, joined, after)
	if first.value.Len() == 0 || then.value.Len() == 0 {
		t.order = last(first.order, then.order)
		order, f := c.order(u, fieldPatch{name: "list", order: t.order}, nil)
		if f != nil || order.admits(joined) != nil {
			t.order = model.Value{}
		}
	}
	values := make([]model.Value, len(joined))
	for i, e := range joined {
		values[i] = e.value
	}
	t.value, f = built(model.NewList(values...))
	return t, f
}

// join appends the elements of a second patch list to those of a first. Where
// one selection identifies them all, what both say of an element is composed.
func (c *composer) join(u *node, joined, after []patchElement) []patchElement {
	elementNode := u.shape.element
	sets := selectedSets(slices.Concat(joined, after))
	alone := len(sets) == 1 && !elementNode.atomicMap() && !(c.knowsUnions && u.unionsSetKeys()) && !slices.ContainsFunc(sets[0].elements, func(e *patchElement) bool { return e.fallback != nil })
	if !alone {
		return append(joined, after...)
	}
	last := identity.NewTable[int](sets[0].by, len(joined)) // where an element is spoken of last
	speaks := func(e *patchElement, at int) {
		if e.op != deleteOperation {
			spoken, _ := last.Of(e.keys)
			*spoken = at
		}
	}
	for i := range joined {
		speaks(&joined[i], i)
	}
	for _, e := range after {
		if at := last.Known(e.keys); at != nil {
			have := &joined[*at]
			if both, ok := c.element(elementNode, *have, e); ok {
				have.value, have.selected = both, have.selected || e.selected
				continue
			}
		}
		speaks(&e, len(joined))
		joined = append(joined, e)
	}
	return joined
}

// element composes two merges into one element; it reports false for what must
// be done one after the other.
func (c *composer) element(u *node, first, then patchElement) (model.Value, bool) {
	if first.op != mergeOperation || then.op != mergeOperation {
		return model.Value{}, false
	}
	both, f := c.maps(u, first.value, then.value, true)
	for _, e := range []patchElement{first, then} {
		if directive, _ := e.value.Get(patchMergeKeyField); f == nil && e.selected {
			both, f = built(both.WithMembers(model.Member{Name: patchMergeKeyField, Value: directive}))
		}
	}
	return both, f == nil
}

// A selectedSet is the elements of a patch list that select by the same keys.
type selectedSet struct {
	by        *identity.Selection
	elements  []*patchElement
	deletions *identity.Index
	shared    map[*identity.Selection]*sharedKeys
}

// sharedKeys is the elements of a set by the keys that their selection has in
// common with another.
type sharedKeys struct {
	identity.Table[alike]
	ours, theirs []int // where the common keys stand in either selection
}

// alike are the elements with the same shared keys, and whether meeting was asked for
// them.
type alike struct {
	all []*patchElement
	met bool
}

func selectedSets(elements []patchElement) []*selectedSet {
	var sets []*selectedSet
	for i := range elements {
		e := &elements[i]
		n := slices.IndexFunc(sets, func(s *selectedSet) bool { return s.by == e.by })
		if n < 0 {
			n = len(sets)
			sets = append(sets, &selectedSet{by: e.by, deletions: e.by.NewIndex(len(elements)), shared: map[*identity.Selection]*sharedKeys{}})
		}
		sets[n].elements = append(sets[n].elements, e)
		if e.op == deleteOperation {
			sets[n].deletions.Add(e.keys)
		}
	}
	return sets
}

// takes reports whether deletions of the set take away all that an earlier
// element has done. Where the two select by different keys, which element of the
// list is meant may depend on the order the first patch leaves: that is a fault.
func (s *selectedSet) takes(e *patchElement) (bool, *fault) {
	if s.by == e.by && e.fallback == nil {
		return s.deletions.Find(e.keys) >= 0, nil
	}
	if found := s.view(e.by).find(e); found != nil {
		return false, notComposable(errDepends).under(model.Index(found.all[0].index))
	}
	return false, nil
}

func (s *selectedSet) view(other *identity.Selection) *sharedKeys {
	if v, ok := s.shared[other]; ok {
		return v
	}
	v := new(sharedKeys)
	for i, name := range s.by.Names {
		if j := slices.Index(other.Names, name); j >= 0 {
			v.ours, v.theirs = append(v.ours, i), append(v.theirs, j)
		}
	}
	v.Index = *identity.NewIndex(len(v.ours), len(s.elements))
	for _, e := range s.elements {
		like, _ := v.Of(project(e.keys, v.ours))
		like.all = append(like.all, e)
	}
	s.shared[other] = v
	return v
}

// reordered returns the first element that may find another one in the list
// when an order list has been applied before: one that selects by fewer keys
// than an entry which it meets; a deletion finds them all. It is nil when there is none.
func reordered(reader *keyReader, order model.Value, elements []patchElement) *patchElement {
	var entries []patchElement
	for i, entry := range order.Elements() {
		if k, f := reader.read(entry, i, RuleOrderDirective); f == nil {
			entries = append(entries, k)
		}
	}
	for _, set := range selectedSets(entries) {
		for i := range elements {
			e := &elements[i]
			if e.op != deleteOperation && !isSubset(set.by.Names, e.by.Names) && set.first(e) != nil {
				return e
			}
		}
	}
	return nil
}

// find returns the elements that are like one that selects otherwise, nil for none.
func (v *sharedKeys) find(e *patchElement) *alike { return v.Known(project(e.keys, v.theirs)) }

func isSubset(names, of []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(of, n) })
}

// project returns the keys at these places.
func project(keys []model.Value, places []int) []model.Value {
	out := make([]model.Value, len(places))
	for i, n := range places {
		out[i] = keys[n]
	}
	return out
}

package smp

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// lists composes two patches of a list. The second one has a list, or only a delete or
// order list. The first one may be null.
func (c *clusterComposer) lists(u *node, first, then fieldPatch) (t fieldPatch, f *fault) {
	known, isKnown := c.knownList(u, first)
	switch {
	case !u.merging():
		t, f = c.atomicLists(first, then)
	case len(u.keys) == 0 && isKnown, first.value.Type() == model.Null && !c.mayRequire:
		// No marker replaces a set, or a list of elements that are not maps.
		f = notComposable(errBothChange)
	case len(u.keys) == 0:
		t, f = c.sets(u, first, then)
	case first.del.Type() != model.Absent || then.del.Type() != model.Absent:
		f = notComposable(errBothChange) // a cluster takes a delete list of maps for a value
	case first.value.Type() != model.Null && c.cluster.replaces(then.value):
		t.value, f = then.value, c.copiesAlike(first, then.value) // in its own order
	case isKnown:
		t, f = c.afterKnownList(u, known, first, then)
	default:
		return c.keyedLists(u, first, then)
	}
	if f != nil {
		return fieldPatch{}, f.underDirective(then.memberName())
	}
	return t, nil
}

// copiesAlike requires a list if a list of the second patch that replaces it has special
// elements. These are cleaned where there is no list. After a null there is none, ever.
func (c *clusterComposer) copiesAlike(first fieldPatch, list model.Value) *fault {
	switch {
	case !anySpecial(list):
		return nil
	case first.value.Type() == model.Null:
		return notComposable(errBothChange)
	default:
		return c.requires()
	}
}

// atomicLists composes two patches of a list that does not merge.
func (c *clusterComposer) atomicLists(first, then fieldPatch) (fieldPatch, *fault) {
	if first.hasDirective() || then.hasDirective() {
		return fieldPatch{}, notComposable(errBothChange)
	}
	if !special(then.value) {
		return fieldPatch{value: then.value}, nil
	}
	if first.value.Type() == model.Null {
		return fieldPatch{}, notComposable(errBothChange)
	}
	return fieldPatch{value: then.value}, c.requires()
}

// knownList returns what the first patch leaves of a list, if that does not depend on the
// object: nothing after null, the other elements after a marker.
func (c *clusterComposer) knownList(u *node, first fieldPatch) (model.Value, bool) {
	if first.value.Type() == model.Null {
		return model.Value{}, true
	}
	if len(u.keys) == 0 || !u.merging() || !c.cluster.replaces(first.value) {
		return model.Value{}, false
	}
	v, f := c.cluster.fieldOf(nil, u, emptyList, first)
	return v, f == nil
}

var emptyList = model.MustParse("[]")

// afterKnownList returns a patch that replaces a list by the result of a patch of a known
// list.
func (c *clusterComposer) afterKnownList(u *node, known model.Value, first, then fieldPatch) (t fieldPatch, f *fault) {
	result, f := c.cluster.fieldOf(nil, u, known, then)
	switch {
	case f != nil:
		return t, notComposable(f.cause)
	case result.Type() == model.Absent:
		return fieldPatch{value: model.NewNull()}, nil
	case result.HasDollar() || c.untracedReader(u).standard.Numbered(result).Loose:
		return t, notComposable(errBothChange)
	}
	marker, f := built(emptyMap.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchReplace)}))
	if f == nil {
		t.value, f = built(model.NewList(append(result.AppendElements(nil), marker)...))
	}
	if f == nil {
		f = c.copiesAlike(first, result)
	}
	return t, f
}

// sets composes two patches of a set: the values that the second one deletes are not added,
// and those that it adds are not deleted.
func (c *clusterComposer) sets(u *node, first, then fieldPatch) (t fieldPatch, f *fault) {
	by := c.untracedReader(u).standard
	var all []model.Value
	var lists [4]*identity.Numbered
	for i, list := range [4]model.Value{first.value, first.del, then.value, then.del} {
		if k := list.Type(); k != model.Absent && k != model.List {
			return t, notComposable(errBothChange)
		}
		lists[i] = by.Numbered(list)
		if !lists[i].Exact() {
			return t, notComposable(errBothChange)
		}
		all = append(all, lists[i].Values...)
	}
	one, f := built(model.NewList(all...))
	if f == nil {
		_, f = c.cluster.elementType(model.Value{}, one)
	}
	added, gone, added2, gone2 := lists[0], lists[1], lists[2], lists[3]
	if f != nil || meet(added, gone) || meet(added2, gone2) {
		return t, notComposable(errBothChange) // a cluster rejects it, or takes either first
	}
	values := append(without(added, gone2), without(added2, added)...)
	deleted := append(without(gone, added2), without(gone2, gone)...)
	if first.value.Type() == model.List || then.value.Type() == model.List {
		t.value, f = built(model.NewList(values...))
	}
	if f == nil && len(deleted) > 0 {
		t.del, f = built(model.NewList(deleted...))
	}
	if f == nil {
		t, f = c.ordered(by, t, first, then)
	}
	return t, f
}

// meet reports whether two lists have an element in common.
func meet(a, b *identity.Numbered) bool {
	return slices.ContainsFunc(a.Values, func(v model.Value) bool { return b.Find(v) >= 0 })
}

// without returns the elements of a list that another one lacks.
func without(list, other *identity.Numbered) []model.Value {
	return slices.DeleteFunc(slices.Clone(list.Values), func(v model.Value) bool { return other.Find(v) >= 0 })
}

// An elementPatches is what two patch lists contain for one element of a keyed list.
type elementPatches struct {
	deletion model.Value    // of either patch
	deletes  [2]bool        // first, then
	merges   [2]model.Value // first, then; absent for none
	at       int            // the index in the list of the second patch, or -1
}

// step returns the step to the element.
func (p *elementPatches) step(by *identity.Selection) model.Step {
	e := p.deletion
	for _, merge := range p.merges {
		if merge.Type() != model.Absent {
			e = merge
		}
	}
	keys, _ := by.KeysOf(nil, e)
	return (&patchElement{by: by, keys: keys}).step()
}

// elements groups the elements of two patch lists by identity, in the order in which they
// appear. It refuses elements that a patch lists twice.
func (c *clusterComposer) elements(u *node, first, then model.Value) ([]*elementPatches, *fault) {
	reader := c.untracedReader(u)
	index := reader.standard.NewIndex(first.Len() + then.Len())
	var all []*elementPatches
	for n, list := range [2]model.Value{first, then} {
		for i, e := range list.Elements() {
			refused := func(cause error) *fault {
				f := notComposable(cause)
				if n == 1 {
					f = f.under(model.Index(i))
				}
				return f
			}
			if _, f := reader.element(e, i); f != nil {
				return nil, refused(f.cause)
			}
			op, _ := patchOperation(e)
			id := index.Number(e)
			if id < 0 || op == replaceOperation {
				return nil, refused(errBothChange)
			}
			if id == len(all) {
				all = append(all, &elementPatches{at: -1})
			}
			p := all[id]
			if n == 1 {
				p.at = i
			}
			switch {
			case op == deleteOperation:
				p.deletes[n], p.deletion = true, e
			case p.merges[n].Type() != model.Absent:
				return nil, refused(errors.New("a patch contains this element twice"))
			default:
				p.merges[n] = e
			}
		}
	}
	return all, nil
}

// keyedLists composes two patches that merge a keyed list. A cluster deletes first and then
// merges, so the deletions of both come first. Where that is too early, the merges before it
// are left out.
func (c *clusterComposer) keyedLists(u *node, first, then fieldPatch) (t fieldPatch, f *fault) {
	by := c.untracedReader(u).standard
	patches, f := c.elements(u, first.value, then.value)
	if f == nil {
		f = c.meetLists(patches, first, then)
	}
	if f != nil {
		return t, f.underDirective(then.memberName())
	}
	var merges, deletions []model.Value
	for _, p := range patches {
		e, f := c.element(u, by, p)
		if f != nil {
			if p.at >= 0 {
				f = f.under(model.Index(p.at))
			}
			return t, f.underDirective(then.memberName())
		}
		if p.deletion.Type() != model.Absent {
			deletions = append(deletions, p.deletion)
		}
		if e.Type() != model.Absent {
			merges = append(merges, e)
		}
	}
	if first.value.Type() == model.List || then.value.Type() == model.List {
		t.value, f = built(model.NewList(merges...))
	}
	if f == nil {
		t, f = c.ordered(by, t, first, then)
	}
	if f == nil && len(deletions) > 0 {
		t.value, f = built(model.NewList(append(t.value.AppendElements(nil), deletions...)...))
	}
	if f != nil {
		f = f.underDirective(then.memberName())
	}
	return t, f
}

// meetLists requires a list in which two patches meet, if the composed one must not be
// copied: a new list is cleaned, and an element that the second patch adds to the list of
// the first one is not.
func (c *clusterComposer) meetLists(patches []*elementPatches, first, then fieldPatch) *fault {
	if first.value.Type() != model.List {
		return nil
	}
	for _, p := range patches {
		if adds := p.merges[0].Type() == model.Absent || p.deletes[1]; adds && special(p.merges[1]) {
			return c.requires()
		}
	}
	if (first.order.Type() != model.Absent || then.order.Type() != model.Absent) && (first.value.HasNull() || then.value.HasNull()) {
		return c.requires() // a new list with an order list keeps nulls
	}
	return nil
}

// element returns what the composed patch merges with an element; absent for nothing. It
// adds a deletion where the element is known after both patches.
func (c *clusterComposer) element(list *node, by *identity.Selection, p *elementPatches) (composed model.Value, f *fault) {
	first, then := p.merges[0], p.merges[1]
	switch {
	case p.deletes[1] || first.Type() == model.Absent:
		return then, nil
	case then.Type() == model.Absent:
		return first, nil
	}
	f = c.inStep(p.step(by), func() (f *fault) {
		if p.deletes[0] { // so the first patch adds it
			composed, f = c.cluster.mergeMap(list.shape.element, first, then, true)
			if f != nil || special(composed) {
				f = notComposable(errBothChange)
			}
			return f
		}
		known := false
		if composed, known, f = c.maps(list.shape.element, first, then, true); f != nil || !known {
			return f
		}
		if composed.HasDollar() {
			return notComposable(errBothChange)
		}
		deletion, f := keysOf(by, then)
		if f == nil {
			p.deletion, f = built(deletion.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchDelete)}))
		}
		return f
	})
	return composed, f
}

// ordered gives a composed patch of a list the order of both patches: the order list of the
// second one, and at their places in it all that only the others list. The elements of the
// patch are sorted by it.
func (c *clusterComposer) ordered(by *identity.Selection, t, first, then fieldPatch) (fieldPatch, *fault) {
	main := last(first.order, then.order)
	if main.Type() == model.Absent {
		return t, nil
	}
	woven, f := weave(by, main, first.order, first.value, t.value)
	switch {
	case f != nil:
		return t, f
	case t.value.Type() == model.List && t.value.Len() == 0:
		return t, nil // a cluster rejects an order list if there is nothing to sort
	case !c.mayRequire && first.order.Type() == model.Absent && first.value.Type() == model.List:
		return t, nil // it rejects one for a scalar, which the first patch would have replaced
	}
	mine, gone := by.Numbered(t.value), by.Numbered(then.del)
	elements := by.Numbered(then.value)
	var entries, values []model.Value
	for _, e := range woven {
		if at := mine.Find(e); at >= 0 {
			values = append(values, mine.Values[at])
		} else if gone.Find(e) >= 0 || deleteOperation.in(elements.At(elements.Find(e))) {
			continue
		}
		entry, f := keysOf(by, e)
		if f != nil {
			return t, f
		}
		entries = append(entries, entry)
	}
	t.order, f = built(model.NewList(entries...))
	if f == nil && t.value.Type() == model.List {
		t.value, f = built(model.NewList(values...))
	}
	return t, f
}

// weave joins sequences into one. What a later sequence has of its own comes after the
// element that it follows there.
func weave(by *identity.Selection, lists ...model.Value) ([]model.Value, *fault) {
	index := by.NewIndex(0)
	values, next := []model.Value{{}}, []int{0} // a ring that begins with no element
	for _, list := range lists {
		last := 0
		for _, e := range list.Elements() {
			if deleteOperation.in(e) {
				continue
			}
			id := index.Number(e)
			if id < 0 {
				return nil, notComposable(errBothChange)
			}
			if at := id + 1; at == len(values) {
				values, next = append(values, e), append(next, next[last])
				next[last] = at
			}
			last = id + 1
		}
	}
	woven := make([]model.Value, 0, len(values))
	for at := next[0]; at != 0; at = next[at] {
		woven = append(woven, values[at])
	}
	return woven, nil
}

package cluster

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// lists composes two patches of a list. The second patch has a list, or only a delete or order
// list. The first patch may be null.
func (c *composer) lists(s smp.Schema, first, second syntax.Field) (t syntax.Field, f *fault) {
	known, isKnown := c.knownList(s, first)
	switch {
	case c.grouped && (first.HasOrderList() != second.HasOrderList() || replacesList(first.Value) || replacesList(second.Value)):
		f = pair.NotComposable(errBothChange)
	case !s.Merging():
		t, f = c.atomicLists(first, second)
	case !s.Keyed() && isKnown, first.Value.Type() == model.Null && !c.mayRequire:
		// {$patch: replace} cannot replace a set, or a list of elements that are not maps.
		f = pair.NotComposable(errBothChange)
	case !s.Keyed():
		t, f = c.sets(s, first, second)
	case first.Delete.Type() != model.Absent || second.Delete.Type() != model.Absent:
		f = pair.NotComposable(errBothChange) // a server merges a delete list of maps like a value
	case first.Value.Type() != model.Null && replacesList(second.Value):
		t.Value, f = second.Value, c.copiesAlike(first, second.Value) // the new list has its own order
		if f == nil && first.Value.Len() > 0 {
			f = c.undoes()
		}
	case isKnown:
		t, f = c.afterKnownList(s, known, first, second)
	default:
		return c.keyedLists(s, first, second)
	}
	if f != nil {
		return syntax.Field{}, f.UnderDirective(second.MemberName())
	}
	return t, nil
}

// copiesAlike checks a second patch that replaces a list. If the new list has elements with nulls
// or directives, it requires that the object has a list, because a server cleans the elements of
// a list if there was none before. If the first patch is null, there never is a list.
func (c *composer) copiesAlike(first syntax.Field, list model.Value) *fault {
	switch {
	case !anyHasNullOrDirective(list):
		return nil
	case first.Value.Type() == model.Null:
		return pair.NotComposable(errBothChange)
	default:
		return c.requires()
	}
}

// atomicLists composes two patches of a list that does not merge.
func (c *composer) atomicLists(first, second syntax.Field) (syntax.Field, *fault) {
	if first.HasDirective() || second.HasDirective() {
		return syntax.Field{}, pair.NotComposable(errBothChange)
	}
	if !hasNullOrDirective(second.Value) {
		return syntax.Field{Value: second.Value}, nil
	}
	if first.Value.Type() == model.Null {
		return syntax.Field{}, pair.NotComposable(errBothChange)
	}
	return syntax.Field{Value: second.Value}, c.requires()
}

// knownList returns the list after the first patch, and whether it is known without the object.
// After null, the list is absent. After {$patch: replace}, it consists of the other elements of the
// patch list.
func (c *composer) knownList(s smp.Schema, first syntax.Field) (model.Value, bool) {
	if first.Value.Type() == model.Null {
		return model.Value{}, true
	}
	if !s.Keyed() || !s.Merging() || !replacesList(first.Value) {
		return model.Value{}, false
	}
	v, f := c.applyField(patchedField{schema: s, alone: true}, emptyList, first)
	return v, f == nil
}

var emptyList = model.MustParse("[]")

// afterKnownList returns a patch that replaces a list. The new list is the result of applying
// the second patch to the known list.
func (c *composer) afterKnownList(s smp.Schema, known model.Value, first, second syntax.Field) (t syntax.Field, f *fault) {
	result, f := c.applyField(patchedField{schema: s, alone: true}, known, second)
	switch {
	case f != nil:
		return t, pair.NotComposable(f.Cause)
	case result.Type() == model.Absent:
		return syntax.Field{Value: model.NewNull()}, nil
	case result.HasDollar() || selectionFor(s).Numbered(result).HasKeyless:
		return t, pair.NotComposable(errBothChange)
	}
	if t.Value, f = faults.Built(model.NewList(append(result.AppendElements(nil), syntax.Replacement)...)); f == nil {
		f = c.copiesAlike(first, result)
	}
	return t, f
}

// sets composes two patches of a set. It does not add the values that the second patch deletes, and
// does not delete the values that the second patch adds.
func (c *composer) sets(s smp.Schema, first, second syntax.Field) (t syntax.Field, f *fault) {
	by := selectionFor(s)
	var all []model.Value
	var lists [4]*identity.Numbered
	for i, list := range [4]model.Value{first.Value, first.Delete, second.Value, second.Delete} {
		if k := list.Type(); k != model.Absent && k != model.List {
			return t, pair.NotComposable(errBothChange)
		}
		lists[i] = by.Numbered(list)
		if !lists[i].Exact() {
			return t, pair.NotComposable(errBothChange)
		}
		all = append(all, lists[i].Values...)
	}
	one, f := faults.Built(model.NewList(all...))
	if f == nil {
		_, f = c.elementType(model.Value{}, one)
	}
	added, gone, added2, gone2 := lists[0], lists[1], lists[2], lists[3]
	if f != nil || haveCommonElement(added, gone) || haveCommonElement(added2, gone2) {
		return t, pair.NotComposable(errBothChange) // a server rejects such a patch, or adds and deletes the values in random order
	}
	values := append(without(added, gone2), without(added2, added)...)
	deleted := append(without(gone, added2), without(gone2, gone)...)
	if c.grouped && (haveCommonElement(added, gone2) || haveCommonElement(added2, gone) || len(deleted) == 0 && (first.HasDeleteList() || second.HasDeleteList())) {
		return t, pair.NotComposable(errBothChange)
	}
	if first.Value.Type() == model.List || second.Value.Type() == model.List {
		t.Value, f = faults.Built(model.NewList(values...))
	}
	if f == nil && len(deleted) > 0 {
		t.Delete, f = faults.Built(model.NewList(deleted...))
	}
	if f == nil {
		t, f = c.ordered(by, t, first, second)
	}
	return t, f
}

// haveCommonElement reports whether two lists have an element in common.
func haveCommonElement(a, b *identity.Numbered) bool {
	return slices.ContainsFunc(a.Values, func(v model.Value) bool { return b.Find(v) >= 0 })
}

// without returns the elements of one list that another list lacks.
func without(list, other *identity.Numbered) []model.Value {
	return slices.DeleteFunc(slices.Clone(list.Values), func(v model.Value) bool { return other.Find(v) >= 0 })
}

// A patchPair holds the parts of two patch lists that are for the same element of a keyed
// list.
type patchPair struct {
	deletion model.Value    // deletion in either patch; absent if there is none
	deletes  [2]bool        // whether the first and the second patch delete the element
	merges   [2]model.Value // merges of the first and the second patch; absent if there is none
	at       int            // index in the list of the second patch, or -1
}

// step returns the path step that leads to the element.
func (p *patchPair) step(by *identity.Selection) model.Step {
	e := p.deletion
	for _, merge := range p.merges {
		if merge.Type() != model.Absent {
			e = merge
		}
	}
	keys, _ := by.KeysOf(nil, e)
	return by.Step(keys)
}

// elements groups the elements of two patch lists by identity, in the order in which they appear.
// It rejects a patch list that contains an element twice.
func (c *composer) elements(s smp.Schema, first, second model.Value) ([]*patchPair, *fault) {
	by := selectionFor(s)
	index := by.NewIndex(first.Len() + second.Len())
	var all []*patchPair
	for n, list := range [2]model.Value{first, second} {
		for i, e := range list.Elements() {
			refused := func(cause error) *fault {
				f := pair.NotComposable(cause)
				if n == 1 {
					f = f.Under(model.Index(i))
				}
				return f
			}
			op, f := c.composableElement(by, e)
			if f != nil {
				return nil, refused(f.Cause)
			}
			id := index.Number(e)
			if id < 0 || op == syntax.Replace {
				return nil, refused(errBothChange)
			}
			if id == len(all) {
				all = append(all, &patchPair{at: -1})
			}
			p := all[id]
			if n == 1 {
				p.at = i
			}
			switch {
			case op == syntax.Delete:
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

// composableElement checks an element of a keyed patch list.
func (c *composer) composableElement(by *identity.Selection, e model.Value) (syntax.Operation, *fault) {
	switch e.Type() {
	case model.List:
		return 0, newFault(smp.WrongType, smp.RuleNoNestedLists, "a list cannot be an element of a merging list")
	case model.Map:
		return c.readElement(by, e, smp.RuleKeyedMerge)
	default:
		return 0, newFault(smp.WrongType, smp.RuleKeyedMerge, "expected a map, got %s", e.Type().Noun())
	}
}

// keyedLists composes two patches that merge a keyed list. A server deletes first and then merges,
// so the deletions of both patches come first. If the second patch deletes an element that the
// first one merges, the merge is left out.
func (c *composer) keyedLists(s smp.Schema, first, second syntax.Field) (t syntax.Field, f *fault) {
	by := selectionFor(s)
	patches, f := c.elements(s, first.Value, second.Value)
	if f == nil {
		f = c.requireListIfCopied(patches, first, second)
	}
	if f != nil {
		return t, f.UnderDirective(second.MemberName())
	}
	var merges, deletions []model.Value
	for _, p := range patches {
		e, f := c.element(s, by, p)
		if f != nil {
			if p.at >= 0 {
				f = f.Under(model.Index(p.at))
			}
			return t, f.UnderDirective(second.MemberName())
		}
		if p.deletion.Type() != model.Absent {
			deletions = append(deletions, p.deletion)
		}
		if e.Type() != model.Absent {
			merges = append(merges, e)
		}
	}
	if first.Value.Type() == model.List || second.Value.Type() == model.List {
		t.Value, f = faults.Built(model.NewList(merges...))
	}
	if f == nil {
		t, f = c.ordered(by, t, first, second)
	}
	if f == nil && len(deletions) > 0 {
		t.Value, f = faults.Built(model.NewList(append(t.Value.AppendElements(nil), deletions...)...))
	}
	if f != nil {
		f = f.UnderDirective(second.MemberName())
	}
	return t, f
}

// requireListIfCopied is for two patches that change the same list. The object must have the list
// if a copy of the composed list would differ from the result of both patches, because a server
// cleans a new list, but not an element that the second patch adds.
func (c *composer) requireListIfCopied(patches []*patchPair, first, second syntax.Field) *fault {
	if first.Value.Type() != model.List {
		return nil
	}
	for _, p := range patches {
		if adds := p.merges[0].Type() == model.Absent || p.deletes[1]; adds && hasNullOrDirective(p.merges[1]) {
			return c.requires()
		}
	}
	if (first.Order.Type() != model.Absent || second.Order.Type() != model.Absent) && (first.Value.HasNull() || second.Value.HasNull()) {
		return c.requires() // a new list with an order list keeps nulls
	}
	return nil
}

// element returns the element of the composed patch, which may be absent. If the value of the
// element after both patches is known, the composed patch also deletes the old element.
func (c *composer) element(s smp.Schema, by *identity.Selection, p *patchPair) (composed model.Value, f *fault) {
	first, second := p.merges[0], p.merges[1]
	switch {
	case c.grouped && p.deletion.Type() != model.Absent && (first.Type() != model.Absent || second.Type() != model.Absent):
		return composed, pair.NotComposable(errBothChange)
	case p.deletes[1] && first.Type() != model.Absent:
		return second, c.undoes()
	case p.deletes[1] || first.Type() == model.Absent:
		return second, nil
	case second.Type() == model.Absent:
		return first, nil
	}
	f = c.inStep(p.step(by), func() (f *fault) {
		if p.deletes[0] { // the first patch deletes and adds the element
			composed, f = c.mergeMap(s.Element(), first, second, true)
			if f != nil || hasNullOrDirective(composed) {
				f = pair.NotComposable(errBothChange)
			}
			return f
		}
		known := false
		if composed, known, f = c.maps(s.Element(), first, second, true); f != nil || !known {
			return f
		}
		if composed.HasDollar() {
			return pair.NotComposable(errBothChange)
		}
		deletion, f := keysOf(by, second)
		if f == nil {
			p.deletion, f = faults.Built(deletion.WithMembers(syntax.DeletesElement))
		}
		return f
	})
	return composed, f
}

// ordered adds an order list to a composed patch. It is the order list of the second patch or,
// if there is none, of the first patch. Elements that only the order list or the patch list of
// the first patch contains are inserted in their places. The elements of the composed patch get
// the same order.
func (c *composer) ordered(by *identity.Selection, t, first, second syntax.Field) (syntax.Field, *fault) {
	main := lastOf(first.Order, second.Order)
	if main.Type() == model.Absent {
		return t, nil
	}
	woven, f := weave(by, main, first.Order, first.Value, t.Value)
	switch {
	case f != nil:
		return t, f
	case c.grouped && t.Value.Len() == 0:
		return t, pair.NotComposable(errBothChange)
	case t.Value.Type() == model.List && t.Value.Len() == 0:
		return t, nil // a server rejects an order list if there are no elements to sort
	case !c.mayRequire && first.Order.Type() == model.Absent && first.Value.Type() == model.List:
		return t, nil // a server rejects an order list for a scalar, which the first patch would have replaced
	}
	mine, gone := by.Numbered(t.Value), by.Numbered(second.Delete)
	elements := by.Numbered(second.Value)
	var entries, values []model.Value
	for _, e := range woven {
		if at := mine.Find(e); at >= 0 {
			values = append(values, mine.Values[at])
		} else if gone.Find(e) >= 0 || syntax.Delete.In(elements.At(elements.Find(e))) {
			continue
		}
		entry, f := keysOf(by, e)
		if f != nil {
			return t, f
		}
		entries = append(entries, entry)
	}
	t.Order, f = faults.Built(model.NewList(entries...))
	if f == nil && t.Value.Type() == model.List {
		t.Value, f = faults.Built(model.NewList(values...))
	}
	return t, f
}

// weave joins lists into one sequence. An element that only a later list contains comes after the
// same element as in that list.
func weave(by *identity.Selection, lists ...model.Value) ([]model.Value, *fault) {
	index := by.NewIndex(0)
	values, next := []model.Value{{}}, []int{0} // next is a ring of indexes in values; index 0 is the beginning and has no element
	for _, list := range lists {
		last := 0
		for _, e := range list.Elements() {
			if syntax.Delete.In(e) {
				continue
			}
			id := index.Number(e)
			if id < 0 {
				return nil, pair.NotComposable(errBothChange)
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

// lastOf returns second or, if it is absent, first.
func lastOf(first, second model.Value) model.Value {
	if second.Type() != model.Absent {
		return second
	}
	return first
}

// anyHasNullOrDirective reports whether an element of a patch list contains nulls or directives. It
// ignores elements with $patch.
func anyHasNullOrDirective(list model.Value) bool {
	return slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool {
		_, directive := e.Get(syntax.Patch)
		return !directive && hasNullOrDirective(e)
	})
}

// keysOf returns an element reduced to its keys, as in an order list.
func keysOf(by *identity.Selection, e model.Value) (model.Value, *fault) {
	if len(by.Names) == 0 {
		return e, nil
	}
	var members []model.Member
	for _, name := range by.Names {
		v, _ := e.Get(name)
		members = append(members, model.Member{Name: name, Value: v})
	}
	return faults.Built(model.NewMap(members...))
}

package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// These are the values of patchIndex for items that no patch element matches.
const (
	notInPatch     = -1 // only the original has the element
	deletedByPatch = -2 // the patch deletes it
)

// A listMerge merges one patch list into one merging list. If a fixedMatcher finds the matches in a
// keyed list, its items are only the elements that the patch deletes, matches or adds. So a short
// patch of a long list costs one walk over the list, and another one if there are deletions.
type listMerge struct {
	*applier
	node   *node
	reader keyReader
	before model.Value // value of the field before the patch
	base   model.Value // the same value, if it is a list
	// items holds elements of the original in its order, followed by the added elements in the
	// order of the patch. The other elements of the original stay unchanged.
	items        []item
	fromOriginal int // number of items that are in the original
	// deletesAny is set if the patch deletes an element, so that an added element may be the second
	// half of a key change. It is set only in traced calls.
	deletesAny bool
	fixed      fixedMatcher
	room       scratch
}

// shortList is the length of the longest patch list that fits into the memory of a listMerge.
const shortList = 2

// A scratch is the memory for merging a short patch list, in one allocation. Most patch
// lists are short.
type scratch struct {
	elements     [shortList]patchElement
	keys         [2 * shortList]model.Value
	idents       [2 * shortList]model.Value
	walk         [4]model.Value // the identity of one element
	identity     [shortList]int32
	matchedItems [shortList]matchedItems
	items        [shortList]item
}

// An item is an element of the result, or a deleted element.
type item struct {
	value      model.Value // current value
	at         int32       // index in the original; -1 if the patch adds the element
	patchIndex int32       // position of the patch element that matches or adds this one, or one of the constants above
	changed    bool        // the value differs from the value in the original
}

// mergingList implements list for a keyed list or a set.
func (a *applier) mergingList(u *node, original model.Value, t syntax.Field) (model.Value, *fault) {
	if syntax.HasMarker(t.Value) {
		return a.replaceList(u, original, t)
	}
	m := a.takeFreeMerge()
	m.begin(a, u, original)
	result, f := m.merged(t)
	a.putFreeMerge(m)
	return result, f
}

// takeFreeMerge returns a listMerge for reuse, or a new one.
func (a *applier) takeFreeMerge() *listMerge {
	n := len(a.freeMerges)
	if n == 0 {
		return new(listMerge)
	}
	m := a.freeMerges[n-1]
	a.freeMerges = a.freeMerges[:n-1]
	return m
}

// putFreeMerge clears a listMerge and keeps it for reuse.
func (a *applier) putFreeMerge(m *listMerge) {
	*m = listMerge{}
	a.freeMerges = append(a.freeMerges, m)
}

// merged returns the merged list.
func (m *listMerge) merged(t syntax.Field) (model.Value, *fault) {
	if m.base.Type() == model.Absent && t.Value.Type() == model.List {
		m.trace.note(RuleAbsentIsEmpty)
	}
	m.noteOriginal()
	elements, f := m.readPatch(t.Value)
	if f == nil {
		f = m.checkOriginal()
	}
	if f == nil {
		f = checkDeleteList(m.node, m.before, t)
	}
	if f == nil {
		f = m.merge(elements, t.Delete)
	}
	if f != nil {
		return model.Value{}, f
	}
	var order *orderList
	if t.HasOrderList() {
		if order, f = readOrder(m.Dialect, m.node, t, &m.trace); f == nil {
			f = order.checkPatchList(elements)
		}
		if f != nil {
			return model.Value{}, f
		}
	}
	if m.base.Type() == model.Absent && t.Value.Type() == model.Absent {
		return m.before, nil
	}
	return m.result(order, len(elements) > 0)
}

func newListMerge(a *applier, u *node, original model.Value) *listMerge {
	m := new(listMerge)
	m.begin(a, u, original)
	return m
}

// begin prepares a zero listMerge. An original that is not a list counts as an empty list.
func (m *listMerge) begin(a *applier, u *node, original model.Value) {
	m.applier, m.node, m.reader, m.before = a, u, newKeyReader(a.Dialect, u), original
	m.items = m.room.items[:0]
	if original.Type() == model.List {
		m.base = original
	}
}

// readPatch checks the shape and keys of all elements of the patch list, in
// order.
func (m *listMerge) readPatch(list model.Value) ([]patchElement, *fault) {
	if list.Len() == 0 {
		return nil, nil
	}
	elements := slices.Grow(m.room.elements[:0], list.Len())
	m.reader.arena = slices.Grow(m.room.keys[:0], list.Len()*m.reader.byDefaultKey.Width())
	for i, e := range list.Elements() {
		k, found := m.reader.element(e, i)
		f := found.First()
		if f == nil && len(m.node.keys) == 0 {
			f = m.checkType(m.node.shape.element, e)
		}
		if f != nil {
			return nil, f.Under(model.Index(i))
		}
		elements = append(elements, k)
	}
	return elements, nil
}

// checkOriginal rejects elements of a keyed list that nothing can match, if the call is strict
// (rule keyed-original). It does not check elements that this call has made.
func (m *listMerge) checkOriginal() *fault {
	if !m.strict || len(m.node.keys) == 0 || !m.isOriginal(m.base) {
		return nil
	}
	keys := m.node.listKeys()
	for i, e := range m.base.Elements() {
		if f := keys.OriginalFault(e); f != nil {
			f.InOriginal = true
			return f.Under(model.Index(i))
		}
	}
	return nil
}

// isOriginal reports whether the list is an unchanged part of the original document.
func (a *applier) isOriginal(list model.Value) bool {
	return !a.inMadeValue || model.Within(list, a.document)
}

// merge removes the values of the delete list and then merges the elements of the patch
// list.
func (m *listMerge) merge(elements []patchElement, del model.Value) *fault {
	if len(m.node.keys) > 0 {
		if len(elements) == 0 {
			return nil
		}
		return m.mergeKeyed(elements)
	}
	if len(elements) == 0 && del.Type() == model.Absent {
		return nil
	}
	m.listAll()
	m.deleteValues(del)
	if len(elements) > 0 {
		m.mergeSet(elements)
	}
	return nil
}

// listAll makes an item of every element of the original.
func (m *listMerge) listAll() {
	m.fromOriginal = m.base.Len()
	m.items = make([]item, 0, m.fromOriginal)
	for i, e := range m.base.Elements() {
		m.items = append(m.items, item{value: e, at: int32(i), patchIndex: notInPatch})
	}
}

// deleteValues removes the values of the delete list from the list (rule set-delete).
func (m *listMerge) deleteValues(del model.Value) {
	if del.Type() == model.Absent {
		return
	}
	m.trace.note(RuleSetDelete)
	values := identity.SetOf(del)
	for i := range m.items {
		e := &m.items[i]
		if !e.value.IsScalar() {
			continue
		}
		if id := values.Find([]model.Value{e.value}); id >= 0 {
			e.patchIndex = deletedByPatch
			m.trace.noteSpelling(values.Values[id], e.value)
		}
	}
}

// mergeSet removes duplicates from both lists and adds the new values (rule set-merge). It keeps
// the first of several equal values.
func (m *listMerge) mergeSet(elements []patchElement) {
	m.trace.note(RuleSetMerge)
	seen := identity.NewTable[int32](m.reader.byDefaultKey, len(m.items)+len(elements)) // index in items of the first item with each value
	for i := range m.items {
		e := &m.items[i]
		if e.patchIndex == deletedByPatch || !e.value.IsScalar() {
			continue
		}
		if at, isNew := seen.GetOrAdd([]model.Value{e.value}); isNew {
			*at = int32(i)
		} else {
			e.patchIndex = deletedByPatch
		}
	}
	for p, e := range elements {
		at, isNew := seen.GetOrAdd(e.keys)
		if isNew {
			*at = int32(len(m.items))
			m.add(e.value, p)
			continue
		}
		if have := &m.items[*at]; have.patchIndex == notInPatch {
			have.patchIndex = int32(p)
			m.trace.noteSpelling(e.keys[0], have.value)
		}
	}
}

// add adds an item for a new element, which is at position p of the patch list.
func (m *listMerge) add(e model.Value, p int) {
	m.items = append(m.items, item{value: e, at: -1, patchIndex: int32(p), changed: true})
}

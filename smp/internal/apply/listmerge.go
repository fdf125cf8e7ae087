package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/reuse"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
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
	*Merger
	node   *schema.Node
	patch  listpatch.Patch
	reader listpatch.Reader
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
	elements     [shortList]listpatch.Element
	keys         [2 * shortList]model.Value
	idents       [2 * shortList]model.Value
	walk         [4]model.Value // the identity of one element
	identity     [shortList]int32
	matchedItems [shortList]match
	items        [shortList]item
}

// An item is an element of the result, or a deleted element.
type item struct {
	value      model.Value // current value
	at         int32       // index in the original; -1 if the patch adds the element
	patchIndex int32       // position of the patch element that matches or adds this one, or one of the constants above
	changed    bool        // the value differs from the value in the original
}

// mergeList implements MergeList for a patch that merges.
func (m *Merger) mergeList(p listpatch.Patch, original model.Value) (model.Value, *faults.Fault) {
	list := reuse.Spare(&m.freeMerges)
	list.begin(m, p, original)
	result, f := list.merged()
	m.putFreeMerge(list)
	return result, f
}

// merged returns the merged list.
func (m *listMerge) merged() (model.Value, *faults.Fault) {
	if m.base.Type() == model.Absent && m.patch.Value.Type() == model.List {
		m.Trace.Note(rule.AbsentIsEmpty)
	}
	m.noteOriginal()
	m.patch.Read(&m.reader, m.Strict)
	f := m.patch.Found.First()
	if f == nil {
		f = m.checkOriginal()
	}
	if f == nil {
		f = listpatch.CheckDeleteList(m.node, m.before, m.patch.Field)
	}
	if f == nil {
		f = m.merge()
	}
	var order *listpatch.Order
	if f == nil {
		order, f = m.patch.ReadOrder(m.Dialect, &m.Trace)
	}
	switch {
	case f != nil:
		return model.Value{}, f
	case m.base.Type() == model.Absent && m.patch.Value.Type() == model.Absent:
		return m.before, nil
	}
	return m.result(order, len(m.patch.Elements) > 0)
}

// begin prepares a zero listMerge. An original that is not a list counts as an empty list.
func (m *listMerge) begin(a *Merger, p listpatch.Patch, original model.Value) {
	m.Merger, m.node, m.patch, m.reader, m.before = a, p.Node, p, listpatch.NewReader(a.Dialect, p.Node), original
	m.patch.Elements, m.reader.Arena, m.items = m.room.elements[:0], m.room.keys[:0], m.room.items[:0]
	if original.Type() == model.List {
		m.base = original
	}
}

// checkOriginal rejects elements of a keyed list that nothing can match, if the call is strict
// (rule keyed-original). It does not check elements that this call has made.
func (m *listMerge) checkOriginal() *faults.Fault {
	if !m.Strict || len(m.node.Keys) == 0 || !m.isOriginal(m.base) {
		return nil
	}
	keys := m.node.ListKeys()
	for i, e := range m.base.Elements() {
		if f := keys.OriginalFault(e); f != nil {
			f.InOriginal = true
			return f.Under(model.Index(i))
		}
	}
	return nil
}

// isOriginal reports whether the list is an unchanged part of the original document.
func (m *Merger) isOriginal(list model.Value) bool {
	return !m.inMadeValue || door.Shortcuts.Within(list, m.document)
}

// merge removes the values of the delete list and then merges the elements of the patch list.
func (m *listMerge) merge() *faults.Fault {
	elements := m.patch.Elements
	switch {
	case m.patch.Kind == listpatch.Keyed && len(elements) > 0:
		return m.mergeKeyed(elements)
	case m.patch.Kind == listpatch.Set && (len(elements) > 0 || m.patch.HasDeleteList()):
		m.listAll()
		m.deleteValues(m.patch.Delete)
		if len(elements) > 0 {
			m.mergeSet(elements)
		}
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
	m.Trace.Note(rule.SetDelete)
	values := identity.SetOf(del)
	for i := range m.items {
		e := &m.items[i]
		if !e.value.IsScalar() {
			continue
		}
		if id := values.Find([]model.Value{e.value}); id >= 0 {
			e.patchIndex = deletedByPatch
			m.Trace.NoteSpelling(values.Values[id], e.value)
		}
	}
}

// mergeSet removes duplicates from both lists and adds the new values (rule set-merge). It keeps
// the first of several equal values.
func (m *listMerge) mergeSet(elements []listpatch.Element) {
	m.Trace.Note(rule.SetMerge)
	seen := identity.NewTable[int32](m.reader.ByDefaultKey, len(m.items)+len(elements)) // index in items of the first item with each value
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
		at, isNew := seen.GetOrAdd(e.Keys)
		if isNew {
			*at = int32(len(m.items))
			m.add(e.Value, p)
			continue
		}
		if have := &m.items[*at]; have.patchIndex == notInPatch {
			have.patchIndex = int32(p)
			m.Trace.NoteSpelling(e.Keys[0], have.value)
		}
	}
}

// add adds an item for a new element, which is at position p of the patch list.
func (m *listMerge) add(e model.Value, p int) {
	m.items = append(m.items, item{value: e, at: -1, patchIndex: int32(p), changed: true})
}

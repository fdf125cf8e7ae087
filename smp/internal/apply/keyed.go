package apply

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// mergeKeyed merges the elements of a patch list into a keyed list: first all deletions, and then
// the other elements in order (rules keyed-delete, keyed-merge).
func (m *listMerge) mergeKeyed(elements []listpatch.Element) *faults.Fault {
	find := m.newMatcher(elements)
	if m.Trace.On() {
		m.deletesAny = slices.ContainsFunc(m.items, func(e item) bool { return e.patchIndex == deletedByPatch })
	}
	unclear := m.newAmbiguity()
	for i := range elements {
		e := &elements[i]
		if e.Op == syntax.Delete {
			continue
		}
		which, several := find.match(e.Index)
		if several && e.HasPatchMergeKey && e.By.Partial && e.Fallback == nil {
			return faults.New(faults.AmbiguousMergeKey, rule.KeysPartial, "these keys match several elements").Under(model.Index(e.Index))
		}
		if unclear != nil && which >= 0 {
			if f := m.checkAmbiguous(e, unclear.reason(e, m.items[which].value)); f != nil {
				return f
			}
		}
		if f := m.mergeElement(e, which); f != nil {
			return f
		}
		if which < 0 {
			which = len(m.items) - 1
			if unclear != nil {
				unclear.add(which)
			}
		}
		find.update(e.Index, which)
	}
	return nil
}

// mergeElement merges a patch element into the item with index which. If which is negative, it adds
// the element.
func (m *listMerge) mergeElement(e *listpatch.Element, which int) *faults.Fault {
	if m.Trace.On() {
		m.noteElement(e, which)
		m.Trace.Enter(e.Step())
		defer m.Trace.Leave()
	}
	if which < 0 {
		before := m.inMadeValue
		m.inMadeValue = true
		result, f := m.elementValue(model.Value{}, e.Value)
		m.inMadeValue = before
		if f != nil {
			return f.Under(model.Index(e.Index))
		}
		m.add(result, e.Index)
		return nil
	}
	have := &m.items[which]
	if have.changed {
		defer func(before bool) { m.inMadeValue = before }(m.inMadeValue)
		m.inMadeValue = true
	}
	result, f := m.elementValue(have.value, e.Value)
	if f != nil {
		return f.UnderElement(int(have.at), e.Index)
	}
	if !model.Same(result, have.value) {
		have.value, have.changed = result, true
	}
	if have.patchIndex == notInPatch || int(have.patchIndex) > e.Index {
		have.patchIndex = int32(e.Index)
	}
	return nil
}

// elementValue merges an element of the patch list into an element of the original. If original is
// absent, it evaluates the patch against empty.
func (m *listMerge) elementValue(original, patch model.Value) (model.Value, *faults.Fault) {
	return m.MapValue(m.node.Shape.Element, original, patch, true)
}

// deletedKeys contains the keys of the deletions of a patch list.
type deletedKeys = identity.Tables[struct{}]

func (m *listMerge) readDeletedKeys(elements []listpatch.Element) deletedKeys {
	var d deletedKeys
	for i := range elements {
		e := &elements[i]
		if e.Op != syntax.Delete {
			continue
		}
		if m.Trace.On() {
			m.Trace.Note(rule.KeyedDelete, e.Step())
			m.noteSelection(e, e.Step())
		}
		d.Table(e.By, len(elements)).GetOrAdd(e.Keys)
	}
	return d
}

// isDeleted reports whether a deletion in d matches the element e. keys is memory for the keys of e.
func (m *listMerge) isDeleted(d deletedKeys, e model.Value, keys []model.Value) bool {
	for _, some := range d {
		k, ok := some.By.KeysOf(keys[:0], e)
		if !ok {
			continue
		}
		if id := some.Find(k); id >= 0 {
			if m.Trace.On() {
				m.noteKeys(some.By, some.Identity(id), e)
			}
			return true
		}
	}
	return false
}

// A matcher finds the items of a listMerge that the patch elements match.
type matcher interface {
	// match returns the index of the first item that matches the patch element with index i,
	// or -1. It also reports whether several items match.
	match(i int) (which int, several bool)
	// update must be called after each merge. It records that the patch element with index i has
	// changed or added the item with index which.
	update(i, which int)
}

// newMatcher makes the items of the list and chooses how to match them. If all patch elements
// select by the same keys, and no union sets a key (see UnionsSetKeys), no merge can change the
// matches of other elements. A fixedMatcher is then sufficient.
func (m *listMerge) newMatcher(elements []listpatch.Element) matcher {
	var by *identity.Selection
	for i := range elements {
		e := &elements[i]
		if e.Op == syntax.Delete {
			continue
		}
		if e.Fallback != nil || by != nil && by != e.By || m.Unions && m.node.UnionsSetKeys() {
			return newMovingMatcher(m, elements)
		}
		by = e.By
	}
	return m.newFixedMatcher(elements, by)
}

// A fixedMatcher is for patch elements that all select by the same keys, which no merge changes.
// Each patch element has one identity, so one walk over the original finds all matches.
type fixedMatcher struct {
	identity.Table[match]
	identities []int32 // by position in the patch; -1 for a deletion
}

// A match describes the items that have one identity.
type match struct {
	position int32 // the first patch position with this identity
	first    int32 // the first item, or -1
	several  bool  // there are more items
}

// newFixedMatcher makes the items that the patch deletes or matches, and their matcher. If the
// patch only deletes, by is nil.
func (m *listMerge) newFixedMatcher(elements []listpatch.Element, by *identity.Selection) *fixedMatcher {
	f := &m.fixed
	if by != nil {
		f.Index, f.ByID = by.IndexIn(m.room.idents[:], len(elements)), m.room.matchedItems[:0]
		f.identities = m.room.identity[:0]
		f.identify(elements)
	}
	if del := m.readDeletedKeys(elements); del != nil {
		m.listDeleted(del)
	}
	if by != nil {
		m.listMatched(by, m.items)
	}
	m.fromOriginal = len(m.items)
	return f
}

// listDeleted makes an item for each element that the patch deletes.
func (m *listMerge) listDeleted(del deletedKeys) {
	for i, e := range m.base.Elements() {
		if m.isDeleted(del, e, m.room.walk[:0]) {
			m.items = append(m.items, item{value: e, at: int32(i), patchIndex: deletedByPatch})
		}
	}
}

// listMatched makes an item for each element that a patch element matches. Deleted elements are
// items already, and match no patch element.
func (m *listMerge) listMatched(by *identity.Selection, deleted []item) {
	f := &m.fixed
	if len(deleted) > 0 {
		m.items = make([]item, 0, len(deleted)+f.Len())
	}
	f.EachMatched(by, m.base, m.room.walk[:], func(e model.Element, id int) {
		for len(deleted) > 0 && int(deleted[0].at) < e.Index {
			m.items, deleted = append(m.items, deleted[0]), deleted[1:]
		}
		if len(deleted) > 0 && int(deleted[0].at) == e.Index {
			return
		}
		have := &f.ByID[id]
		if have.first < 0 {
			have.first = int32(len(m.items))
		} else {
			have.several = true
		}
		m.items = append(m.items, item{value: e.Value, at: int32(e.Index), patchIndex: have.position})
	})
	m.items = append(m.items, deleted...)
}

// identify gives a number to each identity of the patch elements.
func (f *fixedMatcher) identify(elements []listpatch.Element) {
	for p := range elements {
		e := &elements[p]
		if e.Op == syntax.Delete {
			f.identities = append(f.identities, -1)
			continue
		}
		id := f.Add(e.Keys)
		if id == len(f.ByID) {
			f.ByID = append(f.ByID, match{position: int32(p), first: -1})
		}
		f.identities = append(f.identities, int32(id))
	}
}

func (f *fixedMatcher) match(p int) (int, bool) {
	found := &f.ByID[f.identities[p]]
	return int(found.first), found.several
}

func (f *fixedMatcher) update(p, which int) { f.ByID[f.identities[p]].first = int32(which) }

// A movingMatcher is for patch elements that select by different keys. A merge may change the
// matches of later patch elements. The matcher makes every element of the original an item.
type movingMatcher struct {
	list     *listMerge
	elements []listpatch.Element
	views    map[*identity.Selection]*identity.View // by the keys they use; made before the first merge
}

func newMovingMatcher(m *listMerge, elements []listpatch.Element) *movingMatcher {
	m.listAll()
	del := m.readDeletedKeys(elements)
	for i := range m.items {
		if m.isDeleted(del, m.items[i].value, nil) {
			m.items[i].patchIndex = deletedByPatch
		}
	}
	f := &movingMatcher{m, elements, map[*identity.Selection]*identity.View{}}
	for p := range elements {
		e := &elements[p]
		if e.Op == syntax.Delete {
			continue
		}
		v := f.view(e.By)
		if e.Fallback != nil {
			f.view(e.Fallback)
			continue // its keys select only the element that they match now
		}
		for _, i := range v.Claim(e.Keys) {
			if patchIndex := &m.items[i].patchIndex; *patchIndex == notInPatch || int(*patchIndex) > p {
				*patchIndex = int32(p)
			}
		}
	}
	return f
}

func (m *movingMatcher) view(by *identity.Selection) *identity.View {
	if v, ok := m.views[by]; ok {
		return v
	}
	v := identity.NewView(by, len(m.list.items))
	m.views[by] = v
	for i, e := range m.list.items {
		if e.patchIndex == deletedByPatch {
			e.value = model.Value{}
		}
		v.Set(i, e.value)
	}
	return v
}

func (m *movingMatcher) match(p int) (int, bool) {
	e := &m.elements[p]
	which, several := m.view(e.By).First(e.Keys)
	if which < 0 && e.Fallback != nil {
		which, several = m.view(e.Fallback).First(e.Keys)
	}
	return which, several
}

func (m *movingMatcher) update(_, which int) {
	for _, v := range m.views {
		v.Set(which, m.list.items[which].value)
	}
}

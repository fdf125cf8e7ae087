package smp

import "github.com/strategicpatch/smp/model"

// mergeKeyed merges the elements of a patch list into a keyed list: deletions
// first, wherever they stand, then the rest in order (rules keyed-delete,
// keyed-merge).
func (m *listMerge) mergeKeyed(elements []keyed) *fault {
	find := m.matcher(elements)
	for p := range elements {
		e := &elements[p]
		if e.op == deleteOperation {
			continue
		}
		which, several := find.match(p)
		if several && e.selected && e.by.partial && e.fallback == nil {
			return newFault(AmbiguousMergeKey, RuleKeysPartial, "these keys match more than one element").under(model.Index(e.index))
		}
		if f := m.mergeElement(e, p, which); f != nil {
			return f
		}
		if which < 0 {
			which = len(m.items) - 1
		}
		find.update(p, which)
	}
	return nil
}

// mergeElement merges a patch element into item number which, or adds it where
// which is negative.
func (m *listMerge) mergeElement(e *keyed, p, which int) *fault {
	if m.trace.on() {
		m.noteElement(e, which)
		m.trace.enter(e.step())
		defer m.trace.leave()
	}
	if which < 0 {
		m.made++
		result, f := m.newElement(e.value)
		m.made--
		if f != nil {
			return f.under(model.Index(e.index))
		}
		m.add(result, p)
		return nil
	}
	have := &m.items[which]
	if have.changed {
		m.made++
		defer func() { m.made-- }()
	}
	result, f := m.mapValue(m.use.shape.element, have.value, e.value, true)
	if f != nil {
		return f.underElement(int(have.at), e.index)
	}
	if result != have.value {
		have.value, have.changed = result, true
	}
	if have.owner == free || int(have.owner) > p {
		have.owner = int32(p)
	}
	return nil
}

// newElement evaluates an element that is added.
func (m *listMerge) newElement(e model.Value) (model.Value, *fault) {
	if m.dialect == Documented {
		return m.mapValue(m.use.shape.element, model.Value{}, e, true)
	}
	return m.as(verbatim, func() (model.Value, *fault) {
		return m.mapValue(m.use.shape.element, model.Value{}, e, true)
	})
}

// A deleter knows which elements the deletions of a patch list match.
type deleter []deletions

// deletions are those that select by the same keys.
type deletions struct {
	by    *selection
	index *identIndex
}

func (m *listMerge) deleter(elements []keyed) deleter {
	var d deleter
	for i := range elements {
		e := &elements[i]
		if e.op != deleteOperation {
			continue
		}
		if m.trace.on() {
			m.noteDeletion(e)
		}
		d.of(e.by, len(elements)).add(e.keys)
	}
	return d
}

func (d *deleter) of(by *selection, room int) *identIndex {
	for _, some := range *d {
		if some.by == by {
			return some.index
		}
	}
	*d = append(*d, deletions{by, by.newIndex(room)})
	return (*d)[len(*d)-1].index
}

// deletes reports whether a deletion matches the element. keys is scratch.
func (m *listMerge) deletes(d deleter, e model.Value, keys []model.Value) bool {
	for _, some := range d {
		k, ok := some.by.keysOf(keys[:0], e)
		if !ok {
			continue
		}
		if id := some.index.find(k); id >= 0 {
			if m.trace.on() {
				m.noteKeys(some.by, some.index.identity(id), e)
			}
			return true
		}
	}
	return false
}

// A matcher finds the items that patch elements match. After each merge it is
// told which item has changed or was added.
type matcher interface {
	// match returns the first item that the patch element at position p
	// matches, or -1, and whether it matches more than one.
	match(p int) (which int, several bool)
	update(p, which int)
}

// matcher lists the items of the original and chooses how to match. Where all
// patch elements select by the same keys, merging cannot change what any of
// them matches.
func (m *listMerge) matcher(elements []keyed) matcher {
	var by *selection
	for i := range elements {
		e := &elements[i]
		if e.op == deleteOperation {
			continue
		}
		if e.fallback != nil || by != nil && by != e.by {
			return newMovingMatcher(m, elements)
		}
		by = e.by
	}
	return newFixedMatcher(m, elements, by)
}

// A fixedMatcher matches by one selection whose keys do not change: each patch
// element has one identity, and one walk over the original finds the elements
// of each.
type fixedMatcher struct {
	index    *identIndex
	identity []int32 // for each patch position
	position []int32 // for each identity: the first patch position that has it
	first    []int32 // for each identity: its first item, or -1
	several  []bool  // for each identity: whether it has more
}

// newFixedMatcher lists what the patch deletes or matches; by is nil when it
// only deletes.
func newFixedMatcher(m *listMerge, elements []keyed, by *selection) *fixedMatcher {
	f := &fixedMatcher{}
	if by != nil {
		f.identify(elements, by)
	}
	del := m.deleter(elements)
	var room [4]model.Value
	keys, last := room[:0], -1
	for i, e := range m.base.Elements() {
		if del != nil && m.deletes(del, e, keys) {
			m.items = append(m.items, item{value: e, at: int32(i), owner: gone})
			continue
		}
		if by == nil {
			continue
		}
		var ok bool
		if keys, ok = by.keysOf(keys[:0], e); !ok {
			continue
		}
		id := f.index.findNear(last, keys)
		if id < 0 {
			continue
		}
		last = id
		if f.first[id] < 0 {
			f.first[id] = int32(len(m.items))
		} else {
			f.several[id] = true
		}
		m.items = append(m.items, item{value: e, at: int32(i), owner: f.position[id]})
	}
	m.found = len(m.items)
	return f
}

// identify numbers the identities of the patch elements.
func (f *fixedMatcher) identify(elements []keyed, by *selection) {
	f.index = by.newIndex(len(elements))
	f.identity = make([]int32, len(elements))
	for p := range elements {
		e := &elements[p]
		if e.op == deleteOperation {
			continue
		}
		id := f.index.add(e.keys)
		if id == len(f.position) {
			f.position = append(f.position, int32(p))
			f.first = append(f.first, -1)
			f.several = append(f.several, false)
		}
		f.identity[p] = int32(id)
	}
}

func (f *fixedMatcher) match(p int) (int, bool) {
	id := f.identity[p]
	return int(f.first[id]), f.several[id]
}

func (f *fixedMatcher) update(p, which int) { f.first[f.identity[p]] = int32(which) }

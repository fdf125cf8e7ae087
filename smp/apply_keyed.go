package smp

import "github.com/strategicpatch/smp/model"

// mergeKeyed merges the elements of a patch list into a keyed list: deletions
// first, wherever they stand, then the rest in order (rules keyed-delete,
// keyed-merge).
func (m *listMerge) mergeKeyed(elements []keyed) *fault {
	m.deleteElements(elements)
	find := m.matcher(elements)
	for p := range elements {
		e := &elements[p]
		if e.op == deleteOperation {
			continue
		}
		at, several := find.match(p)
		if several && e.selected && e.by.partial && e.fallback == nil {
			return newFault(AmbiguousMergeKey, RuleKeysPartial, "these keys match more than one element").under(model.Index(e.index))
		}
		if f := m.mergeElement(e, p, at); f != nil {
			return f
		}
		if at < 0 {
			at = len(m.values) - 1
		}
		find.update(p, at)
	}
	return nil
}

// mergeElement merges a patch element into element number at, or adds it where
// at is negative.
func (m *listMerge) mergeElement(e *keyed, p, at int) *fault {
	if m.trace.on() {
		m.noteElement(e, at)
		m.trace.enter(e.step())
		defer m.trace.leave()
	}
	var original model.Value
	made := at < 0
	if at >= 0 {
		original = m.values[at]
		made = at >= m.count || m.strict && m.changed[at]
	}
	if made {
		m.made++
		defer func() { m.made-- }()
	}
	result, f := m.mapValue(m.use.shape.element, original, e.value, true)
	switch {
	case f != nil:
		return f.underElement(at, e.index)
	case at < 0:
		m.add(result, p)
		return nil
	case result != original:
		m.values[at] = result
		if at < m.count {
			m.touched = append(m.touched, int32(at))
			m.remember(at)
		}
	}
	if at < m.count && (m.owner[at] == free || int(m.owner[at]) > p) {
		m.owner[at] = int32(p)
	}
	return nil
}

// remember keeps, for Strict alone, that this call has changed an element.
func (m *listMerge) remember(at int) {
	if !m.strict {
		return
	}
	if m.changed == nil {
		m.changed = map[int]bool{}
	}
	m.changed[at] = true
}

// deleteElements takes out all elements that a deletion matches, one walk over
// the list for each selection.
func (m *listMerge) deleteElements(elements []keyed) {
	indexes := map[*selection]*identIndex{}
	for i := range elements {
		e := &elements[i]
		if e.op != deleteOperation {
			continue
		}
		if m.trace.on() {
			m.noteDeletion(e)
		}
		if indexes[e.by] == nil {
			indexes[e.by] = newIdentIndex(e.by.width(), 0)
		}
		indexes[e.by].add(e.keys)
	}
	for by, index := range indexes {
		var keys []model.Value
		for i, e := range m.values {
			var ok bool
			if keys, ok = by.keysOf(keys[:0], e); ok && index.find(keys) >= 0 {
				m.delete(i)
			}
		}
	}
}

// A matcher finds the elements of a list that patch elements match. After each
// merge it is told which element has changed or was added.
type matcher interface {
	// match returns the first element that the patch element at position p
	// matches, or -1, and whether it matches more than one.
	match(p int) (at int, several bool)
	update(p, at int)
}

// matcher chooses how to match. Where all patch elements select by the same
// keys, merging cannot change what any of them matches.
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
// element belongs to one identity, and one walk over the list finds the
// elements of each.
type fixedMatcher struct {
	identity []int32 // for each patch position
	first    []int32 // for each identity: its first element, or -1
	several  []bool  // for each identity: whether it has more
}

func newFixedMatcher(m *listMerge, elements []keyed, by *selection) *fixedMatcher {
	f := &fixedMatcher{identity: make([]int32, len(elements))}
	if by == nil {
		return f
	}
	index := newIdentIndex(by.width(), len(elements))
	var positions []int32
	for p := range elements {
		e := &elements[p]
		if e.op == deleteOperation {
			continue
		}
		id := index.add(e.keys)
		if id == len(positions) {
			positions = append(positions, int32(p))
		}
		f.identity[p] = int32(id)
	}
	f.first = make([]int32, len(positions))
	f.several = make([]bool, len(positions))
	for id := range f.first {
		f.first[id] = -1
	}
	keys := make([]model.Value, 0, by.width())
	last := -1
	for i, e := range m.values {
		if m.owner[i] == gone {
			continue
		}
		var ok bool
		if keys, ok = by.keysOf(keys[:0], e); !ok {
			continue
		}
		id := index.findNear(last, keys)
		if id < 0 {
			continue
		}
		last = id
		m.owner[i] = positions[id]
		if f.first[id] < 0 {
			f.first[id] = int32(i)
		} else {
			f.several[id] = true
		}
	}
	return f
}

func (f *fixedMatcher) match(p int) (int, bool) {
	id := f.identity[p]
	return int(f.first[id]), f.several[id]
}

func (f *fixedMatcher) update(p, at int) { f.first[f.identity[p]] = int32(at) }

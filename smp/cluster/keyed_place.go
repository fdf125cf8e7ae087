package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// keepsPlaces makes a fast path for long lists possible. It reports whether no element moves, so
// that arranged would return the list in the same order. This is so if no two elements share a key,
// no element is added or deleted, and the patch list and the order list have the order of the
// original. Without this fast path, a patch of one of 8,000 variables takes 4 times as long.
func (m *keyedMerge) keepsPlaces() bool {
	if m.trace.on() || m.deleted != nil || len(m.values) > m.length || len(m.elements) == 0 {
		return false
	}
	for i, id := range m.ids {
		if id < 0 || int(m.first[id]) != i || syntax.Delete.In(m.values[i]) || m.changed != nil && m.changed[i] && m.numbers.Of(m.values[i]) != id {
			return false
		}
	}
	last := int32(-1)
	for _, e := range m.elements {
		if at := m.first[e.id]; at > last {
			last = at
		} else {
			return false
		}
	}
	return !m.patch.HasOrderList() || m.listsAll()
}

// listsAll reports whether the order list has exactly the elements of the original, in
// their order.
func (m *keyedMerge) listsAll() bool {
	if m.patch.Order.Len() != m.length {
		return false
	}
	for i, e := range m.patch.Order.Elements() {
		if m.numbers.Of(e) != m.ids[i] {
			return false
		}
	}
	return true
}

// inPlace returns the original with the elements that have changed.
func (m *keyedMerge) inPlace() (model.Value, *fault) {
	if m.changed == nil {
		return m.original, nil
	}
	var changes []model.Element
	for _, e := range m.elements {
		if at := int(m.first[e.id]); m.changed[at] {
			changes = append(changes, model.Element{Index: at, Value: m.values[at]})
		}
	}
	return faults.Built(m.build.WithElements(m.original, changes))
}

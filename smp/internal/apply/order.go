package apply

import (
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// all returns an iterator over the elements of the result and their patchIndex. The elements of the
// original come first, in its order. The added elements follow in the order of the patch.
func (m *listMerge) all() iter.Seq2[model.Value, int32] {
	return func(yield func(model.Value, int32) bool) {
		next := 0
		for i, e := range m.base.Elements() {
			patchIndex := int32(notInPatch)
			if next < m.fromOriginal && int(m.items[next].at) == i {
				e, patchIndex = m.items[next].value, m.items[next].patchIndex
				next++
			}
			if patchIndex != deletedByPatch && !yield(e, patchIndex) {
				return
			}
		}
		for _, e := range m.items[m.fromOriginal:] {
			if !yield(e.value, e.patchIndex) {
				return
			}
		}
	}
}

// result returns the merged list. Its order follows the order list or, without one, rule
// order-default. patched reports whether the patch list has elements.
func (m *listMerge) result(order *listpatch.Order, patched bool) (model.Value, *faults.Fault) {
	switch {
	case order != nil:
		if places := order.Places(m.all(), m.base.Len()+len(m.items)-m.fromOriginal); !slices.IsSorted(places) {
			return m.arranged(arrange.ByPlace(places, order.Length))
		}
	case patched:
		m.Trace.Note(rule.OrderDefault)
		if !m.keepsOrder() {
			var patchIndexes []int32
			for _, patchIndex := range m.all() {
				patchIndexes = append(patchIndexes, patchIndex)
			}
			return m.arranged(arrange.Default(patchIndexes, len(patchIndexes)-(len(m.items)-m.fromOriginal)))
		}
	}
	return m.inPlace()
}

// inPlace returns the merged list in the order of the original, with added elements at the end. It
// is an edit of the original list.
func (m *listMerge) inPlace() (model.Value, *faults.Fault) {
	var room [shortList]model.Element
	changes := room[:0]
	for _, e := range m.items[:m.fromOriginal] {
		switch {
		case e.patchIndex == deletedByPatch:
			changes = append(changes, model.Element{Index: int(e.at)})
		case e.changed:
			changes = append(changes, model.Element{Index: int(e.at), Value: e.value})
		}
	}
	var added []model.Value
	for _, e := range m.items[m.fromOriginal:] {
		added = append(added, e.value)
	}
	switch {
	case m.base.Type() == model.Absent:
		return faults.Built(m.builder().List(added...))
	case len(changes)+len(added) == 0:
		return m.base, nil
	default:
		return faults.Built(m.builder().WithElements(m.base, changes, added...))
	}
}

// arranged returns the list of the elements of m.all, in the given order. The order is a
// permutation of their positions in m.all.
func (m *listMerge) arranged(order []int32) (model.Value, *faults.Fault) {
	values := make([]model.Value, 0, len(order))
	for e := range m.all() {
		values = append(values, e)
	}
	return faults.Built(m.builder().List(arrange.Permuted(values, order)...))
}

// keepsOrder reports whether rule order-default moves no element. This is so if the patch has the
// elements of the original in the same order, followed by the new elements.
func (m *listMerge) keepsOrder() bool {
	last := int32(notInPatch)
	for i := range m.items {
		if p := m.items[i].patchIndex; p >= 0 {
			if p < last {
				return false
			}
			last = p
		}
	}
	return true
}

package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// rearranged puts the merged list together in the order of the shipped engine
// (divergences new-elements-first, twins-grouped, set-dedup-reorders), and sorts
// it by the order list, if there is one. The patch list, if there is one, is
// what was merged.
func (m *listMerge) rearranged(t fieldPatch, elements []keyed) (model.Value, *fault) {
	if t.del.Kind() != model.Absent {
		var f *fault
		if m.base, f = m.deleteFromAtomic(m.base, t.del); f != nil {
			return model.Value{}, f
		}
	}
	s := newSequencer(m.reader.standard, m.base.Len()+len(elements))
	original := m.base.AppendElements(nil)
	m.noteNumbers(original, elements)
	merged, f := m.merged(s, original, elements)
	if f != nil {
		return model.Value{}, f
	}
	values, f := m.sorted(t, s, elements, merged)
	if merged.otherwise != nil && m.looksForVarying() {
		other, otherFault := m.sortedOtherwise(t, s, elements, merged)
		m.other = &answer{other, otherFault}
	}
	return values, f
}

// A mergedList is a list that is merged and not yet in order.
type mergedList struct {
	values []model.Value
	// server are the numbers of the original as they count for the order that the
	// merge gives, before as they count for an order list: the shipped engine has
	// changed the original by then.
	server, before []int32
	// otherwise are those of a set whose duplicates the shipped engine did not remove
	// in the original itself, because Go had no room behind it for what was added;
	// nil where they are the same.
	otherwise []int32
}

// sorted puts a merged list in order.
func (m *listMerge) sorted(t fieldPatch, s *sequencer, elements []keyed, merged mergedList) (model.Value, *fault) {
	values, f := merged.values, (*fault)(nil)
	if t.value.Kind() == model.List {
		if f := m.checkKeyed(s, values); f != nil {
			return model.Value{}, f
		}
		p := arrangement{
			applier: m.applier, sequencer: s, values: values, ids: s.of(values),
			by: patchNumbers(s, elements), server: merged.server, interleaved: newBeforeNext,
		}
		if m.dialect.Has(NewElementsFirst) {
			p.interleaved = newFirst
		}
		if values, f = p.result(); f != nil {
			return model.Value{}, f
		}
		if m.dialect.Has(NewElementsFirst) && m.base.Len() > 0 && len(m.items) > m.found {
			m.trace.noteDivergence(NewElementsFirst)
		}
	}
	if t.order.Kind() != model.Absent {
		o := orderStep{applier: m.applier, use: m.use, turn: t, sequencer: s, original: m.base, server: merged.before}
		if values, f = o.sort(values); f != nil {
			return model.Value{}, f
		}
	}
	return listOf(m.base, values)
}

// sortedOtherwise is sorted by the numbers of the original that it might have.
func (m *listMerge) sortedOtherwise(t fieldPatch, s *sequencer, elements []keyed, merged mergedList) (model.Value, *fault) {
	quiet := *m.applier
	quiet.trace, quiet.spare, quiet.steady = tracer{}, nil, false
	other := *m
	other.applier = &quiet
	merged.server, merged.before = merged.otherwise, merged.otherwise
	return other.sorted(t, s, elements, merged)
}

// merged merges the list without regard to order.
func (m *listMerge) merged(s *sequencer, original []model.Value, elements []keyed) (list mergedList, f *fault) {
	var values []model.Value
	if len(m.use.keys) > 0 {
		for e := range m.all() {
			values = append(values, e)
		}
		kept := len(original)
		for _, e := range m.items[:m.found] {
			if e.owner == gone {
				kept--
			}
		}
		if f := m.deletable(s, original, elements); f != nil {
			return list, f
		}
		server, before := m.shifted(s, original, elements, values[kept:])
		return mergedList{values: values, server: server[:kept], before: before}, nil
	}
	values = original
	for _, e := range elements {
		values = append(values, e.value)
	}
	ids := s.of(values)
	server := slices.Clone(ids[:len(original)])
	list.server, list.before = server, server
	if !m.dialect.Has(SetDedupReorders) {
		list.values = dropDuplicates(values, ids)
		return list, nil
	}
	values, ids, count := swapDuplicates(values, ids)
	if count < len(values) {
		m.trace.noteDivergence(SetDedupReorders)
		if len(elements) > 0 {
			list.otherwise = server
		}
		list.server, list.before = ids[:len(original)], ids[:len(original)]
	}
	list.values = values[:count]
	return list, nil
}

// patchNumbers numbers the elements of a patch list that merge.
func patchNumbers(s *sequencer, elements []keyed) []int32 {
	ids := make([]int32, 0, len(elements))
	for _, e := range elements {
		if e.op != deleteOperation {
			ids = append(ids, s.number(e.value))
		}
	}
	return ids
}

// deletable rejects a deletion whose key is a map or list where the original has
// another such key: the shipped engine panics.
func (m *listMerge) deletable(s *sequencer, original []model.Value, elements []keyed) *fault {
	var ids []int32
	for i := range elements {
		e := &elements[i]
		if e.op != deleteOperation {
			continue
		}
		id := s.number(e.value)
		if id >= 0 {
			continue
		}
		if ids == nil {
			ids = s.of(original)
		}
		if slices.Contains(ids, id) {
			return newFault(InvalidMergeKey, RuleKeyedDelete, "the merge key is no scalar").under(model.Index(e.index))
		}
		m.diverges(AnyKeyAccepted)
	}
	return nil
}

// shifted returns the numbers of the original after deletions and additions:
// the elements that are left, and behind them what the shipped engine leaves
// there. Each deletion moves up what follows and leaves the last element where
// it is; additions then overwrite the end. The deletions are deletable, and so
// have numbers already.
func (m *listMerge) shifted(s *sequencer, original []model.Value, elements []keyed, added []model.Value) (server, whole []int32) {
	ids := s.of(original)
	places := make([][]int32, s.index.len())
	for i, id := range ids {
		if id >= 0 {
			places[id] = append(places[id], int32(i))
		}
	}
	dead := make([]bool, len(ids))
	left, last := len(ids), len(ids)-1
	end := make([]int32, 0, len(ids)) // in reverse
	for i := range elements {
		if elements[i].op != deleteOperation {
			continue
		}
		id := s.number(elements[i].value)
		if id < 0 {
			continue
		}
		for _, at := range places[id] {
			for dead[last] {
				last--
			}
			end = append(end, ids[last])
			dead[at] = true
			left--
		}
		places[id] = nil
	}
	for i, id := range ids {
		if !dead[i] {
			whole = append(whole, id)
		}
	}
	for n := len(end) - 1; n >= 0; n-- {
		whole = append(whole, end[n])
	}
	for i, e := range added {
		if left+i < len(whole) {
			whole[left+i] = s.number(e)
		}
	}
	return whole, whole
}

// checkKeyed rejects a merged list that has elements without merge key
// (divergence keyless-original-rejected).
func (m *listMerge) checkKeyed(s *sequencer, values []model.Value) *fault {
	if len(m.use.keys) == 0 {
		return nil
	}
	for _, e := range values {
		if s.number(e) == keyless && m.diverges(KeylessOriginalRejected) {
			return newFault(MissingMergeKey, RuleKeyedOriginal, "an element of the list lacks the merge key")
		}
	}
	return nil
}

// noteNumbers notes that keys differ which are equal by value.
func (m *listMerge) noteNumbers(original []model.Value, elements []keyed) {
	by := *m.reader.standard
	if !m.trace.on() || !by.decoded {
		return
	}
	by.decoded = false
	apart, equal := newSequencer(m.reader.standard, 0), newSequencer(&by, 0)
	for _, s := range []*sequencer{apart, equal} {
		s.of(original)
		for _, e := range elements {
			s.number(e.value)
		}
	}
	if apart.index.len() != equal.index.len() {
		m.trace.noteDivergence(IntegerFloatDistinct)
	}
}

// listOf returns a list of values: base itself, where it has the same ones.
func listOf(base model.Value, values []model.Value) (model.Value, *fault) {
	if base.Kind() == model.List && base.Len() == len(values) {
		same := true
		for i, e := range base.Elements() {
			if same = model.Same(e, values[i]); !same {
				break
			}
		}
		if same {
			return base, nil
		}
	}
	return built(model.NewList(values...))
}

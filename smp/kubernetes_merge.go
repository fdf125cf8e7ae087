package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/shipped"
)

// A rearrangement puts a merged list together in the order of the shipped engine
// (divergences new-elements-first, twins-grouped, set-dedup-reorders), and sorts it
// by the order list, if there is one.
type rearrangement struct {
	orderStep
	list     *listMerge
	elements []patchElement // of the patch list
}

func (r *rearrangement) result() (model.Value, *fault) {
	m := r.list
	if r.keepsPlaces() {
		return m.inPlace()
	}
	r.numbers = shipped.NumberingBy(m.reader.standard, m.base.Len()+len(r.elements))
	original := m.base.AppendElements(nil)
	if r.patch.order.Type() == model.Absent {
		r.noteNumbers()
	}
	merged, f := r.merged(original)
	if f != nil {
		return model.Value{}, f
	}
	list, f := r.sorted(merged)
	if merged.otherwise != nil && r.looksForVarying() {
		other := *r
		other.cluster = r.aside()
		merged.server, merged.before = merged.otherwise, merged.otherwise
		otherList, otherFault := other.sorted(merged)
		r.other = &answer{otherList, otherFault}
	}
	return list, f
}

// fewElements is up to how many elements a list has whose keys are compared one by
// one.
const fewElements = 16

// keepsPlaces is the short way for the usual patch of a keyed list, which changes
// some of its elements and leaves their order: it reports whether nothing moves,
// because every element has one string for its key and shares it with no other, and
// those that change come in the order of the original, as all do in an order list.
func (r *rearrangement) keepsPlaces() bool {
	m, by := r.list, r.list.reader.standard
	if r.trace.on() || !by.ByText() ||
		m.base.Len() > fewElements || len(r.elements) != len(m.items) || m.fromOriginal != len(m.items) {
		return false
	}
	for i := range m.items {
		if int(m.items[i].owner) != i { // of what is deleted too
			return false
		}
	}
	var room [fewElements]string
	keys := room[:0]
	for e, key := range m.base.Column(by.Names[0]) {
		if key.Type() != model.String || slices.Contains(keys, key.Text()) || deleteOperation.in(e) {
			return false
		}
		keys = append(keys, key.Text())
	}
	if r.patch.order.Type() == model.Absent {
		return true
	}
	for _, key := range r.patch.order.Column(by.Names[0]) {
		if len(keys) == 0 || !key.Spells(keys[0]) {
			return false
		}
		keys = keys[1:]
	}
	return len(keys) == 0
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

// merged merges the list without regard to order.
func (r *rearrangement) merged(original []model.Value) (list mergedList, f *fault) {
	if len(r.list.node.keys) == 0 {
		return r.mergedSet(original), nil
	}
	for e := range r.list.all() {
		list.values = append(list.values, e)
	}
	kept := len(original)
	for _, e := range r.list.items[:r.list.fromOriginal] {
		if e.owner == ownerDeleted {
			kept--
		}
	}
	if f := r.deletable(r.numbers, original, r.elements); f != nil {
		return list, f
	}
	list.before = shifted(r.numbers, original, r.elements, list.values[kept:])
	list.server = list.before[:kept]
	return list, nil
}

func (r *rearrangement) mergedSet(original []model.Value) mergedList {
	values := original
	for _, e := range r.elements {
		values = append(values, e.value)
	}
	ids := r.numbers.All(values)
	server := slices.Clone(ids[:len(original)])
	order, count := shipped.Deduplicated(ids)
	if count == len(values) {
		return mergedList{values: values, server: server, before: server}
	}
	r.trace.noteDivergence(SetDedupReorders)
	list := mergedList{values: arrange.Permuted(values, order[:count]), server: ids[:len(original)], before: ids[:len(original)]}
	if len(r.elements) > 0 {
		list.otherwise = server
	}
	return list
}

// sorted puts a merged list in order.
func (r *rearrangement) sorted(merged mergedList) (model.Value, *fault) {
	m, s := r.list, r.numbers
	for _, e := range merged.values {
		if s.Of(e) == shipped.Keyless { // in no set
			r.trace.noteDivergence(KeylessOriginalRejected)
			return model.Value{}, newFault(MissingMergeKey, RuleKeyedOriginal, "missing merge key in an element of the list")
		}
	}
	var by []int32
	for _, e := range r.elements {
		if e.op != deleteOperation {
			by = append(by, s.Of(e.value))
		}
	}
	values, f := r.arranged(s, merged.values, by, merged.server)
	if f == nil && m.base.Len() > 0 && len(m.items) > m.fromOriginal {
		r.trace.noteDivergence(NewElementsFirst)
	}
	if f == nil && r.patch.order.Type() != model.Absent {
		r.server = merged.before
		values, f = r.sort(values)
	}
	if f != nil {
		return model.Value{}, f
	}
	return listOf(m.base, values)
}

// deletable rejects a deletion whose key is a map or list where the original has
// another such key: the shipped engine panics.
func (c *cluster) deletable(s shipped.Numbering, original []model.Value, elements []patchElement) *fault {
	var met map[int32]bool // what the original has, of which only what is no scalar counts
	for i := range elements {
		e := &elements[i]
		if e.op != deleteOperation {
			continue
		}
		id := s.Of(e.value)
		if id >= 0 {
			continue
		}
		if met == nil {
			met = map[int32]bool{}
			for _, id := range s.All(original) {
				met[id] = true
			}
		}
		if met[id] {
			return newFault(InvalidMergeKey, RuleKeyedDelete, "the merge key is not a scalar").under(model.Index(e.index))
		}
		c.trace.noteDivergence(AnyKeyAccepted)
	}
	return nil
}

// shifted returns the numbers of the original as the shipped engine leaves it when it
// has deleted elements and added others.
func shifted(s shipped.Numbering, original []model.Value, elements []patchElement, added []model.Value) []int32 {
	var deleted []int32
	for i := range elements {
		if elements[i].op == deleteOperation {
			deleted = append(deleted, s.Of(elements[i].value))
		}
	}
	return shipped.Shifted(s.All(original), deleted, s.All(added))
}

// arranged sorts a merged list: the elements that another list has by that list, the
// rest by the original, and then the two interleaved.
func (c *cluster) arranged(s shipped.Numbering, values []model.Value, by, server []int32) ([]model.Value, *fault) {
	sorting := shipped.Sorting{IDs: s.All(values), By: by, Server: server}
	for i, e := range values {
		if deleteOperation.in(e) {
			if sorting.Last == nil {
				sorting.Last = make([]bool, len(values))
			}
			sorting.Last[i] = true
		}
	}
	if c.trace.on() {
		sorting.Tell = func(d shipped.Deed) {
			c.trace.noteDivergence([...]Divergence{
				shipped.PutLast: DirectiveElementsLast, shipped.Grouped: TwinsGrouped, shipped.Reversed: OrderComparator,
			}[d])
		}
	}
	order, ok := sorting.Order()
	if !ok {
		c.trace.noteDivergence(AnyKeyAccepted)
		return nil, newFault(InvalidMergeKey, RuleKeyedOriginal, "the merge key of an element is not a scalar")
	}
	return arrange.Permuted(values, order), nil
}

// listOf returns a list of values: base itself, where it has the same ones.
func listOf(base model.Value, values []model.Value) (model.Value, *fault) {
	if base.Type() == model.List && slices.EqualFunc(base.AppendElements(nil), values, model.Same) {
		return base, nil
	}
	return built(model.NewList(values...))
}

package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A sorter sorts a merged list. It first applies the order that every merge gives, and then the
// order list.
type sorter struct {
	*call
	schema   smp.Schema
	patch    syntax.Field
	original model.Value // the list before the patch; absent if there is none
	by       *identity.Selection
	numbers  apimachinery.Numbering
}

// newSorter returns the sorter of a merging list that has about n elements.
func (c *call) newSorter(s smp.Schema, original model.Value, t syntax.Field, n int) sorter {
	by := selectionFor(s)
	if c.trace.on() {
		c.noteKeysOf(s, by)
	}
	return sorter{call: c, schema: s, patch: t, original: original, by: by, numbers: apimachinery.NumberingBy(by, n)}
}

// noteKeysOf traces keys that the server uses differently from the specification.
func (c *call) noteKeysOf(s smp.Schema, by *identity.Selection) {
	if len(s.Keys()) > 1 {
		c.trace.diverges(MultiKeyUnsupported)
	}
	for _, name := range by.Names {
		if keyDefault(s, name).Type() != model.Absent {
			c.trace.diverges(KeyDefaultsUnknown)
		}
	}
}

// A mergedOrder holds the numbers of the keys that determine the order of a merged list.
type mergedOrder struct {
	patchIDs    []int32 // for the patch list
	mergedIDs   []int32 // for the original, when the merge sorts
	originalIDs []int32 // for the original, when the order list sorts
}

// sortedList returns the sorted list of the merged values.
func (s *sorter) sortedList(values []model.Value, as mergedOrder, added bool) (model.Value, *fault) {
	for _, e := range values {
		if s.numbers.Of(e) == apimachinery.Keyless { // the element has no key
			return model.Value{}, s.rejects(KeylessOriginalRejected, smp.MissingMergeKey, smp.RuleKeyedOriginal, "missing merge key in an element of the list")
		}
	}
	values, f := s.normalizeOrder(values, as.patchIDs, as.mergedIDs)
	if f == nil && added && s.original.Len() > 0 {
		s.trace.diverges(NewElementsFirst)
	}
	if f == nil && s.patch.HasOrderList() {
		values, f = s.applyOrderList(values, as.originalIDs)
	}
	if f != nil {
		return model.Value{}, f
	}
	return listOf(s.original, values)
}

// normalizeOrder sorts the values (normalizeElementOrder). Values that are in a second list, such
// as the order list, get the order of this list, the other values get the order of the original,
// and the two sequences are interleaved. orderIDs holds the numbers of the keys in the second list,
// and originalIDs holds those in the original.
func (s *sorter) normalizeOrder(values []model.Value, orderIDs, originalIDs []int32) ([]model.Value, *fault) {
	sorting := apimachinery.Sorting{IDs: s.numbers.All(values), By: orderIDs, Original: originalIDs}
	for i, e := range values {
		if syntax.Delete.In(e) {
			if sorting.Last == nil {
				sorting.Last = make([]bool, len(values))
			}
			sorting.Last[i] = true
		}
	}
	if s.trace.on() {
		sorting.OnChange = func(d apimachinery.OrderChange) {
			s.trace.diverges([...]Divergence{
				apimachinery.PutLast: DirectiveElementsLast, apimachinery.Grouped: DuplicatesGrouped, apimachinery.Reversed: OrderComparator,
			}[d])
		}
	}
	order, ok := sorting.Order()
	if !ok {
		return nil, s.rejects(AnyKeyAccepted, smp.InvalidMergeKey, smp.RuleKeyedOriginal, "the merge key of an element is not a scalar")
	}
	return arrange.Permuted(values, order), nil
}

// sortUnmerged applies the order list of the patch to a list that was not merged.
func (c *call) sortUnmerged(s smp.Schema, original, list model.Value, t syntax.Field) (model.Value, *fault) {
	var o sorter
	if s.Merging() {
		o = c.newSorter(s, model.Value{}, t, list.Len())
	} else {
		o = sorter{call: c, schema: s, patch: t, numbers: apimachinery.NumberingBy(selectionOf(nil), list.Len())}
	}
	var originalIDs []int32
	if original.Type() == model.List {
		o.original = original
		originalIDs = o.numbers.All(original.AppendElements(nil))
	}
	values, f := o.applyOrderList(list.AppendElements(nil), originalIDs)
	if f != nil {
		return model.Value{}, f
	}
	return listOf(list, values)
}

// applyOrderList sorts the merged values by the order list (divergence order-interleaved).
// originalIDs holds the numbers of the keys in the memory of the original after the merge.
func (s *sorter) applyOrderList(values []model.Value, originalIDs []int32) ([]model.Value, *fault) {
	s.noteNumbers()
	f := s.check(values)
	s.noteOrderCheck(s.schema, s.patch, f == nil)
	if f != nil {
		return nil, f
	}
	s.trace.diverges(OrderInterleaved)
	values, f = s.normalizeOrder(values, s.numbers.All(s.patch.Order.AppendElements(nil)), originalIDs)
	if f != nil {
		return nil, f.UnderDirective(syntax.OrderListPrefix + s.patch.Name)
	}
	return values, nil
}

// noteNumbers traces that lists of the field contain keys that are different for a server although
// they have equal values.
func (s *sorter) noteNumbers() {
	if !s.trace.on() {
		return
	}
	apart, equal := s.numbers.Like(true), s.numbers.Like(false)
	for _, list := range [...]model.Value{s.original, s.patch.Value, s.patch.Order} {
		values := list.AppendElements(nil)
		apart.All(values)
		equal.All(values)
	}
	if apart.Len() != equal.Len() {
		s.trace.diverges(IntegerFloatDistinct)
	}
}

package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An element is an element of a merged list. Before arrange, the elements of the
// original come first, in their order, followed by those that the patch added, in its
// order.
type element struct {
	value *node
	first int  // the index of the first patch element for this element; -1 if there is none
	added bool // the original does not have the element
}

// arrange orders the elements by rule order-default: the patch's elements are in the patch's
// order. An added element is placed before the next element that the original also has. An
// element that only the original has keeps its place before the next element that the patch
// also has. If ordered is true, a directive will set the order, so the elements of the
// original keep their order.
func arrange(elements []element, ordered bool) []*node {
	var standing, patched []int
	for i, x := range elements {
		if x.first < 0 || ordered {
			standing = append(standing, i)
		} else {
			patched = append(patched, i)
		}
	}
	slices.SortStableFunc(patched, func(i, j int) int { return elements[i].first - elements[j].first })
	var order, waiting []int
	for _, i := range patched {
		waiting = append(waiting, i)
		if elements[i].added {
			continue
		}
		for len(standing) > 0 && standing[0] < i {
			order = append(order, standing[0])
			standing = standing[1:]
		}
		order = append(order, waiting...)
		waiting = nil
	}
	var values []*node
	for _, i := range slices.Concat(order, standing, waiting) {
		values = append(values, elements[i].value)
	}
	return values
}

// setOrder applies $setElementOrder to the result of a field. The directive is ignored if the
// field is not a merging list or the patch sets the field to null. See rule order-directive.
func (r *run) setOrder(s smp.Schema, result *node, t turn) *node {
	named := r.must(t.order == nil || t.name != "", t.order, smp.InvalidDirective, smp.RuleOrderDirective, "the directive does not name a field")
	if t.order == nil || !named || !s.Merging() || t.patch.is(model.Null) {
		return result
	}
	entries := r.readOrder(s, t.order)
	if !r.rejects(t.order) {
		r.checkOrder(s, entries, t.patch)
	}
	if result.is(model.List) {
		return result.withItems(directedOrder(entries, result.items))
	}
	return result
}

// readOrder reads the entries of an order list. Fields of an entry other than keys are
// ignored. See rules order-directive and order-recommended.
func (r *run) readOrder(s smp.Schema, order *node) []key {
	wrong, rule := smp.InvalidDirective, smp.RuleOrderDirective
	r.must(order.kind == model.List, order, wrong, rule, "the order list is not a list")
	var entries []key
	for _, item := range order.items {
		if !r.must(item.is(model.Map) && s.Keyed() || item.isScalar() && s.Set(), order, wrong, rule, "the entry has the wrong type") {
			continue
		}
		if s.Keyed() {
			entries = append(entries, r.readKey(s, item, rule))
		} else {
			entries = append(entries, key{value: item})
		}
	}
	return entries
}

// checkOrder rejects elements of a patch list that the order list does not contain, that have
// a different order in the order list, or that are separated from their duplicates. Elements
// are compared as they are written. See rule order-directive.
func (r *run) checkOrder(s smp.Schema, entries []key, patch *node) {
	if !patch.is(model.List) {
		return
	}
	reached := 0
	var keys []key
	for _, element := range patch.items {
		if isMarker(element) || isDeletion(element) || !replaces(s, patch) && !r.identifies(s, element) {
			continue
		}
		at, k := entryOf(entries, element), key{value: element}
		if s.Keyed() {
			k = (&run{ignore: r.ignore}).readKey(s, element, smp.RuleKeyedMerge)
			for _, name := range k.deleted {
				k.fields[name] = keyValue(s, element, name)
			}
		}
		apart := slices.ContainsFunc(keys, k.sameAs) && !k.sameAs(keys[len(keys)-1])
		keys = append(keys, k)
		if r.must(at >= reached && !apart, element, smp.OrderMismatch, smp.RuleOrderDirective, "the element is not in $setElementOrder at this point") {
			reached = at
		}
	}
}

// entryOf returns the index of the first entry that names an element, or -1 if there is none.
func entryOf(entries []key, element *node) int {
	return slices.IndexFunc(entries, func(k key) bool { return k.matches(element) })
}

// directedOrder moves the elements that entries name to the end, in the order of the entries.
// An entry names all remaining elements with its key, or only the first one if the order list
// contains the same entry again later. See rule order-directive.
func directedOrder(entries []key, elements []*node) []*node {
	var ordered []*node
	for i, k := range entries {
		again, taken := slices.ContainsFunc(entries[i+1:], k.sameAs), false
		var left []*node
		for _, element := range elements {
			if !k.matches(element) || again && taken {
				left = append(left, element)
				continue
			}
			ordered, taken = append(ordered, element), true
		}
		elements = left
	}
	return slices.Concat(elements, ordered)
}

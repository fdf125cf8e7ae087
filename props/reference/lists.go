package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// isMarker reports whether a list element is {$patch: replace}.
func isMarker(element *node) bool {
	return element.is(model.Map) && len(element.fields) == 1 && element.fields[patchName].isText("replace")
}

// isDeletion reports whether a list element has $patch: delete.
func isDeletion(element *node) bool {
	return element.is(model.Map) && element.fields[patchName].isText("delete")
}

// replaces reports whether a list of the patch replaces the list of the original. This is the
// case if the list is atomic, or if the patch contains a marker. See rules list-atomic and
// list-replace.
func replaces(s smp.Schema, patch *node) bool {
	return !s.Merging() || slices.ContainsFunc(patch.items, isMarker)
}

// checkElements checks the types and the keys of all elements of a patch list. See rules
// set-merge, keyed-merge and no-nested-lists.
func (r *run) checkElements(s smp.Schema, patch *node) {
	if !patch.is(model.List) {
		return
	}
	for _, element := range patch.items {
		switch {
		case replaces(s, patch):
			r.checkReplacing(s, element)
		case element.kind == model.List:
			r.must(false, element, smp.WrongType, smp.RuleNoNestedLists, "the element of a merging list is a list")
		case s.Keyed():
			if r.must(element.kind == model.Map, element, smp.WrongType, smp.RuleKeyedMerge, "the element of a keyed list is not a map") {
				r.checkDirective(element)
				r.readKey(s, element, smp.RuleKeyedMerge)
			}
		default:
			if r.must(element.isScalar(), element, smp.WrongType, smp.RuleSetMerge, "the element of a set is not a scalar") {
				r.checkType(s.Element(), element)
			}
		}
	}
}

// checkReplacing checks an element of a list that replaces the list of the original. See
// rules list-atomic and list-replace.
func (r *run) checkReplacing(s smp.Schema, element *node) {
	if isMarker(element) || isDeletion(element) && s.Merging() {
		return
	}
	if r.must(!isDeletion(element), element.fields[patchName], smp.InvalidDirective, smp.RuleListAtomic, "an atomic list has nothing to match") {
		r.checkDirective(element)
		r.checkType(s.Element(), element)
	}
}

// replaceList evaluates each element of the patch list against empty, and drops markers and
// deletions. A null is data. See rules list-atomic and list-replace.
func (r *run) replaceList(s smp.Schema, patch *node) *node {
	var items []*node
	for _, element := range patch.items {
		if isMarker(element) || isDeletion(element) {
			continue
		}
		if element.kind == model.Map && s.Merging() {
			element = r.withoutSelection(s, element)
		}
		if element.kind != model.Null {
			element = r.turn(s.Element(), nil, turn{patch: element})
		}
		items = append(items, element)
	}
	return patch.withItems(items)
}

// mergeSet adds the values of the patch that the original lacks. An empty patch list changes
// nothing. See rule set-merge.
func mergeSet(original, patch *node, ordered bool) *node {
	if len(patch.items) == 0 {
		return original
	}
	have, want := distinct(original.items), distinct(patch.items)
	var elements []element
	for _, value := range have {
		elements = append(elements, element{value: value, first: index(want, value)})
	}
	for i, value := range want {
		if index(have, value) < 0 {
			elements = append(elements, element{value: value, first: i, added: true})
		}
	}
	return original.withItems(arrange(elements, ordered))
}

// distinct returns the values without duplicate scalars. The first of several equal scalars
// is kept.
func distinct(values []*node) []*node {
	var kept []*node
	for _, value := range values {
		if index(kept, value) < 0 {
			kept = append(kept, value)
		}
	}
	return kept
}

// deleteValues applies $deleteFromPrimitiveList to the original. See rule set-delete.
func (r *run) deleteValues(s smp.Schema, original *node, t turn) *node {
	if t.delete == nil {
		return original
	}
	wrong, rule := smp.InvalidDirective, smp.RuleSetDelete
	r.must(t.name != "", t.delete, wrong, rule, "the directive does not name a field")
	r.must(mayHoldScalars(s, original) && mayHoldScalars(s, t.patch), t.delete, wrong, rule, "the field is not a list of scalars")
	r.must(t.delete.kind == model.List, t.delete, wrong, rule, "the value is not a list")
	for _, value := range t.delete.items {
		r.must(value.isScalar(), t.delete, wrong, rule, "the value in it is not a scalar")
	}
	if !original.is(model.List) {
		return original
	}
	return original.withItems(slices.DeleteFunc(slices.Clone(original.items), func(value *node) bool {
		return index(t.delete.items, value) >= 0
	}))
}

// mayHoldScalars reports whether a field can be a list of scalars. The schema decides this
// or, if it does not define the elements, the value. Markers and null are ignored. See rule
// set-delete.
func mayHoldScalars(s smp.Schema, value *node) bool {
	element := s.Element().Type()
	switch {
	case s.Type() == smp.ScalarType || s.Type() == smp.MapType || s.Keyed():
		return false
	case s.Set() || element != smp.AnyType:
		return s.Set() || element == smp.ScalarType
	case value.is(model.Map) || value.isScalar():
		return s.Type() == smp.ListType
	}
	return value == nil || !slices.ContainsFunc(value.items, func(item *node) bool {
		return item.kind == model.List || item.kind == model.Map && !isMarker(item)
	})
}

package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// OrderDefault checks rule order-default: without $setElementOrder, the patch's elements are in the
// patch's order, and every element that only the original has keeps its place before the next
// element that the patch also has. OrderDefault checks lists without duplicates, if all elements of
// the patch list match by the same keys and change no key.
func OrderDefault(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "order-default", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	verdict := t.inapplicable("no list without a directive")
	for p := range places(in, result) {
		for name, patch := range p.patch.Members() {
			list, _ := p.schema.Member(name)
			left, _ := p.result.Get(name)
			if !p.isField(name) || !list.Merging() || patch.Len() == 0 || patch.Type() != model.List || left.Type() != model.List || hasMarker(patch) {
				continue
			}
			if _, orders := p.directive(orderListPrefix + name); orders {
				continue
			}
			same, ok := merging{list, patch, p.ignore}.matcher()
			if !ok {
				continue
			}
			verdict = t.held()
			want := defaultOrder(p.remaining(name, list), additions(patch), same)
			if !slices.EqualFunc(want, left.AppendElements(nil), func(w, got model.Value) bool { return model.Equal(w, got) || same(w, got) }) {
				return t.broken("%s should have the order %s: %s", p.path.Append(model.Field(name)), newList(want...).JSON(), left.Canonical())
			}
		}
	}
	return verdict
}

// directive returns a directive of the patch at this place, and reports whether it exists. A
// declared field with the directive's name is not a directive.
func (p place) directive(name string) (model.Value, bool) {
	v, ok := p.patch.Get(name)
	return v, ok && isDirective(p.schema, name, v, smp.AllDirectives&^p.ignore)
}

// remaining returns the elements of the original that the patch does not delete,
// without duplicates in a set.
func (p place) remaining(name string, list smp.Schema) []model.Value {
	original, _ := p.original.Get(name)
	patch, _ := p.patch.Get(name)
	deleted, deletes := p.directive(deleteListPrefix + name)
	var left []model.Value
	for _, element := range original.Elements() {
		matches := func(deletion model.Value) bool {
			return isDeletion(deletion) && keysEqual(list, selection(list, deletion, p.ignore), deletion, element)
		}
		again := list.Set() && element.IsScalar() && slices.ContainsFunc(left, func(v model.Value) bool { return model.Equal(v, element) })
		if original.Type() == model.List && !again && !(deletes && hasValue(deleted, element)) && !(list.Keyed() && has(patch, matches)) {
			left = append(left, element)
		}
	}
	return left
}

// additions returns the elements of a patch list that are not deletions.
func additions(patch model.Value) []model.Value {
	return slices.DeleteFunc(patch.AppendElements(nil), isDeletion)
}

// merging is a list in a patch that merges into the original's list.
type merging struct {
	list   smp.Schema
	patch  model.Value
	ignore smp.Directives
}

// matcher returns a function that matches two elements of the patch list. It returns
// false if elements select by different keys, change their keys, or are duplicates.
func (m merging) matcher() (func(a, b model.Value) bool, bool) {
	elements := additions(m.patch)
	same := model.Equal
	if m.list.Keyed() && len(elements) > 0 {
		keys := selection(m.list, elements[0], m.ignore)
		same = func(a, b model.Value) bool { return keysEqual(m.list, keys, a, b) }
		for _, element := range elements {
			if !sameKeys(keys, selection(m.list, element, m.ignore)) || !keepsKeys(m.list, keys, element) {
				return nil, false
			}
		}
	}
	for i, element := range elements {
		if slices.ContainsFunc(elements[:i], func(e model.Value) bool { return same(e, element) }) {
			return nil, false
		}
	}
	return same, true
}

// defaultOrder merges two lists by rule order-default. An element that is in both lists
// appears once for each of its duplicates in the original.
func defaultOrder(original, patch []model.Value, same func(a, b model.Value) bool) []model.Value {
	inPatch := func(element model.Value) bool {
		return slices.ContainsFunc(patch, func(e model.Value) bool { return same(e, element) })
	}
	var order, waiting []model.Value
	next := 0 // index in the original
	takeUntil := func(end int) {
		for ; next < end; next++ {
			if !inPatch(original[next]) {
				order = append(order, original[next])
			}
		}
	}
	for _, element := range patch {
		waiting = append(waiting, element)
		for i, duplicate := range original {
			if !same(element, duplicate) {
				continue
			}
			takeUntil(i)
			order = append(order, waiting...)
			waiting = []model.Value{element} // kept for the next duplicate
		}
		if slices.ContainsFunc(original, func(duplicate model.Value) bool { return same(element, duplicate) }) {
			waiting = nil
		}
	}
	takeUntil(len(original))
	return append(order, waiting...)
}

package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// OrderDefault is the law that without $setElementOrder the elements of a
// merging list stand as the rule says: before each element of the patch that the
// original has come those that the original alone has and that stand before it
// there; new ones wait for the next that the original has. It looks at lists
// whose patch selects all elements by the same keys, each once, and changes no
// key.
func OrderDefault(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "order-default", subject: s, in: in}
	result, ok := t.applied()
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

// directive returns a directive of the place's patch, and whether it is there. A
// declared field of its name is none.
func (p place) directive(name string) (model.Value, bool) {
	v, ok := p.patch.Get(name)
	return v, ok && isDirective(p.schema, name, v, smp.AllDirectives&^p.ignore)
}

// remaining returns the elements of the original that the patch does not
// delete; of a set each value once.
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

// additions returns the elements of a patch list that are no deletions.
func additions(patch model.Value) []model.Value {
	return slices.DeleteFunc(patch.AppendElements(nil), isDeletion)
}

// merging is a patch list that is merged.
type merging struct {
	list   smp.Schema
	patch  model.Value
	ignore smp.Directives
}

// matcher returns how an element of the patch list matches another, and whether
// that is one way for all of them, of which each stands in the list once.
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

// defaultOrder merges two lists by rule order-default. An element of the
// original that the patch has stands there once for each duplicate.
func defaultOrder(original, patch []model.Value, same func(a, b model.Value) bool) []model.Value {
	inPatch := func(element model.Value) bool {
		return slices.ContainsFunc(patch, func(e model.Value) bool { return same(e, element) })
	}
	var order, waiting []model.Value
	next := 0 // in the original
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
			waiting = []model.Value{element} // for the next duplicate
		}
		if slices.ContainsFunc(original, func(duplicate model.Value) bool { return same(element, duplicate) }) {
			waiting = nil
		}
	}
	takeUntil(len(original))
	return append(order, waiting...)
}

package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayNarrow checks that a list is not replaced as a whole if this is not necessary: if
// modified, and also original or current, has keys in all elements and no duplicates.
// Duplicates that somebody else added do not matter.
//
// It does not check these lists:
//
//   - lists inside lists
//   - keyed lists in which current has several different elements with the keys of an element
//     of modified, or several elements with the keys of an element that modified dropped:
//     only a replacement can express which of them stay
//   - lists whose order or deletions have no directive, because their name is empty or the
//     map declares a field with the directive's name
//   - lists in which modified leaves out a key of an element that current has twice, if
//     original has this key or the element is atomic: the element is deleted and added again,
//     and a deletion would remove both
//
// The law requires documents without names of directives, because replacing a list may be the
// only way to express such names.
func ThreeWayNarrow(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-narrow", subject: s, in: in}
	patch, ok := t.result()
	if !ok || mentions(in.Original) || mentions(in.Modified) || mentions(in.Current) {
		return t.inapplicable("no patch, or a directive in a document")
	}
	if hasEmptyKeys(in.Schema, in.Original) || hasEmptyKeys(in.Schema, in.Modified) {
		return t.inapplicable("an element with an empty key, which is sent without it")
	}
	seen := 0
	if path, found := replacedRegular(in.Schema, nil, bare(in.Original), bare(in.Modified), bare(in.Current), patch, &seen); found {
		return t.broken("%s is replaced by the patch %s", path, patch.JSON())
	}
	if seen == 0 {
		return t.inapplicable("current has no duplicates in a list of the patch")
	}
	return t.held()
}

// replacedRegular returns the path of a list that the patch replaces although this is not
// necessary.
func replacedRegular(s smp.Schema, path model.Path, original, modified, current, patch model.Value, seen *int) (model.Path, bool) {
	if _, whole := patch.Get(patchName); whole || atomicMap(s) && len(path) > 0 {
		return nil, false
	}
	for name, member := range patch.Members() {
		field, known := s.Member(name)
		if isDirective(s, name, member, smp.AllDirectives) || !known || !hasDirectives(s, name) {
			continue
		}
		here := path.Append(model.Field(name))
		was, _ := original.Get(name)
		ours, _ := modified.Get(name)
		theirs, _ := current.Get(name)
		if field.Merging() && regularList(field, ours) && (regularList(field, was) || regularList(field, theirs)) &&
			theirs.Type() == model.List && !movesDuplicate(field, was, ours, theirs) && !decidedByValue(field, was, ours, theirs) {
			if *seen++; hasMarker(member) {
				return here, true
			}
		}
		if found, ok := replacedRegular(field, here, was, ours, theirs, member, seen); ok {
			return found, true
		}
	}
	return nil, false
}

// hasDirectives reports whether a patch can order the list with this name and delete values
// from it.
func hasDirectives(s smp.Schema, name string) bool {
	_, order := s.Field(orderListPrefix + name)
	_, deletions := s.Field(deleteListPrefix + name)
	return name != "" && !order && !deletions
}

// movesDuplicate reports whether modified leaves out a key of an element that current has
// more than once. It counts only if original has this key or the element is atomic.
func movesDuplicate(list smp.Schema, original, modified, current model.Value) bool {
	return list.Keyed() && has(modified, func(ours model.Value) bool {
		same := func(other model.Value) bool { return sameElement(list, ours, other) }
		loses := func(other model.Value) bool { return same(other) && dropsDefault(list, ours, other) }
		return count(current, same) > 1 && has(current, loses) && (atomicMap(list.Element()) || has(original, loses))
	})
}

// decidedByValue reports whether several elements of current have the same keys, so that only
// their values show which of them are original's or modified's.
func decidedByValue(list smp.Schema, original, modified, current model.Value) bool {
	several := func(element model.Value) (first model.Value, differ, again bool) {
		for _, other := range current.Elements() {
			if !sameElement(list, element, other) {
				continue
			}
			if again = first.Type() != model.Absent; again && !model.Equal(first, other) {
				differ = true
			}
			first = other
		}
		return first, differ, again
	}
	return list.Keyed() && (has(modified, func(ours model.Value) bool {
		_, differ, _ := several(ours)
		return differ
	}) || has(original, func(was model.Value) bool {
		_, _, again := several(was)
		return again && !has(modified, func(ours model.Value) bool { return sameElement(list, was, ours) })
	}))
}

// regularList reports whether all elements of a merging list have keys, and there are
// no duplicates.
func regularList(list smp.Schema, v model.Value) bool {
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool { return sameElement(list, element, other) }
		nested := func(name string) bool { return isNested(key(list, element, name)) }
		if list.Set() && !element.IsScalar() || slices.ContainsFunc(elements[:i], same) ||
			list.Keyed() && (!keysEqual(list, list.Keys(), element, element) || slices.ContainsFunc(allKeys(list), nested)) {
			return false
		}
	}
	return true
}

// regular reports whether regularList is true for all merging lists of a document.
func regular(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); !regular(field, member) {
			return false
		}
	}
	return (!s.Merging() || regularList(s, v)) && !has(v, func(element model.Value) bool { return !regular(s.Element(), element) })
}

package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayOrder checks the order of elements that only current has. In a keyed list, they keep their
// order among themselves. If modified has several elements with the same keys, and current ends
// these elements with modified's last one, the result also ends them with it, unless this element of
// current may match another one of modified.
//
// It does not check elements with a default key that another such element has, or lists with
// several elements that have the default keys of modified's elements: a cluster puts elements with
// the same default key next to each other.
func ThreeWayOrder(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-order", subject: s, in: in}
	patch, result, ok := t.fullOn(in.Current)
	if !ok {
		return t.inapplicable("no full patch, or it is not applied")
	}
	if hasEmptyKeys(in.Schema, in.Original) || hasEmptyKeys(in.Schema, in.Modified) {
		return t.inapplicable("an element with an empty key, which may match any element of current")
	}
	o := orderer{nulls: in.Modified.HasNull()}
	o.maps(in.Schema, nil, bare(in.Original), bare(in.Modified), bare(in.Current), bare(result))
	switch {
	case o.moved != nil:
		return t.broken("in the list %s of current %s\nthe patch %s\nmoves elements: %s", o.moved, in.Current.JSON(), patch.JSON(), result.JSON())
	case o.seen == 0:
		return t.inapplicable("current has no order of its own")
	}
	return t.held()
}

// An orderer finds lists in which elements of others are moved.
type orderer struct {
	nulls bool // modified has a null, so another duplicate may match
	seen  int
	moved model.Path
}

func (o *orderer) maps(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	for name, ours := range modified.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		theirs, _ := current.Get(name)
		got, _ := result.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case ours.Type() == model.Map && !atomicMap(field):
			o.maps(field, here, was, ours, theirs, got)
		case field.Keyed():
			o.lists(field, here, was, ours, theirs, got)
		}
	}
}

func (o *orderer) lists(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	moved := func(isMoved bool) {
		if o.seen++; isMoved && o.moved == nil {
			o.moved = path
		}
	}
	if others, ok := ofOthers(s, original, modified, current); ok && len(others) > 1 {
		last := -1
		for _, theirs := range others {
			at := slices.IndexFunc(result.AppendElements(nil), func(v model.Value) bool { return model.Equal(v, theirs) })
			moved(at < last)
			last = at
		}
	}
	for i, ours := range modified.Elements() {
		same := func(other model.Value) bool { return sameElement(s, ours, other) }
		holds := func(other model.Value) bool { return same(other) && lacks(s.Element(), ours, other, false) == nil }
		last := func(list model.Value) int {
			all := list.AppendElements(nil)
			slices.Reverse(all)
			return len(all) - 1 - slices.IndexFunc(all, same)
		}
		switch {
		case count(modified, same) > 1:
			end := current.At(last(current))
			held := func(other model.Value) bool { return same(other) && lacks(s.Element(), other, end, false) == nil }
			if !o.nulls && i == last(modified) && count(current, holds) == 1 && holds(end) && count(modified, held) == 1 && !matchesInOriginal(s, original, modified, end, i) {
				moved(!holds(result.At(last(result))))
			}
		case count(current, same) == 1:
			o.maps(s.Element(), path.Append(model.Index(i)), only(original, same), ours, only(current, same), only(result, same))
		}
	}
}

// matchesInOriginal reports whether an element of modified, other than the one with index i, may match
// end, an element of current, because end holds the element of original that it matches (section 11.1,
// Matching, step 2).
func matchesInOriginal(s smp.Schema, original, modified, end model.Value, i int) bool {
	left := original.AppendElements(nil)
	for at, ours := range modified.Elements() {
		same := func(other model.Value) bool { return sameElement(s, ours, other) }
		n := slices.IndexFunc(left, func(other model.Value) bool { return same(other) && lacks(s.Element(), ours, other, false) == nil })
		if n < 0 {
			n = slices.IndexFunc(left, same)
		}
		if n < 0 {
			continue
		}
		if at != i && sameElement(s, left[n], end) && lacks(s.Element(), left[n], end, false) == nil {
			return true
		}
		left = slices.Delete(left, n, n+1)
	}
	return false
}

// ofOthers returns the elements of current that only current has. It returns false if two of them,
// or two others, have the same default key, if two have the default keys of elements of modified, or
// if it is not clear that an element belongs to others.
func ofOthers(s smp.Schema, original, modified, current model.Value) (others []model.Value, ok bool) {
	known := slices.Concat(original.AppendElements(nil), modified.AppendElements(nil))
	beside := 0
	for i, theirs := range current.Elements() {
		sameDefault := func(other model.Value) bool { return keysEqual(s, s.Keys(), theirs, other) }
		if !regularList(s, newList(theirs)) || slices.ContainsFunc(current.AppendElements(nil)[:i], sameDefault) {
			return nil, false
		}
		if slices.ContainsFunc(known, func(v model.Value) bool { return sameElement(s, v, theirs) || fillsIn(s, v, theirs) }) {
			continue
		}
		if slices.ContainsFunc(known, sameDefault) {
			beside++
		}
		others = append(others, theirs)
	}
	return others, beside < 2
}

package model

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
)

// An Element is a change to the element of a list at an index.
type Element struct {
	Index int
	Value Value
}

// NewList returns a list of the elements. Absent values are left out.
//
// The only error is one of kind Limit, for a list nested deeper than
// HardMaxDepth.
func NewList(elements ...Value) (Value, error) { return emptyList.WithElements(nil, elements...) }

// WithElements returns the list v with the changes made and the appended values
// at its end. A change replaces the element at its index or, if its value is
// absent, removes it; all indexes are those of v, before anything is removed.
// Changes should be in ascending order; of several at one index the last
// counts. Absent appended values are left out, and an absent v counts as an
// empty list.
//
// v does not change. The cost follows the changes, and those that v consists of
// if it was built, not the size of the list.
//
// The error is of kind Limit if the result would be nested deeper than
// HardMaxDepth, and of kind Unsupported if v is neither absent nor a list or
// has no element at an index.
func (v Value) WithElements(changes []Element, appended ...Value) (Value, error) {
	switch v.Kind() {
	case List:
	case Absent:
		v = emptyList
	default:
		return Value{}, &Error{Kind: Unsupported, cause: errors.New("elements of a " + v.Kind().String())}
	}
	byIndex := func(a, b Element) int { return cmp.Compare(a.Index, b.Index) }
	if !slices.IsSortedFunc(changes, byIndex) {
		changes = slices.Clone(changes)
		slices.SortStableFunc(changes, byIndex)
	}
	if n := len(changes); n > 0 && (changes[0].Index < 0 || changes[n-1].Index >= v.Len()) {
		i := changes[0].Index
		if i >= 0 {
			i = changes[n-1].Index
		}
		cause := errors.New("no element " + strconv.Itoa(i) + " in a list of " + strconv.Itoa(v.Len()))
		return Value{}, &Error{Kind: Unsupported, Path: Path{Index(i)}, cause: cause}
	}
	if len(changes) == 0 && len(appended) == 0 {
		return v, nil
	}
	var buffer [4]change
	base, pending := v, buffer[:0]
	b := new(built)
	if e := v.doc.edit; e != nil {
		base, b.changed, b.elements = e.base, e.changed, e.elements
	}
	kept := base.Len()
	if e := v.doc.edit; e != nil {
		kept = e.kept()
	}
	b.base = base
	n, _ := slices.BinarySearchFunc(changes, kept, func(e Element, i int) int { return cmp.Compare(e.Index, i) })
	for _, c := range changes[:n] {
		at := change{ordinal: uint32(c.Index), value: c.Value}
		if e := v.doc.edit; e != nil {
			at.ordinal, _ = e.locate(at.ordinal)
		}
		at.slot = base.doc.element(base.slot, at.ordinal)
		if last := len(pending) - 1; last >= 0 && pending[last].slot == at.slot {
			pending[last] = at
		} else {
			pending = append(pending, at)
		}
	}
	b.elements = changedElements(b.elements, changes[n:], kept, appended)
	return b.finish(List, pending)
}

// changedElements returns a copy of the elements with changes, whose indexes
// count from first, and more elements at the end.
func changedElements(elements []Value, changes []Element, first int, appended []Value) []Value {
	if len(changes) == 0 && len(appended) == 0 {
		return elements
	}
	all := make([]Value, 0, len(elements)+len(appended))
	all = append(all, elements...)
	for _, c := range changes {
		all[c.Index-first] = c.Value
	}
	all = append(all, appended...)
	return slices.DeleteFunc(all, func(v Value) bool { return v.doc == nil })
}

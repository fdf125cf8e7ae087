package model

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
)

// An Element is an element of a list with its index, or a change to that element.
type Element struct {
	Index int
	Value Value
}

// NewList returns a list of the elements. Absent values are left out.
//
// The only error is an [*Error] with Code Limit, if the list would be nested deeper
// than [HardMaxDepth].
func NewList(elements ...Value) (Value, error) {
	return emptyList.WithElements(nil, elements...)
}

// WithElements returns the list v with the given changes, and with the appended values at the end.
// A change replaces the element at its index or, if its Value is absent, removes it. All indexes
// refer to v before the changes. If several changes have the same index, the last one counts.
// Absent appended values are left out. An absent v counts as an empty list.
//
//	v, err := list.WithElements([]model.Element{{Index: 0}, {Index: 2, Value: x}}, y)
//	// ["a","b","c"] becomes ["b",x,y]
//
// v does not change. The cost depends on the number of changes, including those that v was built
// with, and not on the size of the list. The cost is lowest if the changes are in ascending order.
//
// The error is an [*Error]. Its Code is Limit if the result would be nested deeper than
// [HardMaxDepth]. It is Unsupported if v is neither absent nor a list, or if an index is out of
// range.
func (v Value) WithElements(changes []Element, appended ...Value) (Value, error) {
	b := v.maker()
	for i := 0; b == apart && i < len(changes); i++ {
		b = changes[i].Value.maker()
	}
	for i := 0; b == apart && i < len(appended); i++ {
		b = appended[i].maker()
	}
	return b.WithElements(v, changes, appended...)
}

// WithElements is like [Value.WithElements], but allocates the result in the builder's memory.
func (b *Builder) WithElements(v Value, changes []Element, appended ...Value) (Value, error) {
	switch v.Type() {
	case List:
	case Absent:
		v = emptyList
	default:
		return Value{}, &Error{Code: Unsupported, cause: errors.New("expected a list, got " + v.Type().Noun())}
	}
	if len(changes) == 0 && len(appended) == 0 {
		return v, nil
	}
	changes = ascending(changes)
	if err := checkIndexes(changes, v.Len()); err != nil {
		return Value{}, err
	}
	before := v.doc.edit
	kept := v.Len()
	if before != nil {
		kept = before.kept()
	}
	n, _ := slices.BinarySearchFunc(changes, kept, func(e Element, i int) int { return cmp.Compare(e.Index, i) })
	l := listEdit{effect: effect{typ: List}, make: b.open()}
	l.built, l.room, _ = b.edit(n, kept < v.Len() || len(appended) > 0)
	l.base = v
	if before != nil {
		l.take(before)
	}
	l.changeBase(changes[:n])
	l.changeAppended(changes[n:], kept, appended)
	return l.finish(v, &l.effect)
}

// ascending returns the changes sorted by index, with only the last change to each
// index.
func ascending(changes []Element) []Element {
	inOrder := true
	for i := 1; i < len(changes); i++ {
		inOrder = inOrder && changes[i-1].Index < changes[i].Index
	}
	if inOrder {
		return changes
	}
	ordered := slices.Clone(changes)
	slices.SortStableFunc(ordered, func(a, b Element) int { return cmp.Compare(a.Index, b.Index) })
	last := 0
	for _, c := range ordered[1:] {
		if c.Index != ordered[last].Index {
			last++
		}
		ordered[last] = c
	}
	return ordered[:last+1]
}

func checkIndexes(changes []Element, length int) error {
	for _, c := range changes {
		if c.Index < 0 || c.Index >= length {
			cause := errors.New("index " + strconv.Itoa(c.Index) + " is out of range; the list has length " + strconv.Itoa(length))
			return &Error{Code: Unsupported, Path: Path{Index(c.Index)}, cause: cause}
		}
	}
	return nil
}

// A listEdit collects the changes of one call to WithElements.
type listEdit struct {
	*built
	effect
	make *workshop
	room []change // empty, with capacity for the changes to the base
}

// changeBase changes elements of the base.
func (l *listEdit) changeBase(changes []Element) {
	if len(changes) == 0 {
		return
	}
	doc := l.base.doc
	later := l.room
	for _, e := range changes {
		c := change{value: e.Value}
		var before *change
		c.ordinal, before = l.locate(uint32(e.Index))
		c.slot = doc.element(l.base.slot, c.ordinal)
		if before != nil {
			l.drop(false, before.value)
		} else if l.of == nil {
			l.drop(false, Value{doc, c.slot})
		}
		if e.Value.doc != nil {
			l.add(false, e.Value)
		}
		later = append(later, c)
	}
	if len(l.changed) == 0 {
		l.changed = later
	} else {
		l.changed = merged(l.changed, later)
	}
	l.removed = 0
	for i := range l.changed {
		c := &l.changed[i]
		c.at = c.ordinal - uint32(l.removed)
		if c.value.doc == nil {
			l.removed++
		}
	}
}

// changeAppended changes elements that an earlier edit appended, and appends more. The first
// element that was appended has index first.
func (l *listEdit) changeAppended(changes []Element, first int, appended []Value) {
	if len(changes) == 0 && len(appended) == 0 {
		return
	}
	n := 0
	for _, v := range appended {
		if v.doc != nil {
			n++
		}
	}
	if len(changes) > 0 {
		l.spare = nil // the changed elements are a copy
	}
	all := l.extended(n, l.make)
	for _, c := range changes {
		now := &all[c.Index-first]
		l.drop(false, *now)
		if *now = c.Value; c.Value.doc != nil {
			l.add(false, c.Value)
		}
	}
	if len(changes) > 0 {
		all = slices.DeleteFunc(all, func(v Value) bool { return v.doc == nil })
	}
	for _, v := range appended {
		if v.doc != nil {
			l.add(false, v)
			all = append(all, v)
		}
	}
	if l.spare != nil && len(changes) > 0 {
		l.spare.used.Store(int64(len(all)))
	}
	l.elements = all
}

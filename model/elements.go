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
// The only error is one with Code Limit, for a list nested deeper than
// HardMaxDepth.
func NewList(elements ...Value) (Value, error) {
	return emptyList.WithElements(nil, elements...)
}

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
// The error is with Code Limit if the result would be nested deeper than
// HardMaxDepth, and with Code Unsupported if v is neither absent nor a list or
// has no element at an index.
func (v Value) WithElements(changes []Element, appended ...Value) (Value, error) {
	return apart.WithElements(v, changes, appended...)
}

// WithElements is [Value.WithElements].
func (b *Builder) WithElements(v Value, changes []Element, appended ...Value) (Value, error) {
	switch v.Type() {
	case List:
	case Absent:
		v = emptyList
	default:
		return Value{}, &Error{Code: Unsupported, cause: errors.New("elements of a " + v.Type().String())}
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
	l := listEdit{effect: effect{typ: List}, make: b}
	l.built, l.room, _ = b.edit(n, kept < v.Len() || len(appended) > 0)
	l.base = v
	if before != nil {
		l.take(before)
	}
	l.changeBase(changes[:n])
	l.changeAppended(changes[n:], kept, appended)
	return l.finish(v, &l.effect)
}

// ascending returns the changes ordered by index, one for each.
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
			cause := errors.New("no element " + strconv.Itoa(c.Index) + " in a list of " + strconv.Itoa(length))
			return &Error{Code: Unsupported, Path: Path{Index(c.Index)}, cause: cause}
		}
	}
	return nil
}

// A listEdit makes the changes of one call to WithElements.
type listEdit struct {
	*built
	effect
	make *Builder
	room []change // for those to be made
}

// changeBase makes changes to elements of the base.
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

// changeAppended makes changes to the appended elements, the first of which has
// index first, and appends more.
func (l *listEdit) changeAppended(changes []Element, first int, appended []Value) {
	if len(changes) == 0 && len(appended) == 0 {
		return
	}
	all := append(l.make.values.take(len(l.elements) + len(appended))[:0], l.elements...)
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
	l.elements = all
}

package model

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// An edit describes a built list or map by the value that it was made from, called the base, and
// the changes. The base is always parsed or wrapped: an edit of an edit has the same base and the
// changes of both. NewMap and NewList edit an empty base.
type edit struct {
	base    Value
	changed []change // changes to members or elements of the base, by slot
	removed int      // number of removed members or elements
	of      *wrapped // the base as a wrapped Go value, or nil
	*added
}

// An added holds appended members or elements. It is a separate type, because most edits append
// nothing.
type added struct {
	members  []Member // appended to a map
	table    memberTable
	elements []Value    // appended to a list
	spare    *spareRoom // free memory after elements; nil if there is none
}

// A spareRoom counts the used elements of an array that the elements of several lists share. Each
// list has a beginning of the array. The list that has all used elements can be extended in place,
// so that appending n elements one by one copies each element only a few times. The elements after
// the beginning are those of later lists.
type spareRoom struct{ used atomic.Int64 }

// smallAppended is the largest number of appended elements that the next edit copies without making
// room for more.
const smallAppended = 8

// extended returns the appended elements with space for n more. It copies them if they are not at
// the end of the used elements of their array, or if the array is full. The caller must append
// exactly n elements.
func (a *added) extended(n int, make *workshop) []Value {
	have := len(a.elements)
	if a.spare != nil && n <= cap(a.elements)-have && a.spare.used.CompareAndSwap(int64(have), int64(have+n)) {
		return a.elements
	}
	space := have + n
	if a.spare = nil; have > smallAppended && n > 0 {
		space *= 2
		a.spare = new(spareRoom)
		a.spare.used.Store(int64(have + n))
	}
	return append(make.values.take(space)[:0], a.elements...)
}

// nothing is the added of every edit that appends nothing. It never changes.
var nothing added

// A change replaces one member or element of the base, or removes it.
type change struct {
	slot    uint32
	ordinal uint32 // in a list: index in the base
	at      uint32 // in a list: index after the removals before it
	value   Value  // absent if it removes the member or element
}

func bySlot(a, b change) int { return cmp.Compare(a.slot, b.slot) }

// take copies another edit into e. It also copies the appended members or elements, because a
// pointer to them would keep the whole other edit alive.
func (e *edit) take(other *edit) {
	own := e.added
	*e = *other
	if e.added = own; own != &nothing {
		*own = *other.added
	}
}

// find returns the change to the given slot of the base, or nil.
func (e *edit) find(slot uint32) *change {
	if len(e.changed) == 0 {
		return nil
	}
	i, ok := slices.BinarySearchFunc(e.changed, change{slot: slot}, bySlot)
	if !ok {
		return nil
	}
	return &e.changed[i]
}

// get returns the member of the edited map with the given name.
func (e *edit) get(name string) (Value, bool) {
	base := e.base
	if e.of != nil {
		if i := e.table.find(e.members, name); i >= 0 {
			v := e.members[i].Value
			if v == gone {
				v = Value{}
			}
			return v, v.doc != nil
		}
		return e.of.get(name)
	}
	if slot := base.doc.find(base.slot, name); slot != 0 {
		c := e.find(slot)
		if c == nil {
			return Value{base.doc, slot}, true
		}
		if c.value.doc != nil {
			return c.value, true
		}
	}
	if i := e.table.find(e.members, name); i >= 0 {
		return e.members[i].Value, true
	}
	return Value{}, false
}

// kept returns the number of members or elements of the base that are left.
func (e *edit) kept() int { return e.base.Len() - e.removed }

// at returns element i of the edited list, which must exist.
func (e *edit) at(i int) Value {
	if kept := e.kept(); i >= kept {
		return e.elements[i-kept]
	}
	ordinal, replaced := e.locate(uint32(i))
	if replaced != nil {
		return replaced.value
	}
	if e.of != nil {
		return e.of.at(int(ordinal))
	}
	doc := e.base.doc
	return Value{doc, doc.element(e.base.slot, ordinal)}
}

// locate returns the index in the base of element i of the edited list, and the change
// that replaced that element, or nil. Element i must not be an appended one.
func (e *edit) locate(i uint32) (ordinal uint32, replaced *change) {
	// The last change at or before i contains the number of elements removed before it. If several
	// changes have the same value of at, all but the last one are removals.
	n, _ := slices.BinarySearchFunc(e.changed, i, func(c change, i uint32) int {
		if c.at <= i {
			return -1
		}
		return 1
	})
	if n == 0 {
		return i, nil
	}
	c := &e.changed[n-1]
	before := c.ordinal - c.at
	switch {
	case c.value.doc == nil:
		return i + before + 1, nil
	case c.at == i:
		return c.ordinal, c
	}
	return i + before, nil
}

// merged joins two sorted lists of changes into a new one. If both lists change the same slot, the
// change of the second list counts.
func merged(earlier, later []change) []change {
	all := make([]change, 0, len(earlier)+len(later))
	for _, c := range later {
		n, found := slices.BinarySearchFunc(earlier, c, bySlot)
		all = append(append(all, earlier[:n]...), c)
		if found {
			n++
		}
		earlier = earlier[n:]
	}
	return append(all, earlier...)
}

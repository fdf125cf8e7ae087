package model

import (
	"cmp"
	"iter"
	"slices"
)

// Get returns the member of the map v with the given name. It returns an absent value and false if
// there is no such member or v is not a map.
func (v Value) Get(name string) (Value, bool) {
	if v.Type() != Map {
		return Value{}, false
	}
	if v.doc.edit != nil {
		return v.doc.edit.get(name)
	}
	if i := v.doc.find(v.slot, name); i != 0 {
		return Value{v.doc, i}, true
	}
	return Value{}, false
}

// At returns element i of the list v, counted from 0. It returns an absent value if i
// is out of range or v is not a list.
//
// To visit all elements, use [Value.Elements], which is faster.
func (v Value) At(i int) Value {
	if v.Type() != List || i < 0 || i >= v.Len() {
		return Value{}
	}
	if v.doc.edit != nil {
		return v.doc.edit.at(i)
	}
	return Value{v.doc, v.doc.element(v.slot, uint32(i))}
}

// HasNull reports whether a map in or below v has a member that is null. Null elements of lists do
// not count: the result is true for [{"a":null}] and false for [null].
func (v Value) HasNull() bool { return v.flags()&nullBelow != 0 }

// HasDollar reports whether a map in or below v has a member whose name begins with
// "$".
func (v Value) HasDollar() bool { return v.flags()&dollarBelow != 0 }

// HasOwnDollar reports whether v is a map that itself has a member whose name begins
// with "$".
func (v Value) HasOwnDollar() bool {
	if v.doc == nil {
		return false
	}
	flags := v.doc.tape[v.slot].meta
	if n := v.wrapped(); n != nil && flags&unreadBelow != 0 {
		return n.hasOwnDollar()
	}
	if flags&unreadBelow != 0 && v.doc.edit.of != nil {
		return !v.doc.edit.each(func(name string, _ content) bool { return !isDollarName(name) })
	}
	return flags&ownDollar != 0
}

func (v Value) flags() uint32 {
	if v.doc == nil {
		return 0
	}
	if flags := v.doc.tape[v.slot].meta; flags&unreadBelow == 0 {
		return flags
	}
	return v.readFlags()
}

// Members returns an iterator over the members of the map v. Parsed members come first,
// in the order of the text, then added ones in the order of addition. If v is not a
// map, it yields nothing.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) { v.eachMember(yield) }
}

func (v Value) eachMember(yield func(string, Value) bool) {
	if v.Type() != Map {
		return
	}
	if v.doc.edit != nil {
		for c := walk(v); c.more(); {
			name, value := c.member()
			if !yield(name, value) {
				return
			}
		}
		return
	}
	doc := v.doc
	end := doc.tape[v.slot+1].next()
	for slot := v.slot + 2; slot < end; slot = doc.after(slot) {
		if !yield(doc.nameOf(&doc.tape[slot]), Value{doc, slot}) {
			return
		}
	}
}

// SortedMembers returns an iterator over the members of the map v, sorted by name, byte
// by byte. If v is not a map, it yields nothing.
func (v Value) SortedMembers() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		members := v.AppendMembers(nil)
		slices.SortFunc(members, byName)
		for _, m := range members {
			if !yield(m.Name, m.Value) {
				return
			}
		}
	}
}

func byName(a, b Member) int { return cmp.Compare(a.Name, b.Name) }

// AppendMembers appends the members of the map v to dst, in the order of
// [Value.Members], and returns the longer slice.
func (v Value) AppendMembers(dst []Member) []Member {
	if v.Type() != Map {
		return dst
	}
	dst = slices.Grow(dst, v.Len())
	for name, value := range v.Members() {
		dst = append(dst, Member{name, value})
	}
	return dst
}

// Elements returns an iterator over the indexes and elements of the list v, in order.
// If v is not a list, it yields nothing.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) { v.eachElement(yield) }
}

func (v Value) eachElement(yield func(int, Value) bool) {
	if v.Type() != List {
		return
	}
	i := 0
	if v.doc.edit != nil {
		for c := walk(v); c.more(); i++ {
			if !yield(i, c.element()) {
				return
			}
		}
		return
	}
	doc := v.doc
	end := doc.tape[v.slot+1].next()
	for slot := v.slot + 2; slot < end; slot = doc.after(slot) {
		if !yield(i, Value{doc, slot}) {
			return
		}
		i++
	}
}

// AppendElements appends the elements of the list v to dst, in order, and returns the
// longer slice.
func (v Value) AppendElements(dst []Value) []Value {
	if v.Type() != List {
		return dst
	}
	dst = slices.Grow(dst, v.Len())
	for _, e := range v.Elements() {
		dst = append(dst, e)
	}
	return dst
}

// A cursor walks over the members of a map or the elements of a list. It starts with the values of
// the parsed base, in which changed values are replaced and removed values are left out. The
// appended values follow.
type cursor struct {
	doc       *document // document of the base
	slot, end uint32
	changed   []change
	members   []Member
	elements  []Value
}

// walk returns a cursor before the first member or element of v, which must be a map or
// a list.
func walk(v Value) cursor {
	e := v.doc.edit
	if e == nil {
		return cursor{doc: v.doc, slot: v.slot + 2, end: v.doc.tape[v.slot+1].next()}
	}
	if e.of != nil {
		return e.of.walk(e)
	}
	c := walk(e.base)
	c.changed, c.members, c.elements = e.changed, e.members, e.elements
	return c
}

// more reports whether there is another member or element. Call it before each call of member,
// element or value.
func (c *cursor) more() bool {
	for len(c.changed) > 0 && c.changed[0].slot == c.slot && c.changed[0].value.doc == nil {
		c.changed = c.changed[1:]
		c.slot = c.doc.after(c.slot)
	}
	return c.slot < c.end || len(c.members) > 0 || len(c.elements) > 0
}

// member returns the next member.
func (c *cursor) member() (string, Value) {
	if c.slot < c.end {
		return c.doc.nameOf(&c.doc.tape[c.slot]), c.ofBase()
	}
	m := c.members[0]
	c.members = c.members[1:]
	return m.Name, m.Value
}

// element returns the next element.
func (c *cursor) element() Value {
	if c.slot < c.end {
		return c.ofBase()
	}
	v := c.elements[0]
	c.elements = c.elements[1:]
	return v
}

// ofBase returns the base's value at the cursor, or the value that replaces it.
func (c *cursor) ofBase() Value {
	v := Value{c.doc, c.slot}
	c.slot = c.doc.after(c.slot)
	if len(c.changed) > 0 && c.changed[0].slot == v.slot {
		v = c.changed[0].value
		c.changed = c.changed[1:]
	}
	return v
}

// value returns the value of the next member, or the next element.
func (c *cursor) value() Value {
	if len(c.members) > 0 && c.slot >= c.end {
		_, v := c.member()
		return v
	}
	return c.element()
}

package model

// Value is one JSON value: null, a boolean, a number, a string, a list or a
// map. The zero Value is absent: no value at all.
//
// A Value never changes, is passed by value, and may be used by any number of
// goroutines at once. Do not compare values with ==; use [Equal].
type Value struct {
	doc  *document
	slot uint32
}

// Type returns what v is.
func (v Value) Type() Type {
	if v.doc == nil {
		return Absent
	}
	return v.doc.tape[v.slot].typ()
}

// Kind is the former name of [Value.Type].
//
// Deprecated: use Type. Kind will be removed in the next minor version.
func (v Value) Kind() Type { return v.Type() }

// IsZero reports whether v is absent. It is what the option omitzero of encoding/json asks.
func (v Value) IsZero() bool { return v.doc == nil }

// IsScalar reports whether v is a string, a number or a boolean. Null is no
// scalar.
func (v Value) IsScalar() bool {
	k := v.Type()
	return k == Bool || k == Number || k == String
}

// Len returns the number of members of a map or elements of a list, and 0 for
// anything else.
func (v Value) Len() int {
	if v.doc == nil || !v.doc.tape[v.slot].isContainer() {
		return 0
	}
	return int(v.doc.tape[v.slot+1].count())
}

// Get returns the member of the map v with that name. It returns an absent
// value and false if there is none or v is no map.
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

// At returns element i of the list v, counted from 0. It is absent when i is
// out of range or v is no list.
//
// At does not look at all elements before i, but walking a list with
// [Value.Elements] is faster.
func (v Value) At(i int) Value {
	if v.Type() != List || i < 0 || i >= v.Len() {
		return Value{}
	}
	if v.doc.edit != nil {
		return v.doc.edit.at(i)
	}
	return Value{v.doc, v.doc.element(v.slot, uint32(i))}
}

// HasNull reports whether a map in or below v has a member that is null. A null
// element of a list does not count, members below it do.
func (v Value) HasNull() bool { return v.flags()&nullBelow != 0 }

// HasDollar reports whether a map in or below v has a member whose name begins
// with "$".
func (v Value) HasDollar() bool { return v.flags()&dollarBelow != 0 }

// HasOwnDollar reports whether v is a map and itself has a member whose name
// begins with "$".
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

// Compact returns a value equal to v that keeps no more text alive than its
// own. A value that was parsed keeps the whole text it was parsed from; one
// that was built, those of all its parts, and the memory of what the same call
// built. Use it for a small part of a large document that is to be kept for long.
func (v Value) Compact() Value {
	if v.doc == nil || v.doc.edit == nil && int(v.size()) == len(v.doc.src) {
		return v
	}
	text := string(v.AppendJSON(nil))
	compact, err := ParseString(text, MaxDepth(HardMaxDepth))
	if err != nil {
		// Only a value of 4 GiB and more: it does not fit one document.
		return v
	}
	return compact
}

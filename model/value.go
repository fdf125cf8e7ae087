package model

// A Value is a JSON value: null, a boolean, a number, a string, a list or a map. The
// zero Value is absent.
//
// A Value never changes and is passed by value. Any number of goroutines may use it at
// the same time. Do not compare values with ==; use [Equal].
type Value struct {
	doc  *document
	slot uint32
}

// Type returns the type of v.
func (v Value) Type() Type {
	if v.doc == nil {
		return Absent
	}
	return v.doc.tape[v.slot].typ()
}

// IsZero reports whether v is absent. It is for the option omitzero of encoding/json.
func (v Value) IsZero() bool { return v.doc == nil }

// IsScalar reports whether v is a string, a number or a boolean. Null is not a scalar.
func (v Value) IsScalar() bool {
	k := v.Type()
	return k == Bool || k == Number || k == String
}

// Len returns the number of members of a map or elements of a list. It returns 0 for
// any other type.
func (v Value) Len() int {
	if v.doc == nil || !v.doc.tape[v.slot].isContainer() {
		return 0
	}
	return int(v.doc.tape[v.slot+1].count())
}

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

// Compact returns a value equal to v that keeps only its own text alive. A parsed value keeps the
// whole text that it was parsed from. A built value keeps the texts of all its parts and, if a
// [Builder] made it, blocks with parts of other values. A built list may also keep the elements
// that were appended to it in other lists. Use Compact to keep a small part of a large
// document for a long time.
func (v Value) Compact() Value {
	if v.doc == nil || v.doc.edit == nil && int(v.size()) == len(v.doc.src) {
		return v
	}
	text := string(v.AppendJSON(nil))
	compact, err := ParseString(text, MaxDepth(HardMaxDepth))
	if err != nil {
		// A value of 4 GiB or more does not fit into one document.
		return v
	}
	return compact
}

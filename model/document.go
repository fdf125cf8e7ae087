package model

import "math"

// # The tape
//
// A JSON library usually turns a text into a tree of Go maps, slices and strings, and a
// Deployment of 28 KB becomes thousands of allocations. This package keeps the text and
// records the position of each value in a table called the tape. The tape has one entry
// for each scalar and two for each list or map, in the order of the text. For
//
//	{"a": [10, "x"], "b": null}
//
// the tape is
//
//	slot  type    name  text from-to   second slot of a list or map
//	0, 1  map           0-27           2 members, the next value is in slot 7
//	2, 3  list    "a"   6-15           2 elements, the next value is in slot 6
//	4     number        7-9
//	5     string        11-14
//	6     null    "b"   22-26
//
// A Value is a document and a slot. Reading needs no memory: Get("b") compares the names in slots 2
// and 6. It skips the list, because slot 3 contains the number of the slot after the list. Maps of
// more than 32 members have a hash table of their names, and long lists have marks, which are the
// slots of every 16th element. So Get and At need not visit all members or elements (names.go,
// marks.go).
//
// An edit does not copy the document. WithMembers(b: 7, c: true) returns a document whose tape has
// only the two entries of the map, and an edit: it replaces slot 6 of the base by 7 and adds c.
// Encoding copies the text of the base up to slot 6, writes 7, copies the rest and adds c. So the
// cost depends on the changes, and the rest of the text keeps its bytes. An edit of the result has
// the same base, so a value is never more than one edit away from its text.
//
// Entries contain no pointers, and a tape does not change after its document is
// complete. So any number of goroutines can read a Value.

// A document is a parsed text with its tape, or an edit of a list or map. A Value points to a slot
// of a document. A complete document never changes.
type document struct {
	src  string
	tape []entry
	// index holds the name tables of large maps and the marks of long lists, in the order in which
	// the maps and lists end; see names.go and marks.go.
	index []uint32
	// edit is nil in a parsed document. The tape of a built document has only the two
	// entries of the value itself, in slots 0 and 1.
	edit *edit
	// desk is the builder of the desk on which the value was made, or nil. The values that are made of it
	// are on the desk, too.
	desk *Builder
}

// An entry is one slot of a tape. The entries have the order of the text. A list or map
// takes two of them, and its elements or members follow.
//
// An entry contains no pointers, so the garbage collector skips it. It has only 16 bytes, because
// the tape is read far more often than the text.
type entry struct {
	name  uint32 // offset of the name in src, after the quote; 0 if there is none
	meta  uint32 // type, flags, tag and length of the name
	start uint32 // offset of the text in src
	end   uint32 // offset of the end of the text
}

// The second slot of a list or map uses the fields of an entry for other numbers. The following
// methods name these numbers.

func (e *entry) next() uint32   { return e.name }  // slot after the list or map and everything in it
func (e *entry) count() uint32  { return e.meta }  // number of members or elements
func (e *entry) table() uint32  { return e.start } // offset of its name table or marks in index; 0 if it has none
func (e *entry) height() uint32 { return e.end }   // levels of lists and maps, including this one

// The meta field of an entry consists of the type, flags, a tag (see nameTag) and the length of the
// name.
const (
	typeMask = 7

	escapedName = 1 << 3 // the name has escapes
	escapedText = 1 << 4 // a string that has escapes
	nullBelow   = 1 << 5 // the value is a map with a null member, or contains one
	dollarBelow = 1 << 6 // the value is a map with a member whose name begins with $, or contains one
	ownDollar   = 1 << 7 // the value is itself a map with such a member
	unreadBelow = 1 << 8 // the value is a wrapped Go map or list, or contains one; nullBelow, dollarBelow and ownDollar are then unknown

	belowFlags = nullBelow | dollarBelow | unreadBelow

	tagShift = 9 // see nameTag
	tagMask  = 0x7f << tagShift

	nameShift = 16
	longName  = 1<<nameShift - 1 // length of a name that is too long for the entry; scanText measures it
)

func (e *entry) typ() Type { return Type(e.meta & typeMask) }

// isContainer reports whether the entry is a list or a map, which takes two slots.
func (e *entry) isContainer() bool { return e.meta&typeMask >= uint32(List) }

// after returns the slot after the value in slot i and everything in it, which is the slot of the
// next member or element, if there is one.
func (d *document) after(i uint32) uint32 {
	if d.tape[i].isContainer() {
		return d.tape[i+1].next()
	}
	return i + 1
}

// begin returns the offset in src of the member or element in slot i. A member begins at the
// opening quote of its name.
func (d *document) begin(i uint32) uint32 {
	if e := &d.tape[i]; e.name == 0 {
		return e.start
	}
	return d.tape[i].name - 1
}

// rawName returns the name of the entry with its escapes.
func (d *document) rawName(e *entry) string {
	n := e.meta >> nameShift
	if n == longName {
		end, _ := scanText(d.src, int(e.name))
		return d.src[e.name : end-1]
	}
	return d.src[e.name : e.name+n]
}

// nameOf returns the decoded name of the entry.
func (d *document) nameOf(e *entry) string {
	if e.meta&escapedName != 0 {
		return unescape(d.rawName(e))
	}
	return d.rawName(e)
}

// hasName reports whether the entry's decoded name is name.
func (d *document) hasName(e *entry, name string) bool {
	if e.meta&escapedName == 0 {
		return d.rawName(e) == name
	}
	return decodesTo(d.rawName(e), name)
}

// beginsWithDollar reports whether the entry's decoded name begins with $.
func (d *document) beginsWithDollar(e *entry) bool {
	if e.name == 0 {
		return false
	}
	if e.meta&escapedName != 0 {
		return isDollarName(d.nameOf(e))
	}
	return d.src[e.name] == '$'
}

func isDollarName(name string) bool { return name != "" && name[0] == '$' }

// text returns the value's text in src.
func (d *document) text(i uint32) string {
	e := &d.tape[i]
	return d.src[e.start:e.end]
}

// entry returns the entry of v, which must not be absent.
func (v Value) entry() *entry { return &v.doc.tape[v.slot] }

// size returns the length of the value's text. For a built value it is an estimate.
func (v Value) size() uint32 {
	e := &v.doc.tape[v.slot]
	return e.end - e.start
}

// height returns the number of levels of lists and maps in v. For a built value it is
// an upper bound: it does not shrink when the deepest part is removed.
func (v Value) height() uint32 {
	if e := &v.doc.tape[v.slot]; e.isContainer() {
		return v.doc.tape[v.slot+1].height()
	}
	return 0
}

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

// A Member is a member of a map, or a change to one. It consists of a name and a value.
type Member struct {
	Name  string
	Value Value
}

// maxBytes is the length of the longest text whose offsets fit an entry.
const maxBytes = min(1<<32-1, math.MaxInt)

package model

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
// A Value is a document and a slot. Reading needs no memory: Get("b") compares the
// names in slots 2 and 6. It steps over the list, because slot 3 holds the number of
// the slot after it. Maps of more than 32 members have a hash table of their names, and
// long lists have marks, so that Get and At need not walk through all of them
// (names.go, marks.go).
//
// An edit does not copy the document. WithMembers(b: 7, c: true) returns a document
// whose tape has only the two entries of the map, and an edit: it replaces slot 6 of
// the base by 7 and adds c. Encoding copies the text of the base up to slot 6, writes
// 7, copies the rest and adds c. So the cost depends on the changes, and everything
// else keeps its bytes. An edit of the result has the same base, so there is always
// only one step from a value to text.
//
// Entries contain no pointers, and a tape does not change after its document is
// complete. So any number of goroutines can read a Value.

// A document is a parsed text with its tape, or an edit of a list or map. Values point
// into it. It never changes.
type document struct {
	src  string
	tape []entry
	// index holds the name tables of large maps and the marks of long lists,
	// one after the other; see names.go and marks.go.
	index []uint32
	// edit is nil in a parsed document. The tape of a built one has only the two
	// entries of the value itself, in slots 0 and 1.
	edit *edit
}

// An entry is one slot of a tape. The entries have the order of the text. A list or map
// takes two of them, and its elements or members follow.
//
// An entry contains no pointers, so the garbage collector need not look at it. It is
// kept to 16 bytes because the tape is read far more often than the text.
type entry struct {
	name  uint32 // offset of the name in src, after the quote; 0 if there is none
	meta  uint32 // type, flags, tag and length of the name
	start uint32 // offset of the text in src
	end   uint32 // offset of the end of the text
}

// The second slot of a list or map uses the fields of an entry for other numbers. These
// methods name them.

func (e *entry) next() uint32   { return e.name }  // slot after the list or map and everything in it
func (e *entry) count() uint32  { return e.meta }  // number of members or elements
func (e *entry) table() uint32  { return e.start } // offset of its table in index; 0 if it has none
func (e *entry) height() uint32 { return e.end }   // levels of lists and maps, including this one

// The meta field: type, flags, tag and length of the name.
const (
	typeMask = 7

	escapedName = 1 << 3 // the name has escapes
	escapedText = 1 << 4 // a string that has escapes
	nullBelow   = 1 << 5 // a null member is in it or below it
	dollarBelow = 1 << 6 // a member whose name begins with $ is in it or below it
	ownDollar   = 1 << 7 // a map that has such a member itself
	unreadBelow = 1 << 8 // a wrapped Go map or list is in it or below it; the three flags above are unknown

	belowFlags = nullBelow | dollarBelow | unreadBelow

	tagShift = 9 // see nameTag
	tagMask  = 0x7f << tagShift

	nameShift = 16
	longName  = 1<<nameShift - 1 // names of this length and longer ones are measured in src
)

func (e *entry) typ() Type { return Type(e.meta & typeMask) }

// isContainer reports whether the value takes two slots. List and Map are the last
// types.
func (e *entry) isContainer() bool { return e.meta&typeMask >= uint32(List) }

// after returns the slot after the value in slot i and everything in it. If the value
// has a next sibling, that is its slot.
func (d *document) after(i uint32) uint32 {
	if d.tape[i].isContainer() {
		return d.tape[i+1].next()
	}
	return i + 1
}

// begin returns the offset in src of the member or element in slot i, at the quote of
// its name if it has one.
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
	return spells(d.rawName(e), name)
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

// entry returns the entry of v, which is not absent.
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

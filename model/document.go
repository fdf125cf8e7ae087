package model

// # The tape
//
// A JSON library usually turns a text into a tree of Go maps, slices and strings: a
// Deployment of 28 KB becomes thousands of allocations. This package keeps the
// text, and writes down where each value is. The table is called the tape. It has one
// entry per value, in the order of the text, and two for a list or map. For
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
// names in slots 2 and 6. It steps over the list, because slot 3 holds the slot after it. Maps of more than 32 members have a hash table of their names, and
// long lists have marks, so that Get and At do not walk all of them (names.go,
// marks.go).
//
// An edit makes no copy of the document. WithMembers(b: 7, c: true) returns a document
// whose tape has only the two entries of the map, and an edit: slot 6 of the base is
// replaced by 7, and c is added. Encoding copies the text of the base up to slot 6,
// writes 7, copies the rest and adds c. So its cost follows the changes, and what
// nobody changed keeps its bytes. Another edit of the result has the same base, so that
// there is only ever one step from a value to text.
//
// Entries have no pointers, and a tape is never written again after its document was
// made. Both let any number of goroutines read a Value.

// A document is a parsed text with its tape, or an edit of a list or map. Values point
// into it. It never changes.
type document struct {
	src  string
	tape []entry
	// index holds the name tables of large maps and the marks of long lists,
	// one after the other; see names.go and marks.go.
	index []uint32
	// edit is nil in a parsed document. In a built one the tape has just the
	// two entries of the value itself, which stands in slot 0.
	edit *edit
}

// An entry is one slot of a tape. Values stand there in document order; a list
// or map takes two slots and is followed by what is in it.
//
// The entry has no pointers, so that the collector need not look at it, and is
// kept to 16 bytes: a tape is read far more often than the text it describes.
type entry struct {
	name  uint32 // where its name begins in src, after the quote; 0 if it has none
	meta  uint32 // type, flags, tag and length of the name
	start uint32 // where its text begins in src
	end   uint32 // where its text ends
}

// The second slot of a list or map uses the fields of an entry for other
// numbers, which these methods name.

func (e *entry) next() uint32   { return e.name }  // the slot after everything in it
func (e *entry) count() uint32  { return e.meta }  // number of members or elements
func (e *entry) table() uint32  { return e.start } // where its table begins in index; 0 if it has none
func (e *entry) height() uint32 { return e.end }   // levels of lists and maps, itself included

// The meta field: type, flags, tag and length of the name.
const (
	typeMask = 7

	escapedName = 1 << 3 // the name has escapes
	escapedText = 1 << 4 // a string that has escapes
	nullBelow   = 1 << 5 // a null member stands in or below it
	dollarBelow = 1 << 6 // a member whose name begins with $ stands in or below it
	ownDollar   = 1 << 7 // a map that has such a member itself
	unreadBelow = 1 << 8 // a Go map or list that is wrapped stands in or below it: the three are not known

	belowFlags = nullBelow | dollarBelow | unreadBelow

	tagShift = 9 // see nameTag
	tagMask  = 0x7f << tagShift

	nameShift = 16
	longName  = 1<<nameShift - 1 // names of this length and more are measured in src
)

func (e *entry) typ() Type { return Type(e.meta & typeMask) }

// isContainer reports whether the value takes two slots. List and Map are the
// last of the types.
func (e *entry) isContainer() bool { return e.meta&typeMask >= uint32(List) }

// after returns the slot after the value in slot i and everything in it: that
// of its next sibling, if it has one.
func (d *document) after(i uint32) uint32 {
	if d.tape[i].isContainer() {
		return d.tape[i+1].next()
	}
	return i + 1
}

// begin returns where the member or element in slot i begins in src: at its
// name, if it has one.
func (d *document) begin(i uint32) uint32 {
	if e := &d.tape[i]; e.name == 0 {
		return e.start
	}
	return d.tape[i].name - 1
}

// rawName returns the name of the entry as it is spelled.
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

// size returns the length of the value's text; of a built value, an estimate.
func (v Value) size() uint32 {
	e := &v.doc.tape[v.slot]
	return e.end - e.start
}

// height returns how many levels of lists and maps v has, or of a built value a
// number that is not less: removing the deepest part does not lower it.
func (v Value) height() uint32 {
	if e := &v.doc.tape[v.slot]; e.isContainer() {
		return v.doc.tape[v.slot+1].height()
	}
	return 0
}

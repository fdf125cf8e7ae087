package model

import (
	"hash/maphash"
	"math/bits"
)

// seed makes hashes differ from process to process, so that nobody can make up
// names that collide.
var seed = maphash.MakeSeed()

func hashText(text string) uint64 { return maphash.String(seed, text) }

// A name table is a piece of a document's index: a mask, then mask+1 slots, of
// which more than a third and at most two thirds are taken by members. Slot 0,
// which is never a member, marks a free one.

// nameTag returns some bits of a hash for the meta field of a member that is in
// a name table: most other members are told apart by it.
func nameTag(h uint64) uint32 { return uint32(h>>57) << tagShift }

// addNameTable makes the table of the innermost open map, whose members are
// complete, and returns where it begins. It fails if two of them have one name.
func (s *scanner) addNameTable() (uint32, *Error) {
	size := 1 << bits.Len32(s.count+s.count/2)
	begin, table := s.addTable(s.open, size+1)
	mask := uint32(size - 1)
	table[0] = mask
	cells := table[1:]
	d := s.document()
	tape := d.tape
	for i := s.open + 2; int(i) < len(tape); i = d.after(i) {
		e := &tape[i]
		var name string
		if n := e.meta >> nameShift; e.meta&escapedName == 0 && n < longName {
			name = d.src[e.name : e.name+n]
		} else {
			name = d.nameOf(e)
		}
		h := hashText(name)
		e.meta |= nameTag(h)
		at := uint32(h) & mask
		for ; cells[at] != 0; at = (at + 1) & mask {
			if other := &tape[cells[at]]; (other.meta^e.meta)&tagMask == 0 && d.hasName(other, name) {
				return 0, s.failIn(*e, int(e.name)-1, duplicateName(name))
			}
		}
		cells[at] = i
	}
	return begin, nil
}

// tableHead is how many numbers stand before each table in the index: the slot
// of its map or list, and how many cells it has. Tables are in the order in
// which their maps and lists end.
const tableHead = 2

// addTable appends a table of n cells, all 0, for the map or list in slot owner
// to the index, and returns where it begins.
func (s *scanner) addTable(owner uint32, n int) (uint32, []uint32) {
	begin := len(s.index) + tableHead
	if begin+n > cap(s.index) {
		s.index = append(make([]uint32, 0, begin+begin/2+n), s.index...)
	}
	s.index = append(s.index, owner, uint32(n))[:begin+n]
	table := s.index[begin:]
	clear(table)
	return uint32(begin), table
}

// find returns the slot of the member with that name of the map in slot, or 0.
func (d *document) find(slot uint32, name string) uint32 {
	second := &d.tape[slot+1]
	if t := second.table(); t != 0 {
		return d.lookUp(d.index[t:], name)
	}
	return d.findAmong(slot+2, second.next(), name)
}

// findAmong returns the slot of the member with that name between two slots, or
// 0.
func (d *document) findAmong(i, end uint32, name string) uint32 {
	// Length and spelling are compared at once with those of names without
	// escapes; only others need a closer look, and most of them end otherwise.
	want, tape, last := plainName(name), d.tape[:end], byte('"')
	if name != "" {
		last = name[len(name)-1]
	}
	for int(i) < len(tape) {
		e := &tape[i]
		if meta := e.meta & nameMeta; meta == want {
			begin, end := int(e.name), int(e.name)+len(name)
			if end <= len(d.src) && d.src[end-1] == last && d.src[begin:end] == name && (len(name) < longName || d.hasName(e, name)) {
				return i
			}
		} else if meta&escapedName != 0 && d.hasName(e, name) {
			return i
		}
		if i++; e.isContainer() && int(i) < len(tape) {
			i = tape[i].next()
		}
	}
	return 0
}

// lookUp finds the name in a name table.
func (d *document) lookUp(table []uint32, name string) uint32 {
	mask := table[0]
	cells := table[1:]
	h := hashText(name)
	tag := nameTag(h)
	for at := uint32(h) & mask; cells[at] != 0; at = (at + 1) & mask {
		if e := &d.tape[cells[at]]; e.meta&tagMask == tag && d.hasName(e, name) {
			return cells[at]
		}
	}
	return 0
}

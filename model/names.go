package model

import (
	"hash/maphash"
	"math/bits"
)

// seed makes hashes differ from process to process, so that an attacker cannot choose
// names that collide.
var seed = maphash.MakeSeed()

func hashText(text string) uint64 { return maphash.String(seed, text) }

// A name table is a hash table of member names in the index of a document. It consists of a mask,
// followed by mask+1 cells with the slots of members. Between one third and two thirds of the cells
// are in use. A free cell has slot 0, which never holds a member.

// nameTag returns seven bits of a hash, for the meta field of a member in a name table. A lookup
// compares these bits first, because most other members have different ones.
func nameTag(h uint64) uint32 { return uint32(h>>57) << tagShift }

// addNameTable adds the name table of the innermost open map, whose members are complete. It
// returns the offset of the table in the index. It is an error if two members have the same name.
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

// tableHead is the number of index cells before each table. These cells hold the slot of the map or
// list, and the number of cells of the table. A table is the name table of a map or the marks of a
// list. The tables are in the order in which the maps and lists end.
const tableHead = 2

// addTable appends a table of n zero cells to the index, for the map or list in slot
// owner. It returns the table and its offset.
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

// find returns the slot of the member with the given name, or 0. The map is in slot.
func (d *document) find(slot uint32, name string) uint32 {
	second := &d.tape[slot+1]
	if t := second.table(); t != 0 {
		return d.lookUp(d.index[t:], name)
	}
	return d.findAmong(slot+2, second.next(), name)
}

// findAmong returns the slot of the member with the given name between the slots i and end, or 0.
func (d *document) findAmong(i, end uint32, name string) uint32 {
	// Names without escapes are compared by length and spelling first. Only names with escapes must
	// be decoded.
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

// lookUp returns the slot of the member with the given name in a name table, or 0.
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

// nameMeta selects the bits of entry.meta that hold the length of the name and whether
// it has escapes.
const nameMeta = longName<<nameShift | escapedName

// plainName returns the nameMeta of a name that is spelled without escapes.
func plainName(name string) uint32 { return uint32(min(len(name), longName)) << nameShift }

package model

import "math/bits"

// A memberTable finds appended members by name. It is nil as long as there are
// few. It consists of a mask and mask+1 cells with the position of a member plus
// one, or 0, of which at most two thirds are taken.
type memberTable []uint32

// newMemberTable returns the table of the members with room for some more, or
// nil if they are few.
func newMemberTable(members []Member, room int) memberTable {
	n := len(members) + room
	if n <= smallMap {
		return nil
	}
	size := 1 << bits.Len(uint(n+n/2))
	t := make(memberTable, size+1)
	t[0] = uint32(size - 1)
	for i, m := range members {
		if m.Value.doc != nil {
			t.insert(m.Name, i)
		}
	}
	return t
}

// full reports whether there is no room for a member after n.
func (t memberTable) full(n int) bool { return (n+1)*3 > (len(t)-1)*2 }

// insert adds a name that is not in the table.
func (t memberTable) insert(name string, i int) {
	mask, cells := t[0], t[1:]
	at := uint32(hashText(name)) & mask
	for cells[at] != 0 {
		at = (at + 1) & mask
	}
	cells[at] = uint32(i) + 1
}

// find returns the position of the member with that name, or -1. Members that
// are absent have been removed.
func (t memberTable) find(members []Member, name string) int {
	if t == nil {
		for i := range members {
			if m := &members[i]; m.Name == name && m.Value.doc != nil {
				return i
			}
		}
		return -1
	}
	mask, cells := t[0], t[1:]
	for at := uint32(hashText(name)) & mask; cells[at] != 0; at = (at + 1) & mask {
		i := cells[at] - 1
		if m := &members[i]; m.Name == name && m.Value.doc != nil {
			return int(i)
		}
	}
	return -1
}

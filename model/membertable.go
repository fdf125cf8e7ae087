package model

import "math/bits"

// A memberTable finds appended members by name. It is a hash table: a mask, followed by mask+1
// cells. Each cell holds the index of a member plus one, or 0. At most two thirds of the cells are
// in use. The table is nil if there are at most smallMap members.
type memberTable []uint32

// newMemberTable returns a table of the members, with space for room more. It returns nil if there
// are at most smallMap of them in all.
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

// full reports whether the table of n members has no room for another one.
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

// find returns the index of the member with the given name, or -1. It ignores members with an
// absent value, because they were removed.
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

// Package names finds a field name among the sorted names of a map.
package names

import "slices"

// many is the largest number of names for which there is a Table. For more names, a table is not
// faster, and is not safe, because the author of a schema can choose names that collide.
const many = 64

// A Table finds a name among sorted names, a few times faster than a Go map. It is a hash table
// with open addressing. A slot contains the index of a name plus one, or 0 if it is free.
type Table []uint8

// TableOf returns the table of sorted names, or nil if there are too many.
func TableOf(sorted []string) Table {
	if len(sorted) > many {
		return nil
	}
	size := 4
	for size < 2*len(sorted) {
		size *= 2
	}
	t := make(Table, size)
	for i, name := range sorted {
		at := t.slot(name)
		for t[at] > 0 {
			at = (at + 1) & (len(t) - 1)
		}
		t[at] = uint8(i + 1)
	}
	return t
}

// slot returns the slot of the table at which the search for the name begins.
func (t Table) slot(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n*7 + int(name[0])*31 + int(name[n/2])*17 + int(name[n-1])*131) & (len(t) - 1)
}

// Index returns the index of a name among the sorted names of the table, or -1. If t is
// nil, it uses a binary search.
func (t Table) Index(sorted []string, name string) int {
	if t == nil {
		if i, ok := slices.BinarySearch(sorted, name); ok {
			return i
		}
		return -1
	}
	for at := t.slot(name); t[at] > 0; at = (at + 1) & (len(t) - 1) {
		if i := t[at] - 1; sorted[i] == name {
			return int(i)
		}
	}
	return -1
}

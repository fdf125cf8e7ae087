// Package names finds the names of the fields of a map among all of them.
package names

import "slices"

// many is how many names there must be for a Table not to be worth it, or not to be
// safe: who makes up a schema can make its names collide.
const many = 64

// A Table finds names among sorted ones, a few times faster than a map of Go does. It is
// an open hash table of places in them, plus one.
type Table []uint8

// TableOf returns the table of sorted names; nil if they are too many.
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

// slot returns where in the table the name is to be looked for first.
func (t Table) slot(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n*7 + int(name[0])*31 + int(name[n/2])*17 + int(name[n-1])*131) & (len(t) - 1)
}

// Index returns the place of a name among the sorted names that the table is of, -1 if
// it is not there. With no table it searches.
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

package model

import (
	"cmp"
	"slices"
)

// Compare returns a negative number if a is less than b, a positive one if it is
// greater, and 0 if they are equal by [Equal].
//
// Values of different types are ordered by type: absent, null, boolean, number, string,
// list, map. Values of one type are ordered as follows:
//
//   - false comes before true;
//   - numbers are ordered by value;
//   - strings are ordered byte by byte;
//   - lists are ordered by their first different element, and a list comes before a
//     longer one that begins with it;
//   - maps are ordered like lists of their members, sorted by name; names are compared
//     before values.
//
// For example, null < 2 < 10 < "a" < [1] < [1,2] < {}. The order is the same in every
// process.
func Compare(a, b Value) int {
	var c comparison
	return c.compare(a, b)
}

// A comparison compares two values. Its field members is a stack: it holds the sorted members of
// all maps that are being compared.
type comparison struct{ members []Member }

func (c *comparison) compare(a, b Value) int {
	if a == b {
		return 0
	}
	typ := a.Type()
	if order := cmp.Compare(typ, b.Type()); order != 0 {
		return order
	}
	switch typ {
	case Bool:
		return cmp.Compare(truth(a), truth(b))
	case Number:
		return compareNumbers(a.NumberText(), b.NumberText())
	case String:
		return cmp.Compare(a.Text(), b.Text())
	case List:
		return c.compareLists(a, b)
	case Map:
		return c.compareMaps(a, b)
	default:
		return 0 // absent or null
	}
}

func (c *comparison) compareLists(a, b Value) int {
	x, y := walk(a), walk(b)
	for x.more() && y.more() {
		if order := c.compare(x.element(), y.element()); order != 0 {
			return order
		}
	}
	return cmp.Compare(a.Len(), b.Len())
}

func (c *comparison) compareMaps(a, b Value) int {
	begin := len(c.members)
	c.members = a.AppendMembers(c.members)
	middle := len(c.members)
	c.members = b.AppendMembers(c.members)
	slices.SortFunc(c.members[begin:middle], byName)
	slices.SortFunc(c.members[middle:], byName)
	order := 0
	for i := 0; i < min(a.Len(), b.Len()) && order == 0; i++ {
		x, y := c.members[begin+i], c.members[middle+i]
		if order = byName(x, y); order == 0 {
			order = c.compare(x.Value, y.Value)
		}
	}
	c.members = c.members[:begin]
	if order == 0 {
		order = cmp.Compare(a.Len(), b.Len())
	}
	return order
}

func truth(v Value) int {
	if v.Bool() {
		return 1
	}
	return 0
}

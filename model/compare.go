package model

import "cmp"

// Compare orders values: it returns a negative number if a comes before b, a
// positive one if it comes after, and 0 if they are equal as [Equal] says.
//
// Values are ordered by kind (absent, null, boolean, number, string, list,
// map), then: false before true; numbers by value; strings byte by byte; lists
// by their first different element, a list before those it begins; maps like
// lists of their members sorted by name, where names count before values. The
// order is the same in every process.
func Compare(a, b Value) int {
	if a == b {
		return 0
	}
	kind := a.Kind()
	if c := cmp.Compare(kind, b.Kind()); c != 0 {
		return c
	}
	switch kind {
	case Bool:
		return cmp.Compare(truth(a), truth(b))
	case Number:
		return compareNumbers(a.NumberText(), b.NumberText())
	case String:
		return cmp.Compare(a.Text(), b.Text())
	case List:
		x, y := walk(a), walk(b)
		for x.more() && y.more() {
			if c := Compare(x.element(), y.element()); c != 0 {
				return c
			}
		}
		return cmp.Compare(a.Len(), b.Len())
	case Map:
		return compareMaps(a, b)
	default:
		return 0 // absent or null
	}
}

func compareMaps(a, b Value) int {
	x, y := a.AppendMembers(nil), b.AppendMembers(nil)
	sortMembers(x)
	sortMembers(y)
	for i := range min(len(x), len(y)) {
		if c := cmp.Compare(x[i].Name, y[i].Name); c != 0 {
			return c
		}
		if c := Compare(x[i].Value, y[i].Value); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

func truth(v Value) int {
	if v.Bool() {
		return 1
	}
	return 0
}

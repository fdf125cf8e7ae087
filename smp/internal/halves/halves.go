// Package halves joins the values of a sequence pair by pair, instead of one after the other:
//
//	one after the other  ((((a b) c) d) e) …
//	pair by pair         ((a b) (c d)) (…)
//
// If the length of the result grows with each join, the first form reads and writes the first
// values again for each further value, which takes quadratic time. In the second form, each value
// is read and written once per level, so the time is n log n. Both forms give the same result only
// if the operation is associative.
package halves

// Join joins at least one value pair by pair. It returns the first error.
func Join[Value, Error any](values []Value, join func(first, second Value) (Value, *Error)) (Value, *Error) {
	n := len(values)
	if n == 1 {
		return values[0], nil
	}
	first, err := Join(values[:n/2], join)
	if err != nil {
		return first, err
	}
	second, err := Join(values[n/2:], join)
	if err != nil {
		return second, err
	}
	return join(first, second)
}

// InTurn joins values to first, one after the other, and returns the number of joined values. It
// stops at the first error. If group can join several values pair by pair, InTurn uses the result.
// So group must return an error if this might give another result.
func InTurn[Value, Error any](first Value, values []Value, join, group func(first, second Value) (Value, *Error)) (Value, int, *Error) {
	half := len(values) / 2
	switch len(values) {
	case 0:
		return first, 0, nil
	case 1:
		all, err := join(first, values[0])
		if err != nil {
			return first, 0, err
		}
		return all, 1, nil
	}
	if together, err := Join(values, group); err == nil {
		if all, err := group(first, together); err == nil {
			return all, len(values), nil
		}
	}
	first, n, err := InTurn(first, values[:half], join, group)
	if err != nil {
		return first, n, err
	}
	all, more, err := InTurn(first, values[half:], join, group)
	return all, n + more, err
}

package reuse

// KeptLists is the largest number of unused values for lists that an engine keeps between two calls.
const KeptLists = 8

// Spare removes an unused value from a list, or returns a new one.
func Spare[T any](unused *[]*T) *T {
	n := len(*unused)
	if n == 0 {
		return new(T)
	}
	v := (*unused)[n-1]
	*unused = (*unused)[:n-1]
	return v
}

// keptValues is the largest capacity of a slice that Emptied keeps.
const keptValues = 256

// Emptied empties a slice for reuse, or drops it if it is unusually large.
func Emptied[T any](s []T) []T {
	if cap(s) > keptValues {
		return nil
	}
	clear(s[:cap(s)])
	return s[:0]
}

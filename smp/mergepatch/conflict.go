package mergepatch

import (
	"fmt"
	"maps"
	"slices"
)

// HasConflicts reports whether two JSON Merge Patches set different values in the same field. In
// maps it compares the fields that both of them have. It compares lists element by element, and
// other values as a whole. Numbers of different Go types are different.
//
//	{"a":1,"b":2} and {"b":3} have a conflict; {"a":1} and {"b":3} have none
//
// Values may be maps, lists, strings, booleans, int64, float64 and nil. If a compared value of left
// has any other type, the result is true and an error. Fields are compared in sorted order. If
// HasConflicts finds a conflict before such a value, it returns no error.
func HasConflicts(left, right interface{}) (bool, error) {
	switch l := left.(type) {
	case map[string]interface{}:
		r, ok := right.(map[string]interface{})
		if !ok {
			return true, nil
		}
		for _, name := range slices.Sorted(maps.Keys(l)) {
			theirs, ok := r[name]
			if !ok {
				continue
			}
			if conflict, err := HasConflicts(l[name], theirs); err != nil || conflict {
				return conflict, err
			}
		}
		return false, nil
	case []interface{}:
		r, ok := right.([]interface{})
		if !ok || len(l) != len(r) {
			return true, nil
		}
		for i := range l {
			if conflict, err := HasConflicts(l[i], r[i]); err != nil || conflict {
				return conflict, err
			}
		}
		return false, nil
	case string, float64, bool, int64, nil:
		return left != right, nil
	default:
		return true, fmt.Errorf("unknown type: %T", left)
	}
}

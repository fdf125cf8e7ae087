package mergepatch

import (
	"fmt"
	"maps"
	"slices"
)

// HasConflicts reports whether two JSON Merge Patches give different values to
// one field: maps are compared where both have a field, lists element by
// element, everything else as a whole. Numbers of different Go types differ.
//
// Values may be maps, lists, strings, booleans, int64, float64 and nil. Any
// other type among the compared values of left is an error, and counts as a
// conflict; an earlier conflict, by sorted names, is found first.
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

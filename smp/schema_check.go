package smp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// check rejects a merging list that could not merge. It runs when all shapes
// are filled, because the elements may be defined later than the list. find finds
// the fields of the elements.
func (m madeUse) check(find func(s *shape, name string) (*use, bool)) error {
	if m.shape.kind != ListType || m.strategy != Merge {
		return nil
	}
	if m.shape.element.shape.kind == ListType {
		return m.trail.errorf("a list of lists cannot have strategy merge (rule %s)", RuleNoNestedLists)
	}
	if len(m.keys) == 0 {
		if m.shape.element.shape.kind == MapType {
			return m.trail.errorf("a list of maps with strategy merge needs a merge key")
		}
		return nil
	}
	if n := len(m.keys); m.recommended != nil &&
		(len(m.recommended) < n || !slices.Equal(m.recommended[:n], m.keys)) {
		return m.trail.errorf("the recommended keys do not begin with the merge key (rule %s)", RuleKeysRecommended)
	}
	for _, keys := range [][]string{m.keys, m.recommended} {
		for i, key := range keys {
			if err := checkKey(key, m.shape.element, find); err != nil {
				return m.trail.error(err)
			}
			if slices.Contains(keys[:i], key) {
				return m.trail.errorf("merge key %q is listed twice", key)
			}
		}
	}
	return nil
}

// prepare makes what every merge by a list's default key needs. The use must
// have passed its check.
func (u *use) prepare() {
	if u.merging() {
		u.standard = u.selection(u.keys, nil)
		u.identity = u.standard
		if u.shape.element.shape.index(patchMergeKeyField) < 0 && u.recommended != nil {
			u.identity = u.selection(u.recommended, nil)
		}
	}
}

// checkKey rejects a merge key that cannot identify elements.
func checkKey(key string, element *use, find func(s *shape, name string) (*use, bool)) error {
	if key == "" || strings.ContainsFunc(key, blankOrComma) {
		return errBlankKey
	}
	t := element.shape
	switch t.kind {
	case AnyType:
		return nil
	case MapType:
		field, ok := find(t, key)
		if !ok {
			field = t.values
		}
		if field == nil {
			return fmt.Errorf("merge key %q is no field of the elements", key)
		}
		if field.fault != nil {
			return field.fault
		}
		if k := field.shape.kind; k != ScalarType && k != AnyType {
			return fmt.Errorf("merge key %q is a %s, not a scalar", key, k)
		}
		return nil
	default:
		return fmt.Errorf("a merge key needs a list of maps, this is one of %ss", t.kind)
	}
}

func sortedNames(fields map[string]Type) []string {
	return slices.Sorted(maps.Keys(fields))
}

// blankOrComma holds for what cannot stand in a merge key: keys are written
// separated by commas, without white space.
func blankOrComma(r rune) bool { return r == ',' || unicode.IsSpace(r) }

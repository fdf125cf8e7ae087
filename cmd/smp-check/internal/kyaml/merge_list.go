package kyaml

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

func (m *merging) mergeList(s Schema, dest, patch *node) (*node, error) {
	keys, merges := s.keys()
	switch {
	case !merges && patch == nil:
		return dest, nil
	case !merges:
		return patch, nil
	case patch == nil && (areDistinct(keys, dest) || len(dest.open().elements) > maxUntouched):
		return m.inElements(s.element(), dest)
	}
	result := dest
	if dest.missing() {
		result = patch
	} else {
		if patch != nil && patch.missing() {
			return nil, nil
		}
		switch op, err := m.takeListOperation(patch); {
		case err != nil:
			return nil, err
		case op == operationDelete:
			return nil, nil
		case op == operationReplace:
			result = patch
		}
	}
	if result.missing() {
		return nil, nil
	}
	if len(keys) == 0 {
		return m.elements(s, [][]string{}, nil, result, patch)
	}
	var values [][]string
	seen := map[string]bool{}
	for _, list := range []*node{patch, result} {
		if list == nil {
			continue
		}
		for _, e := range list.open().elements {
			of := make([]string, len(keys))
			for i, key := range keys {
				of[i] = e.key(key)
			}
			if id := strings.Join(of, "\x00"); !seen[id] {
				seen[id] = true
				values = append(values, of)
			}
		}
	}
	return m.elements(s, values, keys, result, patch)
}

// maxUntouched is the maximal number of elements for which a list that the patch does not change is
// merged in full if areDistinct returns false. Longer lists are assumed to stay as they are.
const maxUntouched = 300

// areDistinct reports whether all elements of a list have the same of the keys, and different values of
// them. A merge with nothing then keeps the list. It would compare each element with all others, which
// is too much for the long lists of an object. TestMergeRecorded compares the result with that of
// kustomize, and TestDistinct with the whole merge.
func areDistinct(keys []string, list *node) bool {
	elements := list.open().elements
	if len(elements) == 0 {
		return false
	}
	seen := map[string]bool{}
	if len(keys) == 0 {
		for _, e := range elements {
			if e.missing() || e.text() == "" || seen[e.text()] {
				return false
			}
			seen[e.text()] = true
		}
		return true
	}
	has := func(e *node, key string) bool { return e.key(key) != "" }
	some := false
	for _, key := range keys {
		some = some || has(elements[0], key)
	}
	for _, e := range elements {
		differs := func(key string) bool { return has(e, key) != has(elements[0], key) }
		if !some || slices.ContainsFunc(keys, differs) || seen[id(keys, e)] {
			return false
		}
		seen[id(keys, e)] = true
	}
	return true
}

// inElements merges nothing into each element of a list.
func (m *merging) inElements(s Schema, list *node) (*node, error) {
	for i, e := range list.elements {
		merged, err := m.merge(s, e, nil)
		if err != nil {
			return nil, inObject(err, nil, model.Index(i))
		}
		list.elements[i] = merged
	}
	return list, nil
}

// takeListOperation returns the operation for a list. It is that of the first element with
// $patch, if the element has no other field. All elements with this operation are removed.
func (m *merging) takeListOperation(patch *node) (string, error) {
	if patch == nil {
		return operationMerge, nil
	}
	at := slices.IndexFunc(patch.open().elements, func(e *node) bool { return e.field(patchDirective) != nil })
	if at < 0 || len(patch.elements[at].fields) > 1 {
		return operationMerge, nil
	}
	directive := patch.elements[at].field(patchDirective)
	op := directive.text()
	if !isOperation(op) {
		return "", &Error{Path: directive.path(), Cause: errOperation}
	}
	return op, m.set(patch, nil, []string{patchDirective}, []string{op})
}

// elements merges the elements of two lists. values contains the keys of all elements, each
// combination once. It is nil for a set, in which each value is its own key.
func (m *merging) elements(s Schema, values [][]string, keys []string, result, patch *node) (*node, error) {
	if keys == nil {
		keys = []string{""}
		seen := map[string]bool{}
		for _, list := range []*node{patch, result} {
			if list == nil {
				continue
			}
			for _, e := range list.open().elements {
				if text := e.text(); !seen[text] {
					seen[text] = true
					values = append(values, []string{text})
				}
			}
		}
	}
	if len(keys) > 1 {
		if err := m.fill(values); err != nil {
			return nil, err
		}
	}
	first := newList()
	used := keysWithValues(keys, values)
	for _, of := range values {
		own := valuesOf(keys, used, of)
		old, err := m.find(result, used, own)
		if err != nil {
			return nil, err
		}
		said, err := m.find(patch, used, own)
		if err != nil {
			return nil, err
		}
		value, err := m.mergeElement(s.element(), old, said)
		if err != nil {
			return nil, err
		}
		if value.missing() || value.isEmptyMap() {
			if err := m.set(result, nil, used, own); err != nil {
				return nil, err
			}
			continue
		}
		for i, key := range used {
			if value.isMap() && value.field(key) == nil && own[i] != "" {
				value.fields[key] = &node{typ: model.String, value: model.NewString(own[i])}
			}
		}
		if err := m.set(first, value, used, own); err != nil {
			return nil, err
		}
	}
	if len(values) == 0 {
		return result, nil
	}
	return first, m.appendAll(first, result, used)
}

// mergeElement merges two elements like merge, but one or both may be absent.
func (m *merging) mergeElement(s Schema, old, said *node) (*node, error) {
	if said == nil && old == nil {
		return nil, nil
	}
	return m.merge(s, old, said)
}

// fill adds missing values of keys. If two elements have a value in common, and their other
// values differ only where one element has none, each gets the values of the other one. The
// pairs are handled in order, and each row of values is compared as it was when its turn
// began.
func (m *merging) fill(values [][]string) error {
	if err := m.count(len(values) * len(values)); err != nil {
		return err
	}
	for i, row := range values {
		for j := range values {
			if filled := together(row, values[j]); filled != nil {
				values[i], values[j] = filled, filled
			}
		}
	}
	return nil
}

// together returns the values of two elements after fill, or nil if fill does not change
// them.
func together(a, b []string) []string {
	filled, common := make([]string, len(a)), false
	for i := range a {
		switch {
		case a[i] == b[i]:
			filled[i], common = a[i], true
		case a[i] == "":
			filled[i] = b[i]
		case b[i] == "":
			filled[i] = a[i]
		default:
			return nil
		}
	}
	if !common {
		return nil
	}
	return filled
}

// keysWithValues returns the keys for which at least one element has a value. If there are
// none, it returns all keys.
func keysWithValues(keys []string, values [][]string) []string {
	var used []string
	for i, key := range keys {
		if slices.ContainsFunc(values, func(of []string) bool { return of[i] != "" }) {
			used = append(used, key)
		}
	}
	if used == nil {
		return keys
	}
	return used
}

// valuesOf returns the values of the used keys.
func valuesOf(keys, used, values []string) []string {
	var own []string
	for i, key := range keys {
		if slices.Contains(used, key) {
			own = append(own, values[i])
		}
	}
	return own
}

// find returns the first element of a list that has all values which are not empty, or nil.
func (m *merging) find(list *node, keys, values []string) (*node, error) {
	if list == nil {
		return nil, nil
	}
	if err := m.count(len(list.open().elements)); err != nil {
		return nil, err
	}
	if keys[0] == "" {
		at := slices.IndexFunc(list.elements, func(e *node) bool { return e.text() == values[0] })
		if at < 0 {
			return nil, nil
		}
		return list.elements[at], nil
	}
	some := slices.ContainsFunc(values, func(value string) bool { return value != "" })
	for _, e := range list.elements {
		if !e.isMap() {
			continue
		}
		matches := true
		for i, key := range keys {
			if some && values[i] == "" {
				continue
			}
			f := e.field(key)
			matches = matches && f != nil && f.text() == values[i]
		}
		if matches {
			return e, nil
		}
	}
	return nil, nil
}

var errElement = errors.New("kustomize fails, because the list has elements that are not maps")

// set replaces all elements with some keys by an element. If the element is nil, it removes
// them. If there are none, it adds the element at the end. It also removes empty elements. An
// empty value matches every element, and if there are no values, no element is kept.
func (m *merging) set(list, element *node, keys, values []string) error {
	if err := m.count(len(list.open().elements)); err != nil {
		return err
	}
	var kept []*node
	matched, ofMaps := false, keys[0] != "" && len(values) > 0 && values[0] != ""
	for _, e := range list.elements {
		switch {
		case e.missing(), e.isEmptyMap():
			continue
		case !e.isMap() && ofMaps:
			kept = append(kept, e)
			continue
		case e.isMap() == (keys[0] == ""):
			return &Error{Path: e.path(), Cause: errElement}
		}
		switch {
		case !e.matches(keys, values):
			if len(values) > 0 {
				kept = append(kept, e)
			}
			continue
		case element != nil:
			kept = append(kept, element)
		}
		matched = true
	}
	if element != nil && !matched {
		kept = append(kept, element)
	}
	list.elements = kept
	return nil
}

// matches reports whether set finds an element. There may be fewer values than keys.
func (n *node) matches(keys, values []string) bool {
	for i := range keys {
		switch {
		case i >= len(values):
			return i > 0
		case keys[i] == "":
			if n.text() != values[i] {
				return false
			}
		default:
			if f := n.field(keys[i]); f == nil || values[i] != "" && f.text() != values[i] {
				return false
			}
		}
	}
	return true
}

// appendAll adds elements to a list, or replaces the elements with the same keys.
func (m *merging) appendAll(list, elements *node, keys []string) error {
	for _, e := range slices.Clone(elements.elements) {
		if keys[0] == "" {
			if err := m.set(list, e, keys, []string{e.text()}); err != nil {
				return err
			}
			continue
		}
		if !e.missing() && !e.isMap() {
			return &Error{Path: e.path(), Cause: errElement}
		}
		var values []string
		for _, key := range keys {
			if f := e.field(key); f != nil {
				values = append(values, f.text())
			} else {
				list.elements = append(list.elements, e)
			}
		}
		if len(keys) > 1 {
			if err := m.set(list, nil, keys, values); err != nil {
				return err
			}
		}
		if err := m.set(list, e, keys, values); err != nil {
			return err
		}
	}
	return nil
}

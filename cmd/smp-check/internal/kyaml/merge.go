package kyaml

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// An Error is the reason for a failure of kustomize.
type Error struct {
	Path  model.Path // in the patch
	Cause error
	// rest is the path from Path to the list in the object, if the patch does not have it.
	rest model.Path
}

// Error returns the path and the cause.
func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Cause) }

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

// errTooLong is returned for lists that are too long for a prediction.
var errTooLong = errors.New("the lists are too long")

// maxWork is the maximal number of comparisons of elements in one merge, because kustomize
// compares each element with all others.
const maxWork = 1_000_000

// Merge applies a patch to an object like kustomize. The result is absent if the patch deletes
// the object. If kustomize fails, the error is an *Error. Another error is returned if the lists
// are too long to compare each element with all others, as kustomize does.
func Merge(s Schema, object, patch model.Value) (model.Value, error) {
	result, err := new(merging).merge(s, newNode(object, false), newNode(patch, true))
	if err != nil {
		return model.Value{}, err
	}
	return result.model()
}

// A merging is one merge.
type merging struct{ work int }

// count adds comparisons of elements. It returns errTooLong if there were too many.
func (m *merging) count(n int) error {
	if m.work += n; m.work > maxWork {
		return errTooLong
	}
	return nil
}

const patchDirective = "$patch"

// These are the operations of $patch.
const (
	operationDelete  = "delete"
	operationReplace = "replace"
	operationMerge   = "merge"
)

// merge returns the result of a patch for a value, or nil if the value is removed. It may
// change both nodes, and may return one of them. Inside a map that the object does not have,
// both are the same node.
func (m *merging) merge(s Schema, dest, patch *node) (*node, error) {
	if patch == nil && (dest.missing() || !s.mergesInside() || form(dest.typ) == "scalar") {
		return dest, nil // kustomize removes only fields that have no text
	}
	typ := model.Map
	for _, n := range []*node{dest, patch} {
		if !n.missing() {
			typ = n.typ
			break
		}
	}
	for _, n := range []*node{dest, patch} {
		if !n.missing() && form(n.typ) != form(typ) {
			return nil, &Error{Path: patch.path(), Cause: fmt.Errorf("expected a %s as in the object, got a %s", form(typ), form(n.typ))}
		}
	}
	switch form(typ) {
	case "map":
		return m.mergeMap(s, dest, patch)
	case "list":
		result, err := m.mergeList(s, dest, patch)
		if failed := (*Error)(nil); errors.As(err, &failed) && len(failed.Path) == 0 && patch != nil {
			failed.Path = patch.path() // the fault is in the object
		}
		return result, err
	}
	return patch, nil
}

// form returns map, list or scalar.
func form(t model.Type) string {
	switch t {
	case model.Map:
		return "map"
	case model.List:
		return "list"
	}
	return "scalar"
}

func (m *merging) mergeMap(s Schema, dest, patch *node) (*node, error) {
	result := dest
	if dest.missing() {
		if op, _ := takeOperation(patch); op == operationDelete {
			return nil, nil
		}
		result = patch
	} else {
		if patch != nil && patch.missing() {
			return nil, nil
		}
		switch op, err := takeOperation(patch); {
		case err != nil:
			return nil, err
		case op == operationDelete:
			return nil, nil
		case op == operationReplace:
			result = patch
		}
	}
	if !result.isMap() {
		return result, nil
	}
	result.open()
	for _, name := range namesOf(result, patch) {
		said := patch.field(name)
		value, err := m.merge(s.member(name), result.fields[name], said)
		switch {
		case err != nil && said == nil:
			return nil, inObject(err, patch, model.Field(name))
		case err != nil:
			return nil, err
		case value.missing() && said != nil:
			delete(result.fields, name)
		default:
			result.fields[name] = value
		}
	}
	return result, nil
}

// inObject adds to an error the step to the part of the object that it is about. patch is the map around
// this part in the patch, or nil.
func inObject(err error, patch *node, step model.Step) error {
	var failed *Error
	if !errors.As(err, &failed) || len(failed.Path) > 0 {
		return err
	}
	failed.rest = append(model.Path{step}, failed.rest...)
	if patch != nil {
		failed.Path = patch.path()
	}
	return failed
}

// namesOf returns the sorted names of the fields of two maps. The second one may be nil.
func namesOf(result, patch *node) []string {
	names := slices.Collect(maps.Keys(result.fields))
	if patch.isMap() {
		names = slices.AppendSeq(names, maps.Keys(patch.open().fields))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// takeOperation returns the operation of $patch in a map, and removes the directive.
func takeOperation(patch *node) (string, error) {
	directive := patch.field(patchDirective)
	if directive == nil {
		return operationMerge, nil
	}
	op := directive.text()
	if !isOperation(op) {
		return "", &Error{Path: directive.path(), Cause: errOperation}
	}
	delete(patch.fields, patchDirective)
	return op, nil
}

var errOperation = errors.New("kustomize fails; expected delete, replace or merge")

func isOperation(text string) bool {
	return text == operationDelete || text == operationReplace || text == operationMerge
}

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

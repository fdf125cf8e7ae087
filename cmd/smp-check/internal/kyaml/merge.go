package kyaml

import (
	"errors"
	"fmt"
	"maps"
	"slices"

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

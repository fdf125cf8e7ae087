package mergepatch

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Package strategicpatch returns these error values unchanged, so that callers can compare them
// with ==.
var (
	// ErrBadJSONDoc: a document is not JSON or not a map.
	ErrBadJSONDoc = errors.New("invalid JSON document")
	// ErrNoListOfLists: a merging list has lists as elements.
	ErrNoListOfLists = errors.New("lists of lists are not supported")
	// ErrBadPatchFormatForPrimitiveList: the name of a $deleteFromPrimitiveList
	// directive lacks the field.
	ErrBadPatchFormatForPrimitiveList = errors.New("invalid patch format of primitive list")
	// ErrBadPatchFormatForRetainKeys: $retainKeys is not a list of strings, or does not list a
	// field that the patch sets.
	ErrBadPatchFormatForRetainKeys = errors.New("invalid patch format of retainKeys")
	// ErrBadPatchFormatForSetElementOrderList: the name of a $setElementOrder directive
	// lacks the field.
	ErrBadPatchFormatForSetElementOrderList = errors.New("invalid patch format of setElementOrder list")
	// ErrPatchContentNotMatchRetainKeys exists only for programs that refer to it. This
	// module never returns it.
	ErrPatchContentNotMatchRetainKeys = errors.New("patch content doesn't match retainKeys list")
	// ErrUnsupportedStrategicMergePatchFormat: the type of a document, such as
	// Unstructured, does not define how its lists merge.
	ErrUnsupportedStrategicMergePatchFormat = errors.New("strategic merge patch format is not supported")
)

// ErrNoMergeKey returns an error for a map m that lacks the merge key k. The text contains the
// names of the fields of m.
func ErrNoMergeKey(m map[string]interface{}, k string) error {
	return fmt.Errorf("map with %s does not contain declared merge key: %s", fieldsOf(m), k)
}

// ErrBadArgType returns an error that contains the Go types of the expected value and the actual
// value.
func ErrBadArgType(expected, actual interface{}) error {
	return fmt.Errorf("expected a %T, but received a %T", expected, actual)
}

// ErrBadArgKind returns an error that contains the reflect.Kind of the expected value and the
// actual value, such as struct, ptr or map. The kind of nil is nil.
func ErrBadArgKind(expected, actual interface{}) error {
	return fmt.Errorf("expected a %s, but received a %s", kindOf(expected), kindOf(actual))
}

// ErrBadPatchType returns an error for a map m whose directive $patch has the unknown value t. The
// text contains the names of the fields of m.
func ErrBadPatchType(t interface{}, m map[string]interface{}) error {
	return fmt.Errorf("unknown patch type: %v in map with %s", t, fieldsOf(m))
}

// ErrPreconditionFailed is the error for a patch that a precondition rejects.
type ErrPreconditionFailed struct {
	message string
}

// NewErrPreconditionFailed returns the error for a patch. The text contains the names of the fields
// of the patch.
func NewErrPreconditionFailed(target map[string]interface{}) ErrPreconditionFailed {
	return ErrPreconditionFailed{"precondition failed for patch with " + fieldsOf(target)}
}

// Error returns the text of the error.
func (err ErrPreconditionFailed) Error() string { return err.message }

// IsPreconditionFailed reports whether err is or wraps an ErrPreconditionFailed.
func IsPreconditionFailed(err error) bool {
	var failed ErrPreconditionFailed
	return errors.As(err, &failed)
}

// ErrConflict is the error for a patch that would undo changes that others made to the
// current document.
type ErrConflict struct {
	message string
}

// NewErrConflict returns the error for a patch that conflicts with the changes from original to
// current. Both arguments are texts. Package strategicpatch passes the paths in conflict without
// the values, because these may be secrets.
func NewErrConflict(patch, current string) ErrConflict {
	return ErrConflict{fmt.Sprintf("patch:\n%s\nconflicts with changes made from original to current:\n%s\n", patch, current)}
}

// Error returns the text of the error.
func (err ErrConflict) Error() string { return err.message }

// IsConflict reports whether err is or wraps an ErrConflict.
func IsConflict(err error) bool {
	var conflict ErrConflict
	return errors.As(err, &conflict)
}

// fieldsOf returns the sorted names of the fields of a map for an error text.
func fieldsOf(m map[string]interface{}) string {
	if len(m) == 0 {
		return "no fields"
	}
	return "fields " + strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

// kindOf returns the name of the reflect.Kind of a Go value. For nil it returns "nil".
func kindOf(v interface{}) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).Kind().String()
}

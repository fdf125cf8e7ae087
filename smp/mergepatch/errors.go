package mergepatch

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// The error values that package strategicpatch returns as they are, so that
// callers may compare with ==.
var (
	// ErrBadJSONDoc says that a document is not JSON, or no map.
	ErrBadJSONDoc = errors.New("invalid JSON document")
	// ErrNoListOfLists says that a merging list has lists as elements.
	ErrNoListOfLists = errors.New("lists of lists are not supported")
	// ErrBadPatchFormatForPrimitiveList says that the name of a
	// $deleteFromPrimitiveList directive has no field.
	ErrBadPatchFormatForPrimitiveList = errors.New("invalid patch format of primitive list")
	// ErrBadPatchFormatForRetainKeys says that $retainKeys is no list of strings,
	// or that the patch sets a field that it does not name.
	ErrBadPatchFormatForRetainKeys = errors.New("invalid patch format of retainKeys")
	// ErrBadPatchFormatForSetElementOrderList says that the name of a
	// $setElementOrder directive has no field.
	ErrBadPatchFormatForSetElementOrderList = errors.New("invalid patch format of setElementOrder list")
	// ErrPatchContentNotMatchRetainKeys is for callers that name it; nothing
	// here returns it.
	ErrPatchContentNotMatchRetainKeys = errors.New("patch content doesn't match retainKeys list")
	// ErrUnsupportedStrategicMergePatchFormat says that a document's type, such
	// as Unstructured, does not tell how its lists merge.
	ErrUnsupportedStrategicMergePatchFormat = errors.New("strategic merge patch format is not supported")
)

// ErrNoMergeKey returns an error that says that the map m has no field k, which
// is a merge key. Its text names the fields of m.
func ErrNoMergeKey(m map[string]interface{}, k string) error {
	return fmt.Errorf("map with %s does not contain declared merge key: %s", fieldsOf(m), k)
}

// ErrBadArgType returns an error that names the Go types of what was expected
// and what came.
func ErrBadArgType(expected, actual interface{}) error {
	return fmt.Errorf("expected a %T, but received a %T", expected, actual)
}

// ErrBadArgKind returns an error that names the kinds of what was expected and
// what came: struct, ptr, map and so on, or nil.
func ErrBadArgKind(expected, actual interface{}) error {
	return fmt.Errorf("expected a %s, but received a %s", kindOf(expected), kindOf(actual))
}

// ErrBadPatchType returns an error that says that the map m has the directive
// $patch with the unknown value t. Its text names the fields of m.
func ErrBadPatchType(t interface{}, m map[string]interface{}) error {
	return fmt.Errorf("unknown patch type: %v in map with %s", t, fieldsOf(m))
}

// ErrPreconditionFailed is the error of a patch that a precondition refuses.
type ErrPreconditionFailed struct {
	message string
}

// NewErrPreconditionFailed returns the error for a patch. Its text names the
// fields that the patch is about.
func NewErrPreconditionFailed(target map[string]interface{}) ErrPreconditionFailed {
	return ErrPreconditionFailed{"precondition failed for patch with " + fieldsOf(target)}
}

// Error returns the message.
func (err ErrPreconditionFailed) Error() string { return err.message }

// IsPreconditionFailed reports whether err is, or wraps, an
// ErrPreconditionFailed.
func IsPreconditionFailed(err error) bool {
	var failed ErrPreconditionFailed
	return errors.As(err, &failed)
}

// ErrConflict is the error of a patch that would undo changes that others made
// to the current document.
type ErrConflict struct {
	message string
}

// NewErrConflict returns the error for a patch and the changes from original to
// current, both as text. Package strategicpatch gives the paths that are in
// conflict, not the values, which may be secrets.
func NewErrConflict(patch, current string) ErrConflict {
	return ErrConflict{fmt.Sprintf("patch:\n%s\nconflicts with changes made from original to current:\n%s\n", patch, current)}
}

// Error returns the message.
func (err ErrConflict) Error() string { return err.message }

// IsConflict reports whether err is, or wraps, an ErrConflict.
func IsConflict(err error) bool {
	var conflict ErrConflict
	return errors.As(err, &conflict)
}

// fieldsOf names the fields of a map, sorted, without their values.
func fieldsOf(m map[string]interface{}) string {
	if len(m) == 0 {
		return "no fields"
	}
	return "fields " + strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

// kindOf names the kind of a Go value.
func kindOf(v interface{}) string {
	if v == nil {
		return "nil"
	}
	return reflect.TypeOf(v).Kind().String()
}

package mergepatch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/mergepatch"
)

type (
	jsonMap  = map[string]interface{}
	jsonList = []interface{}
)

func TestHasConflicts(t *testing.T) {
	for _, test := range []struct {
		left, right interface{}
		want        bool
		why         string
	}{
		{"a", "a", false, "equal strings"},
		{"a", "b", true, "other text"},
		{"1", int64(1), true, "other kind"},
		{nil, nil, false, "both delete"},
		{nil, false, true, "one deletes"},
		{int64(1), float64(1), true, "numbers of different Go types"},
		{float64(1), float64(1), false, "equal floats"},
		{true, jsonMap{}, true, "a scalar and a map"},
		{jsonMap{}, true, true, "a map and a scalar"},
		{"a", jsonList{"a"}, true, "a scalar and a list"},
		{jsonList{}, jsonMap{}, true, "a list and a map"},
		{jsonMap{"a": "1"}, jsonMap{"b": "2"}, false, "different fields"},
		{jsonMap{"a": "1", "b": "1"}, jsonMap{"a": "1", "b": "2"}, true, "one field differs"},
		{jsonMap{"a": jsonMap{"b": nil}}, jsonMap{"a": jsonMap{"b": "1"}}, true, "below a field"},
		{jsonList{"a", "b"}, jsonList{"a", "b"}, false, "equal lists"},
		{jsonList{"a", "b"}, jsonList{"b", "a"}, true, "another order"},
		{jsonList{"a"}, jsonList{"a", "b"}, true, "another length"},
		{jsonList{jsonMap{"a": "1"}}, jsonList{jsonMap{"b": "1"}}, false, "maps in lists"},
	} {
		got, err := mergepatch.HasConflicts(test.left, test.right)
		swapped, swappedErr := mergepatch.HasConflicts(test.right, test.left)
		if err != nil || swappedErr != nil || got != test.want || swapped != test.want {
			t.Errorf("%s: %t, %v and %t, %v, expected %t", test.why, got, err, swapped, swappedErr, test.want)
		}
	}
}

func TestHasConflictsOfUnknownTypes(t *testing.T) {
	got, err := mergepatch.HasConflicts(jsonMap{"a": 1}, jsonMap{"a": 1})
	if !got || err == nil || err.Error() != "unknown type: int" {
		t.Errorf("an int: %t, %v", got, err)
	}
	for range 20 {
		if got, err := mergepatch.HasConflicts(jsonMap{"a": "1", "b": 1}, jsonMap{"a": "2", "b": 1}); !got || err != nil {
			t.Fatalf("a conflict before an int: %t, %v", got, err)
		}
	}
}

func TestPreconditions(t *testing.T) {
	patch := jsonMap{"kind": "Pod", "metadata": jsonMap{"name": nil}}
	for _, test := range []struct {
		precondition mergepatch.PreconditionFunc
		patch        interface{}
		want         bool
	}{
		{mergepatch.RequireKeyUnchanged("kind"), patch, false},
		{mergepatch.RequireKeyUnchanged("apiVersion"), patch, true},
		{mergepatch.RequireKeyUnchanged("name"), patch, true},
		{mergepatch.RequireKeyUnchanged("kind"), "kind", true},
		{mergepatch.RequireMetadataKeyUnchanged("name"), patch, false},
		{mergepatch.RequireMetadataKeyUnchanged("namespace"), patch, true},
		{mergepatch.RequireMetadataKeyUnchanged("name"), jsonMap{"metadata": nil}, true},
		{mergepatch.RequireMetadataKeyUnchanged("name"), jsonMap{"metadata": jsonList{"name"}}, true},
		{mergepatch.RequireMetadataKeyUnchanged("name"), jsonMap{}, true},
		{mergepatch.RequireMetadataKeyUnchanged("name"), nil, true},
	} {
		if got := test.precondition(test.patch); got != test.want {
			t.Errorf("precondition of %v: %t", test.patch, got)
		}
	}
}

func TestErrorsAreFoundThroughWraps(t *testing.T) {
	wrap := func(err error) error { return fmt.Errorf("once: %w", fmt.Errorf("twice: %w", err)) }
	conflict := mergepatch.NewErrConflict("spec.a", "spec.b")
	failed := mergepatch.NewErrPreconditionFailed(nil)
	for _, test := range []struct {
		err              error
		conflict, failed bool
	}{
		{conflict, true, false},
		{wrap(conflict), true, false},
		{failed, false, true},
		{wrap(failed), false, true},
		{errors.New("conflict"), false, false},
		{nil, false, false},
	} {
		if got := mergepatch.IsConflict(test.err); got != test.conflict {
			t.Errorf("IsConflict(%v) is %t", test.err, got)
		}
		if got := mergepatch.IsPreconditionFailed(test.err); got != test.failed {
			t.Errorf("IsPreconditionFailed(%v) is %t", test.err, got)
		}
	}
}

func TestErrorTexts(t *testing.T) {
	m := jsonMap{"password": "hunter2", "image": "nginx"}
	for _, test := range []struct {
		err  error
		want string
	}{
		{mergepatch.ErrNoMergeKey(m, "name"), "map with fields image, password does not contain declared merge key: name"},
		{mergepatch.ErrNoMergeKey(nil, "name"), "map with no fields does not contain declared merge key: name"},
		{mergepatch.ErrBadPatchType("bogus", m), "unknown patch type: bogus in map with fields image, password"},
		{mergepatch.NewErrPreconditionFailed(m), "precondition failed for patch with fields image, password"},
		{mergepatch.ErrBadArgType("", int64(1)), "expected a string, but received a int64"},
		{mergepatch.ErrBadArgType("", nil), "expected a string, but received a <nil>"},
		{mergepatch.ErrBadArgKind(struct{}{}, &m), "expected a struct, but received a ptr"},
		{mergepatch.ErrBadArgKind(nil, nil), "expected a nil, but received a nil"},
		{mergepatch.ErrBadJSONDoc, "invalid JSON document"},
		{mergepatch.ErrNoListOfLists, "lists of lists are not supported"},
		{mergepatch.ErrBadPatchFormatForPrimitiveList, "invalid patch format of primitive list"},
		{mergepatch.ErrBadPatchFormatForRetainKeys, "invalid patch format of retainKeys"},
		{mergepatch.ErrBadPatchFormatForSetElementOrderList, "invalid patch format of setElementOrder list"},
		{mergepatch.ErrPatchContentNotMatchRetainKeys, "patch content doesn't match retainKeys list"},
		{mergepatch.ErrUnsupportedStrategicMergePatchFormat, "strategic merge patch format is not supported"},
		{mergepatch.NewErrConflict("a", "b"), "patch:\na\nconflicts with changes made from original to current:\nb\n"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestToYAMLOrError(t *testing.T) {
	if got, want := mergepatch.ToYAMLOrError(jsonMap{"b": jsonList{"x"}, "a": nil}), "{\n  \"a\": null,\n  \"b\": [\n    \"x\"\n  ]\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := mergepatch.ToYAMLOrError(func() {}); !strings.Contains(got, "func()") {
		t.Errorf("a function gives %q", got)
	}
}

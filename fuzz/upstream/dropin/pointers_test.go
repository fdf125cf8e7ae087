package dropin_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

type item struct {
	Name string `json:"name"`
}

type pointers struct {
	List          []item            `json:"list" patchStrategy:"merge" patchMergeKey:"name"`
	OfPointers    []*item           `json:"ofPointers" patchStrategy:"merge" patchMergeKey:"name"`
	PointerToList *[]*item          `json:"pointerToList" patchStrategy:"merge" patchMergeKey:"name"`
	Struct        item              `json:"struct" patchStrategy:"merge" patchMergeKey:"name"`
	Map           map[string]item   `json:"map" patchStrategy:"merge" patchMergeKey:"name"`
	Untagged      *item             `json:"untagged"`
	PointerToItem *item             `json:"pointerToItem" patchStrategy:"merge" patchMergeKey:"name"`
	PointerTwice  **item            `json:"pointerTwice" patchStrategy:"merge" patchMergeKey:"name"`
	PointerToMap  *map[string]*item `json:"pointerToMap" patchStrategy:"merge" patchMergeKey:"name"`
}

// Lists and maps in fields of any type are patched as in apimachinery's package. There is one
// exception: if a field is a pointer to a type that is not a list, but has the tags of a
// merging list, a list in it is treated as a value (see package smp/strategicpatch).
func TestListsInPointers(t *testing.T) {
	for field, differs := range map[string]bool{
		"list": false, "ofPointers": false, "pointerToList": false, "struct": false, "map": false, "untagged": false,
		"pointerToItem": true, "pointerTwice": true, "pointerToMap": true,
	} {
		document := func(value string) []byte { return fmt.Appendf(nil, `{%q:%s}`, field, value) }
		one, two, both := document(`[{"name":"1"}]`), document(`[{"name":"2"}]`), document(`[{"name":"2"},{"name":"1"}]`)
		trial := dropin.Trial{Schema: pointers{}, Original: one, Patch: two, Modified: both, Current: one}
		for operation, compare := range map[string]func() (dropin.Reason, error){"Apply": trial.Apply, "Diff": trial.Diff} {
			if _, err := compare(); (err != nil) != differs {
				t.Errorf("%s of a list in %s: differs %t, want %t: %v", operation, field, err != nil, differs, err)
			}
		}
		if differs {
			result, err := dropin.Ours.Apply(one, two, pointers{})
			if err != nil || string(result) != string(two) {
				t.Errorf("%s becomes %s, %v, want the patch's list", field, result, err)
			}
			of := dropin.Trial{Schema: pointers{}, Original: document(`{"name":"1"}`), Patch: document(`{"name":null,"x":{"name":"2"}}`)}
			if reason, err := of.Apply(); err != nil || reason != dropin.Same {
				t.Errorf("a map in %s: %q, %v", field, reason, err)
			}
		}
	}
}

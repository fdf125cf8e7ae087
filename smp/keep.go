package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/keep"
)

// Keep returns desired with some places as they are in live (rule keep). At these places, the
// result has the values of live, and values that live lacks are removed. Keep also returns the
// paths that match nothing in either document.
//
//	desired  {"replicas": 2, "containers": [{"name": "app", "image": "app:2"}]}
//	live     {"replicas": 5, "containers": [{"name": "app", "image": "app:1"}]}
//	paths    replicas
//	result   {"replicas": 5, "containers": [{"name": "app", "image": "app:2"}]}
//
// These are the rules:
//
//   - A null member of a map counts as absent. If live is absent or null, no places are kept: the
//     result equals the desired document, and all paths count as unmatched.
//   - Maps around a value of live are created. A map or list that becomes empty is removed if live
//     does not have it.
//   - Elements of a keyed list are found by all their keys, and values of a set by their value. An
//     element that lacks a key also matches the element of live with the same other keys, if only
//     one such element remains. If the schema defines neither merge keys nor a set, the keys in the
//     first path that has keys for the list identify its elements. If no path has keys, but a path
//     has a value, the list is a set. If no path has keys or a value, the elements are found by
//     index.
//   - If a path ends at an element, the element itself is kept: it is added, removed or replaced.
//     An added element comes after the element that precedes it in live.
//   - A path that continues below an element keeps places only in elements that both documents
//     have. An element that live lacks stays as it is in desired. An element that desired lacks is
//     not added.
//   - Keys, values and indexes of a path are compared with the element of live, or with that of
//     desired if live has no such element. In a list without keys, if live lacks the element at a
//     kept index, the result ends before that index.
//   - A field that always has the value of another field (Marks.AliasOf) is kept together with that
//     field.
//   - If live has a map or list around a place, and desired has a value of another type there, the
//     value of desired stays.
//
// Keep does not change its arguments. Calling Keep again with its result does not change the
// result. The time is n log n in the size of the documents and the paths, except that a path with
// ** is tried at every depth. The error is an [*Error] with Code Limit if the result would be
// nested too deeply.
func Keep(s Schema, desired, live model.Value, paths []KeepPath) (kept model.Value, unmatched []KeepPath, err error) {
	defer faults.RecoverSchema(&err)
	tree := keep.New(paths)
	kept, f := tree.Keep(s.must(), desired, live)
	if f != nil {
		return model.Value{}, nil, asError(f, "live", "desired")
	}
	return kept, unmatchedOf(tree, paths), nil
}

// unmatchedOf returns copies of the paths that matched nothing.
func unmatchedOf(tree *keep.Tree, paths []KeepPath) (unmatched []KeepPath) {
	for _, i := range tree.Unmatched() {
		unmatched = append(unmatched, paths[i].clone())
	}
	return unmatched
}

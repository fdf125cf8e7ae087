// Package strategicpatch takes the place of
// k8s.io/apimachinery/pkg/util/strategicpatch for programs that have Go types
// or OpenAPI documents: the same function names and argument order, the same
// bytes where those are right and do not vary, no dependency on Kubernetes.
//
// # Change three imports together
//
// The errors and preconditions are those of this module's package mergepatch.
// Beside apimachinery's, IsConflict and IsPreconditionFailed would answer
// false without a word. Replace
//
//	k8s.io/apimachinery/pkg/util/strategicpatch
//	k8s.io/apimachinery/pkg/util/mergepatch
//	k8s.io/apimachinery/pkg/util/jsonmergepatch
//
// by
//
//	github.com/strategicpatch/smp/smp/strategicpatch
//	github.com/strategicpatch/smp/smp/mergepatch
//	github.com/strategicpatch/smp/smp/jsonmergepatch
//
// in one step, in every package that sees an error of any of them.
//
// # The same
//
//   - Patches apply as a cluster applies them, before the result is decoded:
//     the kubernetes dialect of package smp, every divergence of which has a
//     name there. Directives that a cluster stores are stored.
//   - Text that comes out is as encoding/json writes it: sorted, compact, with
//     its escapes. Numbers are int64 or else float64.
//   - Of several members with one name the last counts; text that is not UTF-8
//     becomes U+FFFD; null and, for diffs, empty text is {}.
//   - Patches between documents are the same where the other package's do what
//     they are for: applied by a cluster they give modified, they say nothing
//     that holds already, and nothing is sent again and again.
//   - Without overwrite, the patch is a conflict also with drift: with changes
//     of current that modified has no part in.
//   - Preconditions, and that they come before conflicts.
//   - mergepatch.ErrBadJSONDoc and the other error values, by ==.
//
// # Better
//
//   - Inputs are never changed, and calls may share them.
//   - What used to panic (a null in a list, a merge key that is a map, a
//     directive of the wrong shape, no schema) is an error.
//   - The same inputs give the same answer every time.
//   - Other errors are *smp.Errors: document, path and rule, and no values. Of a
//     field that the schema lacks they say what the other package says, "unable to
//     find api field in struct PodSpec for the json field "x"", and where it is.
//   - Patches that lost duplicates, undid a reorder, were refused by Apply, or
//     came again and again, are right: see the kubernetes dialect.
//   - Numbers that float64 cannot hold keep their digits.
//   - Elements of lists are told apart by all keys that a server tells them apart
//     by (ports of one number by their protocol), by the list-map-keys of OpenAPI
//     documents, and for the six lists of k8s.io/api/core/v1 whose tags say less.
//   - Conflicts: an atomic list in another order, and an atomic map, conflict; a
//     whole number and its float do not; deletions and empty lists on both sides
//     are no error; the error lists all places.
//   - MergingMapsHaveConflicts finds values of a set that one patch adds and the
//     other deletes; order lists on both sides are no error.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta loses no directive.
//   - A tag that makes no sense, as a merge key that the elements do not have or
//     strategies that contradict each other, is an error that says so, of the
//     calls that meet the field; structtag.Check finds all of them in a test.
//   - A nil schema is an error.
//
// # Different
//
//   - A directive in a manifest ($patch: delete in an element of modified, say)
//     is an error with its path where it would have to be sent; the other
//     package sends it as data or as a directive.
//   - Where only replacing a whole map or list says a change (a Service with
//     ports 53/UDP, 9153, 53/TCP), the patch does so. It then carries
//     metadata.resourceVersion of the document it was made from, so that a server
//     answers with a conflict if others have changed that document meanwhile.
//   - The functions over maps merge into new maps instead of original: those on
//     the way to a change, and the outermost one. All else in a result is shared
//     with the documents it was made from. Change nothing below the outermost map
//     of a result unless the documents are no longer used; copy it first if they
//     are. A call costs what the maps and lists on the way to the changes take.
//   - In maps, a Go value that is no JSON (a channel, NaN, text that is not UTF-8,
//     a map that contains itself) is an error of a call that looks at it, and always
//     one of a patch. Where nobody looks, Go values come out as they went in. Maps
//     and slices of other types than map[string]interface{} and []interface{} may
//     become those.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta composes what is plain.
//     Where patches speak of one list or map in directives it is an error, also
//     in cases where one patch would do.
//   - A type that writes its own JSON is what its JSON is, not its Go fields.
//   - A list in a field that is a pointer to a struct, map or scalar is a value, and
//     replaced, also if the field has the tags of a merging list: no value of the
//     type has such a list, and none can be decoded from it. The other package merges
//     it by the tags. Where pointers lead to lists both do.
//
// # Missing, and why
//
//   - A caller's own LookupPatchMeta needs one more method, MergeSchema, which
//     returns the schema as smp.NewSchema makes it: the engine goes by that, not by
//     the answers to single fields.
//   - PatchMetaFromOpenAPI and PatchMetaFromOpenAPIV3, whose fields have types of
//     kube-openapi, are in the module at kubeopenapi, below this package, which
//     hands on all names of this one. NewPatchMetaFromOpenAPI there takes such a
//     type too; the one here takes the document, and a name.
//   - NewKindItem, NewSliceItem, LookupPatchItem, LookupPatchMetaError,
//     InvalidTypeError, DiffOptions, MergeOptions, SortableSliceOfMaps and
//     SortableSliceOfScalars: exported by the other package, but no function there
//     that callers have a use for takes or returns them.
package strategicpatch

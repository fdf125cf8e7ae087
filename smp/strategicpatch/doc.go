// Package strategicpatch replaces k8s.io/apimachinery/pkg/util/strategicpatch for
// programs with Go types or OpenAPI documents. It has the same function names and
// argument order, and does not depend on Kubernetes. If the other package's output is
// correct and deterministic, it is the same, byte for byte.
//
//	patch, err := strategicpatch.CreateTwoWayMergePatch(original, modified, corev1.Pod{})
//	result, err := strategicpatch.StrategicMergePatch(original, patch, corev1.Pod{})
//
//	patch, err := strategicpatch.CreateTwoWayMergePatch(original, modified, corev1.Pod{})
//	result, err := strategicpatch.StrategicMergePatch(original, patch, corev1.Pod{})
//
// # Change three imports together
//
// The errors and preconditions are those of package mergepatch of this module.
// IsConflict and IsPreconditionFailed of apimachinery do not recognize them and return
// false. Replace
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
// in one step, in every package that handles an error of one of them.
//
// Do this in programs. A library that has these packages' types in its own API, such as a
// PreconditionFunc or a PatchMeta, would break its users: they would have to change their
// imports at the same time.
//
// # A promise
//
// Even before version 1.0, the API and results of these three packages change only together
// with those of the packages that they replace. The only exceptions are fixed bugs, each with
// a case in the corpus.
//
// # The same
//
//   - Patches apply as on a cluster before the result is decoded: this is the engine
//     of package cluster with BeforeDecoding, which names every divergence from the
//     specification. Directives that a cluster stores are stored.
//   - Text results have the form of encoding/json: sorted, compact, and with its
//     escapes. Numbers are int64 or, if they do not fit, float64.
//   - If a map has several members with one name, the last one counts. Bytes that are
//     not UTF-8 become U+FFFD. null counts as {}, and so does empty text in a diff.
//   - Patches between documents are the same if the other package's patches are
//     correct: if a cluster applies them the result is modified, they contain only
//     changes, and they are not sent again and again.
//   - Without overwrite, drift is a conflict, too: a change of current in a place that
//     modified has not changed.
//   - Preconditions are the same, and are checked before conflicts.
//   - mergepatch.ErrBadJSONDoc and the other error values can be compared with ==.
//
// # Better
//
//   - Inputs never change, and concurrent calls may share them.
//   - Inputs that made the other package panic are errors: a null in a list, a merge
//     key that is a map, a directive of the wrong type, no schema.
//   - The same inputs always give the same result.
//   - Other errors are *smp.Errors with document, path and rule, and without values.
//     For a field that the schema lacks they have the text of the other package,
//     "unable to find api field in struct PodSpec for the json field "x"", and the
//     path.
//   - Patches are correct where the other package's patches lose duplicates, undo a new
//     order, are rejected by Apply, or are sent again and again. See package
//     cluster.
//   - Numbers that float64 cannot represent keep their digits.
//   - Elements of lists are identified by all keys that a server uses. For example,
//     ports with one number differ by protocol. The keys come from the list-map-keys of
//     OpenAPI documents, and from this package for six lists of k8s.io/api/core/v1
//     whose tags have fewer keys.
//   - Conflicts: a new order of an atomic list and a change of an atomic map conflict.
//     A whole number and the equal float do not. Deletions and empty lists in both
//     patches are not errors. The error lists all places.
//   - MergingMapsHaveConflicts finds values of a set that one patch adds and the other
//     deletes. Order lists in both patches are not errors.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta keeps all directives.
//   - An invalid tag is an error of the calls that reach the field. Examples are a
//     merge key that the elements lack, and strategies that contradict each other.
//     structtag.Check reports all of them in a test.
//   - A nil schema is an error.
//
// # Different
//
//   - If a patch would have to send a directive from a manifest, such as $patch: delete
//     in an element of modified, it is an error with the path. The other package sends
//     it as data or as a directive.
//   - If a change can be expressed only by replacing a whole map or list, the patch does
//     that. An example is a Service with the ports 53/UDP, 9153 and 53/TCP. Such a patch has
//     the metadata.resourceVersion of the document that it was made from, so that a server
//     reports a conflict if others have changed the document.
//   - The functions for maps do not merge into original. They return new maps along the
//     path to a change, and a new outermost map. Everything else is shared with the
//     documents. Do not change anything below the outermost map of a result while the
//     documents are in use; copy it first. The cost of a call depends on the maps and
//     lists along the paths to the changes.
//   - In maps, a Go value that is not JSON is an error of the call that reaches it, and
//     always an error in a patch. Examples are a channel, NaN, text that is not UTF-8,
//     and a map that contains itself. Unused Go values are returned unchanged. Maps and
//     slices of other types than map[string]interface{} and []interface{} may be
//     converted to these types.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta combines plain patches. If
//     several patches have directives for one list or map, it returns an error, even in
//     some cases that one patch could express.
//   - A type that writes its own JSON has the schema of that JSON and not of its Go
//     fields.
//   - If a field is a pointer to a struct, map or scalar, a list in it is a value and
//     is replaced, even if the field has the tags of a merging list. The type has no
//     such values, and decoding one would fail. The other package merges it by the
//     tags. Both packages merge lists behind pointers.
//
// # Missing, and why
//
//   - A LookupPatchMeta of your own needs one more method, MergeSchema, which returns a
//     schema from smp.NewSchema. The engine uses this schema and not the answers for
//     single fields.
//   - PatchMetaFromOpenAPI and PatchMetaFromOpenAPIV3 have fields of kube-openapi
//     types. They are in the nested module kubeopenapi, which also has all names of
//     this package. Its NewPatchMetaFromOpenAPI accepts such a type, too; the one in this
//     package accepts a document and a name.
//   - NewKindItem, NewSliceItem, LookupPatchItem, LookupPatchMetaError,
//     InvalidTypeError, DiffOptions, MergeOptions, SortableSliceOfMaps and
//     SortableSliceOfScalars are not here. In the other package, no function that is
//     useful to callers takes or returns them.
package strategicpatch

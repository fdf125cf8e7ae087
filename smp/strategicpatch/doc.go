// Package strategicpatch replaces k8s.io/apimachinery/pkg/util/strategicpatch for programs with Go
// types or OpenAPI documents. It has the same function names and argument order, and does not
// depend on Kubernetes. If the output of the other package is correct and deterministic, the output
// of this package is the same, byte for byte.
//
//	patch, err := strategicpatch.CreateTwoWayMergePatch(original, modified, corev1.Pod{})
//	result, err := strategicpatch.StrategicMergePatch(original, patch, corev1.Pod{})
//
// # Change three imports together
//
// The errors and preconditions are those of package mergepatch of this module. IsConflict and
// IsPreconditionFailed of apimachinery do not recognize these errors and return false. Replace
//
//	k8s.io/apimachinery/pkg/util/strategicpatch
//	k8s.io/apimachinery/pkg/util/mergepatch
//	k8s.io/apimachinery/pkg/util/jsonmergepatch
//
// with
//
//	github.com/strategicpatch/smp/smp/strategicpatch
//	github.com/strategicpatch/smp/smp/mergepatch
//	github.com/strategicpatch/smp/smp/jsonmergepatch
//
// in one step, in every package that handles an error of one of them.
//
// Do this in programs. A library that has these packages' types in its own API, such as a
// PreconditionFunc or a PatchMeta, would break its users, because they would have to change their
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
//   - Patches are applied as on a cluster, but the result is not decoded. This package uses the
//     engine of package cluster with BeforeDecoding. Package cluster describes every divergence
//     from the specification. If a cluster stores a directive as data, the result contains the
//     directive.
//   - Text results have the form of encoding/json. Names are sorted, there is no white space, and
//     the escapes are the same. Numbers are int64 or, if they do not fit, float64.
//   - If a map has several members with the same name, the last one counts. Bytes that are not
//     UTF-8 become U+FFFD. null counts as {}. In a diff, empty text counts as {}, too.
//   - Patches between documents are the same if the patches of the other package are correct. A
//     patch is correct if a cluster that applies it stores modified, if it contains only changes,
//     and if it is not sent again and again.
//   - Without overwrite, it is also a conflict if current has changed a value that modified has not
//     changed. In packages typed and kubernetes, this is not a conflict.
//   - A null in modified deletes the field of current, even if original lacks the field. The JSON of
//     a Go value has such a null for each nil slice, map or pointer without omitempty. Package typed
//     treats these fields as missing.
//   - In a Secret, stringData is an ordinary field. In packages typed and kubernetes, ThreeWay moves
//     its values to data.
//   - Preconditions are the same, and are checked before conflicts.
//   - mergepatch.ErrBadJSONDoc and the other error values can be compared with ==.
//
// # Better
//
//   - Inputs never change, and concurrent calls may share them.
//   - Inputs that make the other package panic are errors. Examples are a null in a list, a merge
//     key that is a map, a directive of the wrong type, and a missing schema.
//   - The same inputs always give the same result.
//   - Other errors are *smp.Errors that contain the document, the path and the rule, but no values.
//     If the schema lacks a field, the error contains the path and the text of the other package:
//     "unable to find api field in struct PodSpec for the json field "x"".
//   - Patches are correct in cases in which patches of the other package lose duplicates, undo a
//     new order, are rejected, or are sent again and again. See package cluster.
//   - Numbers that float64 cannot represent keep their digits.
//   - Elements of lists are identified by all keys that a server uses. For example, ports with the
//     same number differ by protocol. The keys come from the list-map-keys of OpenAPI documents,
//     and from this package for six lists of k8s.io/api/core/v1 whose tags have fewer keys.
//   - A new order of an atomic list is a conflict. A change of an atomic map is a conflict, too. A
//     whole number and an equal float do not conflict. Deletions and empty lists in both patches
//     are not errors. The error lists the places of all conflicts.
//   - MergingMapsHaveConflicts finds values of a set that one patch adds and the other
//     deletes. Order lists in both patches are not errors.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta keeps all directives.
//   - An invalid tag is an error of the calls that use the field. Examples are a merge key that the
//     elements lack, and strategies that contradict each other. Call structtag.Check in a test to
//     find all such tags.
//   - A nil schema is an error.
//
// # Different
//
//   - If a patch would have to contain a directive from a manifest, such as $patch: delete in an
//     element of modified, the call returns an error with the path. The other package sends such a
//     directive as data or as a directive.
//   - If a change can be expressed only by replacing a whole map, list or element, or by deleting an element and adding it again, the patch does so. An
//     example is a Service with the ports 53/UDP, 9153 and 53/TCP. Such a patch contains the
//     metadata.resourceVersion of the document that the patch was made from. If others have changed
//     the document, a server therefore reports a conflict. Packages typed and kubernetes do the
//     same.
//   - The functions for maps do not merge into original. They return new maps along the path to a
//     change, and a new outermost map. All other maps and lists are shared with the documents. Do
//     not change anything below the outermost map of a result while the documents are in use. Copy
//     the result first. The cost of a call depends on the maps and lists along the paths to the
//     changes.
//   - In functions for maps, a Go value that is not JSON is an error of the calls that use the
//     value. In a patch, such a value is always an error. Examples are a channel, NaN, text that is
//     not UTF-8, and a map that contains itself. Unused Go values are returned unchanged. Maps and
//     slices of other types than map[string]interface{} and []interface{} may be converted to these
//     types.
//   - MergeStrategicMergeMapPatchUsingLookupPatchMeta combines plain patches. If several patches
//     have directives for the same list or map, it returns an error, even in some cases that one
//     patch could express.
//   - If a type writes its own JSON, its schema describes that JSON and not the Go fields.
//   - If a field is a pointer to a struct, map or scalar, a list in the field is replaced, even if
//     the field has the tags of a merging list. Decoding such a list would fail, because the Go
//     type cannot contain a list. The other package merges the list by the tags. Both packages
//     merge lists behind pointers.
//
// # Missing, and why
//
//   - Your own implementation of LookupPatchMeta must have one more method, MergeSchema, which
//     returns a schema from smp.NewSchema. The engine uses this schema and not the answers for
//     single fields.
//   - PatchMetaFromOpenAPI and PatchMetaFromOpenAPIV3 have fields of kube-openapi types. They are
//     in the nested module kubeopenapi, which also has all names of this package.
//     NewPatchMetaFromOpenAPI of that module accepts such a type. The function of the same name in
//     this package accepts a document and a name.
//   - NewKindItem, NewSliceItem, LookupPatchItem, LookupPatchMetaError,
//     InvalidTypeError, DiffOptions, MergeOptions, SortableSliceOfMaps and
//     SortableSliceOfScalars are not here. In the other package, no function that is
//     useful to callers takes or returns them.
package strategicpatch

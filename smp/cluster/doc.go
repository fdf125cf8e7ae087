// Package cluster gives the results of API servers. A server does not follow the specification, but
// runs k8s.io/apimachinery/pkg/util/strategicpatch. This package gives the same results as version
// 0.37 of that package, without its dependencies. It also explains the results:
//
//	result, err := cluster.Engine{}.Apply(schema, original, patch) // what a server stores
//	cluster.Differences(schema, original, patch)                   // why that is not smp.Apply's result
//
// For example, by the specification {"$patch": "delete"} removes a map. A server leaves it
// in place, but empty:
//
//	{"spec": {"strategy": {"type": "Recreate"}}}   original
//	{"spec": {"strategy": {"$patch": "delete"}}}   patch
//	{"spec": {}}                                   smp.Apply
//	{"spec": {"strategy": {}}}                     cluster.Engine.Apply
//
// Such a departure is called a [Divergence]. The one in this example is map-delete-leaves-empty.
// Engine.Trace receives the divergences with the places where they act, and comments in the code
// name them.
//
// To write patches for a cluster, call the methods Diff and ThreeWay. They check each patch with
// this engine before they return it.
//
// # How a server merges a map
//
// The functions in parentheses are those of apimachinery.
//
//  1. If the patch has $patch, the other steps are skipped. The result of replace is the rest of
//     the patch, and the result of delete is an empty map (handleDirectiveInMergeMap).
//  2. $retainKeys removes the fields of the original that it does not list. A patch that sets such
//     a field is rejected (applyRetainKeysDirective).
//  3. Each list with a $setElementOrder is merged and sorted (mergePatchIntoOriginal).
//  4. The other fields follow in random order (the loop of mergeMap). A $deleteFromPrimitiveList is
//     a separate field. It may come before or after the field that it names.
//
// For each field, this package takes the same steps in the same order. However, it visits the
// fields in the order of the patch or, if the map of the patch has directives, by name, and combines
// steps 3 and 4. This difference has only one effect: if several fields are rejected, this package
// reports the first one by name, and the server may report another one.
//
// A delete list is applied before the value of its field or, if there is an order list, after the
// value. If the random order of a server matters, the trace contains an event with Varies.
//
// # How a server merges a field
//
//  1. Null removes the field.
//  2. If the original lacks the field, or has a value of another type in it, the value of the patch
//     is copied and never merged. Nulls and maps with $patch are dropped from the copy
//     (discardNullValuesFromPatch, removeDirectives). Other directives stay.
//  3. A map merges, unless its strategy is replace (mergeMapHandler).
//  4. A list merges if its strategy is merge. If not, it replaces the list of the original
//     (mergeSliceHandler).
//  5. A scalar replaces the value of the original.
//
// For steps 3 and 4, the server needs the schema of the field. If it finds no schema, it rejects
// the patch. See [Lookup].
//
// # How a server merges a list
//
//  1. All elements must have the same type (sliceElementType). Integers and other numbers are two
//     types.
//  2. In a set, the values of the patch are appended, and duplicates are removed
//     (deduplicateScalars). Removing a duplicate moves other values.
//  3. In a keyed list, elements with $patch come first. Deletions are applied in their order, and a
//     replacement drops the elements of the original (mergeSliceWithSpecialElements). Then each
//     other element merges into the first element with the same key, or is appended
//     (mergeSliceWithoutSpecialElements). An appended element is copied with its directives and
//     nulls.
//  4. The result is sorted. The elements of the patch have the order of the patch, the other
//     elements have the order of the original, and the two sequences are interleaved
//     (normalizeElementOrder). An order list sorts the result once more.
//
// # What is not emulated
//
// Numbers that a patch does not touch keep their text, although a server reads them as 64-bit
// integers or floats. A server also changes every object that it stores. It fills in defaults. If a
// number is too large for a field of 32 bits, the server keeps the last 32 bits of the number. For
// example, 99999999999 becomes 1215752191. The server replaces \ud800 with U+FFFD. If members have
// the same name, it takes the last one. In a JSON Merge Patch, it drops null members of maps in
// lists.
//
// A server rejects a patch that puts a value of the wrong type into a field, such as a string into
// replicas, because it cannot decode the result. Apply returns the result of such a patch, unless
// Engine.Strict is set.
//
// If a server stores a value in another form than modified, ThreeWay sends the value again, as
// kubectl apply does, unless the marks of the schema record the change (rule threeway-unsent). The
// table of built-in kinds records which zeros a server drops, which fields it fills in, and which
// fields are quantities and times. In some cases ThreeWay still sends a value again: numbers that are
// too large for their field, unknown fields, status, stringData, and atomic lists to which admission
// adds elements. For stringData of a Secret, call StoredSecret of package kubernetes on original and
// modified first, as ThreeWay of that package does. Without it, a value that was removed from
// stringData stays in data.
//
// # Patches for servers
//
// The patches of Diff and ThreeWay contain neither $patchMergeKey nor {$patch: replace} in a set.
// If a server cannot merge a list, for example because the list has duplicates that are not
// adjacent, the patch replaces the map or element around the list (see [smp.DiffOptions]). If all
// elements have their keys, no set has duplicates, and no new list has elements with equal default
// keys, the patch has the same effect by the specification as on a server.
//
// # Reading the code
//
// map.go, field.go and list.go follow the three lists above. set.go and keyed.go merge lists,
// order.go sorts them, and copy.go copies new values. Package syntax reads the members of a patch map,
// and meaning.go gives it the dialect of servers. lookup.go finds the schema of a field.
// vary.go finds results that may differ from run to run. The page fuzz/upstream/PORTING.md maps
// each function of apimachinery to these files.
package cluster

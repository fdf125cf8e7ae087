// Package cluster gives the results of API servers. A server does not follow the specification: it
// runs k8s.io/apimachinery/pkg/util/strategicpatch. This package gives the same results as version
// 0.37 of that package, without its dependencies, and explains them:
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
// Such a departure is a [Divergence], here map-delete-leaves-empty. Engine.Trace
// receives each one at the place where it acts, and a comment in the code names it there.
//
// To write patches for a cluster, call the methods Diff and ThreeWay. They try each patch
// on this engine before they return it.
//
// # How a server merges a map
//
// The functions in parentheses are those of apimachinery.
//
//  1. If the patch has $patch, nothing else matters: replace returns the rest of the patch, delete
//     an empty map (handleDirectiveInMergeMap).
//  2. $retainKeys removes the other fields of the original, and rejects a patch that sets
//     one of them (applyRetainKeysDirective).
//  3. Each list with a $setElementOrder is merged and sorted (mergePatchIntoOriginal).
//  4. Each other field follows, in random order (the loop of mergeMap). A
//     $deleteFromPrimitiveList is a field of its own, so it may come before or after the
//     field that it names.
//
// For one field, this package does the same in the same order. It visits the fields in the order of
// their names, and does steps 3 and 4 together. That only affects which field is reported if
// several are rejected. A delete list comes before the value of its field, and after it if there is
// an order list. If the random order of a server matters, the trace contains an event with Varies.
//
// # How a server merges a field
//
//  1. Null removes the field.
//  2. If the original lacks the field, or has another type there, the value is copied and
//     never merged. Nulls in it are dropped, and so are maps with $patch
//     (discardNullValuesFromPatch, removeDirectives). Other directives stay.
//  3. A map merges, unless its strategy is replace (mergeMapHandler).
//  4. A list merges if its strategy is merge, and replaces the original's if not
//     (mergeSliceHandler).
//  5. A scalar replaces the original's.
//
// For steps 3 and 4, the server needs the schema of the field, and rejects the patch if it
// finds none. See [Lookup].
//
// # How a server merges a list
//
//  1. All elements must have one type (sliceElementType). Integers and other numbers are
//     two types.
//  2. In a set, the values of the patch are appended, and duplicates are removed
//     (deduplicateScalars). That moves other values.
//  3. In a keyed list, elements with $patch come first: deletions in their order; a
//     replacement drops the original's elements (mergeSliceWithSpecialElements). Then each
//     element merges into the first one with its key, or is appended
//     (mergeSliceWithoutSpecialElements). An appended element is copied with its
//     directives and nulls.
//  4. The result is sorted: elements of the patch in its order, the others in the order of
//     the original, and both interleaved (normalizeElementOrder). An order list sorts it
//     once more.
//
// # What is not emulated
//
// Numbers that a patch does not touch keep their text, although a server reads them as 64-bit
// integers or floats. A server also changes every object that it stores: it fills in defaults,
// keeps the last 32 bits of a number too large for its field (99999999999 becomes 1215752191),
// replaces \ud800 by U+FFFD, takes the last of several members with one name, and drops null
// members in the lists of a JSON Merge Patch.
//
// A server rejects a patch that puts a value of the wrong type into a field, such as a string
// into replicas, because it cannot decode the result. Apply returns the result, unless
// Engine.Strict is set.
//
// If a server stores a value differently than modified has it, ThreeWay sends the value again,
// as kubectl apply does, unless the marks of the schema record the change (rule
// threeway-unsent). The table of built-in kinds records which zeros a server drops, which
// fields it fills in, and which fields are quantities and times. ThreeWay still sends again 0
// and false in fields that the server fills in, numbers that overflow, unknown fields, status,
// stringData, and what admission adds to atomic lists.
//
// # Patches for servers
//
// The patches of Diff and ThreeWay contain neither $patchMergeKey nor a marker in a set. If a
// server cannot merge a list, for example one with duplicates that are not adjacent, the patch
// replaces the map or element around it (see [smp.DiffOptions]). If all elements have their
// keys, no set has duplicates, and no new list has elements with equal default keys, the patch
// has the same effect by the specification.
//
// # Reading the code
//
// map.go, field.go and list.go follow the three lists above. set.go and keyed.go merge
// lists, order.go sorts them, and copy.go copies new values. directive.go reads the members
// of a patch map, and meaning.go decides which of them are directives. lookup.go finds the
// schema of a field. vary.go finds results that vary. The page fuzz/upstream/PORTING.md
// maps each function of apimachinery to these files.
package cluster

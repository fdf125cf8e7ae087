// Package reference implements the specification a second time, slowly and plainly, so that
// package smp can be compared with an engine that shares none of its code. It supports
// neither clusters nor limits nor tracing. Documents are converted to nodes, which consist of
// plain Go maps and slices and are copied freely. Most functions implement one rule and name
// it.
//
//	result, err := reference.Apply(smp.Engine{Strict: true}, schema, original, patch)
//
// [Apply] applies a patch. It does not stop at a fault: it keeps the first one and discards
// the result at the end. The order of the statements is therefore the order in which faults
// are reported, and every function must accept values of the wrong type.
//
// [Target] returns the result that a three-way merge must reach, and [Conflicts] the changes
// that it may overwrite only on request. Neither function uses patches. [TargetOptions]
// selects whether the marks of the schema count, as they do in a merge for a cluster. These
// choices are not determined by the rules:
//
//   - A map without a schema counts as free-form: if modified drops it, the fields that
//     others added stay. The same is true for a value whose type is not that of its schema.
//   - A field with different types in original and current is dropped as a whole. A value
//     whose type differs from that of modified counts as empty.
//   - A set loses all values that are equal to a value dropped by modified, not only as many as
//     modified dropped.
//   - If several elements of original have the keys of an element of modified, the first one that
//     holds it matches, or the first one.
//   - An element of current that an element of modified has taken as its form is still a form of
//     dropped elements. A dropped element is therefore not matched with the only other form.
//   - A list that a patch must replace has the order of section 7.1, too, if this is modified's:
//     duplicates of an element of modified that changes come directly after it.
//   - Elements of live that are kept as a whole stop being forms all at once. The rules for empty
//     keys also apply to kept places.
//   - Fields that are not sent again count as equal in current when a retainKeys map is compared.
//   - If modified leaves out a key that had its default value before, and the key is not
//     optional, the element is deleted and added again. This affects the order.
//   - Zeros that are not stored are left out of new maps and elements, too, except for keys.
//   - In a union, modified chooses the member that it sets. If it sets none, it chooses the
//     one that its discriminator names, or no member if none has this name. If the two
//     contradict each other, it chooses none.
//     Removing a member or a discriminator from current is not a conflict, even if modified
//     dropped or nulled a value that others changed.
//
// In a patch, a value sets a member of a union unless it is null, is a deletion or counts as
// unset. Delete and order lists set nothing. These choices are not determined by the rules:
//
//   - A value that counts as unset is ignored. It stays in original and patch, even if other
//     members are set. In a group each field counts alone.
//   - A null deletes the discriminator, even if the patch sets a member. A discriminator that
//     $retainKeys cleared is set again. A discriminator that does not change clears nothing.
//   - A fault of a union comes after those of the fields. Its path is that of the map.
//
// [PatchConflicts] returns the places at which the order of two patches matters. Maps, sets and
// keyed lists that both patches merge are compared by field, value and element. All other places
// are compared by effect, with the code of [Apply]. These choices are not determined by the rules:
//
//   - If elements of a list are duplicates or select by different keys, a place may be listed
//     several times, with other values. A conflict with the same place and values is listed once.
//   - If both patches have several elements for one place, the elements of left after the first one
//     conflict with the first one of right even if both are equal, or both are deletions.
//   - A $retainKeys that clears a field has no value for it, even if the patch also sets it to null.
//   - If Strict is set, only elements without $patchMergeKey match by their default key. A
//     discriminator that is a recommended key counts as a key of the element that sets its member.
//     An element that is merged into a replacement has at least its keys.
//
// [Lint] returns the problems of a patch: the faults that occur when it is applied to an
// empty document, and the parts without effect. These choices are not determined by the
// rules:
//
//   - There is one problem per cause. For example, an element without keys is not also
//     reported as missing from an order list, a malformed directive is not also reported as
//     having no effect, and an unknown field has no further problems.
//   - Two elements of a patch mean the same element if the keys of one, as written, match the
//     other.
//   - Only the schema, and not the values in the patch, decides which fields are maps and
//     which fields exclude each other.
package reference

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
//   - Elements are identified by all recommended keys, unless $patchMergeKey is data in the
//     list. An element without keys is compared by value.
//   - A set loses all values that are equal to a value dropped by modified. If a set has
//     other duplicates, modified's values are matched with the first ones.
//   - If a list has to be replaced and modified's elements are not in order by themselves, they
//     come before duplicates that somebody else added and that the next run could mistake for them.
//   - An element that modified dropped is not matched with an element of current if current
//     has another candidate, even if the other candidate has the keys of an element of
//     modified.
//   - To decide whether a retainKeys map has changed, modified and original are compared by
//     names and values. The order of merging lists does not count. Fields that are not sent
//     again count as equal in current.
//   - If modified leaves out a key that had its default value before, and the key is not
//     optional, the element is deleted and added again. This affects the order.
//   - If a server filled in missing keys of an element, the element keeps them, even if
//     modified sets them to null. An element that is found without its empty keys gets the
//     keys of current.
//   - Zeros that are not stored are left out of new maps and elements, too, except for keys.
//   - A conflict has the path of the innermost value that both sides change. An atomic value
//     counts as one value. The order of elements is not a value.
//   - An explicit null conflicts with any value of current if original has neither a value
//     nor a null, except for merge keys.
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
// [PatchConflicts] returns the reasons why two patches may not commute: they give one place
// different values; one patch removes, clears or replaces a value that the other changes; or
// the patches select elements by different keys, so that their order decides which element is
// found. With unions, setting a member clears the others and changes the discriminator, which
// may be a key.
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

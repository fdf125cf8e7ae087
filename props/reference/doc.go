// Package reference merges by the rules a second time, slowly and plainly, so
// that package smp can be compared with an engine that shares none of its code.
// It knows the documented dialect only, no limits and no tracing. Documents
// become nodes, plain Go maps and slices, and are copied freely. The functions
// cite the rules they write down, mostly one each.
//
// [Apply] applies a patch. A fault does not stop the work: the first one is
// kept, and what comes out in the end is thrown away. So the order of the
// statements is the order in which faults are found, and every function must
// bear with misshapen values.
//
// [Target] returns what a three-way merge must arrive at, and [Conflicts] what it may
// overwrite only if asked to. Neither uses patches. [TargetOptions] says whether the
// marks of the schema count, as they do in a merge for a cluster. Where the rules
// leave a choice:
//
//   - A map without schema is a map with arbitrary names: if it is dropped, what
//     others added stays, as in a free-form map. So is a value whose type is not that
//     of its schema.
//   - A field that has one type in original and another in current is dropped
//     whole. Below a value of another type than modified's there is nothing.
//   - An element is identified by all keys that the schema recommends, unless
//     $patchMergeKey is data there. One without keys is one value.
//   - A set loses all values that are equal to one which original has and modified
//     lacks. Of its other duplicates, modified's take the first ones.
//   - An element that another person's duplicate may be taken for in the next run
//     comes before it if the list has to be replaced.
//   - Elements of original that modified lacks are not attributed to an element of
//     current if current has another one that they may be, even if modified has its
//     keys.
//   - Between modified and original, only values and names make a difference in a map
//     that retains keys, not the order of merging lists. What is not sent again counts
//     as held.
//   - Where the spelling of a key's default goes, the element is deleted and
//     added, which counts for the order.
//   - An element whose missing keys a server filled in keeps them, even if
//     modified spells out null. An element that is found without its empty keys has
//     the keys of current.
//   - A zero that is not stored is left out of new maps and elements too, except for
//     keys that are not empty texts.
//   - A conflict has the path of the innermost value that both sides change. An
//     atomic value is one value, and the order of elements is not a value.
//   - An explicit null is in conflict with any value of current if original
//     has neither a value nor a null, except for merge keys.
//   - In a union, modified chooses the member that it sets, or if it sets none,
//     the one that its discriminator names. If the two contradict each other it
//     chooses none. A member or discriminator that is removed from current is not a
//     conflict, even if modified dropped or nulled what others changed.
//
// In a patch, a value sets a member of a union unless it is null, a deletion or
// counts as unset; delete and order lists set nothing. Where the rules leave a
// choice:
//
//   - What counts as unset is not there: it stays, in original and patch, whatever
//     else is set. In a group each field counts alone.
//   - A null discriminator is deleted, whatever is set beside it; one that
//     $retainKeys cleared is set again. One that stays what it was clears nothing.
//   - A fault of a union comes after those of the fields, and is at the map.
//
// [PatchConflicts] returns why two patches may not commute: they leave different
// values in one place, one removes, clears or replaces what the other changes,
// or they select elements by different keys, so that the order of the patches
// decides which one is found. With unions, setting a member clears the others and
// changes the discriminator, which may be a key.
//
// [Lint] says what is wrong with a patch: the faults that it has on nothing, and
// what it says in vain. Where the rules leave a choice:
//
//   - One thing is said of one cause. An element without keys stands nowhere in an
//     order list, a malformed directive has an effect, and of a field that is
//     unknown nothing else is said.
//   - An element means what an earlier one means if one of them would find the
//     other, as they are written.
//   - Fields are maps, and exclude one another, as the schema says, whatever the
//     patch has there.
package reference

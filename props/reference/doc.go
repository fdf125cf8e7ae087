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
// [Target] says what a three-way merge must arrive at, and [Conflicts] what it
// must not arrive at unasked; neither knows patches. Both look at documents
// without their null members, modified's explicit ones aside. Where the rules
// leave a choice:
//
//   - A map without schema is a map with names of all sorts: when it is dropped,
//     what others added stays, as in a free-form map. A value whose kind is not
//     that of its schema has none.
//   - A field that has one kind in original and another in current is dropped
//     whole. Below a value of another kind than modified's there is nothing.
//   - An element is identified by all keys that the schema recommends, unless
//     $patchMergeKey is data there. Of duplicates in current alone the first is
//     merged; the others stay as they are, beside it if the list is put in order.
//   - A map that retains keys holds what modified says of it if a merge that
//     clears nothing would change nothing in it. In lists, the order and
//     duplicates beyond modified's are no change. Order counts between modified
//     and original.
//   - Where the spelling of a key's default goes, the element is deleted and
//     added, which counts for the order.
//   - An element whose missing keys a server filled in keeps them, even where
//     modified spells out null.
//   - A conflict has the path of the innermost value that both sides change. An
//     atomic value is one value, and the order of elements is no value.
//   - An explicit null is in conflict with whatever current has there if original
//     has neither a value nor a null, except where it is a merge key.
//   - Of a union, modified chooses the member that it sets, or where it sets none,
//     the one that its discriminator names, if any; where it says two things it
//     chooses none. A member that goes from current is no conflict, even if
//     modified dropped or nulled what others changed.
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
// [PatchConflicts] says why two patches may not commute: they leave different
// values in one place, one removes, clears or replaces what the other changes,
// or they select elements by different keys, so that the order of the patches
// decides which one is found.
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

// Package smp is strategic merge patch: the patch format of kubectl apply,
// edit and patch, as a pure function over immutable JSON trees.
//
// A Schema says how each map and list of a document merges, an Engine applies
// patches by it. Nothing here reads files, clocks or networks, mutates its
// inputs, or panics on any input that came from bytes. Schemas come from Go
// types (package structtag), OpenAPI documents and custom resource definitions
// (package openapi), the built-in table (package kubernetes), or NewSchema.
//
// # Words
//
// The original is the document that is patched; the patch changes it; the
// result comes out. A scalar is a string, number or boolean; null is no scalar.
// A declared map has named fields in its schema. A free-form map has arbitrary
// names and one schema for all its values. A merging list has strategy merge:
// it is a keyed list (of maps, which merge keys identify) or a set (of
// scalars). Any other list is atomic. A value is evaluated against empty when
// it is merged, by these rules, into nothing.
//
// # Rules of Apply
//
// Maps:
//
//   - root: documents are maps. An absent or null original counts as {}; a
//     patch must be a map. $patch: delete at the root gives {}.
//   - map-merge: members of a patch map merge into the original by name. What
//     the patch does not name stays as it is, byte for byte.
//   - scalar: a scalar replaces whatever is there.
//   - null-deletes: a null member deletes the member, also one that is not
//     there. No null that a patch brings in as a member reaches the result; a
//     null element of an atomic list is data.
//   - absent-is-empty: where the original has nothing, or a value of another
//     kind, a patch map or list is evaluated against empty. Directives in it
//     are obeyed, never copied, and never a reason to lose data; what is left
//     is present, empty if need be.
//   - map-replace: $patch: replace makes the original map count as empty, with
//     all that is below it.
//   - map-delete: $patch: delete in a map field removes the field. What stands
//     beside the directive is not looked at.
//   - map-atomic: a map field with strategy replace is replaced by the patch
//     map, evaluated against empty. So is an untyped field with strategy
//     replace.
//   - retain-keys: $retainKeys is the list of the names that a map keeps. Every
//     member of the patch map that is neither null nor a directive must be
//     listed; members of the original that are not listed are cleared; the rest
//     merges. It is obeyed whatever the schema says.
//   - map-values: members of a free-form map merge by the schema of its values.
//   - field-names: names match exactly, case included.
//   - unknown-field: a member that the schema does not know merges without
//     schema: maps by name, lists whole. Strict rejects it, as it does values
//     whose kind contradicts the schema.
//
// Lists:
//
//   - list-atomic: a patch list replaces an atomic list. Maps inside are
//     evaluated against empty, bare {$patch: replace} markers are dropped, and
//     {$patch: delete} is rejected, for there is nothing to match.
//   - set-merge: original and patch are deduplicated, the first of equal values
//     kept, and new values are added. Patch elements must be scalars. An empty
//     patch list, a delete list or an order list deduplicates nothing.
//   - set-delete: $deleteFromPrimitiveList/F removes all equal values from the
//     original of F before anything is added or replaced. It must be a list of
//     scalars, and F a list of scalars: by the schema, or where that does not
//     know, by the values. An absent F is fine.
//   - keyed-merge: each element of the patch list, which must be a map with all
//     its merge keys, merges into the first element with equal keys, as earlier
//     elements of the patch left the list, or is added.
//   - keyed-original: an element of the original that is no map or lacks a key
//     matches nothing and is in no directive. Strict rejects it.
//   - keyed-delete: {$patch: delete, KEYS} removes all matching elements.
//     Deletions come before merges wherever they stand.
//   - list-replace: an element that is just {$patch: replace} makes the
//     original list count as empty. The rest of the patch list is taken as an
//     atomic list would be, except that elements with $patch: delete are
//     dropped.
//   - element-replace: $patch: replace beside merge keys and content replaces
//     the matched element.
//   - no-nested-lists: a merging list may not get lists as elements.
//   - order-directive: with $setElementOrder/F the elements that it does not
//     list come first, in their order, then those it lists, in its order. Elements
//     of the patch list must be listed, in the same relative order, elements with
//     equal keys side by side. A key listed several times places its elements one
//     by one; the last listing takes the rest. The directive is not validated if
//     the patch sets F to null or F does not merge.
//   - order-recommended: an entry with $patchMergeKey identifies its element by
//     those keys. Where entries of both kinds list an element, it takes the first
//     that no other element has taken.
//   - order-default: without a directive, the patch's elements keep the order of
//     the patch; before each that the original has too come those that only the
//     original has and that stand before it there; new ones at the end stay at
//     the end.
//
// Merge keys:
//
//   - key-equality: keys and set values are equal as JSON values. 1 equals 1.0
//     and 1e0, not "1".
//   - keys-multi: a merge key of several fields needs all of them everywhere.
//   - keys-default: where keys come from x-kubernetes-list-map-keys, a key that
//     is absent counts as its default in the schema.
//   - keys-recommended: $patchMergeKey in an element selects, of the recommended
//     keys, those that match it; the default key must be among them. Without it
//     the default key matches, and the first match wins. Strict rejects an
//     element without it whose default key matches several elements that differ
//     in other recommended keys, or that changes one of the element it matches.
//   - keys-absent: a selected key that the patch element lacks must be absent in
//     the element it matches.
//   - keys-partial: a $patchMergeKey that selects some of the recommended keys
//     must not match more than one element. Deletions take all.
//   - keys-null: a selected key that is null is being deleted. It matches the
//     first element that has the key and equals the others, else the first that
//     equals the others; a default counts as having the key. A null default key
//     is rejected, as is a null key in a deletion or an order entry.
//   - keys-change: to change a selected key is a deletion and an addition; to
//     change another key is an ordinary update.
//
// Directives:
//
//   - unknown-directive: $patch with another value than replace and delete is
//     rejected. Another name that begins with $ and is no directive is dropped in
//     a declared map and data elsewhere. A field that the schema declares is data,
//     whatever its name.
//   - data-names: names that look like order or delete lists, in free-form maps
//     whose values are no lists, are data. Where there is no schema, they are
//     directives if their value is a list, and so is $retainKeys.
//   - directive-level: an engine can be told which directives it does not
//     recognise; it treats them as unknown.
//
// # Unions
//
// A map may have unions: members, of which one may be set, and perhaps a
// discriminator that names it. A member is a field, or several that go together. It
// is set if one of them is there, {} and [] included, but not if it is null or a
// value that counts as unset. Apply, Compose and Conflicts know unions with
// Engine.Unions, and Apply as a cluster never; Diff, ThreeWay and Lint know them
// always.
//
//   - union-member: a patch that sets a member of a union clears the fields of the
//     others, and sets the discriminator to the member's value unless it says
//     something of it itself. A patch that sets two members, or one against
//     the discriminator that it sets, is rejected, at the map.
//   - union-discriminator: a patch that changes the discriminator and sets no member
//     clears the members that do not belong to the new value.
//   - union-target: where modified chooses a member of a union and anything of the
//     union is to be sent, a three-way merge clears the other members of current.
//     Modified chooses by a member that it sets, or by its discriminator. Something
//     is to be sent if modified differs from original in a field of the union, or
//     current does not hold what modified says of one. The patch has null for what
//     goes, whoever has set it, which is no conflict.
//
// All other rules come first: what they reject is rejected, and what they leave is
// what the union clears. So $retainKeys clears what it does not list, and the union
// then clears members that it lists; null for the discriminator deletes it, whatever
// is set beside it. A value of the patch that counts as unset stays, and so does one
// that the original has. A patch that only deletes a member, or the discriminator,
// changes nothing else; nor does a delete or order list without values. Evaluated
// against empty a patch sets discriminators and is rejected like any other. Merge
// keys, recommended ones too, are fields like all others: one that the patch names is
// set. Of two members that the original has, both stay until the patch sets one, or
// changes the discriminator.
//
// Diff needs no rule of its own: what modified lacks it deletes. Where modified itself
// sets two members, or one against its discriminator, Diff and ThreeWay leave the
// union alone; Strict rejects that.
//
// # Dialects
//
// These are the rules of the documented dialect, the zero Engine's. The engine
// that clusters run departs from them in ways that have names, each a Divergence.
// Dialect KubernetesBeforeDecoding follows that engine: it gives the same result
// whenever that engine gives a deterministic one; where that would panic the patch
// is rejected. Kubernetes adds what a server does with the answer.
// Engine.Differences names the divergences that decide where a cluster answers a
// patch otherwise. Where a cluster does not give one answer, the engine gives one
// of them every time, and an Event says that it Varies.
//
// Number precision is not emulated: numbers that a patch does not touch keep their
// text, where a cluster reads them as 64-bit integers or floats. What a server does
// to any object that it stores is no part of the dialect. It fills in defaults,
// keeps the last 32 bits of a number too large for its field (99999999999 becomes
// 1215752191), makes U+FFFD of \ud800, takes the last of several members of one
// name, and drops null members inside the lists of a JSON Merge Patch. What it
// stores otherwise than modified says it, ThreeWay sends again, as kubectl apply
// does: [] and {} where it keeps nothing, quantities in another spelling, defaults
// inside atomic lists.
//
// In the dialects of Kubernetes, Diff and ThreeWay write patches that this engine
// applies right. They use neither $patchMergeKey nor a marker in a set. What this
// engine cannot hold as a list (duplicates that do not stand side by side, say) is
// said of the nearest map or element around it, which is replaced as a whole, and
// never of the document. Such a wide replacement loses what others change there
// meanwhile: DiffOptions.Wide reports the places, NoWide refuses. For documents
// whose elements have their keys, and in which no set has duplicates and no new
// list has elements with equal default keys, such a patch does the same under the
// documented rules.
//
// # Rules of Diff
//
//   - diff-minimal: what both documents share does not appear. The diff of a
//     document with itself is {}.
//   - diff-exact: applying the diff to original gives modified, the order of
//     lists included. Null members count as absent.
//   - diff-null: a member that only original has is sent as null. So is a null
//     that modified spells out and original does not.
//   - diff-set: values to add in modified's order, values to delete in
//     $deleteFromPrimitiveList, and $setElementOrder when content or order
//     changed. A set with duplicates, or with what is no scalar, is replaced.
//   - diff-keyed: changed and added elements in modified's order, deletions
//     after them, and $setElementOrder when content or order changed. An
//     element whose spelled-out key gives way to its default is deleted and
//     added, unless the deletion would take duplicates too. Where duplicates or missing keys make that inexact, the list is
//     replaced.
//   - diff-retain: the patch of a map or element with strategy retainKeys begins
//     with $retainKeys, the sorted names of what is left, if it says anything; nulls
//     for what that clears go with it. It has none inside what is replaced whole.
//   - diff-recommended: a list with recommended keys selects by all of them,
//     in every element and order entry.
//   - diff-superset: the caller may omit directives that an older server does
//     not know. What is left is the patch of that level, and such a server
//     treats both alike. Where it would not (a value is removed from a set, a
//     recommended key changes, elements share their default key, or a map that
//     declares no fields needs a directive), the omission is refused.
//   - not-representable: a change the format cannot express is an error, with its
//     path, and only if it must be sent. So is a directive that stands in a
//     document: it is never copied into a patch.
//
// # Rules of ThreeWay
//
// Original is what was applied last, modified what is wanted now, current the
// live document. The target is made field by field:
//
//   - What modified has: scalars and atomic values are modified's, maps merge,
//     sets are current without what original had and modified lacks, plus
//     modified's values; in keyed lists elements of modified merge, elements of
//     original alone go, elements of current alone stay.
//   - What original has and modified lacks: scalars, atomic values and declared
//     maps go whole; free-form maps, sets and keyed lists lose only what original
//     had.
//   - What neither has stays. An explicit null in modified removes.
//   - A map or element with strategy retainKeys loses all that modified lacks, merge
//     keys aside, if modified differs from original under it, or if current does
//     not hold all that modified says under it. Current holds a map if it has its
//     members, and a merging list if it has its elements in any order.
//   - Elements meet by all recommended keys, defaults counted, in every dialect. An
//     element that lacks some of them pairs with the one of current in which a
//     server filled them in.
//   - Duplicates that only current has stay; modified's element merges with the
//     first. Where modified has duplicates, or both original and current have,
//     elements of neither original nor modified come first, then modified's, each
//     duplicate merged with current's of the same number.
//   - Lists keep the order that Apply gives without $setElementOrder if that
//     leaves modified's elements in modified's order; else they get it. A dialect
//     decides how the patch is written and where elements of current alone stand.
//
// The rules:
//
//   - threeway: the patch takes current to the target.
//   - threeway-converges: asking again gives {}.
//   - threeway-conflict: without Overwrite, a value that modified and current
//     both changed since original, differently, is a conflict. Where one side
//     drops a map or list, only what original had in it counts. So is an explicit
//     null in modified, where original has nothing, against a value of current. A
//     change only in current is not a conflict, and sets have none.
//
// # Rules of Compose, Conflicts and Lint
//
//   - compose: one patch for several in turn, the order of elements in merging
//     lists aside, or not-composable. Of two members of a union the last one's
//     counts.
//   - conflict-list: conflicts are sorted data; two patches without any commute,
//     the order of elements in merging lists aside. An empty patch conflicts with
//     nothing. Setting different members of a union is a conflict for each field
//     set, and so is a member against the discriminator of the other patch.
//   - lint: all problems of a patch at once, also those that Apply tolerates.
//
// # Faults
//
// The first fault is reported, in this order: members count by sorted name, the
// delete and order list of a field in the field's turn; in a map $patch comes
// first, then $retainKeys; in a list the shape and keys of all elements, the delete
// list, the deletions, the merges, the order list.
package smp

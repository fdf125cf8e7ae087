// Package smp applies, computes and explains Kubernetes strategic merge patches, the patch
// format of kubectl apply, edit and patch, by its specification. Clusters depart from the
// specification: to predict a cluster, or to create a patch for one, use package
// kubernetes (JSON), package typed (Go values), or Engine{Dialect: Kubernetes}.
//
//	schema := kubernetes.MustLookup("v1", "Pod")
//	result, err := smp.ApplyJSON(schema, original, patch)
//
// A Schema defines how the maps and lists of a document merge, and an Engine applies
// patches by it. All functions are pure: they read no files, clocks or networks, do not
// change their arguments, and do not panic on any input that came from bytes. Schemas come
// from the built-in table (package kubernetes), OpenAPI documents and custom resource
// definitions (package openapi), Go types (package structtag), or NewSchema.
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
// # Rules
//
// Rules define what a patch means. Each is a constant of type Rule. Its comment is the
// first sentence of the rule, Rule.Text returns the full text, and smp-check rules ID
// prints it with its cases. In short: maps merge by name, null deletes a member, a scalar or
// an atomic list replaces what is there, elements of a keyed list merge into those with
// equal keys, and values join a set. Directives, $patch and those of type Directives,
// ask for something else.
//
// # Unions
//
// A map may have unions: members, of which one may be set, and perhaps a
// discriminator that names it. A member is a field, or several that go together. It
// is set if one of them is there, {} and [] included, but not if it is null or a
// value that counts as unset. Apply, Compose and Conflicts know unions with
// Engine.Unions, and Apply as a cluster never; Diff, ThreeWay and Lint know them
// always. RuleUnionMember, RuleUnionDiscriminator and RuleUnionTarget say what that
// does.
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
// The rules are those of the documented dialect, the zero Engine's. The engine
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
// does, but for what the marks of the schema tell (rule threeway-unsent): the table of
// built-in kinds records which zeros a server drops, which fields it fills in, and
// which are quantities and times. Still sent again are 0 and false in fields that
// it fills in, numbers that overflow, unknown fields, status, stringData, and what
// admission adds to atomic lists.
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
// # The target of ThreeWay
//
// Original is what was applied last, modified what is wanted now, current the
// live document. The patch of ThreeWay takes current to a target, which is made field
// by field:
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
//   - If current has several elements with the keys of one of modified, this merges
//     with the first that holds it, else with the first that holds original's, else
//     with the first. Elements of original that modified lacks go likewise. The
//     others are somebody else's and stay, also if modified has duplicates.
//   - In a list whose keys servers fill in or do not store (Marks), an empty or null
//     key counts as absent, unless current has an element with the keys as they are
//     written. An element of original alone that several elements of current may be
//     stays: ThreeWayOptions.Unattributed reports it.
//   - If modified or both other lists have duplicates, elements that only current has
//     come first, unless nothing is to be done.
//   - A field that always has the value of another one (Marks.AliasOf) is set and
//     dropped with it, in a patch for clusters.
//   - Lists keep the order that Apply gives without $setElementOrder if that
//     leaves modified's elements in modified's order; else they get it. A dialect
//     decides how the patch is written and where elements of current alone stand.
//
// # Faults
//
// The first fault is reported, in this order: members count by sorted name, the
// delete and order list of a field count as the field; in a map $patch comes
// first, then $retainKeys; in a list the shape and keys of all elements, the delete
// list, the deletions, the merges, the order list.
package smp

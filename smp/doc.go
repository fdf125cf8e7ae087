// Package smp applies, creates, combines and explains Kubernetes strategic merge patches, the
// patch format of kubectl apply, edit and patch:
//
//	schema := kubernetes.MustLookup("v1", "Pod")
//	original := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:1"},{"name":"proxy","image":"proxy:7"}]}}`)
//	patch := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2"}]}}`)
//
//	result, err := smp.Apply(schema, original, patch)
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(result)
//
//	back, err := smp.Diff(schema, result, original)
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(back)
//	// Output:
//	// {"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy","image":"proxy:7"}]}}
//	// {"spec":{"containers":[{"name":"app","image":"app:1"}],"$setElementOrder/containers":[{"name":"app"},{"name":"proxy"}]}}
//
// This package follows the specification of the format. Clusters depart from it: to predict a
// cluster, or to create a patch for one, use package kubernetes (JSON), package typed (Go
// values), or package cluster (both, with any schema).
//
// [Apply] returns the result of a patch, [Diff] the patch from one document to another, and
// [ThreeWay] the patch for a live document. [Compose] combines patches into one, [Conflicts]
// lists where two patches disagree, and [Lint] finds mistakes in a patch. Functions whose name
// ends in JSON take and return text. The methods of an [Engine] do the same with options.
//
// Every call takes a [Schema], which defines how maps and lists merge. Schemas come from the
// table of built-in kinds (package kubernetes), OpenAPI documents and custom resource
// definitions (package openapi), Go types (package structtag), or [NewSchema]. [Schemaless] is
// for documents without a schema.
//
// All functions are pure. They read no files, clocks or networks, do not change their
// arguments, and do not panic on any input that came from bytes. The rest of this page
// describes details by topic.
//
// # Words
//
// The original is the document that is patched, the patch changes it, and the result comes
// out. A scalar is a string, number or boolean; null is not a scalar. A declared map has named
// fields in its schema. A free-form map has arbitrary names, and one schema for all its values.
// A merging list has strategy merge: it is a keyed list (of maps, which merge keys identify) or
// a set (of scalars). Any other list is atomic. A value is evaluated against empty when it is
// merged, by these rules, into nothing.
//
// # Rules
//
// Rules define what a patch means. Each is a constant of type [Rule]. Its comment is the
// first sentence of the rule, [Rule.Text] returns the full text, and smp-check rules ID
// prints it with its cases. In short: maps merge by name, null deletes a member, a scalar or
// an atomic list replaces what is there, elements of a keyed list merge into those with
// equal keys, and values join a set. Directives, $patch and those of type [Directives],
// ask for something else.
//
// # Errors
//
// Every error is an [*Error] with a [Code], the document, the path and the rule that rejects
// the input; conflicts are a [*ConflictError]. Errors never contain values of documents, which
// may be secrets, other than names and merge keys.
//
// Only the first fault is reported, in this order: members are checked in order of their
// names, and the delete and order list of a field together with the field. In a map, $patch
// comes first, then $retainKeys. In a list, the shape and keys of all elements come first, then
// the delete list, the deletions, the merges and the order list.
//
// # Unions
//
// A map may have unions: members of which only one may be set, and perhaps a
// discriminator that names it. A member is a field, or several that belong together. It
// is set if one of its fields is present, {} and [] included, unless the field is null or has a
// value that counts as unset. Apply, Compose and Conflicts support unions with
// Engine.Unions. Diff, ThreeWay and Lint always support them. [RuleUnionMember], [RuleUnionDiscriminator] and [RuleUnionTarget] define the effect.
//
// All other rules come first: a patch that they reject is rejected, and the union clears
// members of their result. So $retainKeys clears the fields that it does not list, and the
// union then clears members that it lists. Null for the discriminator deletes it, whatever
// else the patch sets. A value of the patch that counts as unset stays, and so does one
// of the original. A patch that only deletes a member, or the discriminator,
// changes nothing else; nor does a delete or order list without values. A patch that is
// evaluated against empty sets discriminators, and is rejected like any other. Merge
// keys, recommended ones too, are fields like all others: one that the patch names is
// set. If the original has two members, both stay until the patch sets one, or
// changes the discriminator.
//
// Diff needs no rule of its own, because it deletes what modified lacks. If modified itself
// sets two members, or one against its discriminator, Diff and ThreeWay leave the
// union alone; Strict rejects it.
//
// # Clusters
//
// An API server departs from the specification. Package cluster gives the results of a
// server, and names each departure.
//
// Diff and ThreeWay can write a patch for such an engine: DiffOptions.For is the [Judge] that
// will read the patch. If it cannot make a change, the patch replaces the nearest map or
// element around the change as a whole, but never the document. Such a wide replacement loses
// changes that others make there in the meantime: DiffOptions.Wide receives the places, and
// NoWide rejects them.
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
//   - Elements meet by all recommended keys, defaults counted, for every judge. An
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
//     leaves modified's elements in modified's order; else they get it. A judge
//     decides how the patch is written and where elements of current alone stand.
package smp

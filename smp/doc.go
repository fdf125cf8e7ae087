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
// The original is the document to patch, and the result is the patched document. A scalar is a
// string, number or boolean; null is not a scalar. A declared map has named fields in its
// schema. A free-form map has arbitrary names, and one schema for all its values. A merging
// list has strategy merge: it is a keyed list (of maps, which merge keys identify) or a set (of
// scalars). Any other list is atomic. A value is evaluated against empty if it is merged, by
// these rules, into an empty value.
//
// # Rules
//
// Rules define what a patch means. Each is a constant of type [Rule]. Its comment is the
// first sentence of the rule, [Rule.Text] returns the full text, and smp-check rules ID
// prints it with its cases. In short: maps merge by name, null deletes a member, scalars and
// atomic lists replace the original's value, elements of a keyed list merge into those with
// equal keys, and values are added to a set. Directives, $patch and those of type
// [Directives], change this behavior.
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
// A union is a group of members of a map of which only one may be set. It may have a
// discriminator, a field with the name of the set member. A member is a field, or several that
// belong together. It is set if one of its fields is present, {} and [] included, unless the
// field is null or has a value that counts as unset. Apply, Compose and Conflicts support
// unions with Engine.Unions. Diff, ThreeWay and Lint always support them. [RuleUnionMember],
// [RuleUnionDiscriminator] and [RuleUnionTarget] define the effect. For example, a volume has
// one source:
//
//	{"name": "v", "emptyDir": {}}           original
//	{"name": "v", "configMap": {…}}         patch
//	{"name": "v", "configMap": {…}}         result with Unions
//
// All other rules are applied first. If they reject a patch, it is rejected. Otherwise the union
// clears members in their result. For example, $retainKeys clears the fields that it does not list,
// and the union then may clear a member that it lists. If the patch has null for the discriminator,
// it is deleted, even if the patch sets a member. A value that counts as unset stays, in the patch
// and in the original. Deleting a member or the discriminator has no further effect. Neither has an
// empty delete or order list. A patch that is evaluated against empty sets discriminators, and may
// be rejected like any other. Merge keys, including recommended ones, are ordinary fields here: the
// patch sets the keys that it contains. If the original has two members, both stay until the patch
// sets one, or changes the discriminator.
//
// Diff has no rule of its own, because it deletes the members that modified lacks. If modified
// itself sets two members, or one that contradicts its discriminator, Diff and ThreeWay leave
// the union alone; Strict rejects it.
//
// # Clusters
//
// An API server departs from the specification. Package cluster returns the results of a
// server, and names each departure.
//
// Diff and ThreeWay can write a patch for such an engine: DiffOptions.For is the [Judge] that
// will read the patch. If the judge cannot make a change, the patch replaces the nearest map or
// element around the change as a whole, but never the document. Such a wide replacement loses
// changes that others make there in the meantime: DiffOptions.Wide receives the places, and
// NoWide rejects them.
//
// # Kept places
//
// [Keep], and the option Keep of Diff and ThreeWay, leave places as they are in the live object,
// such as the replicas that an autoscaler sets (rule keep). [KeepPath] describes the paths.
// ParseKeepPath also reads JSON pointers, and the jq expressions that select places.
//
// # The target of ThreeWay
//
// Original is the last applied document, modified the new document, and current the live
// document. The patch of ThreeWay changes current to a target, which is built field by field:
//
//   - Fields of modified: the target has modified's scalars and atomic values. Maps merge. A set
//     consists of current's values, without those that original has and modified lacks, and of
//     modified's values. In keyed lists, elements of modified merge, elements that only original
//     has are removed, and elements that only current has stay.
//   - Fields that original has and modified lacks: scalars, atomic values and declared maps
//     are removed. Free-form maps, sets and keyed lists lose only the parts of original.
//   - Other fields of current stay. An explicit null in modified removes a field.
//   - A map or element with strategy retainKeys loses all fields that modified lacks, except
//     for merge keys, if modified differs from original below it, or if current does not hold
//     modified below it. Current holds a map if it has its members, and a merging list if it
//     has its elements in any order.
//   - Elements match by all recommended keys, including defaults, for every judge. An element
//     that lacks some of them matches the element of current in which a server has added
//     them.
//   - If current has several elements with the keys of an element of modified, it merges with
//     the first one that holds it, or else with the first one that holds original's element,
//     or else with the first one. Elements of original that modified lacks are removed by the
//     same order of preference. The other elements belong to somebody else and stay, even if
//     modified has duplicates.
//   - In a list whose keys servers default or do not store (Marks), an empty or null key
//     counts as absent, unless current has an element with the keys as they are written. An
//     element that only original has is kept if it could be several elements of current:
//     ThreeWayOptions.Unattributed reports it.
//   - If modified or both other lists have duplicates, and something changes, elements that
//     only current has come first.
//   - A field that always has the value of another one (Marks.AliasOf) is set and removed
//     together with it, in a patch for clusters.
//   - A list has the order that Apply gives without $setElementOrder, if this keeps modified's
//     elements in modified's order. If not, the patch sets modified's order. A judge determines
//     the form of the patch, and the positions of elements that only current has.
package smp

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
// This package follows the specification of the format. Clusters depart from the specification. To
// predict the result of a cluster, or to create a patch for one, use package kubernetes (JSON),
// package typed (Go values), or package cluster (any schema).
//
// [Apply] returns the result of a patch. [Diff] returns the patch from one document to another, and
// [ThreeWay] returns the patch for a live document. [Compose] combines patches into one,
// [Conflicts] lists where two patches disagree, and [Lint] finds mistakes in a patch. Functions
// whose name ends in JSON take JSON text, and return patches and results as JSON text. An [Engine]
// has methods with the same names, for calls with options.
//
// Every call takes a [Schema], which defines how maps and lists merge. Schemas come from the
// table of built-in kinds (package kubernetes), OpenAPI documents and custom resource
// definitions (package openapi), Go types (package structtag), or [NewSchema]. [Schemaless] is
// for documents without a schema.
//
// No function reads files, clocks or networks, changes a document, or panics on an input that came
// from bytes. The rest of this page describes details by topic.
//
// # Words
//
// The original is the document to patch, and the result is the patched document. A scalar is a
// string, a number or a boolean, but not null. A declared map has named fields in its schema. A
// free-form map has arbitrary names, and one schema for all its values. A merging list has strategy
// merge. It is either a keyed list, whose elements are maps that merge keys identify, or a set,
// whose elements are scalars. Any other list is atomic. A patch value is evaluated against empty if
// it is merged into an empty value by the rules of Apply. A delete list is the value of
// $deleteFromPrimitiveList/F, and an order list, which consists of entries, is the value of
// $setElementOrder/F. A marker is an element of a patch list that is only {$patch: replace}. A
// strict engine is an [Engine] with Strict.
//
// # Rules
//
// Rules define what a patch means. Each rule is a constant of type [Rule]. The comment of the
// constant is the first sentence of the rule. [Rule.Text] returns the full text, and the command
// smp-check rules ID prints the text and the cases. In short: maps merge by name, null deletes a
// field, scalars and atomic lists replace the original's value, elements of a keyed list merge into
// those with equal keys, and values are added to a set. Directives change this behavior. They are
// $patch and the values of type [Directives].
//
// # Errors
//
// Every error of this package is an [*Error] with a [Code], the document, the path and the rule
// that rejects the input. The exception is a [*ConflictError], which reports conflicts. Errors
// contain field names and merge keys, but no other values of documents, because these may be
// secrets.
//
// Only the first fault is reported. The fields of a map are checked in the order of their names,
// after $patch and $retainKeys. The delete list and the order list of a field are checked together
// with the field. In a list, the types and keys of all elements come first, then the delete list,
// the deletions, the merges and the order list.
//
// # Unions
//
// A union is a group of members of a map. Only one member of the group may be set. A union may have
// a discriminator, which is a field that names the member that is set. A member is a field, or
// several fields that belong together. A member is set if one of its fields is present, unless the
// field is null or has a value that counts as unset. A field with {} or [] is present. Apply,
// Compose and Conflicts support unions with Engine.Unions. Diff and ThreeWay always support them. Lint
// reports patches that leave two members set, with Engine.Unions only those that Apply then rejects.
// [RuleUnionMember], [RuleUnionDiscriminator] and [RuleUnionTarget] define the effect. For
// example, a volume has one source:
//
//	{"name": "v", "emptyDir": {}}           original
//	{"name": "v", "configMap": {…}}         patch
//	{"name": "v", "configMap": {…}}         result with Unions
//
// All other rules are applied first. If these rules accept the patch, the union clears members in
// the result. For example, $retainKeys clears the fields that it does not list, and then the union
// may clear a member that $retainKeys lists. If the patch has null for the discriminator, the
// discriminator is deleted, even if the patch sets a member. A value that counts as unset stays, in
// the patch and in the original. Deleting a member or the discriminator has no further effect. An
// empty delete or order list has no further effect, either. Unions also apply to a patch that is
// evaluated against empty. Such a patch sets discriminators, and is rejected for the same reasons
// as any other patch. A merge key, including a recommended one, cannot be a field of a member. It
// can be the discriminator, which has the same effect as any other discriminator. If the original
// has two members, both stay until a patch sets a member of the union or changes the discriminator.
//
// Diff needs no rule for unions, because it deletes the members that modified lacks. Modified
// itself may set two members, or a member that contradicts its discriminator. In this case, Diff
// and ThreeWay leave the union alone. With Strict, they reject modified.
//
// # Clusters
//
// An API server departs from the specification. Package cluster returns the results of a server,
// and describes each divergence.
//
// Diff and ThreeWay can write a patch for such a server. DiffOptions.For is the [Judge], the engine
// that will read the patch. If the judge cannot make a change, the patch replaces the nearest map,
// list or element around the change as a whole, but never the document. Such a wide replacement
// loses changes that others make there in the meantime. DiffOptions.Wide receives the replaced
// places, and NoWide forbids such replacements.
//
// # Kept places
//
// [Keep], and the option Keep of Diff and ThreeWay, leave places as they are in the live object,
// such as the replicas that an autoscaler sets (rule keep). [KeepPath] describes the paths.
// ParseKeepPath also reads JSON pointers, and the jq expressions that select places.
//
// # The target of ThreeWay
//
// Original is the last applied document, modified is the new document, and current is the live
// document. The patch of ThreeWay changes current to a target, which is built field by field:
//
//   - Fields of modified: the target has modified's scalars and atomic values. Maps merge. A set
//     has the values of modified and of current, except for values that original has and modified
//     lacks. In keyed lists, elements of modified merge, elements that original has and modified
//     lacks are removed, and elements that only current has stay.
//   - Fields that original has and modified lacks: scalars, atomic values and declared maps are
//     removed. Free-form maps, sets and keyed lists lose only the members and elements that
//     original has.
//   - Other fields of current stay. An explicit null in modified removes a field.
//   - If a map or element with strategy retainKeys differs between modified and original, or if
//     current does not hold modified's value of it, the target lacks all fields of the map or
//     element that modified lacks, except for merge keys. Current holds a map if it has all fields
//     of the map. Current holds a merging list if it has all elements of the list, in any order.
//   - Elements match by all recommended keys, including defaults, for every judge. An element that
//     lacks some of these keys matches the element of current to which a server has added them.
//   - Current may have several elements with the keys of an element of modified. This element
//     merges with the first element of current that holds it. If there is none, it merges with the
//     first one that holds original's element, or else with the first one. The same preference
//     decides which elements are removed because modified lacks them. All other elements stay, even
//     if modified has duplicates.
//   - Some lists have keys that servers default or do not store (Marks). In such a list, an empty
//     or null key counts as absent, unless current has an element with exactly this key. If an
//     element that modified lacks could be one of several elements of current, it is not removed,
//     and ThreeWayOptions.Unattributed reports it.
//   - A list that changes may have duplicates in modified, or in both original and current. In this
//     case, the elements that only current has are the first elements of the target's list.
//   - In a patch for clusters, a field that always has the value of another field (Marks.AliasOf)
//     is set and removed together with that field.
//   - If the elements of modified are in modified's order after an Apply without $setElementOrder,
//     the target's list has that order. If not, the patch sets modified's order. A judge determines
//     the form of the patch, and the positions of elements that only current has.
package smp

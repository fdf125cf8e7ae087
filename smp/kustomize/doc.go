// Package kustomize applies strategic merge patches to the nodes of kustomize's kyaml. It is a
// separate module, because only this package depends on kyaml.
//
// [Merge] has the same signature as the function in sigs.k8s.io/kustomize/kyaml/yaml/merge2,
// and supports the built-in kinds. For other kinds, [NewSchemas] reads their definitions and
// [Schemas.Merge] uses them:
//
//	schemas, err := kustomize.NewSchemas(crds, openapi)
//	...
//	result, err := schemas.Merge(patch, resource, yaml.MergeOptions{})
//
// There are no global schemas: calls with different schemas may run at the same time, and do
// not affect each other.
//
// # Comments and style
//
// Nodes that the patch does not change keep their comments, styles and positions. A changed
// value has the style of the patch, and the patch's comments if it has any. The patch is not
// changed, and shares no node with the result. If a call fails, the resource is unchanged.
//
// # Differences from kyaml
//
// The rules are those of package smp. TestKyaml shows the differences from kyaml, and
// fuzz/upstream/KUSTOMIZE.md lists the tests of kustomize that they affect:
//
//   - Directives: $setElementOrder, $retainKeys, $deleteFromPrimitiveList and
//     $patchMergeKey are supported. kyaml treats them as fields, and leaves them in the
//     result.
//   - Merge keys: an element of a patch is matched by the merge key alone, as on a
//     cluster: the containerPort of a port. $patchMergeKey can add the protocol. kyaml
//     matches by all keys of server-side apply, and may miss an element that lacks one.
//   - Order: elements that both lists have, and new ones among them, take the order of the
//     patch. kyaml keeps the order of the resource, and adds new elements at the end.
//   - Duplicates: if two elements of a patch have the same key, both are applied, also
//     after $patch: delete. Adding values to a set removes its duplicates. kyaml applies
//     only the first element, and keeps duplicates in sets.
//   - Nulls: a null member of the resource stays unless the patch contains it, and keeps
//     its position. kyaml removes it.
//   - Values: 80 and "80" are different keys, and 80 and 0x50 are equal keys. kyaml compares
//     their text. A value may replace a value of another type, which is an error in kyaml.
//     Strings such as on and yes stay without quotes; kyaml quotes them.
//   - Errors: an element without merge key is rejected, and so are the directive $patch:
//     merge and deletions in a list that does not merge. kyaml drops the element, ignores
//     the directive, and leaves the deletions in the result.
//   - Schemas: the kind of the whole document determines the schema. kyaml looks for
//     apiVersion and kind in every map, and for schemas in comments.
//   - Kinds: the table is that of the release in [kubernetes.Version]. kyaml's table is
//     that of Kubernetes 1.21.
package kustomize

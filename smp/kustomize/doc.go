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
// There are no global schemas. Calls with different schemas may run at the same time, and do not
// affect each other.
//
// # Comments and style
//
// Nodes that the patch does not change keep their comments, styles and positions. A changed value
// has the style of the patch and, if the patch has comments, these comments. The patch is not
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
//   - Merge keys: as on a cluster, an element of a patch is matched by the merge key alone, for
//     example by the containerPort of a port. $patchMergeKey can add the protocol. kyaml matches by
//     all keys of server-side apply, and may not find an element that lacks one of them.
//   - Order: elements that both lists have get the order of the patch, and new elements between
//     them keep their places. kyaml keeps the order of the resource, and adds new elements at the
//     end.
//   - Duplicates: if two elements of a patch have the same key, both are applied, even after
//     $patch: delete. Adding values to a set removes its duplicates. kyaml applies only the first
//     element, and keeps duplicates in sets.
//   - Nulls: a null member of the resource stays in its position, unless the patch contains the
//     member. kyaml removes null members.
//   - Values: 80 and "80" are different keys, and 80 and 0x50 are equal keys. kyaml compares the
//     text of keys. A value may replace a value of another type, which is an error in kyaml.
//     Strings such as on and yes stay without quotes, but kyaml quotes them.
//   - Errors: an element without a merge key is rejected, and so are the directive $patch: merge
//     and deletions in a list that does not merge. kyaml drops the element, ignores the directive,
//     and leaves the deletions in the result.
//   - Schemas: the kind of the whole document determines the schema. kyaml looks for
//     apiVersion and kind in every map, and for schemas in comments.
//   - Kinds: the table contains the kinds of the release in [kubernetes.Version]. The table of
//     kyaml contains those of Kubernetes 1.21.
package kustomize

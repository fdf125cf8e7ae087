// Package kustomize applies strategic merge patches to the nodes of kustomize's kyaml.
// It stands in a module of its own, as only this one depends on kyaml.
//
// [Merge] has the shape of that of sigs.k8s.io/kustomize/kyaml/yaml/merge2, and
// merges the kinds of Kubernetes. [NewSchemas] reads how other kinds merge, and
// [Schemas.Merge] merges by that:
//
//	schemas, err := kustomize.NewSchemas(crds, openapi)
//	...
//	result, err := schemas.Merge(patch, resource, yaml.MergeOptions{})
//
// No schema is kept in the process: two calls with different schemas may run at the
// same time, and none changes what another answers.
//
// # What stays
//
// Nodes that the patch leaves alone stay as they are, with their comments, styles and
// places. A value that changes has the style of the patch, and the comments of the
// patch where that has any. The patch is not changed, and shares no node with the
// result. Where a call fails, the resource is as it was.
//
// # What differs from kyaml
//
// The rules are those of package smp. TestKyaml shows the differences, and
// fuzz/upstream/KUSTOMIZE.md which tests of kustomize they concern:
//
//   - Directives: $setElementOrder, $retainKeys, $deleteFromPrimitiveList and
//     $patchMergeKey are followed. kyaml takes them for members, and leaves them in the result.
//   - Merge keys: an element of a patch is matched by the merge key alone, the
//     containerPort of a port, as on a cluster; $patchMergeKey adds the protocol. kyaml
//     matches by all keys of server-side apply, and may pass over an element that lacks
//     one of them.
//   - Order: values of both lists, and new ones among them, take the order of the patch.
//     kyaml leaves the first where they are, and adds new ones at the end.
//   - Duplicates: of two elements of a patch with one key the second counts too, after
//     $patch: delete as well, and what is added to a set removes duplicates there. kyaml
//     takes the first, and lets a set keep them.
//   - Nulls: a member without value stays unless the patch names it, and keeps its place
//     if so. kyaml removes it.
//   - Values: 80 and "80" are different keys, 80 and 0x50 are not. kyaml compares their
//     texts. A map, list or scalar takes the place of a value of another kind, where kyaml
//     fails. Texts such as on and yes stay without quotes; kyaml adds some.
//   - Faults: an element without merge key is rejected, as are the directive $patch: merge
//     and deletions in a list that does not merge. kyaml drops the first, takes the second
//     for a patch without it, and leaves the last in the result.
//   - Schemas: the kind of the whole document decides. kyaml looks for apiVersion and kind
//     in every map, and for schemas in comments.
//   - Kinds: the table is of the release that [kubernetes.Version] names. That of kyaml is
//     of Kubernetes 1.21.
package kustomize

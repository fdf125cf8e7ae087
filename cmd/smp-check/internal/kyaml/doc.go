// Package kyaml predicts how kustomize merges a strategic merge patch, and finds the parts of
// a patch that kustomize does not apply:
//
//	problems := kyaml.Check(kyaml.BuiltIn(schema, kind), object, patch)
//
// kustomize does not merge like a cluster. It matches the elements of a list by all keys of
// server-side apply, supports only the directive $patch, and has schemas only for the kinds
// of Kubernetes 1.21. Some patches have no effect, without an error. The model follows the
// merge of sigs.k8s.io/kustomize/kyaml in release 0.21.2, with the options that kustomize
// build sets. The tests of fuzz/upstream/builds compare the two.
package kyaml

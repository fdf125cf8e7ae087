// Package adapters lets other engines speak the engine protocol of the corpus,
// so that the cases and the laws can be put to them:
//
//	shipped      k8s.io/apimachinery's strategicpatch: what clusters and kubectl run
//	kubectl      kubectl patch --local, for built-in kinds
//	kyaml        the merge of kustomize's kyaml
//	merge-patch  JSON Merge Patch (RFC 7386), which knows no lists: a baseline
//
// Each is a [protocol.Server] and a command of its own, cmd/adapter-NAME. An
// adapter hands documents on as they are and answers what the engine answers.
// It skips what the engine has no word for, and says so; it mends nothing.
package adapters

// Package adapters makes other engines speak the engine protocol of the corpus, so that they
// can be tested with the cases and the laws:
//
//	shipped      k8s.io/apimachinery's strategicpatch, which clusters and kubectl use
//	kubectl      kubectl patch --local, for built-in kinds
//	kyaml        the merge of kustomize's kyaml
//	merge-patch  JSON Merge Patch (RFC 7386), which does not merge lists: a baseline
//
// Each is a [protocol.Server] and its own command, cmd/adapter-NAME. An adapter does not
// change documents or answers. It reports operations and options that the engine does not
// support as skipped.
package adapters

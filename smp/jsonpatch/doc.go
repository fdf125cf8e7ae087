// Package jsonpatch applies and finds JSON Patches (RFC 6902): lists of
// operations, each at a place that a JSON Pointer (RFC 6901) names.
//
//	[{"op": "test", "path": "/spec/replicas", "value": 3},
//	 {"op": "replace", "path": "/spec/replicas", "value": 5}]
//
// [Parse] reads a patch, [Patch.Apply] applies it, and [Diff] finds the patch from
// one document to another; [ApplyJSON] and [DiffJSON] do it from text to text. All
// operations of a patch happen or none: a failed call returns an [Error] that names
// the operation, and nothing that is half done. Documents never change, and numbers
// keep their digits: 1, 1.0 and 1e0 are equal for a test, and nothing is rounded.
//
// The words of the RFCs count: an index is 0, or digits that do not begin with 0,
// and what a test is about is there. Members of an operation that RFC 6902 does not
// name are ignored. API servers accept more and compare differently: use
// [FromValueAsServer] and [Patch.ApplyAsServer] to apply a patch as they do.
//
// # Hostile patches
//
// A patch that copies a document into itself doubles it with each operation. What
// the copy operations of one patch copy is limited to [MaxCopied] bytes, as an API
// server limits it. Everything else costs what the texts of document and patch do,
// and a logarithm for each operation on a list. Limit the length of the texts, and of
// a [Patch], by what you expect.
package jsonpatch

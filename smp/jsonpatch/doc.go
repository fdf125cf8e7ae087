// Package jsonpatch creates and applies JSON Patches (RFC 6902). A patch is a list of operations.
// The place of each operation is a JSON Pointer (RFC 6901).
//
//	[{"op": "test", "path": "/spec/replicas", "value": 3},
//	 {"op": "replace", "path": "/spec/replicas", "value": 5}]
//
// [Parse] reads a patch, [Patch.Apply] applies a patch, and [Diff] returns the patch from one
// document to another. [ApplyJSON] and [DiffJSON] take and return text. Either all operations of a
// patch are applied or none of them. If an operation fails, the call returns only an [Error] that
// names the operation. Documents never change. Numbers keep their digits. A test compares numbers
// by value without rounding, so 1, 1.0 and 1e0 are equal.
//
// The package follows the RFCs strictly. An index is 0, or a sequence of digits that does not begin
// with 0. The value that a test refers to must exist. Unknown members of an operation are ignored.
// API servers accept more patches and compare values differently. Use [FromValueAsServer] and
// [Patch.ApplyAsServer] to apply a patch like a server.
//
// # Webhooks
//
// A mutating webhook decodes an object into a Go type, changes it, and answers with a JSON Patch. The
// patch is the Diff of two encodings of that type, one before and one after the change. If the webhook
// compared the request instead, it would remove the fields that its Go type does not have. A webhook
// that applies a patch to the JSON of the request needs no Go type: its answer is the [DiffJSON] of that
// JSON and the result. The answer is [] if nothing changes. Apply a strategic merge patch with an engine
// that uses unions, and with the schema of the kind. If the patch sets another source of a volume, such
// an engine removes the source that the request has:
//
//	schema := kubernetes.MustLookup("v1", "Pod") // package smp/kubernetes of this module
//	result, err := smp.Engine{Unions: true}.ApplyJSON(schema, request, patch)
//	answer, err := jsonpatch.DiffJSON(request, result)
//
// A request to delete an object has no new object. Answer such a request before: an empty request counts
// as {} here, so the answer would make the object.
//
// This engine adds a misspelled field of the patch to the object. To reject such a patch, set Strict
// in the engine. The request itself is not checked, with or without Strict: a Pod with containers: ["x"]
// passes if the patch does not change its containers. The API server validates the object after the
// webhook.
//
// # Hostile patches
//
// A patch that copies a document into itself doubles the document with each operation. As in an API
// server, the copy operations of a patch can copy at most [MaxCopied] bytes. The cost of all other
// operations is proportional to the length of the document and the patch. For operations on lists,
// the logarithm of the list's length is a further factor. Limit the length of the texts, and of a
// [Patch], to the length that you expect.
package jsonpatch

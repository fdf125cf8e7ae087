// Package server answers PATCH requests as a Kubernetes API server does. It is for fake
// servers and fake clients: it applies JSON Patches, merge patches and strategic merge
// patches, by their content type and with the schema of the kind that is patched.
//
//	result, err := server.Patch(string(action.GetPatchType()), live, action.GetPatch())
//
// It is a separate package so that programs that need only one type of patch don't link
// the others and the table of all kinds.
//
// # What is like a server
//
// An [Error] has the status code and the reason that a server returns. This includes 500,
// which a server returns for most faults in a strategic merge patch. The tests compare
// several thousand answers with those of a real kube-apiserver.
//
// Patches are read as by a server with field validation Warn, which is the default. If a
// field is duplicated, the last value wins. U+FFFD replaces what is not Unicode. JSON
// Patches may contain what servers accept in addition to RFC 6902; see
// jsonpatch.Patch.ApplyAsServer. A merge patch removes null fields in its lists.
//
// A strategic merge patch cannot change kind and apiVersion: a server ignores both. Other
// patches that change the kind are rejected, and so is every patch that changes the name or
// namespace. If the live object lacks one of these fields, the field is not checked.
//
// A server answers 415 to a strategic merge patch for a custom resource. So does [Server],
// unless you ask it to merge by the definitions that you give it.
//
// # What is not
//
// Only the patch is applied: no defaulting, no validation, no admission, no check of uid
// and resourceVersion, and no decoding into Go types. A server answers 422 if a patch puts
// a number where the type has a string; this package returns the object. A result of a
// strategic merge patch lacks the directives that decoding drops.
//
// Where a server gives different answers to one patch, by the order of a Go map, this
// package gives one of them. Text that the patch does not touch keeps its spelling.
package server

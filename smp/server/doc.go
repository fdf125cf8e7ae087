// Package server answers PATCH requests like a Kubernetes API server. It is for fake servers
// and fake clients: it applies JSON Patches, merge patches and strategic merge patches, by
// their content type and with the schema of the object's kind.
//
//	result, err := server.Patch(string(action.GetPatchType()), live, action.GetPatch())
//
// It is a separate package so that programs that need only one type of patch don't link the
// others and the table of all kinds.
//
// # Similarities to a server
//
// An [Error] has the status code and the reason that a server returns. This includes 500,
// which a server returns for most errors in a strategic merge patch. The tests compare several
// thousand answers with those of a real kube-apiserver.
//
// Patches are read as by a server with field validation Warn, which is the default. If a field
// is duplicated, the last value wins. U+FFFD replaces invalid Unicode. JSON Patches may
// contain the operations that servers accept in addition to RFC 6902; see
// jsonpatch.Patch.ApplyAsServer. A merge patch removes null fields in its lists.
//
// A strategic merge patch cannot change kind and apiVersion: a server ignores both. Other
// patches that change the kind are rejected, and so is every patch that changes the name or
// namespace. If the live object lacks one of these fields, the field is not checked.
//
// A server answers 415 to a strategic merge patch for a custom resource. So does [Server],
// unless MergeCustom is set and Definitions define the kind.
//
// # Differences from a server
//
// Only the patch is applied: no defaulting, no validation, no admission, no check of uid and
// resourceVersion, and no decoding into Go types. For example, a server answers 422 if a patch
// puts a number in place of a string; this package returns the object. Decoding also drops
// some directives that a strategic merge patch leaves in the object; this package removes
// them.
//
// If a server's answer depends on the random order of a Go map, this package returns one of
// the possible answers. Text that the patch does not change keeps its spelling.
package server

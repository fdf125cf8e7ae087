// Package server answers PATCH requests like a Kubernetes API server. It is for fake servers and
// fake clients. It applies JSON Patches, merge patches and strategic merge patches. The content
// type determines the type of the patch, and the kind of the object determines the schema.
//
//	result, err := server.Patch(string(action.GetPatchType()), live, action.GetPatch())
//
// It is a separate package so that programs that need only one type of patch do not link the code
// for the other types and the table of all kinds.
//
// # Similarities to a server
//
// An [Error] has the status code, the reason and the details that a server returns. For most errors
// in a strategic merge patch, a server returns status 500. The tests compare several thousand
// answers with those of a real kube-apiserver.
//
// A patch that sets another metadata.resourceVersion than that of the live object gets status 409
// (conflict). A patch that sets another metadata.uid gets status 422 (invalid), because only PUT and
// DELETE answer 409 for it. If the patch removes one of the two fields, the result still has it.
// AnyVersion and AnyUID of [Server] switch these checks off. To store a result, give it a new
// resourceVersion, unless it equals the live object.
//
// With New of [Server], results are decoded into Go types. A patch with replicas: "three" then gets
// status 422.
//
// Patches are read as by a server with field validation Warn, which is the default. If a field is
// duplicated, the last value counts. Invalid Unicode is replaced by U+FFFD. JSON Patches may
// contain the operations that servers accept in addition to RFC 6902 (see
// jsonpatch.Patch.ApplyAsServer). Null fields of maps in the lists of a merge patch are removed.
//
// A strategic merge patch cannot change the kind and the apiVersion, because a server ignores both
// fields of the patch. Other patches that change the kind are rejected. Every patch that changes
// the name or namespace is rejected, too. If the live object lacks one of these fields, the field
// is not checked.
//
// A server answers 415 to a strategic merge patch for a custom resource. [Server] does the same,
// unless MergeCustom is set and Definitions define the kind.
//
// # Differences from a server
//
// Patch requires a live object. If it does not exist, answer the request without Patch: with status
// 404 and a Status of reason NotFound, such as that of NewNotFound in apimachinery's package errors.
//
// Only the patch is applied. There is no defaulting, no validation and no admission. Results are
// decoded only to check them with New, so unknown fields stay in the object. A server cuts a number
// in a strategic merge patch that is too large for its Go type. This package returns the number. A whole
// number such as 2.0 in a strategic merge patch is accepted in an integer field, as by a server, but keeps
// its spelling, which encoding/json does not read into the Go type. In a merge patch or JSON Patch, it gets
// status 422 if New is set.
//
// Decoding also drops some directives that a strategic merge patch leaves in the object. This
// package removes these directives, too. If a kind has a status subresource, a server ignores
// changes of status in a patch of the object itself. This package makes them. In custom resources
// and some built-in kinds, such as Lease, a patch cannot remove the resourceVersion. This package
// rejects it only in custom resources.
//
// If a server's answer depends on the random order of a Go map, this package returns one of the
// possible answers. Text that the patch does not change is copied byte for byte.
package server

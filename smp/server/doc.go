// Package server answers PATCH requests as an API server of Kubernetes does, for fake
// servers and fake clients: JSON Patch, JSON Merge Patch and strategic merge patch by
// the name of their content type, with the schema of the kind that is patched.
//
//	result, err := server.Patch(string(action.GetPatchType()), live, action.GetPatch())
//
// It stands apart from the packages that it joins so that who wants one form of patch
// does not link the others, and the table of all kinds.
//
// A patch is all that happens: no defaults, no validation, no admission, no
// resourceVersion. Answers are those of dialect smp.Kubernetes, what a server stores
// after it has decoded the result included. JSON Patches may have what servers add to
// RFC 6902 (see jsonpatch.Patch.ApplyAsServer), and 10000 operations. A merge patch
// loses null members inside its lists, as on a server.
//
// A server answers 415 to a strategic merge patch of a custom resource. So does
// [Server], unless it is asked to merge by the definitions that it is given.
package server

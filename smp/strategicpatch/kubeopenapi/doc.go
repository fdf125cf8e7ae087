// Package strategicpatch, which stands in a module of its own at
// smp/strategicpatch/kubeopenapi, is this module's package smp/strategicpatch and
// the schemas of it that take types of kube-openapi: PatchMetaFromOpenAPI,
// PatchMetaFromOpenAPIV3 and NewPatchMetaFromOpenAPI are used as those of
// k8s.io/apimachinery/pkg/util/strategicpatch are. A program that needs them
// changes its import of that package to
//
//	github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi
//
// and those of mergepatch and jsonmergepatch as package smp/strategicpatch says:
// all its names are handed on here, so that one import serves. Only this module
// depends on kube-openapi.
//
// # How schemas are read
//
// Fields are read when a document first goes there. What was read is kept for
// the schema, which is known again by its pointer (of version 3 with the list of
// schemas), for up to 256 schemas: a schema must not change once it was used. That of
// a Deployment takes 18 KB when a document has set an image, and 350 to 410 KB when
// documents have been to all fields. What is wrong with a field is the error of the
// calls that meet it.
//
// What the schemas say of lists and maps is read as package smp/openapi does. So
// what panics in apimachinery's package is an error here: an extension of the wrong
// type, a reference without definition, a nil in place of a schema.
package strategicpatch

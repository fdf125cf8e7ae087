// Package patches creates the patch between two documents, and the patch for a live object
// that kubectl apply would create. For the latter it reads and writes the last-applied
// annotation, keeps the fields that identify the object, and ignores differences that are only
// defaults. Patches can be written in several formats.
package patches

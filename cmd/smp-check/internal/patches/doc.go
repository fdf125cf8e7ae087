// Package patches finds the patch between two documents, and the one for a live
// object as kubectl apply does: it reads and writes the last-applied annotation, keeps
// what an object is found by, and takes defaults for what their absence means. A patch
// is written in one of several forms.
package patches

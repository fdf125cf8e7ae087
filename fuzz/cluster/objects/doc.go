// Package objects has the objects that the comparison keeps in a cluster: those
// that are written here, and for every other kind the smallest one that
// Kubernetes' own tests store.
package objects

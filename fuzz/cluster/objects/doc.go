// Package objects contains the objects for the cluster: hand-written objects and, for every
// other kind, the smallest object in the tests of Kubernetes.
package objects

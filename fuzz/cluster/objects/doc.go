// Package objects contains the objects for the cluster: hand-written ones and, for every other
// kind, the smallest object in Kubernetes' own tests.
package objects

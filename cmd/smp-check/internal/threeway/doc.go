// Package threeway does what kubectl apply does around a three-way merge: it
// reads and writes the last-applied annotation, keeps what an object is found
// by, and takes defaults for what their absence means.
package threeway

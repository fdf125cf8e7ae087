// Package kinds reads the kinds of k8s.io/api, and how their fields merge, in the version
// with which the program is linked. The package must not use anything that only newer
// versions of k8s.io/api have.
package kinds

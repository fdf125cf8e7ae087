// Package kinds reads the kinds of k8s.io/api, in the version that the program is linked with,
// and how their fields merge. It must not use anything that only newer versions have.
package kinds

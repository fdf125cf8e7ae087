// Package kinds reads the kinds of k8s.io/api, of whichever version the program is
// linked with, and how their places merge. It uses nothing that newer versions
// have alone.
package kinds

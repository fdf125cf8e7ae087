// Package cluster is the module that compares this project with a real
// Kubernetes API server. Package server builds and runs it, with etcd, from the
// module proxy; package objects has what lives in it, package scenarios what
// happens between two runs of kubectl apply, package unions where unions can be set;
// package trial asks, and package judge decides. The command .ci/long cluster runs it
// all and writes CLUSTER.md. .ci/long cluster marks records what the server does with the
// zero of each field, for the table of built-in kinds, and .ci/long cluster again checks
// that a manifest with such zeros is not sent again. .ci/long cluster lives has several
// actors change one object in turn.
//
// It is a module of its own, apart from fuzz/upstream too, because it requires
// all of k8s.io/kubernetes; the tests of the project do not build it.
package cluster

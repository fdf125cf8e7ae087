// Package versions puts the same patches to the shipped engine of every minor
// version of Kubernetes, and writes what comes of it: from which version on each
// divergence holds, where dialect kubernetes differs from a version, which
// patches hold on older and newer servers, and how the kinds have changed.
//
// Each version is a program of its own, cmd/version-engine, built from the same
// files in a module that requires that version of k8s.io/apimachinery, and asked
// through the engine protocol.
//
//	.ci/long versions
package versions

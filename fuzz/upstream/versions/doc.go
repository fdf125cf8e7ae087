// Package versions runs the same patches with apimachinery's engine of every minor version of
// Kubernetes, and writes a page with the results: the version since which each divergence
// holds, the differences between package cluster and each version, the patches that work on
// older and newer servers, and the changes of kinds.
//
// Each version has its own program, cmd/version-engine. The program is built from the same
// files in a module that requires this version of k8s.io/apimachinery, and is called through
// the engine protocol.
//
//	.ci/long versions
package versions

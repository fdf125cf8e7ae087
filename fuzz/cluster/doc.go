// Package cluster is the module that compares this project with a real Kubernetes API server.
// Its packages have these tasks:
//
//   - server builds kube-apiserver and etcd from the module proxy and runs them.
//   - objects contains the objects in the cluster.
//   - scenarios contains the changes between two runs of kubectl apply.
//   - unions contains the places of unions in objects.
//   - trial sends the requests.
//   - judge judges the answers.
//
// The following commands run them:
//
//	.ci/long cluster          compare everything and write CLUSTER.md
//	.ci/long cluster marks    record how the server treats the zero of each field,
//	                          for the table of built-in kinds
//	.ci/long cluster verdicts record which generated patches the server accepts, and why it
//	                          rejects the others, for the findings of smp-check
//	.ci/long cluster again    check that a manifest with such zeros is not sent again
//	.ci/long cluster lives    let several actors change one object alternately
//	.ci/long cluster shared   keep the places of other field managers
//
// The module is separate from fuzz/upstream, because it requires all of k8s.io/kubernetes.
// The tests of the project do not build it.
package cluster

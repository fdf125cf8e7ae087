// Package embedders runs the test suites of programs that embed the shipped engine,
// first as they are and then over the drop-in, and writes what differs.
//
// The programs come from the module proxy and are tested where the go command
// keeps them. k8s.io/apimachinery is a copy of its module, below .cache. Over the
// drop-in, the files of three of its packages are replaced by those in
// testdata/shim, which hand every call on to this project:
// the go command does so when it compiles (-overlay), and nothing else differs
// between the two runs. The copy also has the shipped packages by other names, so
// that each call can be compared with the shipped engine's answer.
//
//	.ci/long embedders
//	.ci/long kustomize
//
// The second does the same to kustomize: Merge of kyaml's package yaml/merge2 is that of
// smp/kustomize.
package embedders

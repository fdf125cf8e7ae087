// Package embedders runs the test suites of programs that embed apimachinery's engine, first
// unchanged and then with this project's replacement, and writes a page with the differences.
//
// The programs come from the module proxy and are tested in the go command's module cache.
// k8s.io/apimachinery is a copy of its module, below .cache. For the second run, the files of
// three of its packages are replaced by those in testdata/shim, the shim, which call this
// project's packages. The go command replaces them when it compiles (-overlay); apart from
// that, the runs are equal. The copy also contains the original packages under other names,
// so that each call can be compared with apimachinery's answer.
//
//	.ci/long embedders
//	.ci/long kustomize
//
// The second command does the same for kustomize: smp/kustomize replaces the function Merge
// of kyaml's package yaml/merge2.
package embedders

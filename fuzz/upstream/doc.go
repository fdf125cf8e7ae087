// Package upstream compares this project with what Kubernetes ships: the
// engine in k8s.io/apimachinery is run here as an oracle and as the measure of
// the benchmarks, on Kubernetes' own types and objects. It is a module of its
// own, so that the library requires no Kubernetes module.
//
// testdata/inputs.txt holds inputs on which engines fail, with the answer that
// the rules give and the one of the shipped engine. Package schemas holds
// struct tags and OpenAPI documents against one another.
//
// The benchmarks run both engines on the same inputs:
//
//	go -C fuzz/upstream test -run '^$' -bench Apply
//
// and cmd/speed writes the ratios of one run to SPEED.md. Package versions
// compares the engines of all minor versions of Kubernetes, and cmd/versions
// writes VERSIONS.md. Package embedders runs the suites of programs that embed the
// shipped engine, and cmd/embedders writes EMBEDDERS.md.
package upstream

// Package upstream compares this project with apimachinery, the engine that ships with
// Kubernetes. It uses k8s.io/apimachinery as the source of expected results and as the
// baseline of the benchmarks, with the types and objects of Kubernetes. It is a separate
// module, so that the library requires no Kubernetes module.
//
// testdata/inputs.txt contains inputs on which engines fail, with the answer by the
// specification and the answer of apimachinery. Package schemas compares struct tags with
// OpenAPI documents.
//
// The benchmarks run both engines on the same inputs:
//
//	go -C fuzz/upstream test -run '^$' -bench Apply
//
// cmd/speed measures both engines in one run and writes SPEED.md. Package versions compares
// apimachinery's engines of all minor versions of Kubernetes, and cmd/versions writes
// VERSIONS.md. Package embedders runs the suites of programs that embed apimachinery's
// engine, and cmd/embedders writes EMBEDDERS.md.
package upstream

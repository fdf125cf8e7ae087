// Package speed defines and runs the benchmarks. It contains named objects and patches for
// them, and compares this project's engine with apimachinery's in one run.
package speed

// Package speed defines and runs the benchmarks: named objects, patches for them, and the
// comparison of this project's engine with apimachinery's in one run.
package speed

// Package speed holds what the benchmarks measure, and measures it: named
// objects, the patches for them, and how the engine of this project and the
// shipped one compare on them in one run.
package speed

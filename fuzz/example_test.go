package fuzz_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz"
)

// A target takes bytes of any fuzzer and returns what is wrong with the module,
// nil if nothing is.
func ExampleApply() {
	fmt.Println(fuzz.Apply([]byte("any bytes are choices of the generator")))
	// Output:
	// <nil>
}

// Bytes that a target cannot use are no find.
func ExampleErrUnparsable() {
	fmt.Println(fuzz.YAML([]byte("replicas: 3")))
	fmt.Println(errors.Is(fuzz.YAML(make([]byte, 1<<20)), fuzz.ErrUnparsable))
	// Output:
	// <nil>
	// true
}

// Input is the input that a target makes of bytes, to look at what it found.
func ExampleInput() {
	in, err := fuzz.Input(corpus.OpDiff, []byte("any bytes"))
	fmt.Println(in.Op, err)
	// Output:
	// diff <nil>
}

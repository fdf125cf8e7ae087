package fuzz_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz"
)

// A target accepts bytes from any fuzzer and returns an error if it finds a
// fault in the module.
func ExampleApply() {
	fmt.Println(fuzz.Apply([]byte("any bytes are choices of the generator")))
	// Output:
	// <nil>
}

// Bytes that a target cannot use do not count as a fault.
func ExampleErrUnparsable() {
	fmt.Println(fuzz.YAML([]byte("replicas: 3")))
	fmt.Println(errors.Is(fuzz.YAML(make([]byte, 1<<20)), fuzz.ErrUnparsable))
	// Output:
	// <nil>
	// true
}

// Input returns the input for some bytes. With it, you can examine the findings of a target.
func ExampleInput() {
	in, err := fuzz.Input(corpus.OpDiff, []byte("any bytes"))
	fmt.Println(in.Op, err)
	// Output:
	// diff <nil>
}

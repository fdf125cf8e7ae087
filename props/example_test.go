package props_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// FromRapid turns the draws of a rapid generator into an input of package gen. Here, the
// input consists of two documents for a diff.
func ExampleFromRapid() {
	diffs := rapid.Custom(func(t *rapid.T) corpus.Input { return gen.Diff(props.FromRapid(t)).Input() })
	fmt.Println(laws.DiffExact(corpus.Engine(), diffs.Example(1)).Err())
	// Output:
	// <nil>
}

// Inputs returns a rapid generator, which you can use for other properties.
func ExampleInputs() {
	in := props.Inputs(corpus.OpApply).Example(1)
	fmt.Println(in.Op, laws.InputsUnchanged(corpus.Engine(), in.Input).Err())
	// Output:
	// apply <nil>
}

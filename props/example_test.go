package props_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// FromRapid turns the draws of a rapid generator into an input of package gen. Here, the
// input consists of two documents for a diff.
func ExampleFromRapid() {
	diffs := rapid.Custom(func(t *rapid.T) corpus.Input { return gen.Diff(props.FromRapid(t)).Input() })
	fmt.Println(laws.DiffExact(corpus.Engine(), diffs.Example(1)).Err())
	// Output:
	// <nil>
}

// This engine takes the patch for the result. The smallest case that breaks a law shows that, with the
// answer of the engine.
func ExampleSmallest() {
	subject := laws.Applier("mine", func(_ smp.Engine, _ smp.Schema, original, patch model.Value) (model.Value, error) {
		return patch, nil
	})
	check := func(in corpus.Input) laws.Verdict { return laws.Untouched(subject, in) }
	for seed := uint64(0); ; seed++ {
		v := check(gen.Apply(gen.FromSeed(seed)).Input())
		if v.Status == laws.Broken {
			text, err := props.Smallest(v, check).Case().YAML()
			fmt.Print(string(text), err)
			return
		}
	}
	// Output:
	// rule: [map-merge]
	// comment: "law untouched; the answer is mine's, which breaks it"
	// schema: {schemaless: true}
	// op: apply
	// original: {a: {}}
	// patch: {}
	// want: {}
	// <nil>
}

// Inputs returns a rapid generator, which you can use for other properties.
func ExampleInputs() {
	in := props.Inputs(corpus.OpApply).Example(1)
	fmt.Println(in.Op, laws.InputsUnchanged(corpus.Engine(), in.Input).Err())
	// Output:
	// apply <nil>
}

package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

// Keep returns what the reference returns.
func TestKeepReferenceSeeds(t *testing.T) {
	ops := []corpus.Op{corpus.OpDiff, corpus.OpThreeWay}
	input := func(seed uint64) corpus.Input { return gen.For(ops[seed%2], gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 4000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.KeepsAlike(reference.Keep, in)
	})
}

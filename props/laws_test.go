package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

func TestLaws(t *testing.T) { props.Run(t, corpus.Engine()) }

// TestLawsSeeds does the same from seeds, which the operations share out.
func TestLawsSeeds(t *testing.T) {
	share := seeds(t, 6000)
	share.Count /= uint64(len(laws.Ops()))
	props.RunSeeds(t, corpus.Engine(), share)
}

// TestRoundTripSeeds puts the most important law to more inputs than the others.
func TestRoundTripSeeds(t *testing.T) {
	seeds(t, 6000).Each(t, func(seed uint64) error {
		return laws.DiffExact(corpus.Engine(), gen.Diff(gen.FromSeed(seed)).Input()).Err()
	})
}

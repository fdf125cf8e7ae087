package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

func referenceSubject() corpus.Subject { return laws.Applier("reference", reference.Apply) }

func TestReference(t *testing.T) {
	props.Agree(t, corpus.Engine(), referenceSubject())
}

// TestReferenceSeeds does the same from seeds, which is much faster and does
// not shrink. SMP_CHECKS says how many seeds to try, SMP_SEED the first.
func TestReferenceSeeds(t *testing.T) {
	eachSeed(t, 20_000, func(seed uint64) error {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		return laws.Agree(corpus.Engine(), referenceSubject(), in).Err()
	})
}

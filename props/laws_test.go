package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

func TestLaws(t *testing.T) { props.Run(t, corpus.Engine()) }

// TestLawsSeeds does the same from seeds, as TestReferenceSeeds does.
func TestLawsSeeds(t *testing.T) {
	eachSeed(t, 2000, func(seed uint64) error {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		for _, law := range laws.Apply() {
			if err := law.Check(corpus.Engine(), in).Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

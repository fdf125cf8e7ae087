package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

func TestLaws(t *testing.T) { props.Run(t, engine()) }

// TestLawsSeeds does the same from seeds, as TestReferenceSeeds does: each seed
// gives an input of one operation.
func TestLawsSeeds(t *testing.T) {
	eachSeed(t, 6000, func(seed uint64) error {
		op := laws.Ops()[seed%uint64(len(laws.Ops()))]
		in := gen.For(op, gen.FromSeed(seed)).Input()
		for _, law := range laws.Of(op) {
			if err := law.Check(engine(), in).Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

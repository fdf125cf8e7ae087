package differential_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/props/gen"
)

// A composed patch has the same effect with apimachinery as the patches in
// order, for every object that accepts them.
func TestGeneratedCompositions(t *testing.T) {
	runDiffs(t, 2000, func(seed uint64) (differential.DiffVerdict, string) {
		c := gen.Compose(gen.FromSeed(seed))
		patches := c.Patches
		for i := range patches {
			patches[i] = readable(patches[i])
		}
		return differential.OfSchema(c.Schema).Compose(readable(c.Original), patches)
	})
}

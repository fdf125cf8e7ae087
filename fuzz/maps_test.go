package fuzz_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz"
	"github.com/strategicpatch/smp/props"
)

// TestMapsSeeds checks the same as FuzzMaps, with inputs from seeds, which is much faster.
func TestMapsSeeds(t *testing.T) {
	seeds := props.SeedsAsked(t, 3000)
	seeds.Each(t, fuzz.MapsOfSeed)
	t.Logf("%d executions: of each seed one with each of %d engines", seeds.Count*uint64(fuzz.MapEngines), fuzz.MapEngines)
}

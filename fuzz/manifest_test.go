package fuzz

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/props/gen"
)

// TestManifestSeeds puts texts in many styles to the law, most of which are to be
// YAML.
func TestManifestSeeds(t *testing.T) {
	n, read := 10000, 0
	if testing.Short() {
		n = 1000
	}
	for seed := range n {
		src := gen.FromSeed(uint64(seed))
		text := yamlText(src)
		err := EditYAML(text, src)
		if !errors.Is(err, ErrUnparsable) {
			read++
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	if read < n*2/3 {
		t.Errorf("only %d of %d texts are YAML", read, n)
	}
}

// TestManifest finds the smallest choices that break the law.
func TestManifest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choices := rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(t, "choices")
		if err := Manifest(append([]byte{0}, choices...)); err != nil && !errors.Is(err, ErrUnparsable) {
			t.Fatal(err)
		}
	})
}

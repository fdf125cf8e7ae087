package yamldoc_test

import (
	"errors"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/fuzz"
	"github.com/strategicpatch/smp/props/gen"
)

// textCount returns the number of texts that tests try. .ci/long yaml sets a larger number.
func textCount(t *testing.T) int {
	n := 10000
	if testing.Short() {
		n = 1000
	}
	if text := os.Getenv("YAML_SEEDS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// A change of one scalar changes only the bytes of the scalar, in texts of many styles.
func TestOneScalarChanges(t *testing.T) {
	n, changed := textCount(t), 0
	for seed := range n {
		src := gen.FromSeed(uint64(seed))
		ok, err := fuzz.ChangeOneScalar(fuzz.YAMLText(src), src)
		if err != nil && !errors.Is(err, fuzz.ErrUnparsable) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if ok {
			changed++
		}
	}
	t.Logf("%d of %d texts changed in one scalar", changed, n)
	if changed < n/4 {
		t.Errorf("only %d of %d texts have such a scalar", changed, n)
	}
}

// A change of one word changes only one line, in strings of several lines.
func TestOneWordChanges(t *testing.T) {
	n, changed := textCount(t), 0
	for seed := range n {
		src := gen.FromSeed(uint64(seed))
		ok, err := fuzz.ChangeOneWord(fuzz.YAMLText(src), src)
		if err != nil && !errors.Is(err, fuzz.ErrUnparsable) {
			t.Errorf("seed %d: %v", seed, err)
		}
		if ok {
			changed++
		}
	}
	t.Logf("%d of %d texts changed in one line", changed, n)
	if changed < n/5 {
		t.Errorf("only %d of %d texts have such a string", changed, n)
	}
}

// The comments of an element stay at the element with the same keys.
func TestKeyedComments(t *testing.T) {
	for seed := range textCount(t) {
		if err := fuzz.EditKeyedList(gen.FromSeed(uint64(seed))); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// TestManifestSeeds checks the properties of fuzz.EditYAML on texts in many styles. Most of the
// texts must be valid YAML.
func TestManifestSeeds(t *testing.T) {
	n, read := textCount(t), 0
	for seed := range n {
		src := gen.FromSeed(uint64(seed))
		text := fuzz.YAMLText(src)
		err := fuzz.EditYAML(text, src)
		if !errors.Is(err, fuzz.ErrUnparsable) {
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

// TestManifest checks the same properties with rapid, which finds the smallest choices that
// violate one of them.
func TestManifest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choices := rapid.SliceOfN(rapid.Byte(), 0, 600).Draw(t, "choices")
		if err := fuzz.Manifest(append([]byte{0}, choices...)); err != nil && !errors.Is(err, fuzz.ErrUnparsable) {
			t.Fatal(err)
		}
	})
}

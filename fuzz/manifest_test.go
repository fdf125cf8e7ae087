package fuzz

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// TestManifest puts texts in many styles to the law, most of which are to be YAML.
func TestManifest(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const n = 3000
	read, faults := 0, 0
	for range n {
		data := make([]byte, 1+random.IntN(600))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		data[0] = 0
		err := Manifest(data)
		if errors.Is(err, ErrUnparsable) {
			continue
		}
		read++
		if err != nil {
			t.Error(err)
			if faults++; faults == 5 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d of %d read", read, n)
	if read < n*2/3 {
		t.Errorf("only %d of %d texts are YAML", read, n)
	}
}

package gen_test

import (
	"testing"

	"github.com/strategicpatch/smp/props/gen"
)

func TestBytesAreReadInOrderThenZero(t *testing.T) {
	source := gen.FromBytes([]byte{7, 1, 2, 3})
	for i, want := range []int{7, (1<<8 + 2) % 1000, 0, 3, 0, 0} {
		n := []int{10, 1000, 1, 256, 256, 70000}[i]
		if got := source.Intn("", n); got != want {
			t.Errorf("choice %d of %d is %d, want %d", i, n, got, want)
		}
	}
}

func TestEqualSeedsGiveEqualChoices(t *testing.T) {
	a, b, other := gen.FromSeed(1), gen.FromSeed(1), gen.FromSeed(2)
	differs := false
	for range 100 {
		x := a.Intn("", 1000)
		if y := b.Intn("", 1000); x != y {
			t.Fatalf("seed 1 gives %d and %d", x, y)
		}
		differs = differs || x != other.Intn("", 1000)
		if x < 0 || x >= 1000 {
			t.Fatalf("%d is not in [0, 1000)", x)
		}
	}
	if !differs {
		t.Error("seeds 1 and 2 give the same hundred choices")
	}
}

package heap_test

import (
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/heap"
)

// A heap returns its numbers in order, regardless of the order in which they were added.
func TestNumbers(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		var n heap.Numbers
		count := r.IntN(40)
		for range count {
			n.Push(int32(r.IntN(20)))
		}
		last := int32(-1)
		for range count {
			if n[0] < last {
				t.Fatalf("seed %d: %d after %d", seed, n[0], last)
			}
			last = n[0]
			n.Pop()
		}
		if len(n) != 0 {
			t.Fatalf("seed %d: %d left", seed, len(n))
		}
	}
}

package arrange_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/arrange"
)

// Sorting by place is stable.
func TestByPlace(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		length := r.IntN(6)
		places, want := make([]int32, r.IntN(20)), make([]int32, 0, 20)
		for i := range places {
			places[i] = int32(r.IntN(length+1)) - 1
			want = append(want, int32(i))
		}
		slices.SortStableFunc(want, func(i, j int32) int { return int(places[i] - places[j]) })
		if got := arrange.ByPlace(places, length); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v gives %v, not %v", seed, places, got, want)
		}
	}
}

// The default order is that of the rule: the elements of the patch in the patch's order, and
// before each shared one those of the original alone that precede it there and have not been
// placed yet; the rest of the original's comes before the new ones at the end.
func TestDefault(t *testing.T) {
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 2))
		// Places in the patch are unique, belong to elements of the original and to new ones,
		// and are ascending for the new ones.
		n, added, length := r.IntN(8), r.IntN(5), 0
		places := slices.Repeat([]int32{-1}, n+added)
		var patch []int32 // the number of the element at each place
		left, next := r.Perm(n), n
		for length < added+n {
			if next < n+added && r.IntN(2) == 0 {
				places[next], patch = int32(length), append(patch, int32(next))
				next++
			} else if len(left) > 0 && r.IntN(3) > 0 {
				places[left[0]], patch = int32(length), append(patch, int32(left[0]))
				left = left[1:]
			} else if next == n+added {
				break
			} else {
				continue
			}
			length++
		}
		var want []int32
		last := -1
		for at, e := range patch {
			if int(e) < n {
				last = at
			}
		}
		only := func(before int32) {
			for e := range int32(n) {
				if e < before && places[e] < 0 && !slices.Contains(want, e) {
					want = append(want, e)
				}
			}
		}
		// New elements before a shared element are placed immediately before it, after those
		// of the original.
		var waiting []int32
		for at, e := range patch {
			if int(e) >= n {
				waiting = append(waiting, e)
				if at > last {
					break
				}
				continue
			}
			only(e)
			want = append(append(want, waiting...), e)
			waiting = nil
		}
		only(int32(n))
		for _, e := range patch {
			if !slices.Contains(want, e) {
				want = append(want, e)
			}
		}
		if got := arrange.Default(places, n); !slices.Equal(got, want) {
			t.Fatalf("seed %d: of %d, places %v give %v, not %v", seed, n, places, got, want)
		}
	}
}

func TestPermuted(t *testing.T) {
	if got := arrange.Permuted([]string{"a", "b", "c"}, []int32{2, 0, 0}); !slices.Equal(got, []string{"c", "a", "a"}) {
		t.Error(got)
	}
}

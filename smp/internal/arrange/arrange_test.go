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

// The result of Default is the order that the rule defines. The elements of the patch are in the
// order of the patch. Each shared element follows the elements that precede it in the original and
// are not in the patch. The other elements of the original come before the new elements at the end.
func TestDefault(t *testing.T) {
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 2))
		// Each place in the patch belongs to one element, either of the original or new. The places
		// of the new elements are ascending.
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
		// New elements that are followed by a shared element come immediately before the shared
		// element, after elements of the original.
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

package identity

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A pairing takes the elements that a search through the whole list finds.
func TestPairing(t *testing.T) {
	by := &Selection{Names: []string{"a", "b"}, Defaults: make([]model.Value, 2), Required: 1}
	elements := []string{`{"a":1}`, `{"a":1.0,"b":2}`, `{"a":1,"b":2,"c":3}`, `{"b":2}`, `{"b":2,"c":null}`, `{"c":[]}`, `{}`, `7`, `null`}
	random := func(r *rand.Rand, n int) model.Value {
		var all []string
		for range n {
			all = append(all, elements[r.IntN(len(elements))])
		}
		return model.MustParse("[" + strings.Join(all, ",") + "]")
	}
	same := func(e model.Value) model.Value { return e }
	chosen := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		list, other := by.Numbered(random(r, r.IntN(8))), by.Numbered(random(r, r.IntN(8)))
		pairing := list.Pairing(same)
		isAlike := func(e, of model.Value) bool {
			k, ok := by.KeysOf(nil, e)
			l, also := by.KeysOf(nil, of)
			if !ok || !also {
				return ok == also && nulls.Equal(e, of)
			}
			return model.Equal(k[0], l[0]) && model.Equal(k[1], l[1])
		}
		paired := make([]bool, len(list.Values))
		for i, e := range other.Values {
			var left []int
			for at, of := range list.Values {
				if !paired[at] && isAlike(e, of) {
					left = append(left, at)
				}
			}
			want := -1
			if len(left) > 0 {
				want = left[0]
			}
			pick := r.IntN(3) == 0 && len(left) > 1
			if pick {
				want = left[r.IntN(len(left))]
			}
			got := pairing.Take(pairing.GroupOf(other, i), func(offered []int32) int {
				var free []int
				for _, at := range offered {
					if !pairing.IsPaired(int(at)) {
						free = append(free, int(at))
					}
				}
				if fmt.Sprint(free) != fmt.Sprint(left) {
					t.Fatalf("seed %d: %v are left in %s for %s, want %v", seed, free, list.List.JSON(), e.JSON(), left)
				}
				if !pick {
					return -1
				}
				chosen++
				return want
			})
			if got != want {
				t.Fatalf("seed %d: element %d of %s is paired with %d of %s, want %d", seed, i, other.List.JSON(), got, list.List.JSON(), want)
			}
			if want >= 0 {
				paired[want] = true
			}
			for at := range list.Values {
				if pairing.IsPaired(at) != paired[at] {
					t.Fatalf("seed %d: IsPaired(%d) is %t", seed, at, !paired[at])
				}
			}
		}
		for i := range list.Values {
			for j := range list.Values {
				if (pairing.Groups[i] == pairing.Groups[j]) != isAlike(list.Values[i], list.Values[j]) {
					t.Fatalf("seed %d: groups %v of %s", seed, pairing.Groups, list.List.JSON())
				}
			}
		}
	}
	if chosen < 100 {
		t.Errorf("an element was chosen only %d times", chosen)
	}
}

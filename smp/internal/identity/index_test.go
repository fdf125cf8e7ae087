package identity_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// An index of keys gives the results of a linear search, with few keys and with many.
func TestIndexAgreesWithSearch(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		x := identity.NewIndex(2, r.IntN(3))
		var all [][2]int64
		for range r.IntN(200) {
			pair := [2]int64{int64(r.IntN(12)), int64(r.IntN(12))}
			keys := []model.Value{model.NewInt(pair[0]), model.MustParse(fmt.Sprintf("%d.0", pair[1]))}
			want := len(all)
			for i, p := range all {
				if p == pair {
					want = i
				}
			}
			if got := x.Find(keys); got >= 0 != (want < len(all)) {
				t.Fatalf("seed %d: find %v = %d of %d", seed, pair, got, len(all))
			}
			if got := x.Add(keys); got != want {
				t.Fatalf("seed %d: add %v = %d, want %d", seed, pair, got, want)
			}
			if want == len(all) {
				all = append(all, pair)
			}
		}
	}
}

package nulls_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// random returns the text of a value, and the text of the same value without its null members.
func random(r *rand.Rand, depth int) (text, bare string) {
	switch n := r.IntN(6); {
	case n < 2 && depth > 0:
		var with, without []string
		for _, name := range []string{`"a":`, `"b":`, `"c":`}[:r.IntN(4)] {
			if r.IntN(3) == 0 {
				with = append(with, name+"null")
				continue
			}
			v, w := random(r, depth-1)
			with, without = append(with, name+v), append(without, name+w)
			if v == "null" {
				without = without[:len(without)-1]
			}
		}
		r.Shuffle(len(with), func(i, j int) { with[i], with[j] = with[j], with[i] })
		return "{" + strings.Join(with, ",") + "}", "{" + strings.Join(without, ",") + "}"
	case n == 2 && depth > 0:
		var with, without []string
		for range r.IntN(3) {
			v, w := random(r, depth-1)
			with, without = append(with, v), append(without, w)
		}
		return "[" + strings.Join(with, ",") + "]", "[" + strings.Join(without, ",") + "]"
	default:
		v := []string{"null", "1", "1.0", `"x"`}[r.IntN(4)]
		return v, v
	}
}

// If two values are equal without their null members, Equal returns true and their hashes are
// equal.
func TestEqual(t *testing.T) {
	equal := 0
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 8))
		x, bareX := random(r, 3)
		y, bareY := random(r, 3)
		for _, pair := range [][4]string{{x, bareX, y, bareY}, {x, bareX, bareX, bareX}} {
			a, b := model.MustParse(pair[0]), model.MustParse(pair[2])
			want := model.Equal(model.MustParse(pair[1]), model.MustParse(pair[3]))
			if got := nulls.Equal(a, b); got != want {
				t.Fatalf("%s and %s: %t", pair[0], pair[2], got)
			}
			if want {
				equal++
			}
			if same := nulls.Hash(a) == nulls.Hash(b); same != want {
				t.Fatalf("%s and %s: hashes are equal: %t", pair[0], pair[2], same)
			}
		}
	}
	if equal < 21000 || equal > 35000 {
		t.Errorf("%d of 40000 pairs are equal", equal)
	}
}

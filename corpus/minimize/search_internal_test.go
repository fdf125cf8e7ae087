package minimize

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// The candidates that are adopted do not depend on the number of candidates that are tried at once.
func TestJobs(t *testing.T) {
	for seed := range uint64(200) {
		var want string
		for _, jobs := range []int{1, 2, 3, 7} {
			random := rand.New(rand.NewPCG(seed, 1))
			kept := map[string]bool{}
			for i := range 12 {
				for adopted := range 12 {
					kept[fmt.Sprint(i, adopted)] = random.IntN(3) == 0
				}
			}
			s := newSearch(Minimizer{Jobs: jobs, Keep: func(c corpus.Case) bool { return kept[c.Name] }}, corpus.Case{})
			var got []string
			adopted := 0
			candidate := func(i int) (draft, bool) {
				d := draft{text: strings.Repeat("x", 100-adopted) + fmt.Sprint(i)}
				d.c.Name = fmt.Sprint(i, adopted)
				return d, i%5 != 4
			}
			s.best.text = strings.Repeat("x", 200)
			s.inTurn(12, candidate, func(i int) bool {
				got = append(got, fmt.Sprint(i, adopted))
				adopted++
				return len(got) < 9
			})
			if text := strings.Join(got, ", "); jobs == 1 {
				want = text
			} else if text != want {
				t.Fatalf("seed %d: %d at once: %s, and one after the other: %s", seed, jobs, text, want)
			}
		}
	}
}

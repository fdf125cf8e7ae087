package corpus_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

func TestCoverageErr(t *testing.T) {
	for _, test := range []struct {
		reasons []string // one for each input; empty if the answer was judged
		want    string
	}{
		{nil, "nothing was checked: there were no inputs"},
		{[]string{"no lists"}, "nothing was checked: no answer to the only input could be judged: no lists"},
		{[]string{"no lists", "no lists"}, "nothing was checked: no answer to 2 inputs could be judged: no lists"},
		{[]string{"no maps", "no sets", "no lists", "no maps", "no lists"}, "nothing was checked: no answer to 5 inputs could be judged; 2 of them: no lists"},
		{[]string{"no lists", ""}, ""},
	} {
		var c, parts corpus.Coverage
		for _, reason := range test.reasons {
			var part corpus.Coverage
			for _, to := range []*corpus.Coverage{&c, &part} {
				if reason == "" {
					to.Judged()
				} else {
					to.Unjudged(reason)
				}
			}
			parts.Add(&part)
		}
		for _, c := range []*corpus.Coverage{&c, &parts} {
			got := ""
			if err := c.Err(); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%q: %s", test.reasons, got)
			}
		}
	}
}

package props

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// A known law may be broken on any seed of the run, also in an operation that -run left out. The
// inputs of the run are not checked again.
func TestKnownSearchesTheSeedsOfTheRun(t *testing.T) {
	text := func(seed uint64) string { return gen.Apply(gen.FromSeed(seed)).Input().Patch.JSON() }
	checks := 0
	law := laws.Law{Name: "rare", Op: corpus.OpApply, Check: func(_ corpus.Subject, in corpus.Input) laws.Verdict {
		if checks++; in.Patch.JSON() == text(5678) {
			return laws.Verdict{Status: laws.Broken}
		}
		return laws.Verdict{Status: laws.Held}
	}}
	for _, test := range []struct {
		name   string
		done   *record
		want   bool
		checks int
	}{
		{"no seeds", &record{}, false, knownSeeds},
		{"other seeds", &record{seeds: Seeds{Count: 5678}, ops: []corpus.Op{corpus.OpApply}}, false, 0},
		{"another operation", &record{seeds: Seeds{First: 5600, Count: 100}, ops: []corpus.Op{corpus.OpDiff}}, true, knownSeeds + 79},
		{"the operation", &record{seeds: Seeds{First: 5600, Count: 100}, ops: []corpus.Op{corpus.OpApply}, broken: []string{"rare"}}, true, 0},
		{"a part of the first seeds", &record{seeds: Seeds{First: 1000, Count: 500}, ops: []corpus.Op{corpus.OpApply}}, false, knownSeeds - 500},
	} {
		checks = 0
		if got := test.done.breaks(law, nil); got != test.want || checks != test.checks {
			t.Errorf("%s: %v after %d checks, want %v after %d", test.name, got, checks, test.want, test.checks)
		}
	}
}

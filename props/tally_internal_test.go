package props

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// After one law is broken, no other law is reported as broken, because shrinking could then
// end at another failure.
func TestOneLawIsBroken(t *testing.T) {
	breaks := func(name string, when func(corpus.Input) bool) func(corpus.Subject, corpus.Input) laws.Verdict {
		return func(_ corpus.Subject, in corpus.Input) laws.Verdict {
			if when(in) {
				return laws.Verdict{Law: name, Status: laws.Broken}
			}
			return laws.Verdict{Status: laws.Held}
		}
	}
	all := &tallies{laws: []*tally{
		{law: laws.Law{Name: "first", Check: breaks("first", func(in corpus.Input) bool { return in.Options.Strict })}},
		{law: laws.Law{Name: "second", Check: breaks("second", func(corpus.Input) bool { return true })}},
	}}
	check := all.one(nil)
	strict := corpus.Input{Options: corpus.Options{Strict: true}}
	for _, step := range []struct {
		in   corpus.Input
		want laws.Status
	}{{strict, laws.Broken}, {corpus.Input{}, laws.Held}, {strict, laws.Broken}} {
		if got := check(step.in).Status; got != step.want {
			t.Errorf("strict %v: %v, want %v", step.in.Options.Strict, got, step.want)
		}
	}
	if held := all.laws[1].held.Load(); held != 0 {
		t.Errorf("the second law was held %d times", held)
	}
	if got := all.laws[0].held.Load(); got != 1 {
		t.Errorf("the first law was held %d times, want once", got)
	}
}

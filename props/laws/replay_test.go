package laws_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// replayed is the number of counterexamples of an engine that are replayed.
const replayed = 10

// If an input breaks a law, the case of the verdict breaks it again after it is written and
// read. This is checked for every law, including laws that change the input. The engine gives
// a recorded answer.
func TestCounterexamplesReplay(t *testing.T) {
	for _, broken := range brokenEngines() {
		t.Run(broken.law+": "+broken.name, func(t *testing.T) {
			law, left := lawNamed(t, corpus.Documented, broken.law), replayed
			for seed := uint64(0); seed < seeds && left > 0; seed++ {
				given := gen.For(broken.op, gen.FromSeed(seed)).Input()
				v := law.Check(laws.Asked(broken, given), given)
				if v.Status != laws.Broken {
					continue
				}
				left--
				in, text := readAgain(t, v)
				if again := law.Check(broken, in); again.Status != laws.Broken {
					t.Fatalf("seed %d: the law is %v on its own counterexample: %s\n%s", seed, again.Status, again.What, text)
				}
			}
			if left == replayed {
				t.Error("the law is kept")
			}
		})
	}
}

// readAgain returns the input of a verdict's case after the case is written and read again.
func readAgain(t *testing.T, v laws.Verdict) (in corpus.Input, text string) {
	t.Helper()
	c := v.Case()
	if v.Input.Op == corpus.OpLint {
		c.Want = corpus.Answer{Result: must(model.NewList())} // engines ignore the expected problems of lint, so an empty list is enough
	}
	value, err := c.Value()
	if err != nil {
		t.Fatal(err)
	}
	read, err := corpus.Read("case.json", value.AppendJSON(nil))
	if err != nil {
		t.Fatalf("%v\n%s", err, value.JSON())
	}
	in = read.Input
	if slices.Contains([]corpus.Op{corpus.OpCompose, corpus.OpConflicts, corpus.OpLint}, in.Op) {
		in.Original = v.Input.Original // a case of this operation contains the original only in its comment
	}
	return in, value.JSON()
}

package props

import (
	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
)

// FromRapid returns a Source whose choices are draws of t. Shrinking the draws shrinks
// the generated input.
func FromRapid(t *rapid.T) gen.Source { return rapidSource{t} }

type rapidSource struct{ t *rapid.T }

func (s rapidSource) Intn(label string, n int) int {
	switch {
	case n == 1:
		return 0
	case n < len(ranges):
		return ranges[n].Draw(s.t, label)
	default:
		return rapid.IntRange(0, n-1).Draw(s.t, label)
	}
}

// ranges[n] is the generator of the numbers below n. The generators are reused, because
// making one takes longer than drawing from it.
var ranges = func() (all [128]*rapid.Generator[int]) {
	for n := range all {
		all[n] = rapid.IntRange(0, max(n-1, 0))
	}
	return all
}()

// Inputs returns a generator of inputs of an operation.
func Inputs(op corpus.Op) *rapid.Generator[Input] {
	return rapid.Custom(func(t *rapid.T) Input {
		return Input{gen.For(op, FromRapid(t)).Input()}
	})
}

// An Input is a generated input. It is not printed when it is drawn, because the report of a
// failure contains it.
type Input struct{ corpus.Input }

// GoString returns a placeholder for the log of draws.
func (Input) GoString() string { return "an input" }

package props_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// engine is the engine as users call it: without a trace, so that it uses its fast paths.
var engine = corpus.Untraced(corpus.Engine())

func TestLaws(t *testing.T) { props.Run(t, engine) }

// TestLawsSeeds checks the laws like TestLaws, with inputs from seeds. The seeds are divided
// among the operations.
func TestLawsSeeds(t *testing.T) {
	share := props.SeedsAsked(t, 2000)
	share.Count /= uint64(len(laws.Ops()))
	props.RunSeeds(t, engine, share)
}

// Calls with a trace give the same answers.
func TestTracedSeeds(t *testing.T) {
	props.SeedsAsked(t, 2000).Each(t, func(seed uint64) error {
		op := laws.Ops()[seed%uint64(len(laws.Ops()))]
		return laws.Agree(corpus.Engine(), engine, gen.For(op, gen.FromSeed(seed)).Input()).Err()
	})
}

// TestRoundTripSeeds checks the most important law with more inputs than the other laws.
func TestRoundTripSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input { return gen.Diff(gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.DiffExact(engine, in)
	})
}

// The engines of this module keep the spelling of numbers that the patch does not name.
func TestSpellingSeeds(t *testing.T) {
	subjects := []corpus.Subject{engine, corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))}
	input := func(seed uint64) corpus.Input { return gen.Apply(gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(seed uint64, in corpus.Input) laws.Verdict {
		return laws.KeepsSpelling(subjects[seed%2], in)
	})
}

// TestUnionLawsSeeds checks the laws of unions with more inputs than the other laws. The law
// that unions change nothing unless they are requested is also checked for the text of
// answers, which must be the same byte for byte.
func TestUnionLawsSeeds(t *testing.T) {
	ofUnions := slices.DeleteFunc(laws.All(), func(law laws.Law) bool { return !strings.Contains(law.Name, "union") })
	share := props.SeedsAsked(t, 2000)
	share.Count /= uint64(len(ofUnions))
	for _, law := range ofUnions {
		subject := engine
		if law.Name != "threeway-unions-off" && strings.HasSuffix(law.Name, "-unions-off") {
			subject = textual{engine}
		}
		t.Run(law.Name, func(t *testing.T) {
			input := func(seed uint64) corpus.Input { return gen.For(law.Op, gen.FromSeed(seed)).Input() }
			share.EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict { return law.Check(subject, in) })
		})
	}
}

// A textual subject returns the text of its results.
type textual struct{ corpus.Subject }

func (s textual) Run(in corpus.Input) corpus.Outcome {
	out := s.Subject.Run(in)
	out.Result = model.NewString(out.Result.JSON())
	return out
}

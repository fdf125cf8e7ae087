package props_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Functions on JSON text give the same answers as functions on values. An answer does not
// change when a later call reuses the memory of its documents. Inputs come in pairs, so that
// each call can reuse the memory of the other.
func TestTextSeeds(t *testing.T) {
	subjects := []corpus.Subject{corpus.Untraced(corpus.Engine()), corpus.Untraced(corpus.EngineOf(corpus.Kubernetes))}
	pairs := props.SeedsAsked(t, 2000)
	pairs.Count /= 2
	pairs.Each(t, func(pair uint64) error {
		subject := subjects[pair%2]
		for _, op := range []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay} {
			a, b := gen.For(op, gen.FromSeed(2*pair)).Input(), gen.For(op, gen.FromSeed(2*pair+1)).Input()
			ofA, ofB := answer{"from text", fromText(subject, a)}, answer{"from text", fromText(subject, b)}
			if err := agree(ofA, subject, a); err != nil {
				return err
			}
			fromText(subject, a)
			if err := agree(ofB, subject, b); err != nil {
				return err
			}
		}
		return nil
	})
}

// agree returns an error if the answer of a subject differs from the answer told.
func agree(told answer, subject corpus.Subject, in corpus.Input) error {
	if in.Op == corpus.OpApply && in.Patch.Type() == model.Absent {
		return nil // the value is absent and has no text
	}
	now := answer{subject.Name(), subject.Run(in)}
	if err := laws.Agree(told, now, in).Err(); err != nil {
		return err
	}
	if got, want := fmt.Sprint(told.Wide), fmt.Sprint(now.Wide); got != want {
		return fmt.Errorf("replaced as a whole is %s, not %s", got, want)
	}
	return nil
}

// fromText passes the documents of an input to a subject as text.
func fromText(s corpus.Subject, in corpus.Input) corpus.Outcome {
	in.Text = map[string]string{}
	for _, d := range in.Documents() {
		if d.Value.Type() != model.Absent {
			in.Text[d.Name] = string(d.Value.JSON())
		}
	}
	return s.Run(in)
}

// An answer is a subject that always gives the same answer.
type answer struct {
	name string
	corpus.Outcome
}

func (a answer) Name() string { return a.name }

func (a answer) Run(corpus.Input) corpus.Outcome { return a.Outcome }

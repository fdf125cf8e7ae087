package props_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// Calls from text to text answer what calls on values do, and whatever they tell
// stays as it is when others have the memory of their documents.
func TestTextSeeds(t *testing.T) {
	ops := []corpus.Op{corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay}
	dialects := []smp.Dialect{smp.Documented, smp.KubernetesBeforeDecoding}
	props.SeedsAsked(t, 6000).Each(t, func(seed uint64) error {
		subject := corpus.Untraced(dialects[seed%2])
		for _, op := range ops {
			in, next := gen.For(op, gen.FromSeed(seed)).Input(), gen.For(op, gen.FromSeed(seed+1)).Input()
			if op == corpus.OpApply && in.Patch.Kind() == model.Absent {
				continue // there is no text of it
			}
			told := answer{fromText(subject, in)}
			fromText(subject, next)
			if err := laws.Agree(told, subject, in).Err(); err != nil {
				return err
			}
			if got, want := fmt.Sprint(told.Wide), fmt.Sprint(subject.Run(in).Wide); got != want {
				return fmt.Errorf("replaced as a whole is %s, not %s", got, want)
			}
		}
		return nil
	})
}

// fromText gives the documents of an input to a subject as text.
func fromText(s corpus.Subject, in corpus.Input) corpus.Outcome {
	in.Text = map[string]string{}
	for _, d := range in.Documents() {
		if d.Value.Kind() != model.Absent {
			in.Text[d.Name] = string(d.Value.JSON())
		}
	}
	return s.Run(in)
}

// An answer is a subject that has answered before.
type answer struct{ corpus.Outcome }

func (answer) Name() string { return "from text" }

func (a answer) Run(corpus.Input) corpus.Outcome { return a.Outcome }

package laws_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// answering is a subject that always gives the same answer.
type answering corpus.Outcome

func (answering) Name() string                      { return "answering" }
func (a answering) Run(corpus.Input) corpus.Outcome { return corpus.Outcome(a) }

// A fault of an engine in another process breaks only the law about that fault. A rejection
// without a reason breaks no law.
func TestLawsOnForeignAnswers(t *testing.T) {
	in := corpus.Input{Op: corpus.OpThreeWay, Schema: smp.Schemaless, Original: model.MustParse(`{}`), Modified: model.MustParse(`{"a":1}`), Current: model.MustParse(`{}`)}
	for _, test := range []struct {
		err    error
		broken string // the name of the only broken law
	}{
		{&corpus.Fault{Code: corpus.Varies, Message: "m"}, "repeatable"},
		{&corpus.Fault{Code: corpus.Panicked, Message: "m"}, "no-panic"},
		{&corpus.Fault{Code: corpus.Died, Message: "m"}, "no-panic"},
		{&corpus.Unclassified{Message: "m"}, ""},
		{&smp.Error{Code: "conflict", Cause: errors.New("m")}, ""},
		{errors.New("m"), "error-path"},
	} {
		for _, law := range laws.Of(in.Op) {
			v := law.Check(answering{Err: test.err}, in)
			if broken := v.Status == laws.Broken; broken != (law.Name == test.broken) {
				t.Errorf("%v: law %s: %s: %s", test.err, law.Name, v.Status, v.What)
			}
		}
	}
}

// Rejections without a code are equal, regardless of their text.
func TestUnclassifiedRejectionsAreAlike(t *testing.T) {
	in := corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: model.MustParse(`{"b":1,"a":1}`), Patch: model.MustParse(`{}`)}
	says := func(change string) corpus.Subject {
		return laws.Applier("saying", func(_ smp.Engine, _ smp.Schema, original, _ model.Value) (model.Value, error) {
			return model.Value{}, &corpus.Unclassified{Message: change + original.JSON()}
		})
	}
	for _, law := range laws.Of(in.Op) {
		switch law.Name {
		case "repeatable", "member-order", "text", "number-spelling", "error-path":
			if v := law.Check(says("no: "), in); v.Status == laws.Broken {
				t.Errorf("law %s: %s", law.Name, v.What)
			}
		}
	}
}

package corpus_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// An engine without a feature or an operation skips exactly the cases that need it.
func TestWithout(t *testing.T) {
	asked := 0
	engine := &stubSubject{answer: func(_ int, in corpus.Input) corpus.Outcome {
		asked++
		return corpus.Engine().Run(in)
	}}
	for _, test := range []struct {
		without string
		needs   func(corpus.Case) bool
	}{
		{"lint", func(c corpus.Case) bool { return c.Input.Op == corpus.OpLint }},
		{"option-strict", func(c corpus.Case) bool { return c.Input.Options.Strict }},
		{"option-unions", func(c corpus.Case) bool { return c.Input.Options.Unions }},
		{"option-ignore", func(c corpus.Case) bool { return c.Input.Options.Ignore != 0 }},
		{"option-level", func(c corpus.Case) bool { return c.Input.Options.Omit != 0 }},
	} {
		subject, skipped := corpus.Without(engine, test.without), 0
		for _, c := range embeddedCases(t) {
			asked = 0
			out := subject.Run(c.Input)
			if needs := test.needs(c); needs != (out.Skipped != "") || needs == (asked > 0) {
				t.Errorf("without %s: %s: %s", test.without, c.Name, out)
			}
			if out.Skipped != "" {
				skipped++
			}
		}
		if skipped == 0 {
			t.Errorf("without %s: no case is skipped", test.without)
		}
	}
	if got := corpus.Without(engine, "lint").Name(); got != engine.Name() {
		t.Errorf("the name is %q", got)
	}
	defer func() {
		if got, want := fmt.Sprint(recover()), `corpus.Without: unknown feature or operation "option-strickt"`; got != want {
			t.Errorf("panics with %s", got)
		}
	}()
	corpus.Without(engine, "option-strickt")
}

// If an engine has neither an operation nor a feature, the operation is the reason.
func TestReasonOfWithout(t *testing.T) {
	const option = corpus.Feature("option-strict")
	subject := corpus.Without(corpus.Without(corpus.Engine(), "diff"), string(option))
	for _, test := range []struct {
		op   corpus.Op
		want string
	}{
		{corpus.OpDiff, "the engine does not support the operation diff"},
		{corpus.OpApply, "the engine does not support the feature option-strict"},
	} {
		if out := subject.Run(corpus.Input{Op: test.op, Options: corpus.Options{Strict: true}}); out.Skipped != test.want {
			t.Errorf("%s: skipped: %q, want %q", test.op, out.Skipped, test.want)
		}
	}
}

// Features of the documents and of the schema are found in an input, too.
func TestWithoutFeaturesOfDocuments(t *testing.T) {
	for _, f := range []string{"directive-retainKeys", "schema-keyed-lists", "schema-retainKeys", "input-numbers"} {
		subject, needed, skipped := corpus.Without(corpus.Engine(), f), 0, 0
		for _, c := range embeddedCases(t) {
			for _, one := range c.Features() {
				if string(one) == f {
					needed++
				}
			}
			if subject.Run(c.Input).Skipped != "" {
				skipped++
			}
		}
		// A case also has the features of its answer.
		if skipped == 0 || skipped > needed || skipped < needed/2 {
			t.Errorf("without %s: %d cases need it, %d are skipped", f, needed, skipped)
		}
	}
}

// An engine without an operation reports this before it gets an input.
func TestSupports(t *testing.T) {
	for _, op := range corpus.Ops() {
		if !corpus.Supports(corpus.Engine(), op) {
			t.Errorf("the engine does not support %s", op)
		}
		less := corpus.Without(corpus.Without(corpus.Engine(), string(op)), "diff", "option-strict")
		for _, other := range corpus.Ops() {
			if got, want := corpus.Supports(less, other), other != op && other != corpus.OpDiff; got != want {
				t.Errorf("without %s: supports %s: %v, want %v", op, other, got, want)
			}
		}
	}
}

package props_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

func referenceSubject() corpus.Subject { return laws.Applier("reference", reference.Apply) }

func TestReference(t *testing.T) {
	props.Agree(t, engine, referenceSubject())
}

// TestReferenceSeeds compares engine and reference like TestReference, with inputs from
// seeds. Every other patch is for an engine with unions.
func TestReferenceSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input {
		in := gen.Apply(gen.FromSeed(seed)).Input()
		in.Options.Unions = seed%2 == 0
		return in
	}
	props.SeedsAsked(t, 6000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.Agree(engine, referenceSubject(), in)
	})
}

// diffing is the engine under test, except that the reference applies its patches.
type diffing struct{ corpus.Subject }

func (d diffing) Run(in corpus.Input) corpus.Outcome {
	if in.Op == corpus.OpApply {
		return referenceSubject().Run(in)
	}
	return d.Subject.Run(in)
}

// A patch of the engine turns original into modified when the reference applies it.
func TestDiffReferenceSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input { return gen.Diff(gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.DiffExact(diffing{engine}, in)
	})
}

func TestThreeWayReference(t *testing.T) {
	props.AgreeOnThreeWay(t, engine, reference.TargetOptions{}, reference.Conflicts)
}

// TestThreeWayReferenceSeeds compares engine and reference like TestThreeWayReference, with
// inputs from seeds. It repeats some comparisons with many duplicates, with elements that
// lack keys, and with null keys.
func TestThreeWayReferenceSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input { return gen.ThreeWay(gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(seed uint64, in corpus.Input) laws.Verdict {
		reaches := func(in corpus.Input) laws.Verdict { return laws.Reaches(engine, reference.TargetOptions{}, in) }
		finds := func(in corpus.Input) laws.Verdict { return laws.FindsConflicts(engine, reference.Conflicts, in) }
		v := reaches(in)
		if many, ok := laws.Crowded(in, seed%2 == 0); ok && v.Status != laws.Broken {
			if seed%4 < 2 {
				many = laws.NullKeys(many)
			}
			v = reaches(many)
		}
		if more, ok := laws.Partial(in); ok && v.Status != laws.Broken {
			v = reaches(more)
		}
		for _, in := range []corpus.Input{in, laws.NullKeys(in)} {
			if v.Status != laws.Broken {
				v = finds(in)
			}
		}
		return v
	})
}

// Two patches have the conflicts that the reference finds, in either order. Three of four
// pairs are for an engine with unions, and one of three for a strict engine.
func TestConflictsReferenceSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input {
		in := gen.Conflicts(gen.FromSeed(seed)).Input()
		in.Options.Unions, in.Options.Strict, in.Options.Ignore = seed%4 > 0, seed%3 == 0, 0
		return in
	}
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		v := laws.FindsPatchConflicts(engine, reference.PatchConflicts, in)
		if v.Status != laws.Broken {
			in.Left, in.Right = in.Right, in.Left
			v = laws.FindsPatchConflicts(engine, reference.PatchConflicts, in)
		}
		return v
	})
}

// required returns the directives that the engine reports as required.
func required(in corpus.Input) (smp.Directives, error) {
	var found smp.Directives
	opts := smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{Omit: in.Options.Omit, Requires: &found}, Overwrite: true}
	var err error
	if in.Op == corpus.OpDiff {
		_, err = smp.Engine{}.Diff(in.Schema, in.Original, in.Modified, opts.DiffOptions)
	} else {
		_, err = smp.Engine{}.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, opts)
	}
	return found, err
}

// A server needs only the directives that the engine reports as required.
func TestRequired(t *testing.T) {
	if testing.Short() {
		t.Skip("a few random inputs may need no newer directive; TestRequiredSeeds checks the same with more inputs")
	}
	for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
		t.Run(string(op), func(t *testing.T) {
			props.Check(t, op, func(in corpus.Input) laws.Verdict { return laws.ReportsRequired(engine, required, in) })
		})
	}
}

// TestRequiredSeeds checks the same as TestRequired, with inputs from seeds.
func TestRequiredSeeds(t *testing.T) {
	ops := []corpus.Op{corpus.OpDiff, corpus.OpThreeWay}
	input := func(seed uint64) corpus.Input { return gen.For(ops[seed%2], gen.FromSeed(seed)).Input() }
	props.SeedsAsked(t, 2000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.ReportsRequired(engine, required, in)
	})
}
func TestLintReference(t *testing.T) {
	props.AgreeOnLint(t, engine, reference.Lint)
}

// TestLintReferenceSeeds compares engine and reference like TestLintReference, with inputs
// from seeds. One of four patches is for a strict engine, and one of three for an engine with
// unions.
func TestLintReferenceSeeds(t *testing.T) {
	input := func(seed uint64) corpus.Input {
		in := gen.Lint(gen.FromSeed(seed)).Input()
		in.Options.Strict, in.Options.Unions = seed%4 == 0, seed%3 == 0
		return in
	}
	props.SeedsAsked(t, 3000).EachInput(t, input, func(_ uint64, in corpus.Input) laws.Verdict {
		return laws.FindsProblems(engine, reference.Lint, in)
	})
}

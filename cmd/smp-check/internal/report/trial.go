package report

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// A Trial is an input for laws, with its origin.
type Trial struct {
	from  string
	input corpus.Input
	// choices are the random choices behind a generated input; nil for other inputs.
	choices []int
}

// Trials are the trials from cases, and the number of trials to generate.
type Trials struct {
	OfCases []Trial
	Seeds   int
	// Ops limits the trials to some operations. If it is empty, there is no limit.
	Ops []corpus.Op

	ops []corpus.Op // the operations of generated trials; set by TryLaws
}

// Len returns the number of trials.
func (t Trials) Len() int { return len(t.OfCases) + t.Seeds }

// at returns the trial with index i. Trials after those from cases are generated.
func (t Trials) at(i int) Trial {
	if i < len(t.OfCases) {
		return t.OfCases[i]
	}
	seed := i - len(t.OfCases)
	return seedTrial(seed, t.ops[seed%len(t.ops)])
}

// AddCases adds the trials from cases: their own inputs, and inputs of other operations that are
// made from the documents of cases that apply a patch.
func (t *Trials) AddCases(cases []corpus.Case) {
	for _, trial := range trialsOf(cases) {
		if len(t.Ops) == 0 || slices.Contains(t.Ops, trial.input.Op) {
			t.OfCases = append(t.OfCases, trial)
		}
	}
}

func trialsOf(cases []corpus.Case) []Trial {
	var trials []Trial
	var before corpus.Case // the previous case that applies a patch
	for _, c := range cases {
		trials = append(trials, Trial{from: c.File, input: c.Input})
		if c.Input.Op != corpus.OpApply || c.Input.Err() != nil {
			continue
		}
		inputs := inputsOf(c)
		if before.File != "" && before.Input.Schema.Equal(c.Input.Schema) {
			inputs = append(inputs, pairOf(before, c)...)
		}
		for _, in := range inputs {
			trials = append(trials, Trial{from: c.File, input: in})
		}
		before = c
	}
	return trials
}

// inputsOf returns inputs made from a case that applies a patch: lint of the patch, the diff
// of original and result, and three-way merges, one of them without an original.
func inputsOf(c corpus.Case) []corpus.Input {
	in := c.Input
	lint := corpus.Input{Op: corpus.OpLint, Schema: in.Schema, Original: in.Original, Patch: in.Patch}
	lint.Options.Ignore = in.Options.Ignore
	if c.Want.Rejection != nil {
		return []corpus.Input{lint}
	}
	diff := corpus.Input{Op: corpus.OpDiff, Schema: in.Schema, Original: in.Original, Modified: c.Want.Result}
	again, first := diff, diff
	again.Op, again.Current = corpus.OpThreeWay, in.Original
	first.Op, first.Original, first.Modified, first.Current = corpus.OpThreeWay, model.Value{}, in.Original, c.Want.Result
	return []corpus.Input{lint, diff, again, first}
}

// pairOf returns operations on the patches of two cases with the same schema, for the
// original of the first.
func pairOf(a, b corpus.Case) []corpus.Input {
	in := corpus.Input{Schema: a.Input.Schema, Original: a.Input.Original}
	compose, conflicts := in, in
	compose.Op, compose.Patches = corpus.OpCompose, []model.Value{a.Input.Patch, b.Input.Patch}
	conflicts.Op, conflicts.Left, conflicts.Right = corpus.OpConflicts, a.Input.Patch, b.Input.Patch
	return []corpus.Input{compose, conflicts}
}

// opsOf returns the operations that the laws are about and that the subject supports. If the
// subject supports none of them, it returns the operations that the laws are about. limit, if not
// empty, contains all operations that may be returned.
func opsOf(chosen []laws.Law, subject corpus.Subject, limit []corpus.Op) []corpus.Op {
	ops := slices.DeleteFunc(laws.Ops(), func(op corpus.Op) bool {
		return len(limit) > 0 && !slices.Contains(limit, op) || !slices.ContainsFunc(chosen, func(law laws.Law) bool { return law.Op == "" || law.Op == op })
	})
	supported := func(op corpus.Op) bool { return corpus.Supports(subject, op) }
	if !slices.ContainsFunc(ops, supported) {
		return ops
	}
	return slices.DeleteFunc(ops, func(op corpus.Op) bool { return !supported(op) })
}

// seedTrial generates the input of an operation for a seed.
func seedTrial(seed int, op corpus.Op) Trial {
	t := Trial{from: fmt.Sprintf("seed %d", seed)}
	t.choices = gen.Record(gen.FromSeed(uint64(seed)), func(src gen.Source) { t.input = gen.For(op, src).Input() })
	return t
}

// shrinkSteps limits the number of simpler inputs that are tried for a broken law.
const shrinkSteps = 2000

// shrunk tries simpler versions of a generated input that breaks a law, and returns the
// verdict for the simplest one that still does.
func (t Trial) shrunk(v laws.Verdict, check func(corpus.Input) laws.Verdict) laws.Verdict {
	if t.choices == nil {
		return v
	}
	gen.Shrink(t.choices, shrinkSteps, func(choices []int) bool {
		simpler := check(gen.For(t.input.Op, gen.FromChoices(choices)).Input())
		if simpler.Status == laws.Broken && size(simpler) <= size(v) {
			v = simpler
			return true
		}
		return simpler.Status == laws.Broken
	})
	return v
}

// size returns the length of a verdict's case as JSON.
func size(v laws.Verdict) int {
	value, err := v.Case().Value()
	if err != nil {
		return 1 << 30
	}
	return len(value.Canonical())
}

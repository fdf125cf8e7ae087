package report

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// A Trial is an input that laws are tried on, and where it is from.
type Trial struct {
	from  string
	input corpus.Input
	// choices are what a generated input was made of; nil for others.
	choices []int
}

// Trials are those of cases, and as many that are generated when they are asked for.
type Trials struct {
	OfCases []Trial
	Seeds   int
}

// Len returns how many there are.
func (t Trials) Len() int { return len(t.OfCases) + t.Seeds }

// at returns one of them, counted from 0.
func (t Trials) at(i int) Trial {
	if i < len(t.OfCases) {
		return t.OfCases[i]
	}
	return seedTrial(i - len(t.OfCases))
}

// TrialsOf returns the inputs that cases give: their own, and what other
// operations can do with the documents of those that apply a patch.
func TrialsOf(cases []corpus.Case) []Trial {
	var trials []Trial
	var before corpus.Case // the last that applies a patch
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

// inputsOf returns what lint makes of the patch that a case applies, and diffs
// and three-way merges of its original and result: the patch that was wanted,
// and the one for a live document that has what the user never had.
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

// pairOf returns operations on the patches of two cases of one schema, for the
// original of the first.
func pairOf(a, b corpus.Case) []corpus.Input {
	in := corpus.Input{Schema: a.Input.Schema, Original: a.Input.Original}
	compose, conflicts := in, in
	compose.Op, compose.Patches = corpus.OpCompose, []model.Value{a.Input.Patch, b.Input.Patch}
	conflicts.Op, conflicts.Left, conflicts.Right = corpus.OpConflicts, a.Input.Patch, b.Input.Patch
	return []corpus.Input{compose, conflicts}
}

// seedTrial generates an input, of one operation after the other.
func seedTrial(seed int) Trial {
	op := laws.Ops()[seed%len(laws.Ops())]
	t := Trial{from: fmt.Sprintf("seed %d", seed)}
	t.choices = gen.Record(gen.FromSeed(uint64(seed)), func(src gen.Source) { t.input = gen.For(op, src).Input() })
	return t
}

// shrinkSteps is how many simpler inputs are tried for one that breaks a law.
const shrinkSteps = 2000

// shrunk returns the simplest verdict that can be found from one that is broken
// on a generated input.
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

// size returns how long the case of a verdict is, as JSON.
func size(v laws.Verdict) int {
	value, err := v.Case().Value()
	if err != nil {
		return 1 << 30
	}
	return len(value.Canonical())
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// newLaws returns the command that puts the laws to an engine.
func newLaws() *cobra.Command {
	var (
		input   = inputReader{maxSize: defaultMaxSize}
		cases   caseChoice
		subject subjectChoice
		names   []string
		seeds   int
		list    bool
		output  format
	)
	cmd := &cobra.Command{
		Use:   "laws [PATH...]",
		Short: "Put the laws of strategic merge patch to an engine",
		Long: `Put the laws to the engine, with the documents of cases as inputs, and report
those that it breaks, each with the smallest input that shows it. Laws say what
holds whatever the documents are, such as that a patch applied twice is a patch
applied once. A PATH is a case file, a folder of them, or - for standard input;
without any, the cases that are built in are taken. The wanted answers of the
cases play no part.

With --engine any other engine is tried, as with run. With --seeds as many inputs
are generated, the same every time, and what breaks a law is shrunk.

Exit status: 0 when every law holds, 1 when one is broken, 2 when the cases cannot
be read or the engine cannot be started.`,
		Example: `  smp-check laws
  smp-check laws --engine 'python3 engine.py'
  smp-check laws --engine 'python3 engine.py' --law idempotent --seeds 1000
  smp-check laws --list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := subject.check(cmd); err != nil {
				return err
			}
			if seeds < 0 {
				return usageErrorf(cmd, "--seeds: want 0 or more")
			}
			chosen, err := chosenLaws(cmd, names)
			if err != nil {
				return err
			}
			if list {
				return writeLaws(cmd.OutOrStdout(), output, chosen)
			}
			input.stdin = cmd.InOrStdin()
			var trials []trial
			if seeds == 0 || len(args) > 0 {
				read, err := cases.load(cmd, &input, args)
				if err != nil {
					return err
				}
				trials = trialsOf(read)
			}
			trials = append(trials, seedTrials(seeds)...)
			subjects, stop, err := subject.start(len(trials))
			if err != nil {
				return err
			}
			defer stop()
			r := tryLaws(chosen, trials, subjects, newProgress(cmd.ErrOrStderr(), len(trials)))
			if err := r.write(cmd.OutOrStdout(), output); err != nil {
				return err
			}
			if r.broken() {
				return errNo
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&names, "law", nil, "only the law of this `name` (may be repeated)")
	flags.IntVar(&seeds, "seeds", 0, "generate this many inputs, and take no built-in cases")
	flags.BoolVar(&list, "list", false, "list the laws instead of trying them")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("law", completeLaws))
	cases.register(cmd)
	subject.register(cmd)
	output.register(cmd, formatText, formatJSON)
	return cmd
}

// chosenLaws returns the laws of these names; all where there are none.
func chosenLaws(cmd *cobra.Command, names []string) ([]laws.Law, error) {
	all := laws.All()
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(law laws.Law) bool { return law.Name == name }) {
			return nil, usageErrorf(cmd, "--law: there is no law %q; --list shows them", name)
		}
	}
	return slices.DeleteFunc(all, func(law laws.Law) bool { return !slices.Contains(names, law.Name) }), nil
}

// completeLaws offers the names of the laws to the shell.
func completeLaws(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []string
	for _, law := range laws.All() {
		if strings.HasPrefix(law.Name, typed) {
			names = append(names, law.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// A trial is an input that laws are tried on, and where it is from.
type trial struct {
	from  string
	input corpus.Input
	// choices are what a generated input was made of; nil for others.
	choices []int
}

// trialsOf returns the inputs that cases give: their own, and what other
// operations can do with the documents of those that apply a patch.
func trialsOf(cases []corpus.Case) []trial {
	var trials []trial
	var before corpus.Case // the last that applies a patch
	for _, c := range cases {
		trials = append(trials, trial{from: c.File, input: c.Input})
		if c.Input.Op != corpus.OpApply || c.Input.Err() != nil {
			continue
		}
		inputs := inputsOf(c)
		if before.File != "" && before.Input.Schema.Equal(c.Input.Schema) {
			inputs = append(inputs, pairOf(before, c)...)
		}
		for _, in := range inputs {
			trials = append(trials, trial{from: c.File, input: in})
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

// seedTrials generates inputs, of one operation after the other.
func seedTrials(n int) []trial {
	var trials []trial
	for seed := range n {
		op := laws.Ops()[seed%len(laws.Ops())]
		t := trial{from: fmt.Sprintf("seed %d", seed)}
		t.choices = gen.Record(gen.FromSeed(uint64(seed)), func(src gen.Source) { t.input = gen.For(op, src).Input() })
		trials = append(trials, t)
	}
	return trials
}

// shrinkSteps is how many simpler inputs are tried for one that breaks a law.
const shrinkSteps = 2000

// shrunk returns the simplest verdict that can be found from one that is broken
// on a generated input.
func (t trial) shrunk(v laws.Verdict, check func(corpus.Input) laws.Verdict) laws.Verdict {
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

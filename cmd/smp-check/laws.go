package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// newLaws returns the command that tests an engine against the laws.
func newLaws() *cobra.Command {
	var (
		input    load.Reader
		cases    caseChoice
		subject  cli.Subject
		names    []string
		seeds    int
		list     bool
		expected expectedFailures
		form     cli.Form
	)
	cmd := &cobra.Command{
		Use:   "laws [PATH...]",
		Short: "Test an engine against the laws of strategic merge patch",
		Long: `Test the engine against the laws, and report each violated law with the smallest input
that violates it. A law holds for all inputs. For example, applying a patch twice gives
the same result as applying it once. The inputs are the documents of cases; the expected
answers of the cases are ignored. A PATH is a case file, a folder of them, or - for
standard input. Without a PATH, the built-in cases are used.

With --dialect kubernetes, a law does not apply to an input if a cluster departs from
the rules of the law.

With --engine, another engine is tested, as with run. With --seeds N, the laws are also
tested with N generated inputs. Without a PATH, only these inputs are used. They are the
same on every run with the same laws and the same engine. An input that violates a law
is shrunk.

Ctrl-C ends the test; the inputs tried so far are reported, and the exit status is 1.

Exit status: 0 if every law holds, 1 if one is violated, the engine does not answer an
input, or no law could be tested, 2 if the cases cannot be read or the engine cannot be started.`,
		Example: `  smp-check laws
  smp-check laws --engine 'python3 engine.py'
  smp-check laws --engine 'python3 engine.py' --law idempotent --seeds 1000
  smp-check laws --list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := subject.Check(cmd); err != nil {
				return err
			}
			if seeds < 0 {
				return cli.Usagef(cmd, "--seeds: expected 0 or more")
			}
			if flags := cmd.Flags(); seeds > 0 && len(args) == 0 && (flags.Changed("rule") || flags.Changed("name")) {
				return cli.Usagef(cmd, "--rule and --name select cases, but --seeds generates the inputs; name a PATH to use cases, too")
			}
			ops, err := cases.operations(cmd)
			if err != nil {
				return err
			}
			chosen, err := chosenLaws(cmd, subject.Dialect.Name, names, ops)
			if err != nil {
				return err
			}
			if list {
				return report.WriteLaws(cmd.OutOrStdout(), form.Name, chosen)
			}
			input.Stdin = cmd.InOrStdin()
			unknown := func(name string) bool {
				return !slices.ContainsFunc(laws.All(), func(law laws.Law) bool { return law.Name == name })
			}
			if err := expected.load(cmd, &input, unknown, "laws --list lists all laws"); err != nil {
				return err
			}
			trials := report.Trials{Seeds: seeds, Ops: ops}
			if seeds == 0 || len(args) > 0 {
				cases.ops = nil // the inputs of an operation are made from cases of other operations, too
				read, err := cases.load(cmd, &input, args)
				if err != nil {
					return err
				}
				trials.AddCases(read)
			}
			subjects, stop, err := subject.Start(trials.Len())
			if err != nil {
				return err
			}
			defer stop()
			if err := subject.CheckDialect(subjects[0]); err != nil {
				return err
			}
			subject.Note(cmd.ErrOrStderr(), subjects[0])
			r := report.TryLaws(chosen, trials, subjects, output.NewProgress(cmd.ErrOrStderr(), trials.Len(), "inputs"))
			if r.NotTried == 0 {
				if err := expected.updated(r.Verdicts()); err != nil {
					return err
				}
			}
			r.Expect(expected.list)
			if err := r.Write(cmd.OutOrStdout(), form.Name); err != nil {
				return err
			}
			return cli.Outcome(cmd, r.Err(), r.Failed())
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&names, "law", nil, "only the law of this `name` (may be repeated)")
	flags.IntVar(&seeds, "seeds", 0, "generate this many inputs instead of using the built-in cases")
	flags.BoolVar(&list, "list", false, "list the laws instead of trying them")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("law", cli.CompleteLaws))
	cases.register(cmd)
	subject.Register(cmd)
	expected.register(cmd, "law", "holds", "are broken")
	form.Register(cmd, output.FormText, output.FormJSON)
	return cmd
}

// chosenLaws returns the laws of a dialect with these names that are about these operations. If
// names or ops is empty, it does not limit the laws.
func chosenLaws(cmd *cobra.Command, dialect string, names []string, ops []corpus.Op) ([]laws.Law, error) {
	all := slices.DeleteFunc(laws.In(dialect), func(law laws.Law) bool {
		return len(ops) > 0 && law.Op != "" && !slices.Contains(ops, law.Op)
	})
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(law laws.Law) bool { return law.Name == name }) {
			return nil, cli.Usagef(cmd, "--law: unknown law %q; --list lists all laws", name)
		}
	}
	return slices.DeleteFunc(all, func(law laws.Law) bool { return !slices.Contains(names, law.Name) }), nil
}

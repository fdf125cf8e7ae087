package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/props/laws"
)

// newLaws returns the command that puts the laws to an engine.
func newLaws() *cobra.Command {
	var (
		input   load.Reader
		cases   caseChoice
		subject cli.Subject
		names   []string
		seeds   int
		list    bool
		form    cli.Form
	)
	cmd := &cobra.Command{
		Use:   "laws [PATH...]",
		Short: "Test an engine against the laws of strategic merge patch",
		Long: `Test the engine against the laws, with the documents of cases as inputs, and report
those that it breaks, each with the smallest input that shows it. Laws say what
holds whatever the documents are, such as that a patch applied twice is a patch
applied once. A PATH is a case file, a folder of them, or - for standard input;
without any, the cases that are built in are taken. The wanted answers of the
cases play no part.

With --engine any other engine is tried, as with run. With --seeds as many inputs
are generated, the same every time, and what breaks a law is shrunk.

Ctrl-C ends the trial with a report of what was tried; the exit status is 1 then.

Exit status: 0 when every law holds, 1 when one is broken, 2 when the cases cannot
be read or the engine cannot be started.`,
		Example: `  smp-check laws
  smp-check laws --engine 'python3 engine.py'
  smp-check laws --engine 'python3 engine.py' --law idempotent --seeds 1000
  smp-check laws --list`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := subject.Check(cmd); err != nil {
				return err
			}
			if seeds < 0 {
				return cli.Usagef(cmd, "--seeds: want 0 or more")
			}
			chosen, err := chosenLaws(cmd, names)
			if err != nil {
				return err
			}
			if list {
				return report.WriteLaws(cmd.OutOrStdout(), form.Name, chosen)
			}
			input.Stdin = cmd.InOrStdin()
			trials := report.Trials{Seeds: seeds}
			if seeds == 0 || len(args) > 0 {
				read, err := cases.load(cmd, &input, args)
				if err != nil {
					return err
				}
				trials.OfCases = report.TrialsOf(read)
			}
			subjects, stop, err := subject.Start(trials.Len())
			if err != nil {
				return err
			}
			defer stop()
			r := report.TryLaws(chosen, trials, subjects, output.NewProgress(cmd.ErrOrStderr(), trials.Len()))
			if err := r.Write(cmd.OutOrStdout(), form.Name); err != nil {
				return err
			}
			if r.Broken() || r.NotTried > 0 {
				return errNo
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&names, "law", nil, "only the law of this `name` (may be repeated)")
	flags.IntVar(&seeds, "seeds", 0, "generate this many inputs, and take no built-in cases")
	flags.BoolVar(&list, "list", false, "list the laws instead of trying them")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("law", cli.CompleteLaws))
	cases.register(cmd)
	subject.Register(cmd)
	form.Register(cmd, output.FormText, output.FormJSON)
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
			return nil, cli.Usagef(cmd, "--law: there is no law %q; --list shows them", name)
		}
	}
	return slices.DeleteFunc(all, func(law laws.Law) bool { return !slices.Contains(names, law.Name) }), nil
}

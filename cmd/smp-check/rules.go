package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
)

// newRules returns the command that lists the rules.
func newRules() *cobra.Command {
	var (
		input = load.Reader{MaxSize: load.DefaultMaxSize}
		cases caseChoice
		form  format
	)
	cmd := &cobra.Command{
		Use:   "rules [PATH...]",
		Short: "List the rules and how many cases each has",
		Long: `List the ids of all rules, each with the number of cases that it decides and the
number of near misses, which it must not apply to. A PATH is a case file or a
folder of them; without any, the cases that are built in count.`,
		Example: `  smp-check rules
  smp-check rules -o json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			input.Stdin = cmd.InOrStdin()
			chosen, err := cases.load(cmd, &input, args)
			if err != nil {
				return err
			}
			return report.WriteRules(cmd.OutOrStdout(), form.name, report.RulesOf(chosen))
		},
	}
	cases.register(cmd)
	form.register(cmd, output.FormText, output.FormJSON)
	return cmd
}

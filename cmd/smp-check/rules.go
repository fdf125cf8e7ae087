package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/smp/cluster"
)

// newRules returns the command that lists the rules.
func newRules() *cobra.Command {
	var (
		input load.Reader
		cases caseChoice
		form  cli.Form
	)
	cmd := &cobra.Command{
		Use:   "rules [ID | PATH...]",
		Short: "Describe a rule, or list all rules with their case counts",
		Long: `Describe the rule with this ID, and show an example and its cases. Errors, notes and
explanations contain these ids. The ID may also name a divergence: a way in which
clusters deviate from the specification.

Without an ID, list all rules, each with the number of cases that it decides and the
number of near misses, which are similar cases to which the rule must not apply. A PATH
is a case file or a folder of cases. Without a PATH, the built-in cases are used.`,
		Example: `  smp-check rules keys-null
  smp-check rules new-elements-first
  smp-check rules
  smp-check rules -o json`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			ids, _ := completeRules(cmd, args, typed)
			for _, d := range cluster.Divergences() {
				if strings.HasPrefix(d.String(), typed) {
					ids = append(ids, d.String())
				}
			}
			return ids, cobra.ShellCompDirectiveDefault // or files
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			input.Stdin = cmd.InOrStdin()
			if len(args) == 1 {
				page, found, err := report.NewRulePage(args[0])
				switch {
				case err != nil:
					return err
				case found:
					return page.Write(cmd.OutOrStdout(), form.Name)
				}
			}
			chosen, err := cases.load(cmd, &input, args)
			if err != nil {
				if len(args) != 1 || !output.IsMissing(args[0]) {
					return err
				}
				return fmt.Errorf("%s: not the id of a rule (see smp-check rules), the name of a built-in case (see smp-check run --list), or an existing file or folder%s", args[0], report.RuleMeant(args[0]))
			}
			return report.WriteRules(cmd.OutOrStdout(), form.Name, report.RulesOf(chosen))
		},
	}
	cases.register(cmd)
	form.Register(cmd, output.FormText, output.FormJSON)
	return cmd
}

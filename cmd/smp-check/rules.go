package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// newRules returns the command that lists the rules.
func newRules() *cobra.Command {
	var (
		input  = inputReader{maxSize: defaultMaxSize}
		cases  caseChoice
		output format
	)
	cmd := &cobra.Command{
		Use:   "rules [PATH...]",
		Short: "List the rules and how many cases each has",
		Long: `List the ids of all rules, each with the number of cases that it decides and the
number of those just beyond its border, which it must not decide. A PATH is a
case file or a folder of them; without any, the cases that are built in count.`,
		Example: `  smp-check rules
  smp-check rules -o json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			input.stdin = cmd.InOrStdin()
			chosen, err := cases.load(cmd, &input, args)
			if err != nil {
				return err
			}
			return writeRules(cmd.OutOrStdout(), output, rulesOf(chosen))
		},
	}
	cases.register(cmd)
	output.register(cmd, formatText, formatJSON)
	return cmd
}

// A ruleReport is the list of rules. The exported fields are its JSON.
type ruleReport struct {
	// Version is the version of the rules.
	Version int         `json:"version"`
	Rules   []ruleEntry `json:"rules"`
}

// A ruleEntry is one rule with the cases on its two sides.
type ruleEntry struct {
	ID     smp.Rule `json:"id"`
	Cases  int      `json:"cases"`
	Beyond int      `json:"beyond"`
}

func rulesOf(cases []corpus.Case) ruleReport {
	decided, beyond := map[smp.Rule]int{}, map[smp.Rule]int{}
	for _, c := range cases {
		for _, rule := range c.Rule {
			decided[rule]++
		}
		for _, rule := range c.Not {
			beyond[rule]++
		}
	}
	r := ruleReport{Version: corpus.RulesVersion}
	for _, rule := range corpus.Rules() {
		r.Rules = append(r.Rules, ruleEntry{rule, decided[rule], beyond[rule]})
	}
	return r
}

func writeRules(out io.Writer, f format, r ruleReport) error {
	if f.name == formatJSON {
		return writeIndented(out, r)
	}
	return buffered(out, func(w *bufio.Writer) {
		fmt.Fprintf(w, "rules, version %d\n", r.Version)
		for _, e := range r.Rules {
			fmt.Fprintf(w, "%s\t%d\t%d\n", e.ID, e.Cases, e.Beyond)
		}
	})
}

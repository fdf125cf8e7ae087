package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A Rules is the list of rules. The exported fields are its JSON.
type Rules struct {
	// Version is the version of the rules.
	Version int         `json:"version"`
	Rules   []ruleEntry `json:"rules"`
}

// A ruleEntry is a rule with the numbers of its cases and near misses.
type ruleEntry struct {
	ID     smp.Rule `json:"id"`
	Cases  int      `json:"cases"`
	Beyond int      `json:"beyond"`
}

// RulesOf counts the cases and the near misses of each rule.
func RulesOf(cases []corpus.Case) Rules {
	decided, beyond := map[smp.Rule]int{}, map[smp.Rule]int{}
	for _, c := range cases {
		for _, rule := range c.Rule {
			decided[rule]++
		}
		if c.Kubernetes != nil {
			decided[smp.Rule(c.Kubernetes.ID)]++ // RuleThreeWayUnsent applies only on clusters, so its cases cite it there
		}
		for _, rule := range c.Not {
			beyond[rule]++
		}
	}
	r := Rules{Version: corpus.RulesVersion}
	for _, rule := range smp.Rules() {
		r.Rules = append(r.Rules, ruleEntry{rule, decided[rule], beyond[rule]})
	}
	return r
}

// WriteRules writes the report as text or JSON. The error is that of writing.
func WriteRules(out io.Writer, form string, r Rules) error {
	if form == output.FormJSON {
		return output.Indented(out, r)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		width := 0
		for _, e := range r.Rules {
			width = max(width, len(e.ID))
		}
		fmt.Fprintf(w, "rules, version %d\n\n%*s  near misses\n", r.Version, width+7, "cases")
		for _, e := range r.Rules {
			fmt.Fprintf(w, "%-*s  %5d  %11d\n", width, e.ID, e.Cases, e.Beyond)
		}
	})
}

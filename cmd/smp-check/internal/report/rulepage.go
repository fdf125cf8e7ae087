package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A RulePage describes a rule or a divergence. The exported fields are its JSON.
type RulePage struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Example is the YAML of the case named Shown, without its rule and schema.
	Example string `json:"example,omitempty"`
	// Shown is the name of the case that shows the rule: rule/ID or divergence/ID.
	Shown string `json:"shown"`
	// Cases lists the names of the cases that the rule decides.
	Cases []string `json:"cases"`
	// Beyond lists the names of the near misses, to which the rule must not apply.
	Beyond []string `json:"beyond,omitempty"`
}

// NewRulePage returns the page of a rule or divergence with its built-in cases, and whether
// there is one with this id. The error is that of reading the cases.
func NewRulePage(id string) (RulePage, bool, error) {
	p := RulePage{ID: id, Cases: []string{}}
	divergence, isDivergence := cluster.DivergenceNamed(id)
	isRule := slices.Contains(smp.Rules(), smp.Rule(id))
	switch {
	case isRule:
		p.Text, p.Shown = sentence(smp.Rule(id).Text()), smp.Rule(id).Case()
	case isDivergence:
		p.Text, p.Shown = "On a cluster: "+divergence.What()+".", divergence.Case()
	default:
		return p, false, nil
	}
	cases, err := corpus.CasesWhere(func(name string, text []byte) bool {
		if name == p.Shown {
			p.Example = example(string(text))
		}
		return strings.Contains(string(text), id)
	})
	for _, c := range cases {
		switch {
		case slices.Contains(c.Rule, smp.Rule(id)), c.Kubernetes != nil && c.Kubernetes.ID == id:
			p.Cases = append(p.Cases, c.Name)
		case slices.Contains(c.Not, smp.Rule(id)):
			p.Beyond = append(p.Beyond, c.Name)
		}
	}
	return p, true, err
}

// example returns the text of a case file without its rule and schema.
func example(text string) string {
	var kept strings.Builder
	keep := true
	for _, line := range strings.SplitAfter(text, "\n") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-") {
			keep = !strings.HasPrefix(line, "rule:") && !strings.HasPrefix(line, "schema:")
		}
		if keep {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// Write writes the page as text or JSON. The error is that of writing.
func (p RulePage) Write(out io.Writer, form string) error {
	if form == output.FormJSON {
		return output.Indented(out, p)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		fmt.Fprintf(w, "%s: %s\n", p.ID, strings.ReplaceAll(p.Text, ". ", ".\n"))
		if p.Example != "" {
			fmt.Fprintf(w, "\nFor example (smp-check show %s adds the schema):\n  %s\n", p.Shown,
				strings.ReplaceAll(strings.TrimSuffix(p.Example, "\n"), "\n", "\n  "))
		}
		writeNames(w, "Cases that the rule decides", p.Cases)
		writeNames(w, "Near misses", p.Beyond)
	})
}

func writeNames(w io.Writer, title string, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(w, "\n%s (smp-check show NAME):\n  %s\n", title, strings.Join(names, "\n  "))
	}
}

// RuleText returns the first sentence of a rule's text, or an empty text for an unknown rule.
func RuleText(rule smp.Rule) string {
	first, rest, _ := strings.Cut(rule.Text(), ". ")
	if rest != "" {
		first += "."
	}
	return sentence(first)
}

// sentence returns a text that begins with an upper-case letter.
func sentence(text string) string {
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

// RuleMeant returns a suffix such as "; did you mean keys-null?" if the text is close to the
// id of a rule or divergence, and an empty string if it is not.
func RuleMeant(written string) string {
	var ids []string
	for _, rule := range smp.Rules() {
		ids = append(ids, string(rule))
	}
	for _, d := range cluster.Divergences() {
		ids = append(ids, d.String())
	}
	return meant.Suggestion(written, ids)
}

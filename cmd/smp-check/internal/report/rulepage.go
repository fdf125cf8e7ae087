package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A RulePage is what there is to say of one rule, or of one divergence, which is
// a way in which a cluster differs. The exported fields are its JSON.
type RulePage struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Example is the smallest case that it decides, as YAML: one with a result
	// where there is one.
	Example string `json:"example,omitempty"`
	// Cases are the names of the cases that it decides.
	Cases []string `json:"cases"`
	// Beyond are those of near misses, which it must not decide.
	Beyond []string `json:"beyond,omitempty"`
}

// NewRulePage returns the page of the rule or divergence with an id, and whether
// there is one.
func NewRulePage(id string, cases []corpus.Case) (RulePage, bool, error) {
	p := RulePage{ID: id, Cases: []string{}}
	divergence, isDivergence := smp.DivergenceNamed(id)
	isRule := slices.Contains(corpus.Rules(), smp.Rule(id))
	switch {
	case isRule:
		p.Text = sentence(smp.Rule(id).Text())
	case isDivergence:
		p.Text = "On a cluster: " + divergence.What() + "."
	default:
		return p, false, nil
	}
	rejects := true // the example so far
	for _, c := range cases {
		switch {
		case isRule && slices.Contains(c.Rule, smp.Rule(id)) || !isRule && c.Kubernetes != nil && c.Kubernetes.ID == id:
			p.Cases = append(p.Cases, c.Name)
			text, err := c.Inline().YAML()
			if err != nil {
				return p, true, err
			}
			rejection := c.Want.Rejection != nil
			if p.Example == "" || rejects && !rejection || rejects == rejection && len(text) < len(p.Example) {
				p.Example, rejects = string(text), rejection
			}
		case slices.Contains(c.Not, smp.Rule(id)):
			p.Beyond = append(p.Beyond, c.Name)
		}
	}
	return p, true, nil
}

// Write writes the page as text or JSON. The error is that of writing.
func (p RulePage) Write(out io.Writer, form string) error {
	if form == output.FormJSON {
		return output.Indented(out, p)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		fmt.Fprintf(w, "%s: %s\n", p.ID, p.Text)
		if p.Example != "" {
			fmt.Fprintf(w, "\nFor example:\n  %s\n", strings.ReplaceAll(strings.TrimSuffix(p.Example, "\n"), "\n", "\n  "))
		}
		writeNames(w, "Cases that it decides", p.Cases)
		writeNames(w, "Near misses", p.Beyond)
	})
}

func writeNames(w io.Writer, title string, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(w, "\n%s (smp-check show NAME):\n  %s\n", title, strings.Join(names, "\n  "))
	}
}

// RuleText returns the first sentence of what a rule says; empty for what is no
// rule.
func RuleText(rule smp.Rule) string {
	first, rest, _ := strings.Cut(rule.Text(), ". ")
	if rest != "" {
		first += "."
	}
	return sentence(first)
}

// sentence returns a text with a capital letter.
func sentence(text string) string {
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

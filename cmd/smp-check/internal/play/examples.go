package play

import (
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// An Example is a request in the menu of the page.
type Example struct {
	Group   string  `json:"group,omitempty"` // in the menu; empty for the examples of rules
	Title   string  `json:"title"`           // a short label; for a rule, its effect
	Rule    string  `json:"rule,omitempty"`  // the rule or divergence that it shows
	Case    string  `json:"case,omitempty"`  // its case in the corpus
	Request Request `json:"request"`
}

// Service is the first example that the page shows: the patch is intended for one of two
// ports with the same number, but changes the other one.
var Service = Example{Group: "Start here", Title: "One port for TCP and UDP", Request: Request{
	Op: corpus.OpApply,
	Documents: []string{`apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  ports:
  - name: dns
    port: 53
    protocol: UDP
    targetPort: 5353
  - name: dns-tcp
    port: 53
    protocol: TCP
    targetPort: 5353
`, `spec:
  ports:
  - port: 53
    protocol: TCP
    targetPort: 5354
`},
}}

// Examples returns the everyday examples, followed by a case of the corpus for each
// divergence and for each rule that the page can show. The error is that of reading the
// corpus.
func Examples() ([]Example, error) {
	cases, err := corpus.Cases()
	if err != nil {
		return nil, err
	}
	named := map[string]corpus.Case{}
	for _, c := range cases {
		named[c.Name] = c
	}
	all := curated()
	add := func(id, title, name string) error {
		r, err := requestOf(named[name])
		all = append(all, Example{Rule: id, Title: title, Case: name, Request: r})
		return err
	}
	for _, rule := range smp.Rules() {
		if rule == smp.RuleKeep {
			continue // the page has no field for paths to keep
		}
		if err := add(string(rule), firstSentence(report.RuleText(rule)), rule.Case()); err != nil {
			return nil, err
		}
	}
	for _, d := range cluster.Divergences() {
		if err := add(d.String(), "on a real cluster: "+d.What(), d.Case()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

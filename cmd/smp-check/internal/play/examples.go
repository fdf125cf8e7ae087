package play

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// An Example is a request to begin with.
type Example struct {
	Group   string  `json:"group,omitempty"` // in the menu; empty for the examples of rules
	Title   string  `json:"title"`           // a short label; for a rule, what it does
	Rule    string  `json:"rule,omitempty"`  // the rule or divergence that it shows
	Case    string  `json:"case,omitempty"`  // of the corpus
	Request Request `json:"request"`
}

// Service is what the page shows first: two ports of one number, of which the patch
// changes the wrong one.
var Service = Example{Group: "Begin here", Title: "One port for TCP and UDP", Request: Request{
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

// Examples returns the examples of the menu, and behind them one of the corpus for each rule
// and each divergence. The error is that of reading the corpus.
func Examples() ([]Example, error) {
	cases, err := corpus.Cases()
	if err != nil {
		return nil, err
	}
	efforts := map[string]int{}
	for _, c := range cases {
		efforts[c.Name] = effort(c)
	}
	cases = slices.SortedStableFunc(slices.Values(cases), func(a, b corpus.Case) int { return cmp.Compare(efforts[a.Name], efforts[b.Name]) })
	all := curated()
	addFirst := func(id, title string, fits func(corpus.Case) bool) {
		for _, c := range cases {
			if !fits(c) {
				continue
			}
			if r, err := requestOf(c); err == nil { // the page has no setting for some options
				all = append(all, Example{Rule: id, Title: title, Case: c.Name, Request: r})
				return
			}
		}
	}
	for _, rule := range corpus.Rules() {
		addFirst(string(rule), firstSentence(report.RuleText(rule)), func(c corpus.Case) bool { return len(c.Rule) > 0 && c.Rule[0] == rule })
	}
	for _, d := range smp.Divergences() {
		addFirst(d.String(), "on a real cluster: "+d.What(), func(c corpus.Case) bool { return c.Kubernetes != nil && c.Kubernetes.ID == d.String() })
	}
	return all, nil
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

// effort is how much there is to read in a case: applied patches come first, and
// what is rejected last.
func effort(c corpus.Case) int {
	n := oracle.SizeOf(c)
	if c.Input.Op != corpus.OpApply {
		n += 1 << 20
	}
	if c.Want.Rejection != nil {
		n += 1 << 21
	}
	return n
}

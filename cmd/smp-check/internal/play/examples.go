package play

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// An Example is a request to begin with.
type Example struct {
	Group   string  `json:"group"`
	Title   string  `json:"title"`
	Case    string  `json:"case,omitempty"` // of the corpus
	Request Request `json:"request"`
}

// Service is what the page shows first: two ports of one number, of which the patch
// changes the wrong one.
var Service = Example{Group: "begin here", Title: "One port for TCP and UDP: which one is patched?", Request: Request{
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

// worked finds the document in whose words a case is an example.
var worked = regexp.MustCompile(`document "([^"]+)"`)

// Examples returns the Service, what the documents of the format work through, and a
// case of the corpus for each rule and each divergence. The error is that of the
// corpus.
func Examples() ([]Example, error) {
	cases, err := corpus.Cases()
	if err != nil {
		return nil, err
	}
	var candidates []Example
	byName := map[string]corpus.Case{}
	for _, c := range cases {
		if r, err := requestOf(c); err == nil {
			byName[c.Name] = c
			candidates = append(candidates, Example{Case: c.Name, Title: c.Comment, Request: r})
		}
	}
	slices.SortStableFunc(candidates, func(a, b Example) int { return cmp.Compare(effort(byName[a.Case]), effort(byName[b.Case])) })
	all := []Example{Service}
	add := func(group, title string, fits func(corpus.Case) bool) {
		i := slices.IndexFunc(candidates, func(e Example) bool { return fits(byName[e.Case]) })
		if i >= 0 {
			e := candidates[i]
			e.Group, e.Title = group, title+": "+e.Title
			all = append(all, e)
		}
	}
	for _, e := range candidates {
		if m := worked.FindStringSubmatch(e.Title); m != nil {
			e.Group, e.Title = m[1], strings.NewReplacer(m[0]+", ", "", m[0], "the document").Replace(e.Title)
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all[1:], func(a, b Example) int { return cmp.Compare(a.Group, b.Group) })
	for _, rule := range corpus.Rules() {
		add("rules", string(rule), func(c corpus.Case) bool { return len(c.Rule) > 0 && c.Rule[0] == rule })
	}
	for _, d := range smp.Divergences() {
		add("what a cluster does otherwise", d.String(), func(c corpus.Case) bool { return c.Kubernetes != nil && c.Kubernetes.ID == d.String() })
	}
	return all, nil
}

// effort is how much there is to read in a case: applied patches come first, and
// what is rejected last.
func effort(c corpus.Case) int {
	n := sizeOf(c)
	if c.Input.Op != corpus.OpApply {
		n += 1 << 20
	}
	if c.Want.Rejection != nil {
		n += 1 << 21
	}
	return n
}

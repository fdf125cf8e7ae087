package play

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
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
var worked = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`document "([^"]+)"`) })

// Examples returns the Service, what the documents of the format work through, and a
// case of the corpus for each rule and each divergence. The error is that of the
// corpus.
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
	all := []Example{Service}
	// add adds a case, and reports whether the page can show it.
	add := func(group, title string, c corpus.Case) bool {
		r, err := requestOf(c)
		if err == nil {
			all = append(all, Example{Group: group, Case: c.Name, Title: title, Request: r})
		}
		return err == nil
	}
	for _, c := range cases {
		if m := worked().FindStringSubmatch(c.Comment); m != nil {
			add(m[1], strings.NewReplacer(m[0]+", ", "", m[0], "the document").Replace(c.Comment), c)
		}
	}
	slices.SortStableFunc(all[1:], func(a, b Example) int { return cmp.Compare(a.Group, b.Group) })
	addFirst := func(group, title string, fits func(corpus.Case) bool) {
		for _, c := range cases {
			if fits(c) && add(group, title+": "+c.Comment, c) {
				return
			}
		}
	}
	for _, rule := range corpus.Rules() {
		addFirst("rules", string(rule), func(c corpus.Case) bool { return len(c.Rule) > 0 && c.Rule[0] == rule })
	}
	for _, d := range smp.Divergences() {
		addFirst("what a cluster does otherwise", d.String(), func(c corpus.Case) bool { return c.Kubernetes != nil && c.Kubernetes.ID == d.String() })
	}
	return all, nil
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

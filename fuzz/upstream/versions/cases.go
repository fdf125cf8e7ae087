package versions

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Cases contains the answers of the releases to the cases of the corpus.
type Cases struct {
	cases []corpus.Case
	// texts contains the answers of each release to each case. An answer is the result as
	// text, or a word.
	texts [][]string
}

// These words are used for an answer without a result.
const (
	rejected = "error"
	panicked = "panic"
	varying  = "varies"
)

// measureCases runs the cases that apimachinery may support on all releases.
func measureCases(servers []*server, workers int, step func()) (Cases, error) {
	all, err := corpus.Cases()
	if err != nil {
		return Cases{}, err
	}
	c := Cases{texts: make([][]string, len(servers))}
	for _, one := range all {
		if asks(one) {
			c.cases = append(c.cases, one)
		}
	}
	forEach(len(servers), workers, func(s int) {
		for _, one := range c.cases {
			c.texts[s] = append(c.texts[s], textOf(servers[s].often(one.Input)))
		}
		step()
	})
	return c, nil
}

// asks reports whether a case can be used: its answer must depend on the engine, and it must
// need only operations and options that apimachinery supports.
func asks(c corpus.Case) bool {
	want := c.Want.Rejection
	unfit := want != nil && (want.Code == smp.DifferentKind || want.Code == smp.InvalidSchema || want.Document == "schema")
	return !unfit && slices.Contains(engine.Ops(), c.Input.Op) && engine.Unheard(c.Input.Options) == "" && !c.Input.Schema.Equal(smp.Schemaless)
}

func textOf(out corpus.Outcome) string {
	fault := corpus.FaultOf(out.Err)
	switch {
	case out.Skipped != "":
		return "skipped"
	case fault != nil && fault.Code == corpus.Varies:
		return varying
	case fault != nil:
		return panicked
	case out.Err != nil:
		return rejected
	default:
		return spelled(out.Result)
	}
}

// wanted returns the text of an expected answer.
func wanted(a corpus.Answer) string {
	if a.Rejection != nil {
		return rejected
	}
	return spelled(a.Result)
}

// changed returns the cases that two releases answer differently. Cases whose answers vary
// are left out.
func (c Cases) changed(a, b int) []int {
	var changed []int
	for i := range c.cases {
		if x, y := c.texts[a][i], c.texts[b][i]; x != y && x != varying && y != varying {
			changed = append(changed, i)
		}
	}
	return changed
}

// A holding records the release since which a divergence exists.
type holding struct {
	divergence cluster.Divergence
	// since is the index of the first release from which on all releases answer the case as
	// package cluster does. It is len(releases) if the last release answers differently.
	// before is the answer of the release before since.
	since  int
	before string
}

// holdings returns the holding of each divergence that affects the engine.
func (c Cases) holdings() []holding {
	var all []holding
	for _, d := range cluster.Divergences() {
		i := slices.IndexFunc(c.cases, func(one corpus.Case) bool { return one.Name == d.Case() })
		if d == cluster.DecodingDropsDirectives || i < 0 {
			continue
		}
		h := holding{divergence: d, since: len(c.texts)}
		for h.since > 0 && c.texts[h.since-1][i] == wanted(c.cases[i].Kubernetes.Want) {
			h.since--
		}
		if h.since > 0 {
			h.before = c.texts[h.since-1][i]
			if h.before == wanted(c.cases[i].Want) {
				h.before = "as documented"
			}
		}
		all = append(all, h)
	}
	return all
}

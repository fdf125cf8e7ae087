package versions

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Cases are what the releases made of the cases of the corpus.
type Cases struct {
	cases []corpus.Case
	// texts are those of each release to each case: the result, or a word.
	texts [][]string
}

// The words for what is no result.
const (
	rejected = "error"
	panicked = "panic"
	varying  = "varies"
)

// measureCases puts the cases that the shipped engine may know something of to
// all releases.
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

// asks reports whether a case is decided by an engine, and asks nothing that the
// shipped engine has no word for.
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

// wanted returns the text of a wanted answer.
func wanted(a corpus.Answer) string {
	if a.Rejection != nil {
		return rejected
	}
	return spelled(a.Result)
}

// changed returns the cases that two releases answer differently; those that vary
// aside.
func (c Cases) changed(a, b int) []int {
	var changed []int
	for i := range c.cases {
		if x, y := c.texts[a][i], c.texts[b][i]; x != y && x != varying && y != varying {
			changed = append(changed, i)
		}
	}
	return changed
}

// A holding says since when a divergence holds.
type holding struct {
	divergence cluster.Divergence
	// since is the first release from which on all answer the case as dialect
	// kubernetes does; none where not even the last does. before is what the
	// release before it answers.
	since  int
	before string
}

// holdings returns since when each divergence holds that is one of the engine.
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

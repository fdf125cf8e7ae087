package versions

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
)

// An example is the smallest input found for some behavior, as text.
type example struct {
	input, shows string
}

// shrinkSteps is the number of smaller inputs to try for an example.
const shrinkSteps = 3000

// minimized returns the smallest case found for which keep returns true. The function keep
// must be true for the trial itself.
func (t trial) minimized(keep func(corpus.Input) bool) corpus.Case {
	input := func(c corpus.Case) corpus.Input {
		if t.kind.Kind != "" {
			c.Input.Schema = t.in.Schema
		}
		return c.Input
	}
	steps := 0
	c := minimize.Minimizer{
		KeepNames: t.kind.Kind != "",
		Stop:      func() bool { steps++; return steps > shrinkSteps },
		Keep: func(c corpus.Case) bool {
			in := input(c)
			return askable(in) && keep(in)
		},
	}.Minimize(corpus.Case{Schema: t.source(), Input: t.in})
	c.Input = input(c)
	if t.kind.Kind != "" {
		c.Schema = t.source()
	}
	return c
}

// text returns the part of a case file with the operation and its input.
func text(c corpus.Case) string {
	written, err := c.YAML()
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSuffix(written, []byte("want: null\n")))
}

// difference returns the smallest input found for which the answer of a release has a form.
// If a later release is given, its answer must be different. The result is false if there is
// no such input.
func (p Patches) difference(servers []*server, release, later int, f form) (example, bool) {
	var found []trial
	for i, t := range p.trials {
		if p.form(release, i) == f && (later < 0 || p.answers[release][i] != p.answers[later][i]) {
			found = append(found, t)
		}
	}
	if found == nil {
		return example{}, false
	}
	s := servers[release]
	smallest := slices.MinFunc(found, func(a, b trial) int { return a.size() - b.size() })
	c := smallest.minimized(func(in corpus.Input) bool {
		want := dialect(in, nil)
		a := s.ask(in, want)
		return a.form == f && (later < 0 || servers[later].ask(in, want) != a)
	})
	lines := []string{said(s.name, s.once(c.Input)), said("cluster", dialect(c.Input, nil))}
	return example{text(c), strings.Join(lines, "\n")}, true
}

// said describes the answer of an engine.
func said(name string, out corpus.Outcome) string {
	if fault := corpus.FaultOf(out.Err); fault != nil {
		return name + ": " + shortened(string(fault.Code)+": "+fault.Message)
	}
	if out.Err != nil {
		return name + ": " + shortened("error: "+out.Err.Error())
	}
	return name + ": " + shortened(out.Result.JSON())
}

// shortened cuts a long line.
func shortened(line string) string {
	const most = 300
	line = strings.ReplaceAll(line, "\n", " ")
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}

// failure returns the smallest pair of documents found for which the patch of a client has
// this result on a server. The result is false if there is none.
func (k Skew) failure(server, client int, as skew) (example, bool) {
	i := k.smallest(server, client, as)
	if i < 0 {
		return example{}, false
	}
	s, c := k.servers[server], clients()[client]
	smallest := k.trials[i].minimized(func(in corpus.Input) bool { return regularPair(in) && c.fare(s, in).skew == as })
	f := c.fare(s, smallest.Input)
	return example{text(smallest), fmt.Sprintf("patch: %s\ngives: %s\ninstead of: %s",
		shortened(f.patch.JSON()), shortened(f.got), shortened(f.wanted))}, true
}

package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A dialectOracle keeps cases to which a cluster gives another answer than the
// documented rules, in the same way and by the same divergence.
type dialectOracle struct{}

func newDialectOracle(c corpus.Case) (oracle, error) {
	if c.Input.Op != corpus.OpApply {
		return nil, fmt.Errorf("--dialects-differ is about applying patches, and not about %s", c.Input.Op)
	}
	return dialectOracle{}, nil
}

func (dialectOracle) close() {}

func (dialectOracle) looksFor() string {
	return "a cluster answers otherwise than the documented rules, in the same way"
}

func (dialectOracle) fault(c corpus.Case) (fault, error) {
	documented, cluster := ours.Run(c.Input), clusterAnswer(c.Input)
	events := slices.DeleteFunc(traceOf(c.Input, smp.Kubernetes), func(e smp.Event) bool { return e.Divergence == 0 })
	f := compareOutcomes(c.Input, documented, cluster, [2]string{"documented", "a cluster"}, events)
	if f.none() {
		return f, nil
	}
	for _, e := range events {
		f.rule = cmp.Or(f.rule, e.Rule)
		sign := "divergence " + e.Divergence.String()
		if !slices.Contains(f.signs, sign) {
			f.what += fmt.Sprintf("\n%s: %s", e.Divergence, e.Divergence.What())
		}
		f.add(sign)
	}
	return f, nil
}

// divergence returns what a case says of a cluster's answer.
func (dialectOracle) divergence(c corpus.Case) *corpus.Divergence {
	id := ""
	for _, e := range traceOf(c.Input, smp.Kubernetes) {
		if e.Divergence != 0 && id == "" {
			id = e.Divergence.String()
		}
	}
	if id == "" {
		return nil
	}
	return &corpus.Divergence{ID: id, Want: c.Answered(clusterAnswer(c.Input)).Want}
}

// clusterAnswer returns what a cluster answers to a patch.
func clusterAnswer(in corpus.Input) corpus.Outcome {
	if err := in.Err(); err != nil {
		return corpus.Outcome{Err: err}
	}
	e := smp.Engine{Dialect: smp.Kubernetes, Ignore: in.Options.Ignore, Strict: in.Options.Strict}
	result, err := e.Apply(in.Schema, in.Original, in.Patch)
	return corpus.Outcome{Result: result, Err: err}
}

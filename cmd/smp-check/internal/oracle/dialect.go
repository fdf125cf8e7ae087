package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A dialectOracle keeps cases for which a cluster's answer differs from the specification's
// in the same way and by the same divergence.
type dialectOracle struct{}

// NewDialects returns the oracle for cases that a cluster answers differently from the
// specification. It is an error if c does not apply a patch.
func NewDialects(c corpus.Case) (Oracle, error) {
	if c.Input.Op != corpus.OpApply {
		return nil, fmt.Errorf("--dialects-differ supports only apply, not %s", c.Input.Op)
	}
	return dialectOracle{}, nil
}

// Close does nothing.
func (dialectOracle) Close() {}

func (dialectOracle) looksFor() string {
	return "a cluster's answer differs from the specification's"
}

func (dialectOracle) fault(c corpus.Case) (Fault, error) {
	documented, onCluster := Ours.Run(c.Input), shipped.Run(c.Input)
	events := slices.DeleteFunc(traceOf(c.Input, corpus.Kubernetes), func(e cluster.Event) bool { return e.Divergence == 0 })
	f := compareOutcomes(c.Input, documented, onCluster, [2]string{"documented", "a cluster"}, events)
	if f.none() {
		return f, nil
	}
	for _, e := range events {
		f.rule = cmp.Or(f.rule, e.Rule)
		sign := "divergence " + e.Divergence.String()
		if !slices.Contains(f.signs, sign) {
			f.text += fmt.Sprintf("\n%s: %s", e.Divergence, e.Divergence.What())
		}
		f.add(sign)
	}
	return f, nil
}

// shipped gives the answers of a cluster's engine.
var shipped = guarded{corpus.EngineOf(corpus.Kubernetes)}

// divergenceOf returns the divergence and a cluster's answer for a case. The result is nil if
// a cluster gives the answer of the specification.
func divergenceOf(c corpus.Case) *corpus.ClusterAnswer {
	answer := shipped.Run(c.Input)
	if compareOutcomes(c.Input, Ours.Run(c.Input), answer, [2]string{}, nil).none() {
		return nil
	}
	for _, e := range traceOf(c.Input, corpus.Kubernetes) {
		if e.Divergence != 0 {
			return &corpus.ClusterAnswer{ID: e.Divergence.String(), Want: c.Answered(answer).Want}
		}
	}
	return nil
}

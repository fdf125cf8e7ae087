package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// shippedDialect is the dialect of the engine that clusters run. A case says what
// that engine answers, and not what a server makes of it.
const shippedDialect = smp.KubernetesBeforeDecoding

// A dialectOracle keeps cases to which a cluster gives another answer than the
// documented rules, in the same way and by the same divergence.
type dialectOracle struct{}

// NewDialects returns the oracle of what a cluster answers otherwise than the
// documented rules. A case that applies no patch is an error.
func NewDialects(c corpus.Case) (Oracle, error) {
	if c.Input.Op != corpus.OpApply {
		return nil, fmt.Errorf("--dialects-differ is about applying patches, and not about %s", c.Input.Op)
	}
	return dialectOracle{}, nil
}

// Close has nothing to end.
func (dialectOracle) Close() {}

func (dialectOracle) looksFor() string {
	return "a cluster answers otherwise than the documented rules, in the same way"
}

func (dialectOracle) fault(c corpus.Case) (Fault, error) {
	documented, cluster := Ours.Run(c.Input), shipped.Run(c.Input)
	events := slices.DeleteFunc(traceOf(c.Input, shippedDialect), func(e smp.Event) bool { return e.Divergence == 0 })
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

// shipped answers as the engine that clusters run.
var shipped = guarded{corpus.EngineOf(shippedDialect)}

// divergenceOf returns what a case says of a cluster's answer, nil where that is
// the documented one.
func divergenceOf(c corpus.Case) *corpus.Divergence {
	answer := shipped.Run(c.Input)
	if compareOutcomes(c.Input, Ours.Run(c.Input), answer, [2]string{}, nil).none() {
		return nil
	}
	for _, e := range traceOf(c.Input, shippedDialect) {
		if e.Divergence != 0 {
			return &corpus.Divergence{ID: e.Divergence.String(), Want: c.Answered(answer).Want}
		}
	}
	return nil
}

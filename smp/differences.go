package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// Differences returns the divergences by which a cluster answers a patch
// otherwise than this engine does: those without which the cluster's answer
// would be another one, or where several have the same effect all of them, in
// the order in which they decide first. It is nil where both give the same
// result, in the same order, or both reject the patch. A cluster is this engine
// in dialect Kubernetes, and not Strict.
func (e Engine) Differences(s Schema, original, patch model.Value) []Divergence {
	e.Trace = nil
	cluster := e
	cluster.Strict = false
	var decided []Divergence
	cluster.Trace = func(event Event) {
		if v := event.Divergence; v != 0 && !slices.Contains(decided, v) {
			decided = append(decided, v)
		}
	}
	theirs := cluster.answerIn(Kubernetes, s, original, patch)
	if e.answerIn(e.Dialect, s, original, patch).equal(theirs) {
		return nil
	}
	cluster.Trace = nil
	var alone []Divergence
	for _, v := range decided {
		if !cluster.answerIn(Kubernetes.Without(v), s, original, patch).equal(theirs) {
			alone = append(alone, v)
		}
	}
	if alone == nil {
		alone = decided
	}
	if len(alone) > 1 { // what decoding drops is there by another divergence
		alone = slices.DeleteFunc(alone, func(v Divergence) bool { return v == DecodingDropsDirectives })
	}
	return alone
}

func (e Engine) answerIn(d Dialect, s Schema, original, patch model.Value) answer {
	e.Dialect = d
	result, f := e.apply(s, original, patch)
	return answer{result, f}
}

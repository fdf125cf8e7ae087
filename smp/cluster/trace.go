package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A tracer reports decisions with the place in the result.
type tracer struct {
	report func(smp.Event)
	path   model.Path
}

func (t *tracer) on() bool { return t.report != nil }

// note notes that a rule decides here, or below.
func (t *tracer) note(r smp.Rule, steps ...model.Step) {
	if t.on() {
		t.report(smp.Event{Rule: r, Path: t.path.Append(steps...)})
	}
}

// diverges notes that a divergence decides here, or below.
func (t *tracer) diverges(v smp.Divergence, steps ...model.Step) {
	if t.on() {
		t.report(smp.Event{Rule: chiefRule(v), Divergence: v, Path: t.path.Append(steps...)})
	}
}

func (t *tracer) enter(s model.Step) {
	if t.on() {
		t.path = append(t.path, s)
	}
}

func (t *tracer) leave() {
	if t.on() {
		t.path = t.path[:len(t.path)-1]
	}
}

// noteSpelling notes that two keys or set values are equal although they are spelled
// differently.
func (t *tracer) noteSpelling(ours, theirs model.Value) {
	if t.on() && theirs.IsScalar() && ours.JSON() != theirs.JSON() && model.Equal(ours, theirs) {
		t.note(smp.RuleKeyEquality)
	}
}

func chiefRule(v smp.Divergence) smp.Rule { return v.Rules()[0] }

// rejects notes a divergence that rejects the patch, and returns the fault.
func (c *call) rejects(v smp.Divergence, code smp.Code, rule smp.Rule, format string, args ...any) *fault {
	c.trace.diverges(v)
	return newFault(code, rule, format, args...)
}

package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/spelling"
)

// An Event is one decision of an Engine.
type Event struct {
	// Event contains the place, and the rule that decided or that the divergence departs from.
	smp.Event
	// Divergence is the divergence that decided. It is zero if a rule decided.
	Divergence Divergence
	// Varies reports whether servers give different results from run to run, because the result
	// depends on the order in which Go iterates over a map, or on how it grows a slice. The engine
	// always returns the same one of these results.
	Varies bool
}

// A tracer reports decisions and their places in the result.
type tracer struct {
	report func(Event)
	path   model.Path
}

func (t *tracer) on() bool { return t.report != nil }

func (t *tracer) event(r smp.Rule, steps []model.Step) smp.Event {
	return smp.Event{Rule: r, Path: t.path.Append(steps...)}
}

// note reports that a rule decides at the current place, or at the place that the steps lead to
// from there.
func (t *tracer) note(r smp.Rule, steps ...model.Step) {
	if t.on() {
		t.report(Event{Event: t.event(r, steps)})
	}
}

// diverges reports that a divergence decides at the current place, or at the place that the steps
// lead to from there.
func (t *tracer) diverges(v Divergence, steps ...model.Step) {
	if t.on() {
		t.report(Event{Event: t.event(v.mainRule(), steps), Divergence: v})
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

// noteSpelling traces that two keys or set values are equal although they have different spellings.
func (t *tracer) noteSpelling(ours, theirs model.Value) {
	if t.on() && spelling.Differs(ours, theirs) {
		t.note(smp.RuleKeyEquality)
	}
}

// rejects traces a divergence that rejects the patch, and returns the fault.
func (c *call) rejects(v Divergence, code smp.Code, rule smp.Rule, format string, args ...any) *fault {
	c.trace.diverges(v)
	return newFault(code, rule, format, args...)
}

package smp

import "github.com/strategicpatch/smp/model"

// A tracer reports decisions with the place in the result. Without a report
// function it does nothing; callers build steps only when it is on.
type tracer struct {
	report func(Event)
	path   model.Path
}

// on reports whether somebody listens. A nil tracer has nobody who does.
func (t *tracer) on() bool { return t != nil && t.report != nil }

func (t *tracer) note(r Rule) {
	if t.on() {
		t.report(Event{Rule: r, Path: t.path.Append()})
	}
}

// noteAt is note for a place below the current one.
func (t *tracer) noteAt(r Rule, steps ...model.Step) {
	if t.on() {
		t.report(Event{Rule: r, Path: t.path.Append(steps...)})
	}
}

// noteDivergence notes that a divergence decides here, or below.
func (t *tracer) noteDivergence(v Divergence, steps ...model.Step) {
	if t.on() {
		t.report(Event{Rule: v.chiefRule(), Divergence: v, Path: t.path.Append(steps...)})
	}
}

func (t *tracer) enter(s model.Step) { t.path = append(t.path, s) }
func (t *tracer) leave()             { t.path = t.path[:len(t.path)-1] }

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

// noteDivergence notes that a divergence decides here.
func (t *tracer) noteDivergence(v Divergence) {
	if t.on() {
		t.report(Event{Rule: v.chiefRule(), Divergence: v, Path: t.path.Append()})
	}
}

// looksForVarying reports whether somebody wants to know where a cluster's answer
// is one of several.
func (a *applier) looksForVarying() bool { return a.trace.on() || a.steady }

// noteVaries notes that a cluster's answer at this place is one of several. moves
// says that these are one set in several orders.
func (a *applier) noteVaries(r Rule, moves bool) {
	a.moved, a.varied = a.moved || moves, a.varied || !moves
	if a.trace.on() {
		a.trace.report(Event{Rule: r, Varies: true, Path: a.trace.path.Append()})
	}
}

func (t *tracer) enter(s model.Step) { t.path = append(t.path, s) }
func (t *tracer) leave()             { t.path = t.path[:len(t.path)-1] }

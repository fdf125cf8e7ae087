// Package trace reports the decisions of an engine.
package trace

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/spelling"
)

// An Event is one decision. Package smp documents it.
type Event struct {
	Rule      string
	Ambiguous error
	Path      model.Path
}

// A Tracer reports decisions and their places in the result. A nil Tracer, and one without a Report
// function, does nothing. Callers make the steps of a path only if the tracer is on.
type Tracer struct {
	Report func(Event)
	path   model.Path
}

// On reports whether decisions are traced.
func (t *Tracer) On() bool { return t != nil && t.Report != nil }

// Note reports that a rule decides at the current place, or at the place that the steps lead to
// from there.
func (t *Tracer) Note(rule string, steps ...model.Step) {
	if t.On() {
		t.Report(Event{Rule: rule, Path: t.path.Append(steps...)})
	}
}

// NoteAmbiguous reports the reason why the patch element that a step leads to is ambiguous (rule
// keys-recommended). The element merges nevertheless (rule keyed-merge).
func (t *Tracer) NoteAmbiguous(reason error, step model.Step) {
	if t.On() {
		t.Report(Event{Rule: rule.KeyedMerge, Ambiguous: reason, Path: t.path.Append(step)})
	}
}

// NoteSpelling reports that two keys or values of a set are equal, if they have different spellings (rule
// key-equality).
func (t *Tracer) NoteSpelling(ours, theirs model.Value) {
	if t.On() && spelling.Differs(ours, theirs) {
		t.Note(rule.KeyEquality)
	}
}

// Enter begins a place below the current one, to which the step leads. Leave ends it.
func (t *Tracer) Enter(s model.Step) { t.path = append(t.path, s) }

// Leave ends the place that the last call of Enter began.
func (t *Tracer) Leave() { t.path = t.path[:len(t.path)-1] }

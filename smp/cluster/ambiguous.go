package cluster

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// An ambiguity finds the ambiguous elements of a patch list (rule keys-recommended). An element is
// ambiguous if its default key matches several elements, or if it changes or clears a recommended
// key. Only traced and strict calls use an ambiguity.
type ambiguity struct {
	*keyedMerge
	recommended []string
	differing   map[int32]string // by number of the default key: a recommended key in which elements with this default key differ
}

// newAmbiguity examines the list before the first merge. It returns nil if no element can be
// ambiguous, or if the call is neither traced nor strict. It need not examine added elements,
// because the patch adds at most one element with a key, and only if the list has none.
func (m *keyedMerge) newAmbiguity() *ambiguity {
	if !m.Strict && !m.trace.on() || len(m.elements) == 0 || len(m.schema.Recommended()) <= len(m.schema.Keys()) {
		return nil
	}
	a := &ambiguity{keyedMerge: m, recommended: m.schema.Recommended(), differing: map[int32]string{}}
	for i, id := range m.ids {
		if id >= 0 && m.first[id] >= 0 && a.differing[id] == "" {
			a.differing[id] = a.differsIn(m.values[m.first[id]], m.values[i])
		}
	}
	return a
}

// differsIn returns the first recommended key in which two elements differ. The result is empty if
// they differ in none.
func (a *ambiguity) differsIn(one, other model.Value) string {
	for _, name := range a.recommended {
		if !model.Equal(a.keyIn(one, name), a.keyIn(other, name)) {
			return name
		}
	}
	return ""
}

// keyIn returns the value of a key in an element or, if the element lacks the key, the default of
// the key.
func (a *ambiguity) keyIn(e model.Value, name string) model.Value {
	if v, _ := e.Get(name); nulls.Present(v) {
		return v
	}
	return keyDefault(a.schema, name)
}

// reason returns the reason why a patch element is ambiguous. found is the element that it merges
// into. The result is nil if the patch element is not ambiguous.
func (a *ambiguity) reason(e, found model.Value) error {
	changed, finds, several := a.keyChange(e, found), a.by.Names[0]+" alone finds the ", a.differing[a.numbers.Of(e)]
	switch {
	case several != "" && changed != "":
		return fmt.Errorf("%sfirst of several elements and %s", finds, changed)
	case several != "":
		return fmt.Errorf("%sfirst of several elements, which differ in %s", finds, several)
	case changed != "":
		return fmt.Errorf("%selement and %s", finds, changed)
	}
	return nil
}

// keyChange describes how a patch element changes a recommended key of found, such as "changes its
// protocol". The result is empty if no such key changes.
func (a *ambiguity) keyChange(e, found model.Value) string {
	for _, name := range a.recommended {
		theirs := a.keyIn(found, name)
		if theirs.Type() == model.Absent || name == a.by.Names[0] {
			continue
		}
		switch now := a.keyAfter(e, found, name); {
		case now.Type() == model.Absent:
			return "removes its " + name
		case !model.Equal(theirs, now):
			return "changes its " + name
		}
	}
	return ""
}

// keyAfter returns the key name of the element found after the patch element e is merged into it.
func (a *ambiguity) keyAfter(e, found model.Value, name string) model.Value {
	set, isSet := e.Get(name)
	switch {
	case isSet && (set.Type() == model.Null || deleteOperation.in(set)):
		return keyDefault(a.schema, name)
	case isSet || a.clearsKey(e, name):
		return a.keyIn(e, name)
	default:
		return a.keyIn(found, name)
	}
}

// clearsKey reports whether a patch element removes the key name from an element without containing
// that key.
func (a *ambiguity) clearsKey(e model.Value, name string) bool {
	retained, f := a.readRetainKeys(e)
	return isAtomicMap(a.schema.Element()) || f == nil && retained.clears(name)
}

// checkAmbiguous traces that a patch element is ambiguous, if reason is not nil. A strict call
// rejects the element.
func (m *keyedMerge) checkAmbiguous(e *element, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.Strict {
		return (&fault{Code: string(smp.AmbiguousMergeKey), Rule: string(smp.RuleKeysRecommended), Cause: reason}).Under(model.Index(e.index))
	}
	m.trace.report(Event{Event: smp.Event{Rule: smp.RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(m.step(e.value))}})
	return nil
}

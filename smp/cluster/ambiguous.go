package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/listkeys"
)

// An ambiguity finds the ambiguous elements of a patch list (rule keys-recommended). An element is
// ambiguous if its default key matches several elements, or if it changes or clears a recommended
// key. Only traced and strict calls use an ambiguity.
type ambiguity struct {
	*keyedMerge
	keys      listkeys.KeySet
	differing map[int32]string // by number of the default key: a recommended key in which elements with this default key differ
}

// newAmbiguity examines the list before the first merge. It returns nil if no element can be
// ambiguous, or if the call is neither traced nor strict. It need not examine added elements,
// because the patch adds at most one element with a key, and only if the list has none.
func (m *keyedMerge) newAmbiguity() *ambiguity {
	if !m.Strict && !m.trace.on() || len(m.elements) == 0 || len(m.schema.Recommended()) <= len(m.schema.Keys()) {
		return nil
	}
	a := &ambiguity{keyedMerge: m, keys: listKeys(m.schema), differing: map[int32]string{}}
	for i, id := range m.ids {
		if id >= 0 && m.first[id] >= 0 && a.differing[id] == "" {
			a.differing[id] = a.keys.DiffersIn(m.values[m.first[id]], m.values[i])
		}
	}
	return a
}

// reason returns the reason why a patch element is ambiguous. found is the element that it merges
// into. The result is nil if the patch element is not ambiguous.
func (a *ambiguity) reason(e, found model.Value) error {
	s := a.schema.Element()
	return a.keys.Ambiguity(listkeys.Match{
		Element: a.patchMap(s, e, true), Atomic: isAtomicMap(s), By: a.by, Found: found,
		Several: a.differing[a.numbers.Of(e)],
		Merge: func(name string, original, patch model.Value) model.Value {
			result, f := a.silentCopy().mapValue(member(s, name), original, patch)
			if f != nil {
				return patch // the merge itself will report the fault
			}
			return result
		},
	})
}

// checkAmbiguous traces that a patch element is ambiguous, if reason is not nil. A strict call
// rejects the element.
func (m *keyedMerge) checkAmbiguous(e *element, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.Strict {
		return listkeys.AmbiguousFault(reason, e.index)
	}
	m.trace.report(Event{Event: smp.Event{Rule: smp.RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(m.step(e.value))}})
	return nil
}

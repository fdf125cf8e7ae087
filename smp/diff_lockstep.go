package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// lockstep is the short way for the usual change: a keyed list of as many
// elements as before, in the same order, of which some have other content. It
// compares the lists place by place and does not index them. It reports false
// where it cannot tell, and fieldPatch takes the long way.
func (l *listDiff) lockstep(name string, have, want model.Value) (fieldPatch, bool, *fault) {
	t := fieldPatch{name: name}
	if !l.steps(have, want) {
		return t, false, nil
	}
	changed, ok := l.changedPlaces(have, want)
	if !ok {
		return t, false, nil
	}
	l.trace.note(RuleDiffKeyed)
	patch := l.few.patch[:0]
	for _, c := range changed {
		sent, f := l.changedElement(c.before, c.after, l.plan.below(c.plan))
		if f != nil {
			return t, false, f.underElement(c.place, c.place)
		}
		if sent.Kind() != model.Absent {
			patch = append(patch, sent)
		}
	}
	if len(patch) == 0 {
		return t, true, nil
	}
	var f *fault
	t.value, f = built(l.builder().List(patch...))
	if f == nil && l.plan == nil {
		t.order, f = l.orderOfList(want)
	}
	return t, true, f
}

// steps reports whether lists are for lockstep to compare.
func (l *listDiff) steps(have, want model.Value) bool {
	if l.plan != nil {
		return model.Same(l.plan.edited, have)
	}
	return !l.careful && len(l.node.keys) > 0 && l.pmk.Kind() == model.Absent && have.Len() == want.Len()
}

// A changedElement is an element that has other content than before.
type changedElement struct {
	place         int
	before, after model.Value
	plan          *plan
}

// changedPlaces returns the places at which two lists of one length differ.
// It reports false unless every element has an identity, the same in both lists,
// and those that differ have it alone.
func (l *listDiff) changedPlaces(have, want model.Value) (changed []changedElement, ok bool) {
	if l.plan != nil {
		return l.plan.changed, true
	}
	changed, index, alike := l.differences(have, want)
	if !alike || len(changed) == 0 {
		return nil, alike
	}
	var room [identity.FewTexts]string
	if texts, ok := index.Texts(l.by, room[:0]); ok {
		// Of an element whose key is no text the long way tells.
		for e, id := range want.Spelled(l.by.Names[0], texts) {
			if id < 0 || changed[id].place != e.Index {
				return nil, false
			}
		}
		return changed, true
	}
	place := 0
	for _, keys := range l.by.All(have, l.keys) {
		if keys == nil {
			return nil, false
		}
		if id := index.Find(keys); id >= 0 && changed[id].place != place {
			return nil, false
		}
		place++
	}
	return changed, true
}

// differences returns the places at which two lists of one length differ, and
// the identities of the elements there, by their numbers. It reports false unless
// these are the same in both lists, and each another.
func (l *listDiff) differences(have, want model.Value) (changed []changedElement, index identity.Index, alike bool) {
	changed, index, alike = l.few.changed[:0], l.by.IndexIn(l.room[2:2], 0), true
	keys := l.keys
	model.DifferingElements(have, want, func(i int, before, after model.Value) bool {
		if keys, alike = l.by.KeysOf(keys[:0], before); !alike || l.by.LosesDefault(before, after) {
			alike = false
			return false
		}
		id := index.Add(keys)
		keys, alike = l.by.KeysOf(keys[:0], after)
		alike = alike && id == len(changed) && index.Is(id, keys)
		changed = append(changed, changedElement{place: i, before: before, after: after})
		return alike
	})
	return changed, index, alike
}

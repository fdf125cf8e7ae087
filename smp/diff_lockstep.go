package smp

import "github.com/strategicpatch/smp/model"

// lockstep is the short way for the usual change: a keyed list of as many
// elements as before, in the same order, of which some have other content. It
// compares the lists place by place and does not index them. It reports false
// where it cannot tell, and turn takes the long way.
func (l *listDiff) lockstep(name string, have, want model.Value) (turn, bool, *fault) {
	t := turn{name: name}
	if len(l.use.keys) == 0 || l.pmk.Kind() != model.Absent || l.target != nil || have.Len() != want.Len() {
		return t, false, nil
	}
	before, after := have.AppendElements(nil), want.AppendElements(nil)
	changed, ok := l.changedPlaces(before, after)
	if !ok {
		return t, false, nil
	}
	l.trace.note(RuleDiffKeyed)
	var patch []model.Value
	for _, i := range changed {
		sent, f := l.element(before[i], after[i])
		if f != nil {
			return t, false, f.underElement(i, i)
		}
		if sent.Kind() != model.Absent {
			patch = append(patch, sent)
		}
	}
	if len(patch) == 0 {
		return t, true, nil
	}
	var f *fault
	if t.value, f = built(model.NewList(patch...)); f == nil {
		t.order, f = l.orderOf(after)
	}
	return t, true, f
}

// changedPlaces returns the places at which two lists of one length differ. It
// reports false unless every element has an identity, the same in both lists,
// and those that differ have it alone.
func (l *listDiff) changedPlaces(before, after []model.Value) ([]int, bool) {
	var changed []int
	index := l.by.newIndex(0)
	var keys []model.Value
	for i, have := range before {
		want := after[i]
		if have == want || model.Equal(have, want) {
			continue
		}
		var ok, same bool
		if keys, ok = l.by.keysOf(keys[:0], have); !ok || l.losesDefault(have, want) {
			return nil, false
		}
		id := index.add(keys)
		if keys, same = l.by.keysOf(keys[:0], want); !same || id != len(changed) || !index.is(id, keys) {
			return nil, false
		}
		changed = append(changed, i)
	}
	for i, have := range before {
		var ok bool
		if keys, ok = l.by.keysOf(keys[:0], have); !ok {
			return nil, false
		}
		if id := index.find(keys); id >= 0 && changed[id] != i {
			return nil, false
		}
	}
	return changed, true
}

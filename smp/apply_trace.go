package smp

import "github.com/strategicpatch/smp/model"

// The notes of a keyed list: which rules identified an element. Only called
// when there is someone to tell.

// step addresses the element in the result.
func (k *keyed) step() model.Step {
	var key model.Key
	for i, name := range k.by.names {
		key = append(key, model.KeyField{Name: name, Value: k.keys[i]})
	}
	return key
}

// noteElement notes the rules by which a patch element found item number which,
// or was added where which is negative.
func (m *listMerge) noteElement(e *keyed, which int) {
	step := e.step()
	note := func(yes bool, r Rule) {
		if yes {
			m.trace.noteAt(r, step)
		}
	}
	note(e.op != replaceOperation, RuleKeyedMerge)
	note(e.op == replaceOperation, RuleElementReplace)
	m.noteSelection(e, step)
	note(e.fallback != nil, RuleKeysNull)
	note(which < 0 && e.selected && m.touchesGone(), RuleKeysChange)
	if which < 0 {
		return
	}
	old := m.items[which].value
	note(e.selected && e.by.partial, RuleKeysPartial)
	note(m.changesOtherKey(e, old), RuleKeysChange)
	m.noteKeys(e.by, e.keys, old)
}

// noteKeys notes how keys are equal to those of an element of the list.
func (m *listMerge) noteKeys(by *selection, keys []model.Value, old model.Value) {
	for i, name := range by.names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Kind() != model.Absent {
			m.trace.note(RuleKeysDefault)
		}
		m.trace.noteSpelling(keys[i], theirs)
	}
}

// noteOriginal notes the elements of the original that nothing can match.
func (m *listMerge) noteOriginal() {
	if !m.trace.on() || len(m.use.keys) == 0 {
		return
	}
	for i, e := range m.base.Elements() {
		if _, ok := m.use.standard.keysOf(nil, e); !ok {
			m.trace.noteAt(RuleKeyedOriginal, model.Index(i))
		}
	}
}

// noteDeletion notes the rules of a deletion.
func (m *listMerge) noteDeletion(e *keyed) {
	m.trace.noteAt(RuleKeyedDelete, e.step())
	m.noteSelection(e, e.step())
}

// noteSelection notes how the element selects.
func (m *listMerge) noteSelection(e *keyed, step model.Step) {
	if e.selected {
		m.trace.noteAt(RuleKeysRecommended, step)
	}
	if len(m.use.keys) > 1 {
		m.trace.noteAt(RuleKeysMulti, step)
	}
	m.trace.noteOwnKeys(e, step)
}

// touchesGone reports whether the patch list deletes something, so that an
// addition may be the other half of a changed key.
func (m *listMerge) touchesGone() bool {
	for i := range m.items {
		if m.items[i].owner == gone {
			return true
		}
	}
	return false
}

// changesOtherKey reports whether the element changes a recommended key that it
// does not select by: an ordinary update.
func (m *listMerge) changesOtherKey(e *keyed, old model.Value) bool {
	for _, name := range m.use.recommended {
		theirs, had := old.Get(name)
		ours, has := e.value.Get(name)
		if has && had && !model.Equal(ours, theirs) && !e.by.selects(name) {
			return true
		}
	}
	return false
}

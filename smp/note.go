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
	for i, name := range e.by.names {
		theirs, _ := old.Get(name)
		note(e.keys[i].Kind() == model.Absent, RuleKeysAbsent)
		m.noteSpelling(e.keys[i], theirs)
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
	for i, name := range e.by.names {
		if own, _ := e.value.Get(name); own.Kind() == model.Absent && e.keys[i].Kind() != model.Absent {
			m.trace.noteAt(RuleKeysDefault, step)
			return
		}
	}
}

// noteSpelling notes that two keys or set values are equal although they are
// spelled differently.
func (m *listMerge) noteSpelling(ours, theirs model.Value) {
	if m.trace.on() && theirs.IsScalar() && ours.JSON() != theirs.JSON() && model.Equal(ours, theirs) {
		m.trace.note(RuleKeyEquality)
	}
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

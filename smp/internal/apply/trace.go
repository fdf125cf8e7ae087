package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// The functions in this file trace how an element of a keyed list was identified. They have no effect
// in untraced calls.

// noteElement traces the rules by which a patch element matched the item with index which. If which
// is negative, the element was added.
func (m *listMerge) noteElement(e *listpatch.Element, which int) {
	step := e.Step()
	note := func(yes bool, r string) {
		if yes {
			m.Trace.Note(r, step)
		}
	}
	note(e.Op != syntax.Replace, rule.KeyedMerge)
	note(e.Op == syntax.Replace, rule.ElementReplace)
	m.noteSelection(e, step)
	note(e.Fallback != nil, rule.KeysNull)
	note(which < 0 && e.HasPatchMergeKey && m.deletesAny, rule.KeysChange)
	if which < 0 {
		return
	}
	old := m.items[which].value
	note(e.HasPatchMergeKey && e.By.Partial, rule.KeysPartial)
	note(m.node.ListKeys().Changes(e.By, e.Value, old), rule.KeysChange)
	m.noteKeys(e.By, e.Keys, old)
}

// noteKeys traces the rules by which keys are equal to the keys of an element of the list.
func (m *listMerge) noteKeys(by *identity.Selection, keys []model.Value, old model.Value) {
	for i, name := range by.Names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Type() != model.Absent {
			m.Trace.Note(rule.KeysDefault)
		}
		m.Trace.NoteSpelling(keys[i], theirs)
	}
}

// noteOriginal traces the elements of the original that nothing can match.
func (m *listMerge) noteOriginal() {
	if !m.Trace.On() || len(m.node.Keys) == 0 {
		return
	}
	for i, e := range m.base.Elements() {
		if _, ok := m.node.ByDefaultKey.KeysOf(nil, e); !ok {
			m.Trace.Note(rule.KeyedOriginal, model.Index(i))
		}
	}
}

// noteSelection traces the rules that determine the keys of a patch element.
func (m *listMerge) noteSelection(e *listpatch.Element, step model.Step) {
	if e.HasPatchMergeKey {
		m.Trace.Note(rule.KeysRecommended, step)
	}
	if len(m.node.Keys) > 1 {
		m.Trace.Note(rule.KeysMulti, step)
	}
	e.NoteOwnKeys(&m.Trace, step)
}

package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// The functions in this file trace how an element of a keyed list was identified. They have no effect
// in untraced calls.

// step returns the path step that leads to the element in the result.
func (k *patchElement) step() model.Step { return k.by.Step(k.keys) }

// evaluatedStep returns the path step that leads to an element of a list that is evaluated against
// empty. index is that of the element in the result. by selects the keys of the element, or is nil.
func evaluatedStep(by *identity.Selection, e model.Value, index int) model.Step {
	if by == nil {
		return model.Index(index)
	}
	switch keys, ok := by.KeysOf(nil, e); {
	case !ok:
		return model.Index(index)
	case by.Names == nil:
		return model.SetValue{Value: e}
	default:
		return by.Step(keys)
	}
}

// noteElement traces the rules by which a patch element matched the item with index which. If which
// is negative, the element was added.
func (m *listMerge) noteElement(e *patchElement, which int) {
	step := e.step()
	note := func(yes bool, r string) {
		if yes {
			m.trace.Note(r, step)
		}
	}
	note(e.op != syntax.Replace, rule.KeyedMerge)
	note(e.op == syntax.Replace, rule.ElementReplace)
	m.noteSelection(e, step)
	note(e.fallback != nil, rule.KeysNull)
	note(which < 0 && e.hasPatchMergeKey && m.deletesAny, rule.KeysChange)
	if which < 0 {
		return
	}
	old := m.items[which].value
	note(e.hasPatchMergeKey && e.by.Partial, rule.KeysPartial)
	note(m.node.ListKeys().Changes(e.by, e.value, old), rule.KeysChange)
	m.noteKeys(e.by, e.keys, old)
}

// noteKeys traces the rules by which keys are equal to the keys of an element of the list.
func (m *listMerge) noteKeys(by *identity.Selection, keys []model.Value, old model.Value) {
	for i, name := range by.Names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Type() != model.Absent {
			m.trace.Note(rule.KeysDefault)
		}
		m.trace.NoteSpelling(keys[i], theirs)
	}
}

// noteOriginal traces the elements of the original that nothing can match.
func (m *listMerge) noteOriginal() {
	if !m.trace.On() || len(m.node.Keys) == 0 {
		return
	}
	for i, e := range m.base.Elements() {
		if _, ok := m.node.ByDefaultKey.KeysOf(nil, e); !ok {
			m.trace.Note(rule.KeyedOriginal, model.Index(i))
		}
	}
}

// noteSelection traces the rules that determine the keys of a patch element.
func (m *listMerge) noteSelection(e *patchElement, step model.Step) {
	if e.hasPatchMergeKey {
		m.trace.Note(rule.KeysRecommended, step)
	}
	if len(m.node.Keys) > 1 {
		m.trace.Note(rule.KeysMulti, step)
	}
	e.noteOwnKeys(&m.trace, step)
}

package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
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
	note := func(yes bool, r Rule) {
		if yes {
			m.trace.note(r, step)
		}
	}
	note(e.op != syntax.Replace, RuleKeyedMerge)
	note(e.op == syntax.Replace, RuleElementReplace)
	m.noteSelection(e, step)
	note(e.fallback != nil, RuleKeysNull)
	note(which < 0 && e.hasPatchMergeKey && m.deletesAny, RuleKeysChange)
	if which < 0 {
		return
	}
	old := m.items[which].value
	note(e.hasPatchMergeKey && e.by.Partial, RuleKeysPartial)
	note(m.node.ListKeys().Changes(e.by, e.value, old), RuleKeysChange)
	m.noteKeys(e.by, e.keys, old)
}

// noteKeys traces the rules by which keys are equal to the keys of an element of the list.
func (m *listMerge) noteKeys(by *identity.Selection, keys []model.Value, old model.Value) {
	for i, name := range by.Names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Type() != model.Absent {
			m.trace.note(RuleKeysDefault)
		}
		m.trace.noteSpelling(keys[i], theirs)
	}
}

// noteOriginal traces the elements of the original that nothing can match.
func (m *listMerge) noteOriginal() {
	if !m.trace.on() || len(m.node.Keys) == 0 {
		return
	}
	for i, e := range m.base.Elements() {
		if _, ok := m.node.ByDefaultKey.KeysOf(nil, e); !ok {
			m.trace.note(RuleKeyedOriginal, model.Index(i))
		}
	}
}

// noteSelection traces the rules that determine the keys of a patch element.
func (m *listMerge) noteSelection(e *patchElement, step model.Step) {
	if e.hasPatchMergeKey {
		m.trace.note(RuleKeysRecommended, step)
	}
	if len(m.node.Keys) > 1 {
		m.trace.note(RuleKeysMulti, step)
	}
	m.trace.noteOwnKeys(e, step)
}

package smp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// The notes of a keyed list: which rules identified an element. Only called
// when there is someone to tell.

// step addresses the element in the result.
func (k *patchElement) step() model.Step {
	var key model.Key
	for i, name := range k.by.Names {
		key = append(key, model.KeyField{Name: name, Value: k.keys[i]})
	}
	return key
}

// noteElement notes the rules by which a patch element found item number which,
// or was added where which is negative.
func (m *listMerge) noteElement(e *patchElement, which int) {
	step := e.step()
	note := func(yes bool, r Rule) {
		if yes {
			m.trace.note(r, step)
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
	note(e.selected && e.by.Partial, RuleKeysPartial)
	note(m.changesOtherKey(e, old), RuleKeysChange)
	m.noteKeys(e.by, e.keys, old)
}

// noteKeys notes how keys are equal to those of an element of the list.
func (m *listMerge) noteKeys(by *identity.Selection, keys []model.Value, old model.Value) {
	for i, name := range by.Names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Kind() != model.Absent {
			m.trace.note(RuleKeysDefault)
		}
		m.trace.noteSpelling(keys[i], theirs)
	}
}

// noteOriginal notes the elements of the original that nothing can match.
func (m *listMerge) noteOriginal() {
	if !m.trace.on() || len(m.node.keys) == 0 {
		return
	}
	for i, e := range m.base.Elements() {
		if _, ok := m.node.standard.KeysOf(nil, e); !ok {
			m.trace.note(RuleKeyedOriginal, model.Index(i))
		}
	}
}

// noteSelection notes how the element selects.
func (m *listMerge) noteSelection(e *patchElement, step model.Step) {
	if e.selected {
		m.trace.note(RuleKeysRecommended, step)
	}
	if len(m.node.keys) > 1 {
		m.trace.note(RuleKeysMulti, step)
	}
	m.trace.noteOwnKeys(e, step)
}

// touchesGone reports whether the patch list deletes something, so that an
// addition may be the other half of a changed key.
func (m *listMerge) touchesGone() bool {
	return slices.ContainsFunc(m.items, func(e item) bool { return e.owner == gone })
}

// changesOtherKey reports whether the element changes a recommended key that it
// does not select by: an ordinary update.
func (m *listMerge) changesOtherKey(e *patchElement, old model.Value) bool {
	for _, name := range m.node.recommended {
		theirs, had := old.Get(name)
		ours, has := e.value.Get(name)
		if has && had && !model.Equal(ours, theirs) && !e.by.Selects(name) {
			return true
		}
	}
	return false
}

// An ambiguity says which elements of a patch list leave open what they mean:
// their default key finds one of several elements, or one that has another value
// for a recommended key (rule keys-recommended). Only made when there is someone
// to tell, or Strict rejects it.
type ambiguity struct {
	node *node
	keys *identity.Table[keyHolders] // the default keys in the original, deleted elements aside
}

// keyHolders are the elements that have one default key: the first, and a recommended key
// in which others differ from it.
type keyHolders struct {
	first   model.Value
	divided string
}

// ambiguity looks at the items before anything is merged. It is nil where there
// is nothing to tell.
func (m *listMerge) ambiguity() *ambiguity {
	if !m.strict && !m.trace.on() || len(m.node.recommended) <= len(m.node.keys) {
		return nil
	}
	a := &ambiguity{node: m.node, keys: identity.NewTable[keyHolders](m.reader.standard, len(m.items))}
	for i := range m.items {
		if m.items[i].owner == gone {
			continue
		}
		e := m.items[i].value
		switch held, isNew := a.keys.OfElement(e); {
		case isNew:
			held.first = e
		case held != nil && held.divided == "":
			held.divided = a.differsIn(held.first, e)
		}
	}
	return a
}

// differsIn returns the first recommended key in which two elements differ, or
// nothing.
func (a *ambiguity) differsIn(one, other model.Value) string {
	for _, name := range a.node.recommended {
		if !model.Equal(a.node.keyIn(one, name), a.node.keyIn(other, name)) {
			return name
		}
	}
	return ""
}

// of returns why a patch element that is merged into found leaves open which
// element it means; nil where it does not.
func (a *ambiguity) of(e *patchElement, found model.Value) error {
	if e.selected {
		return nil
	}
	finds := "without $patchMergeKey, " + strings.Join(a.node.keys, ", ") + " alone finds the "
	several := ""
	if held := a.keys.Known(e.keys); held != nil {
		several = held.divided
	}
	changed := a.changes(e.value, found)
	switch {
	case several != "" && changed != "":
		return fmt.Errorf("%sfirst of several elements and changes its %s", finds, changed)
	case several != "":
		return fmt.Errorf("%sfirst of several elements, which differ in %s", finds, several)
	case changed != "":
		return fmt.Errorf("%selement and changes its %s", finds, changed)
	}
	return nil
}

// changes returns a recommended key of the element found that a patch element
// names and has otherwise, or nothing.
func (a *ambiguity) changes(e, found model.Value) string {
	for _, name := range a.node.recommended {
		_, named := e.Get(name)
		theirs := a.node.keyIn(found, name)
		if named && theirs.Kind() != model.Absent && !model.Equal(theirs, a.node.keyIn(e, name)) {
			return name
		}
	}
	return ""
}

// noteAmbiguous notes that a patch element leaves open which element it means, if
// there is a reason; Strict rejects it.
func (m *listMerge) noteAmbiguous(e *patchElement, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.strict {
		return (&fault{kind: AmbiguousMergeKey, rule: RuleKeysRecommended, cause: reason}).under(model.Index(e.index))
	}
	m.trace.report(Event{Rule: RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(e.step())})
	return nil
}

package smp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// The notes of a keyed list: the rules by which an element was identified. They are only
// called when the call is traced.

// step returns the step to the element in the result.
func (k *patchElement) step() model.Step {
	var key model.Key
	for i, name := range k.by.Names {
		key = append(key, model.KeyField{Name: name, Value: k.keys[i]})
	}
	return key
}

// noteElement notes the rules by which a patch element matched item number which. If
// which is negative, the element was added.
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
	note(which < 0 && e.selected && m.deletesAny(), RuleKeysChange)
	if which < 0 {
		return
	}
	old := m.items[which].value
	note(e.selected && e.by.Partial, RuleKeysPartial)
	note(m.changesOtherKey(e, old), RuleKeysChange)
	m.noteKeys(e.by, e.keys, old)
}

// noteKeys notes the rules by which keys equal those of an element of the list.
func (m *listMerge) noteKeys(by *identity.Selection, keys []model.Value, old model.Value) {
	for i, name := range by.Names {
		theirs, _ := old.Get(name)
		if !theirs.IsScalar() && keys[i].Type() != model.Absent {
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

// noteSelection notes the rule of the keys that the element matches by.
func (m *listMerge) noteSelection(e *patchElement, step model.Step) {
	if e.selected {
		m.trace.note(RuleKeysRecommended, step)
	}
	if len(m.node.keys) > 1 {
		m.trace.note(RuleKeysMulti, step)
	}
	m.trace.noteOwnKeys(e, step)
}

// deletesAny reports whether the patch list deletes an element. An addition may then be
// the second half of a key change.
func (m *listMerge) deletesAny() bool {
	return slices.ContainsFunc(m.items, func(e item) bool { return e.owner == ownerDeleted })
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

// An ambiguity finds the ambiguous elements of a patch list: their default key matches
// several elements, or they change or clear a recommended key that they do not select by
// (rule keys-recommended). With keys port and protocol, {port:53,name:dns} is ambiguous
// in a list of {port:53,protocol:UDP} and {port:53,protocol:TCP}. It is only made for
// traced and strict calls.
type ambiguity struct {
	*listMerge
	holders *identity.Table[keyHolders] // by default key, without deleted elements
}

// keyHolders are the elements with one default key: the first one, a recommended key in
// which others of the original differ from it, and the items that the patch has added.
type keyHolders struct {
	first        model.Value
	differingKey string
	added        []int32
}

// ambiguity examines the items before anything is merged. It returns nil if no element
// can be ambiguous, or if the call is neither traced nor strict.
func (m *listMerge) ambiguity() *ambiguity {
	if !m.strict && !m.trace.on() || len(m.node.recommended) <= len(m.node.keys) {
		return nil
	}
	a := &ambiguity{listMerge: m, holders: identity.NewTable[keyHolders](m.reader.standard, len(m.items))}
	for i := range m.items {
		if m.items[i].owner == ownerDeleted {
			continue
		}
		e := m.items[i].value
		switch held, isNew := a.holders.OfElement(e); {
		case isNew:
			held.first = e
		case held != nil && held.differingKey == "":
			held.differingKey = m.node.differsIn(held.first, e)
		}
	}
	return a
}

// add records an item that the patch has added. Later elements may match it.
func (a *ambiguity) add(which int) {
	if held, _ := a.holders.OfElement(a.items[which].value); held != nil {
		held.added = append(held.added, int32(which))
	}
}

// differingKey returns a recommended key in which the elements with these default keys
// differ. It is empty if there is none.
func (a *ambiguity) differingKey(keys []model.Value) string {
	held := a.holders.Known(keys)
	if held == nil {
		return ""
	}
	divided, first := held.differingKey, held.first
	for _, which := range held.added {
		e := a.items[which].value
		if first.Type() == model.Absent {
			first = e
		}
		if divided == "" {
			divided = a.node.differsIn(first, e)
		}
		if divided != "" {
			break
		}
	}
	return divided
}

// differsIn returns the first recommended key in which two elements of a list differ;
// empty if there is none.
func (u *node) differsIn(one, other model.Value) string {
	for _, name := range u.recommended {
		if !model.Equal(u.keyIn(one, name), u.keyIn(other, name)) {
			return name
		}
	}
	return ""
}

// reason returns the reason why a patch element that merges into found is ambiguous or
// changes its keys. It is nil if there is none.
func (a *ambiguity) reason(e *patchElement, found model.Value) error {
	changed := a.changedKey(e, found)
	finds := strings.Join(e.by.Names, ", ") + " alone finds the "
	several := ""
	if e.selected {
		finds = "$patchMergeKey, with " + strings.Join(e.by.Names, ", ") + " alone, finds the "
	} else {
		several = a.differingKey(e.keys)
	}
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

// changedKey returns how a patch element changes a recommended key of the element found
// that it does not select by: "changes its protocol"; empty if it does not.
func (a *ambiguity) changedKey(e *patchElement, found model.Value) string {
	patch := e.value
	if a.knowsUnions {
		patch = a.node.shape.element.withDiscriminator(patch)
	}
	for _, name := range a.node.recommended {
		theirs := a.node.keyIn(found, name)
		if theirs.Type() == model.Absent || e.by.Selects(name) {
			continue
		}
		switch now := a.keyAfter(e, patch, found, name); {
		case now.Type() == model.Absent:
			return "removes its " + name
		case !model.Equal(theirs, now):
			return "changes its " + name
		}
	}
	return ""
}

// keyAfter returns the key of an element after a patch is merged into it.
func (a *ambiguity) keyAfter(e *patchElement, patch, found model.Value, name string) model.Value {
	said, isSaid := patch.Get(name)
	switch {
	case isSaid && isDeletion(said):
		return a.node.keyDefault(name)
	case isSaid || a.clearsKey(a.node.shape.element, e, name):
		return a.node.keyIn(patch, name)
	default:
		return a.node.keyIn(found, name)
	}
}

// clearsKey reports whether a patch element removes a key that it does not name.
func (r reading) clearsKey(element *node, e *patchElement, name string) bool {
	kept, f := r.readRetainKeys(element, e.value)
	return e.op == replaceOperation || element.atomicMap() || f == nil && kept != nil && !kept[name]
}

// noteAmbiguous notes that a patch element is ambiguous, if there is a reason. Strict
// rejects it.
func (m *listMerge) noteAmbiguous(e *patchElement, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.strict {
		return (&fault{code: AmbiguousMergeKey, rule: RuleKeysRecommended, cause: reason}).under(model.Index(e.index))
	}
	m.trace.report(Event{Rule: RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(e.step())})
	return nil
}

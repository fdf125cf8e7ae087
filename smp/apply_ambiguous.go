package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// An ambiguity finds the ambiguous elements of a patch list (rule keys-recommended). An element is
// ambiguous if its default key matches several elements, or if it changes or clears a recommended
// key that it does not select by. With keys port and protocol, {port:53,name:dns} is ambiguous in a
// list of {port:53,protocol:UDP} and {port:53,protocol:TCP}. Only traced and strict calls make an
// ambiguity.
type ambiguity struct {
	*listMerge
	holders *identity.Table[keyHolders] // by default key, without deleted elements
}

// keyHolders describes the elements with one default key: the first of them, a recommended key in
// which other elements of the original differ from it, and the items that the patch has added.
type keyHolders struct {
	first        model.Value
	differingKey string
	added        []int32
}

// newAmbiguity examines the items before the first merge. It returns nil if no element can be
// ambiguous, or if the call is neither traced nor strict.
func (m *listMerge) newAmbiguity() *ambiguity {
	if !m.strict && !m.trace.on() || len(m.node.recommended) <= len(m.node.keys) {
		return nil
	}
	a := &ambiguity{listMerge: m, holders: identity.NewTable[keyHolders](m.reader.byDefaultKey, len(m.items))}
	for i := range m.items {
		if m.items[i].patchIndex == deletedByPatch {
			continue
		}
		e := m.items[i].value
		switch held, isNew := a.holders.GetOrAddElement(e); {
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
	if held, _ := a.holders.GetOrAddElement(a.items[which].value); held != nil {
		held.added = append(held.added, int32(which))
	}
}

// differingKey returns a recommended key in which the elements with the given default keys differ.
// The result is empty if there is no such key.
func (a *ambiguity) differingKey(keys []model.Value) string {
	held := a.holders.Get(keys)
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

// differsIn returns the first recommended key in which two elements of a list differ. The result is
// empty if they differ in none.
func (u *node) differsIn(one, other model.Value) string {
	for _, name := range u.recommended {
		if !model.Equal(u.keyIn(one, name), u.keyIn(other, name)) {
			return name
		}
	}
	return ""
}

// reason returns the reason why a patch element is ambiguous. found is the element that it merges
// into. The result is nil if the patch element is not ambiguous.
func (a *ambiguity) reason(e *patchElement, found model.Value) error {
	changed := a.keyChange(e, found)
	finds := strings.Join(e.by.Names, ", ") + " alone finds the "
	several := ""
	if e.hasPatchMergeKey {
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

// keyChange describes how a patch element changes a recommended key that it does not select by,
// such as "changes its protocol". found is the element that it merges into. The result is empty if
// no key changes.
func (a *ambiguity) keyChange(e *patchElement, found model.Value) string {
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

// keyAfter returns the key name of the element found after the patch is merged into it.
func (a *ambiguity) keyAfter(e *patchElement, patch, found model.Value, name string) model.Value {
	value, present := patch.Get(name)
	switch {
	case present && isDeletion(value):
		return a.node.keyDefault(name)
	case present || a.clearsKey(a.node.shape.element, e, name):
		return a.node.keyIn(patch, name)
	default:
		return a.node.keyIn(found, name)
	}
}

// clearsKey reports whether a patch element removes the key name from an element without containing
// that key.
func (r reading) clearsKey(element *node, e *patchElement, name string) bool {
	retained, f := r.readRetainKeys(element, e.value)
	return e.op == replaceOperation || element.atomicMap() || f == nil && retained.clears(name)
}

// checkAmbiguous traces that a patch element is ambiguous, if reason is not nil. A strict call
// rejects the element.
func (m *listMerge) checkAmbiguous(e *patchElement, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.strict {
		return (&fault{Code: string(AmbiguousMergeKey), Rule: string(RuleKeysRecommended), Cause: reason}).Under(model.Index(e.index))
	}
	m.trace.report(Event{Rule: RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(e.step())})
	return nil
}

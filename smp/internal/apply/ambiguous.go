package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listkeys"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
)

// An ambiguity finds the ambiguous elements of a patch list (rule keys-recommended). An element is
// ambiguous if its default key matches several elements, or if it changes or clears a recommended
// key that it does not select by. With keys port and protocol, {port:53,name:dns} is ambiguous in a
// list of {port:53,protocol:UDP} and {port:53,protocol:TCP}. Only traced and strict calls make an
// ambiguity.
type ambiguity struct {
	*listMerge
	keys    listkeys.KeySet
	holders *identity.Table[defaultKeyUse] // by default key, without deleted elements
}

// A defaultKeyUse describes the elements with one default key: the first of them, a recommended key in
// which other elements of the original differ from it, and the items that the patch has added.
type defaultKeyUse struct {
	first        model.Value
	differingKey string
	added        []int32
}

// newAmbiguity examines the items before the first merge. It returns nil if no element can be
// ambiguous, or if the call is neither traced nor strict.
func (m *listMerge) newAmbiguity() *ambiguity {
	if !m.Strict && !m.Trace.On() || len(m.node.Recommended) <= len(m.node.Keys) {
		return nil
	}
	a := &ambiguity{listMerge: m, keys: m.node.ListKeys(), holders: identity.NewTable[defaultKeyUse](m.reader.ByDefaultKey, len(m.items))}
	for i := range m.items {
		if m.items[i].patchIndex == deletedByPatch {
			continue
		}
		e := m.items[i].value
		switch held, isNew := a.holders.GetOrAddElement(e); {
		case isNew:
			held.first = e
		case held != nil && held.differingKey == "":
			held.differingKey = a.keys.DiffersIn(held.first, e)
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
			divided = a.keys.DiffersIn(first, e)
		}
		if divided != "" {
			break
		}
	}
	return divided
}

// reason returns the reason why a patch element is ambiguous. found is the element that it merges
// into. The result is nil if the patch element is not ambiguous.
func (a *ambiguity) reason(e *listpatch.Element, found model.Value) error {
	element := a.node.Shape.Element
	patch := e.Value
	if a.Unions {
		patch = element.WithDiscriminator(patch)
	}
	m := listkeys.Match{Element: a.Map(element, patch, true), Atomic: element.AtomicMap(), By: e.By, Named: e.HasPatchMergeKey, Found: found}
	m.Merge = func(name string, original, patch model.Value) model.Value {
		quiet := New(Options{Dialect: a.Dialect, Unions: a.Unions})
		result, f := quiet.MapValue(element.OfMember(name), original, patch, false)
		if f != nil {
			return patch // the merge itself will report the fault
		}
		return result
	}
	if !m.Named {
		m.Several = a.differingKey(e.Keys)
	}
	return a.keys.Ambiguity(m)
}

// checkAmbiguous traces that a patch element is ambiguous, if reason is not nil. A strict call
// rejects the element.
func (m *listMerge) checkAmbiguous(e *listpatch.Element, reason error) *faults.Fault {
	if reason == nil {
		return nil
	}
	if m.Strict {
		return listkeys.AmbiguousFault(reason, e.Index)
	}
	m.Trace.NoteAmbiguous(reason, e.Step())
	return nil
}

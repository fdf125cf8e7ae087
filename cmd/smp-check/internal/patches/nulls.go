package patches

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// withoutNulls returns a patch that also deletes null members that only original has, such as
// creationTimestamp: null. The engine treats null members as absent, so in both documents
// withoutNulls replaces them by a unique string, which it replaces by null again in the
// patch. If the new patch does not lead to modified, withoutNulls returns the first one.
func (w Options) withoutNulls(first Written, original, modified model.Value) Written {
	text := "null"
	for strings.Contains(original.JSON(), text) || strings.Contains(modified.JSON(), text) {
		text += "?"
	}
	mark, null := model.NewString(text), model.NewNull()
	found, err := w.between(first.Chosen, replaced(original, null, mark), replaced(modified, null, mark))
	if err != nil {
		return first
	}
	found.Patch, found.Strategic = replaced(found.Patch, mark, null), replaced(found.Strategic, mark, null)
	after := replaced(found.after, mark, null)
	if w.As == Strategic {
		after, err = found.Options.engine().Apply(first.Chosen.Schema, original, found.Patch)
	} else {
		found.after = after
		found.Patch, err = As(w.As, original, after)
	}
	if err != nil || !leadsTo(after, modified) {
		return first
	}
	return found
}

// replaced returns a value in which each member and element that equals the value from is
// replaced by the value to.
func replaced(v, from, to model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			if model.Equal(m.Value, from) {
				members[i].Value = to
			} else {
				members[i].Value = replaced(m.Value, from, to)
			}
		}
		if made, err := model.NewMap(members...); err == nil {
			return made
		}
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = replaced(e, from, to)
		}
		if made, err := model.NewList(elements...); err == nil {
			return made
		}
	}
	return v
}

// leadsTo reports whether a value equals the wanted one, except for missing null members.
func leadsTo(v, want model.Value) bool {
	switch {
	case v.Type() != want.Type():
		return false
	case v.Type() == model.Map:
		for name, member := range v.Members() {
			if wanted, ok := want.Get(name); !ok || !leadsTo(member, wanted) {
				return false
			}
		}
		for name, wanted := range want.Members() {
			if _, ok := v.Get(name); !ok && wanted.Type() != model.Null {
				return false
			}
		}
		return true
	case v.Type() == model.List && v.Len() == want.Len():
		for i, element := range v.Elements() {
			if !leadsTo(element, want.At(i)) {
				return false
			}
		}
		return true
	}
	return model.Equal(v, want)
}

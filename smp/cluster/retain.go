package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// readRetainKeys returns the names in the $retainKeys of a patch map. It returns nil if the map
// does not have that directive. Scalars and nulls that are not names are ignored (divergence
// retain-keys-any-value).
func (c *call) readRetainKeys(patch model.Value) (retainedNames, *fault) {
	list, ok := patch.Get(retainKeysField)
	if !ok || c.Ignore&smp.RetainKeys != 0 {
		return nil, nil
	}
	if list.Type() != model.List {
		return nil, newFault(smp.InvalidDirective, smp.RuleRetainKeys, "expected a list of field names, got %s", list.Type().Noun()).Under(model.Field(retainKeysField))
	}
	retained := make(retainedNames, list.Len())
	for _, name := range list.Elements() {
		switch name.Type() {
		case model.String:
			retained[name.Text()] = true
		case model.Map, model.List:
			return nil, newFault(smp.InvalidDirective, smp.RuleRetainKeys, "expected a field name, got %s", name.Type().Noun()).Under(model.Field(retainKeysField))
		}
	}
	return retained, nil
}

// notRetainedFault returns the fault of a value for a field that $retainKeys does not list.
func notRetainedFault(name string) *fault {
	return newFault(smp.RetainKeysMismatch, smp.RuleRetainKeys, "this field is not in %s; add it there", retainKeysField).Under(model.Field(name))
}

// retain clears the fields of the original that $retainKeys does not list. It rejects a patch that
// sets such a field (applyRetainKeysDirective).
func (m *mapMerge) retain(original model.Value, retained retainedNames, fields []fieldPatch) *fault {
	m.trace.note(smp.RuleRetainKeys)
	for _, t := range fields {
		if k := t.value.Type(); k != model.Absent && k != model.Null && !looksLikeList(t.name) && !retained[t.name] {
			return notRetainedFault(t.name)
		}
	}
	var cleared []model.Member
	for name := range original.Members() {
		if !retained[name] {
			cleared = append(cleared, model.Member{Name: name})
		}
	}
	if len(cleared) == 0 {
		return nil
	}
	left, f := faults.Built(m.build.WithMembers(original, cleared...))
	m.edit.Reset(left, m.build)
	return f
}

// noteRetained traces that the specification reads a $retainKeys differently.
func (c *call) noteRetained(s smp.Schema, patch model.Value, retained retainedNames, accepted bool) {
	list, ok := patch.Get(retainKeysField)
	if !ok {
		return
	}
	valid := true
	if c.specified(s, retainKeysField, list, false).role == retainKeysRole {
		valid = list.Type() == model.List && !slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool { return e.Type() != model.String })
	}
	switch {
	case !valid && accepted:
		c.trace.diverges(RetainKeysAnyValue, model.Field(retainKeysField))
	case valid && !accepted:
		c.trace.diverges(DirectiveNamesReserved, model.Field(retainKeysField))
	}
	if retained == nil {
		return
	}
	for name, value := range patch.Members() {
		if looksLikeList(name) && value.Type() != model.Null && !retained[name] && c.meaningOf(patch, s, name, value, false).role == dataRole {
			c.trace.diverges(DirectiveNamesReserved, model.Field(name))
		}
	}
}

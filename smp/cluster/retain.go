package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// retain clears the fields of the original that $retainKeys does not list. It rejects a patch that
// sets such a field (applyRetainKeysDirective).
func (m *mapMerge) retain(original model.Value, retained syntax.Retained, fields []syntax.Field) *fault {
	m.trace.note(smp.RuleRetainKeys)
	for _, t := range fields {
		if f := retained.Fault(t); f != nil && !syntax.LooksLikeList(t.Name) {
			return f
		}
	}
	cleared := retained.Cleared(original)
	if len(cleared) == 0 {
		return nil
	}
	left, f := faults.Built(m.build.WithMembers(original, cleared...))
	m.edit.Reset(left, m.build)
	return f
}

// noteRetained traces that the specification reads a $retainKeys differently.
func (c *call) noteRetained(s smp.Schema, patch model.Value, retained syntax.Retained, accepted bool) {
	list, ok := patch.Get(syntax.RetainKeys)
	if !ok {
		return
	}
	valid := true
	if c.specified(s, false).Meaning(syntax.RetainKeys, list).Role == syntax.RetainKeysRole {
		valid = list.Type() == model.List && !slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool { return e.Type() != model.String })
	}
	switch {
	case !valid && accepted:
		c.trace.diverges(RetainKeysAnyValue, model.Field(syntax.RetainKeys))
	case valid && !accepted:
		c.trace.diverges(DirectiveNamesReserved, model.Field(syntax.RetainKeys))
	}
	if retained == nil {
		return
	}
	for name, value := range patch.Members() {
		if syntax.LooksLikeList(name) && value.Type() != model.Null && retained.Clears(name) && c.patchMap(s, patch, false).Meaning(name, value).Role == syntax.DataRole {
			c.trace.diverges(DirectiveNamesReserved, model.Field(name))
		}
	}
}

package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/spelling"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// mergeMap merges patch, which is a map, into original, like the function mergeMap of apimachinery.
// If the map is dropped, the result is absent. inKeyedList is set for an element of a keyed list.
func (c *call) mergeMap(s smp.Schema, original, patch model.Value, inKeyedList bool) (model.Value, *fault) {
	if original.Type() != model.Map {
		return c.copyOf(s, patch, cleaned)
	}
	switch op, f := syntax.OperationOf(patch); {
	case f != nil:
		return model.Value{}, f
	case op == syntax.Delete && !inKeyedList:
		c.trace.diverges(MapDeleteLeavesEmpty)
		return nulls.EmptyMap, nil
	case op == syntax.Replace:
		if !inKeyedList {
			c.trace.note(smp.RuleMapReplace)
		}
		if patch, f = faults.Built(patch.WithMembers(model.Member{Name: syntax.Patch})); f != nil {
			return patch, f
		}
		return c.copyOf(s, patch, verbatim)
	}
	c.trace.note(smp.RuleMapMerge)
	m := mapMerge{call: c, schema: s, patch: patch}
	m.edit.Reset(original, c.build)
	var f *fault
	if patch.HasOwnDollar() {
		f = m.directed(original, inKeyedList)
	} else {
		f = m.plain()
	}
	if f != nil {
		return model.Value{}, f
	}
	return faults.Built(m.edit.Value())
}

// A mapMerge merges one patch map into one original map.
type mapMerge struct {
	*call
	schema smp.Schema
	patch  model.Value
	edit   model.Editor // edit of the original
}

// plain merges a patch map without directives. If several members have a fault, it reports the
// fault of the member that is first by name. So after a fault, it visits only members with smaller
// names.
func (m *mapMerge) plain() *fault {
	var first faults.ByName
	for name, value := range m.patch.Members() {
		if !first.Hides(name) {
			first.Add(name, m.mergeField(syntax.Field{Name: name, Value: value}))
		}
	}
	return first.Fault
}

// directed merges a patch map that has names beginning with "$".
func (m *mapMerge) directed(original model.Value, inKeyedList bool) *fault {
	patch := m.patchMap(m.schema, m.patch, inKeyedList)
	retained, f := patch.Retained()
	if m.trace.on() {
		m.noteRetained(m.schema, m.patch, retained, f == nil)
	}
	if f != nil {
		return f
	}
	fields := m.groupFields(patch)
	syntax.SortFields(fields)
	if retained != nil {
		if f := m.retain(original, retained, fields); f != nil {
			return f
		}
	}
	for _, t := range fields {
		switch {
		case t.Malformed:
			return newFault(smp.InvalidDirective, smp.RuleDataNames, "missing field name in the directive").Under(model.Field(t.Name))
		case t.Unrecognized && m.Strict:
			return t.UnrecognizedFault()
		case t.Unrecognized && t.IsEmpty():
			continue
		}
		if f := m.mergeField(t); f != nil {
			return f
		}
	}
	return nil
}

// mergeField patches one field and records the change.
func (m *mapMerge) mergeField(t syntax.Field) *fault {
	original, _ := m.edit.Get(t.Name)
	if m.trace.on() { // entering a step allocates memory
		m.trace.enter(model.Field(t.Name))
		defer m.trace.leave()
	}
	result, f := m.field(t, original)
	if f != nil {
		return f.UnderField(t.Name)
	}
	if !model.Same(result, original) && !spelling.Alike(result, original) {
		m.edit.Set(t.Name, result)
	}
	return nil
}

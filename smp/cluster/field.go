package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// field patches one field of a map. original is the field's value before the patch, and the result
// is its value afterwards. Both may be absent.
func (m *mapMerge) field(t syntax.Field, original model.Value) (model.Value, *fault) {
	u, f := m.patchedField(t)
	if f == nil {
		f = m.checkType(u.schema, t.Value)
	}
	if f != nil {
		return model.Value{}, f
	}
	return m.applyField(u, original, t)
}

// applyField patches one field, or a list without a map around it.
func (c *call) applyField(u patchedField, original model.Value, t syntax.Field) (model.Value, *fault) {
	if t.HasDeleteList() {
		return c.changeWithDeletions(u, original, t)
	}
	if f := c.findsSchema(u, original, t); f != nil {
		return model.Value{}, f
	}
	result, f := c.value(u.schema, original, t)
	c.noteAlternative(answer{result, f})
	return result, f
}

// value applies the value and the order list of a field.
func (c *call) value(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	k := t.Value.Type()
	switch {
	case k == model.List || k == model.Absent:
		return c.list(s, original, t)
	case t.HasOrderList():
		return model.Value{}, c.rejects(OrderNullRejected, smp.InvalidDirective, smp.RuleOrderDirective,
			"expected a field that is a list; it is %s", k.Noun()).UnderDirective(syntax.OrderListPrefix + t.Name)
	case k == model.Null:
		c.trace.note(smp.RuleNullDeletes)
		return model.Value{}, nil
	case k == model.Map:
		return c.mapValue(s, original, t.Value)
	default:
		c.trace.note(smp.RuleScalar)
		return t.Value, nil
	}
}

// mapValue merges the map of a field (mergeMapHandler).
func (c *call) mapValue(s smp.Schema, original, patch model.Value) (model.Value, *fault) {
	if isAtomicMap(s) {
		c.trace.note(smp.RuleMapAtomic)
		if original.Type() == model.Map {
			return c.copyOf(s, patch, verbatim)
		}
	}
	return c.mergeMap(s, original, patch, false)
}

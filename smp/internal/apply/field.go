package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// field patches one field. original is the field's value before the patch, and the result is its
// value afterwards. Both may be absent.
func (m *mapMerge) field(t syntax.Field, original model.Value) (model.Value, *faults.Fault) {
	if m.Trace.On() {
		m.Trace.Enter(model.Field(t.Name))
		defer m.Trace.Leave()
	}
	result, f := m.fieldValue(t, original)
	if f != nil {
		return model.Value{}, f.UnderField(t.Name)
	}
	return result, nil
}

// Field patches one field of a map with schema u. Its results are like those of mapMerge.fieldValue.
func (m *Merger) Field(u *schema.Node, t syntax.Field, original model.Value) (model.Value, *faults.Fault) {
	in := mapMerge{Merger: m, node: u}
	return in.fieldValue(t, original)
}

// fieldValue is like field, but adds the name of the field neither to the path of the trace nor
// to the path of the fault.
func (m *mapMerge) fieldValue(t syntax.Field, original model.Value) (result model.Value, f *faults.Fault) {
	u, f := m.fieldNode(t)
	if f == nil {
		f = m.checkType(u, t.Value)
	}
	switch {
	case f != nil:
		return model.Value{}, f
	case t.Value.Type() == model.List || t.Value.Type() == model.Absent:
		result, f = m.MergeList(u, original, t)
	default:
		result, f = m.notList(u, original, t)
	}
	if f == nil && t.Name == "" && t.HasOrderList() {
		f = syntax.NoField(rule.OrderDirective, syntax.OrderListPrefix)
	}
	return result, f
}

// notList implements fieldValue for a patch value that is null, a scalar or a map. The delete list has
// no effect then, but is checked. So is the order list of a merging list, if the value is not
// null.
func (m *mapMerge) notList(u *schema.Node, original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
	if f := listpatch.CheckDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	if t.Value.Type() == model.Null {
		m.Trace.Note(rule.NullDeletes)
		return model.Value{}, nil
	}
	result, f := m.value(u, original, t.Value)
	if f != nil {
		return model.Value{}, f
	}
	if u.Merging() && t.HasOrderList() {
		if _, f := listpatch.ReadOrder(m.Dialect, u, t, &m.Trace); f != nil {
			return model.Value{}, f
		}
	}
	return result, nil
}

// fieldNode returns the schema of a field (rules field-names, map-values, unknown-field).
func (m *mapMerge) fieldNode(t syntax.Field) (*schema.Node, *faults.Fault) {
	s := m.node.Shape
	if u, ok := s.Field(t.Name); ok {
		return u, nil
	}
	if m.node.DefinesMember(t.Name) {
		if s.Values != nil && s.Values.Shape.Type > schema.Scalar {
			m.Trace.Note(rule.MapValues)
		}
		return m.node.OfMember(t.Name), nil
	}
	if m.Trace.On() {
		if _, ok := s.Folded(t.Name); ok {
			m.Trace.Note(rule.FieldNames)
		}
		m.Trace.Note(rule.UnknownField)
	}
	if m.Strict {
		if f := t.UnknownFault(); f != nil {
			return nil, f
		}
	}
	return schema.Unknown, nil
}

package smp

import "github.com/strategicpatch/smp/model"

// field takes the turn of one field: original is what the field holds, absent
// for none. The result is what it holds afterwards, absent for none.
func (m *mapMerge) field(t fieldPatch, original model.Value) (model.Value, *fault) {
	if m.cluster != nil {
		return m.cluster.field(m, t, original)
	}
	if m.trace.on() {
		m.trace.enter(model.Field(t.name))
		defer m.trace.leave()
	}
	u, f := m.fieldUse(t)
	if f == nil {
		f = m.checkKind(u, t.value)
	}
	var result model.Value
	if f == nil {
		result, f = m.valueAndOrder(u, original, t)
	}
	if f != nil {
		return model.Value{}, f.underField(t.name)
	}
	return result, nil
}

// valueAndOrder is field without the lookup of the schema.
func (m *mapMerge) valueAndOrder(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	var result model.Value
	var f *fault
	switch t.value.Kind() {
	case model.List, model.Absent:
		result, f = m.list(u, original, t)
	default:
		result, f = m.notList(u, original, t)
	}
	if f == nil && t.name == "" && t.order.Kind() != model.Absent {
		f = nameless(RuleOrderDirective, orderListPrefix)
	}
	return result, f
}

// notList takes the turn of a field whose patch value is null, a scalar or a
// map. A delete list and an order list have nothing to do then, but are checked.
func (m *mapMerge) notList(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	if t.value.Kind() == model.Null {
		m.trace.note(RuleNullDeletes)
		return model.Value{}, nil
	}
	result, f := m.value(u, original, t.value)
	if f != nil {
		return model.Value{}, f
	}
	if u.merging() && t.order.Kind() != model.Absent {
		if _, f := m.readOrder(u, t); f != nil {
			return model.Value{}, f
		}
	}
	return result, nil
}

// fieldUse finds the schema of a field (rules field-names, map-values,
// unknown-field).
func (m *mapMerge) fieldUse(t fieldPatch) (*use, *fault) {
	s := m.use.shape
	if u, ok := s.field(t.name); ok {
		return u, nil
	}
	if m.use.knows(t.name) {
		if s.values != nil && s.values.shape.kind > ScalarType {
			m.trace.note(RuleMapValues)
		}
		return m.use.member(t.name), nil
	}
	if m.trace.on() {
		if _, ok := s.folded(t.name); ok {
			m.trace.note(RuleFieldNames)
		}
		m.trace.note(RuleUnknownField)
	}
	if m.strict && t.speaks() {
		return nil, newFault(UnknownField, RuleUnknownField, "the schema has no such field").underDirective(t.place())
	}
	return anyUse, nil
}

// value merges a patch value that is not null into original, wherever it
// stands. The result is absent when the patch deletes the value.
func (a *applier) value(u *use, original, patch model.Value) (model.Value, *fault) {
	switch patch.Kind() {
	case model.Map:
		return a.mapValue(u, original, patch, false)
	case model.List:
		return a.list(u, original, fieldPatch{value: patch})
	default:
		a.trace.note(RuleScalar)
		return patch, nil
	}
}

// mapValue merges a map that stands in a field or a list: an atomic map is
// replaced by the patch evaluated against empty (rule map-atomic).
func (a *applier) mapValue(u *use, original, patch model.Value, element bool) (model.Value, *fault) {
	if u.atomicMap() {
		a.trace.note(RuleMapAtomic)
		original = model.Value{}
	}
	return a.mergeMap(u, original, patch, element)
}

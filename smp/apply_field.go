package smp

import "github.com/strategicpatch/smp/model"

// field takes the turn of one field: original is what the field holds, absent
// for none. The result is what it holds afterwards, absent for none.
func (m *mapMerge) field(t fieldPatch, original model.Value) (model.Value, *fault) {
	if m.trace.on() {
		m.trace.enter(model.Field(t.name))
		defer m.trace.leave()
	}
	u, f := m.fieldUse(t)
	if f == nil {
		f = m.checkKind(u, t.value)
	}
	if f != nil {
		return model.Value{}, f.underField(t.name)
	}
	var result model.Value
	if m.dialect == Documented {
		result, f = m.valueAndOrder(u, original, t)
	} else {
		result, f = m.inDialect(u, original, t)
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
	if f == nil && t.name == "" && t.order.Kind() != model.Absent && !m.dialect.Has(OrderCheckLoose) {
		f = nameless(RuleOrderDirective, orderListPrefix)
	}
	return result, f
}

// inDialect takes the turn of a field in a dialect: the delete list first, or
// last where there is an order list too.
func (m *mapMerge) inDialect(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	deletes := t.del.Kind() != model.Absent || t.nameless.Kind() != model.Absent
	if deletes && t.order.Kind() == model.Absent && t.value.Kind() != model.Absent {
		m.noteEitherFirst(u, original, t)
	}
	if m.original.Kind() != model.Absent {
		if f := m.lookUp(u, original, t); f != nil {
			return model.Value{}, f
		}
	}
	if !deletes || !m.dialect.Has(DeleteListAssigns) {
		result, f := m.valueAndOrder(u, original, t)
		m.noteOther(answer{result, f})
		return result, f
	}
	before := t
	defer func(made bool) { m.made = made }(m.made)
	m.made = true // the second step meets what the first has made
	t.del, t.nameless = model.Value{}, model.Value{}
	last := t.order.Kind() != model.Absent && m.diverges(DeleteListLast)
	if !last {
		var f *fault
		original, f = m.deleteLists(u, original, before)
		if f != nil || t.value.Kind()+t.order.Kind() == model.Absent {
			return original, f
		}
	}
	result, f := m.valueAndOrder(u, original, t)
	if f == nil && last {
		if other := m.other; other != nil && other.f == nil {
			other.result, other.f = m.aside().deleteLists(u, other.result, before)
		}
		result, f = m.deleteLists(u, result, before)
	}
	m.noteOther(answer{result, f})
	return result, f
}

// aside returns a mapMerge that tells nobody what it does.
func (m *mapMerge) aside() *mapMerge {
	quiet := *m
	a := *m.applier
	a.trace, a.made, a.spare, a.steady, a.other = tracer{}, true, nil, false, nil
	quiet.applier = &a
	return &quiet
}

// noteOther notes that a list is one of two, if it is and they differ.
func (m *mapMerge) noteOther(is answer) {
	if m.other != nil && !m.other.equal(is) {
		m.noteVaries(RuleSetMerge, true)
	}
	m.other = nil
}

// noteEitherFirst notes that it matters which the shipped engine takes first, a
// field or its delete list: it takes them as they come.
func (m *mapMerge) noteEitherFirst(u *use, original model.Value, t fieldPatch) {
	if !m.looksForVarying() {
		return
	}
	answer := func(deletionsFirst bool) answer {
		quiet := m.aside()
		value, deletions := t, t
		value.del, value.nameless, deletions.value = model.Value{}, model.Value{}, model.Value{}
		result, f := original, (*fault)(nil)
		for n := range 2 {
			next := value
			if deletionsFirst == (n == 0) {
				next = deletions
			}
			if m.original.Kind() != model.Absent {
				f = quiet.lookUp(u, result, next)
			}
			switch {
			case f != nil:
				return answer{f: f}
			case next.value.Kind() != model.Absent:
				result, f = quiet.valueAndOrder(u, result, next)
			default:
				result, f = quiet.deleteLists(u, result, next)
			}
			if f != nil {
				return answer{f: f}
			}
		}
		return answer{result, f}
	}
	if !answer(true).equal(answer(false)) {
		m.noteVaries(RuleSetDelete, false)
	}
}

// notList takes the turn of a field whose patch value is null, a scalar or a
// map. A delete list and an order list have nothing to do then, but are checked.
func (m *mapMerge) notList(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	if t.order.Kind() != model.Absent && m.diverges(OrderNullRejected) {
		return model.Value{}, newFault(InvalidDirective, RuleOrderDirective, "the field is a %s, not a list", t.value.Kind()).underDirective(orderListPrefix + t.name)
	}
	if t.value.Kind() == model.Null {
		if m.original.Kind() == model.Absent && m.keepsNulls() {
			return t.value, nil
		}
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
	if m.dialect.Has(FieldCaseFolded) {
		if u, ok := s.folded(t.name); ok {
			m.trace.noteDivergence(FieldCaseFolded)
			return u, nil
		}
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
	if u.atomicMap() && !(element && a.diverges(ElementStrategyIgnored)) {
		a.trace.note(RuleMapAtomic)
		if a.dialect != Documented && original.Kind() == model.Map {
			return a.as(verbatim, func() (model.Value, *fault) {
				return a.mergeMap(u, model.Value{}, patch, element)
			})
		}
		original = model.Value{}
	}
	return a.mergeMap(u, original, patch, element)
}

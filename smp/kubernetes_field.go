package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// field does what the patch says of one field of a map.
func (c *cluster) field(m *mapMerge, t fieldPatch, original model.Value) (model.Value, *fault) {
	u, f := c.fieldNode(m, t)
	if f == nil {
		f = c.checkType(u, t.value)
	}
	if f != nil {
		return model.Value{}, f
	}
	return c.fieldOf(m, u, original, t)
}

// fieldNode finds the schema of a field.
func (c *cluster) fieldNode(m *mapMerge, t fieldPatch) (*node, *fault) {
	if _, ok := m.node.shape.field(t.name); !ok && c.dialect.goTypes() {
		if u, ok := m.node.shape.folded(t.name); ok {
			c.trace.noteDivergence(FieldCaseFolded)
			return u, nil
		}
	}
	return m.fieldNode(t)
}

// fieldOf does what a patch says of a field in a map, or of a list by itself, without a map:
// the delete list first, or last where there is an order list too.
func (c *cluster) fieldOf(m *mapMerge, u *node, original model.Value, t fieldPatch) (model.Value, *fault) {
	deletes := t.del.Type() != model.Absent || t.nameless.Type() != model.Absent
	ordered := t.order.Type() != model.Absent
	if deletes && !ordered && t.value.Type() != model.Absent && c.looksForVarying() {
		c.noteEitherFirst(m, u, original, t)
	}
	if f := c.lookUp(m, u, original, t); f != nil {
		return model.Value{}, f
	}
	if !deletes {
		result, f := c.value(u, original, t)
		c.noteOther(answer{result, f})
		return result, f
	}
	deletions := t
	defer func(made bool) { c.inMadeValue = made }(c.inMadeValue)
	c.inMadeValue = true // the second step meets what the first has made
	t.del, t.nameless = model.Value{}, model.Value{}
	if ordered {
		c.trace.noteDivergence(DeleteListLast)
	} else {
		var f *fault
		original, f = c.deleteLists(u, original, deletions)
		if f != nil || t.value.Type() == model.Absent {
			return original, f
		}
	}
	result, f := c.value(u, original, t)
	if f == nil && ordered {
		if other := c.other; other != nil && other.f == nil {
			other.result, other.f = c.aside().deleteLists(u, other.result, deletions)
		}
		result, f = c.deleteLists(u, result, deletions)
	}
	c.noteOther(answer{result, f})
	return result, f
}

// value does what the value and the order list of a field say.
func (c *cluster) value(u *node, original model.Value, t fieldPatch) (model.Value, *fault) {
	k := t.value.Type()
	if k == model.List || k == model.Absent {
		return c.list(u, original, t)
	}
	if t.order.Type() != model.Absent {
		c.trace.noteDivergence(OrderNullRejected)
		return model.Value{}, newFault(InvalidDirective, RuleOrderDirective, "expected a field that is a list; it is a %s", k).underDirective(orderListPrefix + t.name)
	}
	switch k {
	case model.Null:
		c.trace.note(RuleNullDeletes)
		return model.Value{}, nil
	case model.Map:
		return c.mapValue(u, original, t.value)
	default:
		c.trace.note(RuleScalar)
		return t.value, nil
	}
}

// The shipped engine looks for the schema of a field only where both documents
// have a map, or both a list, or where there is an order list; and rejects the
// patch where it finds none.

// lookUp rejects a field for which the shipped engine finds no schema.
func (c *cluster) lookUp(m *mapMerge, u *node, original model.Value, t fieldPatch) *fault {
	k := original.Type()
	lists := t.order.Type() != model.Absent || k == model.List && t.has(k)
	if m == nil || !lists && (k != model.Map || !t.has(k)) {
		return nil
	}
	s := m.node.shape
	_, known := s.field(t.name)
	if !known && c.dialect.goTypes() {
		_, known = s.folded(t.name)
	}
	var missing Divergence
	switch {
	case !known && s.values != nil:
		missing = MapValuesRejected
	case !known && s.typ == AnyType:
		if c.dialect == openAPIV2 {
			return nil
		}
		missing = SchemalessRejected
	case !known:
		missing = UnknownFieldRejected
	case u.acceptsLists:
		return nil
	case lists && u.shape.typ != ListType:
		if c.dialect == openAPIV3 {
			return nil
		}
		missing = WrongKindRejected
	case lists && u.shape.element.shape.typ == ListType && c.dialect.goTypes():
		missing = ListOfListsRejected
	default:
		return nil
	}
	c.trace.noteDivergence(missing)
	return newFault(UnknownField, missing.chiefRule(), "%s", missing.What()).underDirective(t.memberName())
}

// has reports whether the patch has a value or delete list of this kind.
func (t fieldPatch) has(k model.Type) bool {
	return t.value.Type() == k || t.del.Type() == k || t.nameless.Type() == k
}

// deleteLists does what the delete lists of a field say.
func (c *cluster) deleteLists(u *node, original model.Value, t fieldPatch) (model.Value, *fault) {
	if c.trace.on() && (t.nameless.Type() != model.Absent || checkDeleteList(u, original, t) != nil) {
		c.trace.noteDivergence(DeleteListAssigns)
	}
	for n, del := range [2]model.Value{t.nameless, t.del} {
		if del.Type() == model.Absent {
			continue
		}
		var f *fault
		if original, f = c.deleteOrAssign(u, original, del); f != nil {
			name := deleteListPrefix
			if n > 0 {
				name += t.name
			}
			c.trace.noteDivergence(DeleteListAssigns)
			return model.Value{}, f.underDirective(name)
		}
	}
	return original, nil
}

// deleteOrAssign does what a delete list says, as the shipped engine understands it
// (divergence delete-list-assigns): as if it were the value of its field,
// except that scalars are deleted from a list of scalars.
func (c *cluster) deleteOrAssign(u *node, original, del model.Value) (model.Value, *fault) {
	switch {
	case del.Type() == model.Null:
		return model.Value{}, nil
	case original.Type() == model.Absent, identity.DecodedTypeOf(original) != identity.DecodedTypeOf(del):
		return original, nil
	case del.Type() != model.List:
		return c.value(u, original, fieldPatch{value: del})
	}
	typ, f := c.elementType(original, del)
	if f != nil || original.Len()+del.Len() == 0 {
		return original, f
	}
	if typ != identity.DecodedMap {
		values := (&identity.Selection{Decoded: true}).NewIndex(del.Len())
		values.AddScalars(del)
		return c.takeOut(original, values)
	}
	if !u.merging() || len(u.keys) == 0 {
		return model.Value{}, newFault(InvalidDirective, RuleSetDelete, "the list has no merge key")
	}
	return c.mergingList(u, original, fieldPatch{value: del})
}

// An answer is what Apply returns.
type answer struct {
	result model.Value
	f      *fault
}

// equal compares answers; rejections are all alike.
func (a answer) equal(b answer) bool {
	if a.f != nil || b.f != nil {
		return a.f != nil && b.f != nil
	}
	return model.Equal(a.result, b.result)
}

// looksForVarying reports whether somebody wants to know where the answer is one of
// several.
func (c *cluster) looksForVarying() bool { return c.trace.on() || c.steady }

// noteVaries notes that the answer at this place is one of several. moves says that
// these are one set in several orders.
func (c *cluster) noteVaries(r Rule, moves bool) {
	c.moved, c.varied = c.moved || moves, c.varied || !moves
	if c.trace.on() {
		c.trace.report(Event{Rule: r, Varies: true, Path: c.trace.path.Append()})
	}
}

// noteOther notes that a list is one of two, if it is and they differ.
func (c *cluster) noteOther(is answer) {
	if c.other != nil && !c.other.equal(is) {
		c.noteVaries(RuleSetMerge, true)
	}
	c.other = nil
}

// noteEitherFirst notes that it matters which the shipped engine takes first, a
// field or its delete list: it takes them as they come.
func (c *cluster) noteEitherFirst(m *mapMerge, u *node, original model.Value, t fieldPatch) {
	values, deletions := t, t
	values.del, values.nameless, deletions.value = model.Value{}, model.Value{}, model.Value{}
	inTurn := func(steps ...fieldPatch) answer {
		quiet := c.aside()
		result := original
		for _, step := range steps {
			f := quiet.lookUp(m, u, result, step)
			switch {
			case f != nil:
			case step.value.Type() != model.Absent:
				result, f = quiet.value(u, result, step)
			default:
				result, f = quiet.deleteLists(u, result, step)
			}
			if f != nil {
				return answer{f: f}
			}
		}
		return answer{result: result}
	}
	if !inTurn(deletions, values).equal(inTurn(values, deletions)) {
		c.noteVaries(RuleSetDelete, false)
	}
}

package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// This is how delete lists act.
//
// apimachinery treats $deleteFromPrimitiveList/f like another value of f, one that deletes scalars:
//
//	f        $deleteFromPrimitiveList/f    result
//	[a, b]   [a]                           [b]
//	[a, b]   null                          no f
//	[a, b]   a                             [a, b]    of another type, so ignored
//	a        b                             b         divergence delete-list-assigns
//	no f     [a]                           no f

// changeWithDeletions patches a field that has delete lists. The delete lists are applied first or,
// if there is also an order list, last.
func (c *call) changeWithDeletions(u patchedField, original model.Value, t syntax.Field) (model.Value, *fault) {
	if !t.HasOrderList() && t.Value.Type() != model.Absent && c.looksForVariance() {
		c.noteEitherFirst(u, original, t)
	}
	if f := c.findsSchema(u, original, t); f != nil {
		return model.Value{}, f
	}
	defer c.inMade(original)() // the second step changes the result of the first one
	values := t
	values.Delete, values.Nameless = model.Value{}, model.Value{}
	if t.HasOrderList() {
		return c.deletionsLast(u, original, t, values)
	}
	original, f := c.deleteLists(u.schema, original, t)
	if f != nil || t.Value.Type() == model.Absent {
		return original, f
	}
	result, f := c.value(u.schema, original, values)
	c.noteAlternative(answer{result, f})
	return result, f
}

// deletionsLast merges and sorts a list, and then deletes (divergence delete-list-last).
func (c *call) deletionsLast(u patchedField, original model.Value, t, values syntax.Field) (model.Value, *fault) {
	c.trace.diverges(DeleteListLast)
	result, f := c.value(u.schema, original, values)
	if f == nil {
		if other := c.alternative; other != nil && other.f == nil {
			other.result, other.f = c.silentCopy().deleteLists(u.schema, other.result, t)
		}
		result, f = c.deleteLists(u.schema, result, t)
	}
	c.noteAlternative(answer{result, f})
	return result, f
}

// deleteLists applies the delete lists of a field.
func (c *call) deleteLists(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	if c.trace.on() && (t.Nameless.Type() != model.Absent || !c.specifiedDeleteList(s, original, t)) {
		c.trace.diverges(DeleteListAssigns)
	}
	for n, del := range [2]model.Value{t.Nameless, t.Delete} {
		if del.Type() == model.Absent {
			continue
		}
		var f *fault
		if original, f = c.deleteOrAssign(s, original, del); f != nil {
			name := syntax.DeleteListPrefix
			if n > 0 {
				name += t.Name
			}
			c.trace.diverges(DeleteListAssigns)
			return model.Value{}, f.UnderDirective(name)
		}
	}
	return original, nil
}

// deleteOrAssign applies a delete list like the value of its field, except that scalars are deleted
// from a list of scalars (divergence delete-list-assigns).
func (c *call) deleteOrAssign(s smp.Schema, original, del model.Value) (model.Value, *fault) {
	switch {
	case del.Type() == model.Null:
		return model.Value{}, nil
	case original.Type() == model.Absent, identity.DecodedTypeOf(original) != identity.DecodedTypeOf(del):
		return original, nil
	case del.Type() != model.List:
		return c.value(s, original, syntax.Field{Value: del})
	}
	typ, f := c.elementType(original, del)
	switch {
	case f != nil || original.Len()+del.Len() == 0:
		return original, f
	case typ != identity.DecodedMap:
		return c.deleteScalars(original, del), nil
	case s.Keyed():
		return c.mergeList(s, original, syntax.Field{Value: del})
	}
	return model.Value{}, newFault(smp.InvalidDirective, smp.RuleSetDelete, "a cluster cannot delete maps from a list without a merge key")
}

// deleteScalars removes the values of a delete list (deleteFromSlice).
func (c *call) deleteScalars(list, del model.Value) model.Value {
	c.trace.note(smp.RuleSetDelete)
	values := (&identity.Selection{Decoded: true}).NewIndex(del.Len())
	values.AddScalars(del)
	return values.TakeFrom(list)
}

// specifiedDeleteList reports whether the specification accepts a delete list (rule set-delete). If
// not, a cluster departs from the specification.
func (c *call) specifiedDeleteList(s smp.Schema, original model.Value, t syntax.Field) bool {
	if t.Delete.Type() == model.Absent {
		return true
	}
	return hasDeleteTarget(s, original, t.Value) && t.Delete.Type() == model.List &&
		!slices.ContainsFunc(t.Delete.AppendElements(nil), func(e model.Value) bool { return !e.IsScalar() })
}

// hasDeleteTarget reports whether a field can have a delete list. The field must be a list of
// scalars by its schema or, if the schema defines no type, by its values.
func hasDeleteTarget(s smp.Schema, original, patch model.Value) bool {
	switch s.Type() {
	case smp.ScalarType, smp.MapType:
		return false
	case smp.ListType:
		switch element := s.Element().Type(); {
		case s.Keyed() || element == smp.MapType || element == smp.ListType:
			return false
		case element == smp.ScalarType || s.Merging():
			return true
		}
	}
	for _, v := range [2]model.Value{original, patch} {
		if !mayBeScalarList(v) && (s.Type() == smp.AnyType || v.Type() == model.List) {
			return false
		}
	}
	return true
}

func mayBeScalarList(v model.Value) bool {
	switch v.Type() {
	case model.List:
		return !slices.ContainsFunc(v.AppendElements(nil), func(e model.Value) bool {
			return e.Type() == model.List || e.Type() == model.Map && !syntax.IsMarker(e)
		})
	case model.Absent, model.Null:
		return true
	default:
		return false
	}
}

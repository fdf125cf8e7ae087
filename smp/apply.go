package smp

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// Apply applies a strategic merge patch to original and returns the result, by the rules
// that the constants of type [Rule] define.
//
// Apply is shorthand for Engine{}.Apply.
func Apply(s Schema, original, patch model.Value) (model.Value, error) {
	return Engine{}.Apply(s, original, patch)
}

// Apply applies a strategic merge patch to original and returns the result, a map that shares
// unchanged parts with original. An absent or null original counts as {} (rule root). Unchanged
// fields of original keep their position and their JSON text. New fields follow in the order of the
// patch. If the map of the patch contains a directive, and merges into a map of original, they are
// sorted by name.
//
//	{"replicas": 3, "paused": true}  original
//	{"replicas": 5, "paused": null}  patch
//	{"replicas": 5}                  result
//
// The error is an [*Error] with the code, document (original or patch), path and rule of the first
// fault. Faults are ordered by field name. In a map, $patch comes before $retainKeys and the
// fields. In a list, the types and keys of all elements come before the delete list, the deletions,
// the merges and the order list. If s is the zero Schema, the Code is InvalidSchema.
func (e Engine) Apply(s Schema, original, patch model.Value) (model.Value, error) {
	return e.applyWith(nil, s, original, patch)
}

// applyWith is like Apply, but if b is not nil, the result is only for b.AppendJSON.
func (e Engine) applyWith(b *model.Builder, s Schema, original, patch model.Value) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	result, f := e.apply(b, s, original, patch)
	if f != nil {
		return model.Value{}, asError(f, "original", "patch")
	}
	return result, nil
}

// apply is like applyWith, but returns a fault, so that callers can choose the names of the
// documents in the error.
func (e Engine) apply(b *model.Builder, s Schema, original, patch model.Value) (model.Value, *faults.Fault) {
	a := appliers.Get().(*applier)
	defer a.done()
	a.Dialect, a.strict = e.dialect(), e.Strict
	a.knowsUnions = e.Unions
	a.noFastPaths, a.trace = e.Trace != nil || e.Strict || e.Unions, e.tracer()
	a.build = cmp.Or(b, desk.Shortcuts.BuilderOf(original, patch), a.ownBuilder)
	a.document = nulls.AsAbsent(original)
	var text *model.Rewrite
	if b != nil {
		text = desk.Shortcuts.Rewrite(b, a.document, patch)
	}
	u := s.must()
	if f := a.checkRoots(u, patch); f != nil {
		return model.Value{}, f
	}
	result, f := a.mergeMapText(text, u, a.document, patch, false)
	if f != nil {
		return model.Value{}, f
	}
	if a.document.Type() == model.Absent || result.Type() == model.Absent {
		a.trace.Note(rule.Root)
	}
	return nulls.OrEmpty(result), nil
}

// checkRoots rejects documents that are not maps (rule root). The original may be absent.
func (a *applier) checkRoots(u *schema.Node, patch model.Value) *faults.Fault {
	if k := a.document.Type(); k != model.Map && k != model.Absent {
		f := faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun())
		f.InOriginal = true
		return f
	}
	if k := patch.Type(); k != model.Map {
		return faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun())
	}
	return a.checkType(u, patch)
}

// An applier is the state of one call of Apply.
type applier struct {
	syntax.Dialect
	strict      bool
	knowsUnions bool
	noFastPaths bool // the call is traced, or checks everything for Strict, or supports unions
	trace       trace.Tracer
	freeMerges  []*listMerge // unused listMerge values
	inMadeValue bool         // the map being merged was not taken unchanged from the original
	build       *model.Builder
	ownBuilder  *model.Builder // for calls without a builder
	// document is the whole original. Strict checks only the parts of it that are unchanged.
	document model.Value
}

// mayUseFastPath reports whether only the result matters. Calls that are traced or strict, or that
// support unions, must make every decision one by one.
func (a *applier) mayUseFastPath() bool { return !a.noFastPaths && !a.strict && !a.trace.On() }

// checkType rejects a patch value whose type contradicts its schema, if the call is strict (rule
// value-type).
func (a *applier) checkType(u *schema.Node, v model.Value) *faults.Fault {
	if !a.strict {
		return nil
	}
	return syntax.TypeFault(u, v)
}

// field patches one field. original is the field's value before the patch, and the result is its
// value afterwards. Both may be absent.
func (m *mapMerge) field(t syntax.Field, original model.Value) (model.Value, *faults.Fault) {
	if m.trace.On() {
		m.trace.Enter(model.Field(t.Name))
		defer m.trace.Leave()
	}
	result, f := m.fieldValue(t, original)
	if f != nil {
		return model.Value{}, f.UnderField(t.Name)
	}
	return result, nil
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
		result, f = m.list(u, original, t)
	default:
		result, f = m.notList(u, original, t)
	}
	if f == nil && t.Name == "" && t.HasOrderList() {
		f = syntax.NoField(rule.OrderDirective, syntax.OrderListPrefix)
	}
	return result, f
}

// notList implements field for a patch value that is null, a scalar or a map. The delete list has
// no effect then, but is checked. So is the order list of a merging list, if the value is not
// null.
func (m *mapMerge) notList(u *schema.Node, original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	if t.Value.Type() == model.Null {
		m.trace.Note(rule.NullDeletes)
		return model.Value{}, nil
	}
	result, f := m.value(u, original, t.Value)
	if f != nil {
		return model.Value{}, f
	}
	if u.Merging() && t.HasOrderList() {
		if _, f := listpatch.ReadOrder(m.Dialect, u, t, &m.trace); f != nil {
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
			m.trace.Note(rule.MapValues)
		}
		return m.node.OfMember(t.Name), nil
	}
	if m.trace.On() {
		if _, ok := s.Folded(t.Name); ok {
			m.trace.Note(rule.FieldNames)
		}
		m.trace.Note(rule.UnknownField)
	}
	if m.strict {
		if f := t.UnknownFault(); f != nil {
			return nil, f
		}
	}
	return schema.Unknown, nil
}

// value merges a patch value that is not null into original, which is the value of a field or an
// element of a list. If the patch deletes the value, the result is absent.
func (a *applier) value(u *schema.Node, original, patch model.Value) (model.Value, *faults.Fault) {
	switch patch.Type() {
	case model.Map:
		return a.mapValue(u, original, patch, false)
	case model.List:
		return a.list(u, original, syntax.Field{Value: patch})
	default:
		a.trace.Note(rule.Scalar)
		return patch, nil
	}
}

// mapValue merges a patch map into the map of a field or an element. An atomic map is replaced by
// the patch evaluated against empty (rule map-atomic).
func (a *applier) mapValue(u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	return a.mapValueIn(nil, u, original, patch, inKeyedList)
}

// mapValueIn is like mapValue, but may change text instead of the value, like mergeMapText.
func (a *applier) mapValueIn(text *model.Rewrite, u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	if u.AtomicMap() {
		a.trace.Note(rule.MapAtomic)
		original = model.Value{}
	}
	return a.mergeMapText(text, u, original, patch, inKeyedList)
}

package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A mapPair holds two patches of one map, field by field.
type mapPair struct {
	schema smp.Schema
	pair.Pair
}

// read groups the members of two patch maps by field. It rejects names that a server mistakes
// for directives, because their meaning depends on the other members.
func (c *composer) read(s smp.Schema, first, second model.Value, inKeyedList bool) (*mapPair, *fault) {
	p, f := pair.Read(c.patchMap(s, model.Value{}, inKeyedList), first, second, c.strict)
	if f != nil {
		return nil, pair.NotComposable(f.Cause)
	}
	for _, name := range slices.Sorted(slices.Values(p.Names)) {
		t, inThen := p.Second[name]
		if syntax.LooksLikeList(name) || p.First[name].Nameless.Type() != model.Absent || t.Nameless.Type() != model.Absent {
			f := pair.TwoRolesFault()
			if _, has := second.Get(t.MemberName()); inThen && has {
				f = f.Under(model.Field(t.MemberName()))
			}
			return nil, f
		}
	}
	return &mapPair{s, p}, nil
}

// maps composes two patch maps that merge. If known is set, composed is not a patch, but the value
// that the map has after both patches, for every object.
func (c *composer) maps(s smp.Schema, first, second model.Value, inKeyedList bool) (composed model.Value, known bool, f *fault) {
	if !first.HasOwnDollar() && !second.HasOwnDollar() {
		composed, f = c.plainMaps(s, first, second, inKeyedList)
		return composed, false, f
	}
	m, f := c.read(s, first, second, inKeyedList)
	if f == nil && c.grouped && m.Retains() {
		f = pair.NotComposable(errBothChange)
	}
	if f == nil {
		f = c.requireMapIfCopied(m, first, second, inKeyedList)
	}
	if f != nil {
		return model.Value{}, false, f
	}
	if c.settles(m) {
		composed, f = c.mergeMap(s, nulls.EmptyMap, first, inKeyedList)
		if f == nil {
			composed, f = c.mergeMap(s, composed, second, inKeyedList)
		}
		if f != nil {
			return model.Value{}, false, pair.NotComposable(f.Cause)
		}
		return composed, true, nil
	}
	composed, f = m.Composed(func(first, second syntax.Field) (syntax.Field, *fault) { return c.fieldIn(s, first, second) })
	return composed, false, f
}

// plainMaps composes two patch maps without directives of their own, in which all members are data.
func (c *composer) plainMaps(s smp.Schema, first, second model.Value, inKeyedList bool) (model.Value, *fault) {
	if inKeyedList && (hasNullOrDirective(first) || hasNullOrDirective(second)) {
		if f := c.requires(); f != nil {
			return model.Value{}, f
		}
	}
	return pair.ComposedData(first, second, func(name string, first, second model.Value) (model.Value, *fault) {
		t, f := c.fieldIn(s, syntax.Field{Name: name, Value: first}, syntax.Field{Name: name, Value: second})
		return t.Value, f
	})
}

// fieldIn composes two patches of a field, and adds the field to path meanwhile.
func (c *composer) fieldIn(of smp.Schema, first, second syntax.Field) (t syntax.Field, f *fault) {
	decodes := c.decodes
	c.decodes = decodes && !isFolded(of, second.Name)
	f = c.inStep(model.Field(second.Name), func() (f *fault) {
		t, f = c.field(of, first, second)
		return f
	})
	c.decodes = decodes
	return t, f
}

// isFolded reports whether a name is that of a declared field in another case. A server merges the
// field by the schema of the declared one, but does not decode it.
func isFolded(s smp.Schema, name string) bool {
	if _, declared := s.Field(name); declared {
		return false
	}
	_, found := s.FoldedField(name)
	return found
}

// requireMapIfCopied is for two patches that change the same map. If a copy of the composed patch
// would differ from the result of both patches, the object must have the map.
func (c *composer) requireMapIfCopied(m *mapPair, first, second model.Value, inKeyedList bool) *fault {
	if inKeyedList {
		if hasNullOrDirective(first) || hasNullOrDirective(second) {
			return c.requires()
		}
		return nil
	}
	if c.decodes && dropsDirectives(m.schema, first) && dropsDirectives(m.schema, second) {
		return nil
	}
	obeyed := second.HasOwnDollar() || m.FirstRetains != nil || c.ignored(m.schema, first)
	for name, t := range m.First {
		obeyed = obeyed || t.HasDirective() && !m.Second[name].IsEmpty()
	}
	if obeyed {
		return c.requires()
	}
	return nil
}

// ignored reports whether a patch map has directives that the server is too old to recognize.
// The server drops these directives, unless it copies the map.
func (c *composer) ignored(s smp.Schema, patch model.Value) bool {
	return slices.ContainsFunc(c.patchMap(s, patch, false).Fields(nil), func(t syntax.Field) bool { return t.Unrecognized })
}

// settles reports whether the value of the map after both patches is known and must be sent as a
// whole. This is so if the first patch retains only fields that it sets to known values, and the
// second patch has a map or list for a field that the first one clears. The value of an atomic list
// is known if the list has neither nulls nor directives: a server keeps them if the object has the
// list, and drops some of them if not.
func (c *composer) settles(m *mapPair) bool {
	if m.FirstRetains == nil {
		return false
	}
	for _, name := range m.FirstRetains {
		v := m.First[name].Value
		if !v.IsScalar() && (v.Type() != model.List || c.member(m.schema, name).Merging() || hasNullOrDirective(v)) {
			return false
		}
	}
	for name, t := range m.Second {
		if k := t.Value.Type(); m.FirstRetains.Clears(name) && (k == model.Map || k == model.List) {
			return true
		}
	}
	return false
}

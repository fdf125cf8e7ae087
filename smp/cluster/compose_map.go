package cluster

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A mapPair holds two patches of one map, grouped by field.
type mapPair struct {
	schema        smp.Schema
	names         []string // names of the fields, in the order of the patches
	first, second map[string]fieldPatch
	firstRetains  retainedNames // names in $retainKeys of the first patch
	secondRetains retainedNames // names in $retainKeys of the second patch
}

// A retainedNames holds the names in $retainKeys. It is nil if a patch does not have that
// directive.
type retainedNames map[string]bool

// clears reports whether the directive removes a field.
func (k retainedNames) clears(name string) bool { return k != nil && !k[name] }

// read groups the members of two patch maps by field. It rejects names that a server mistakes
// for directives, because their meaning depends on the other members.
func (c *composer) read(s smp.Schema, first, second model.Value, inKeyedList bool) (*mapPair, *fault) {
	m := &mapPair{schema: s}
	var f *fault
	if m.first, m.firstRetains, f = c.readPatch(m, first, inKeyedList); f == nil {
		m.second, m.secondRetains, f = c.readPatch(m, second, inKeyedList)
	}
	if f != nil {
		return nil, notComposable(f.Cause)
	}
	for _, name := range slices.Sorted(slices.Values(m.names)) {
		t, inThen := m.second[name]
		if looksLikeList(name) || m.first[name].nameless.Type() != model.Absent || t.nameless.Type() != model.Absent {
			f := notComposable(errTwoRoles)
			if _, has := second.Get(t.memberName()); inThen && has {
				f = f.Under(model.Field(t.memberName()))
			}
			return nil, f
		}
	}
	return m, nil
}

// readPatch groups the members of one patch map by field, and adds the names of the fields to m.
func (c *composer) readPatch(m *mapPair, patch model.Value, inKeyedList bool) (map[string]fieldPatch, retainedNames, *fault) {
	retained, f := c.readRetainKeys(patch)
	if f != nil {
		return nil, nil, f
	}
	fields := map[string]fieldPatch{}
	for _, t := range c.groupFields(m.schema, patch, inKeyedList) {
		if t.unrecognized && (c.strict || t.isEmpty()) {
			continue
		}
		if _, seen := m.first[t.name]; !seen {
			m.names = append(m.names, t.name)
		}
		fields[t.name] = t
	}
	return fields, retained, nil
}

// maps composes two patch maps that merge. If known is set, composed is not a patch, but the value
// that the map has after both patches, for every object.
func (c *composer) maps(s smp.Schema, first, second model.Value, inKeyedList bool) (composed model.Value, known bool, f *fault) {
	if !first.HasOwnDollar() && !second.HasOwnDollar() {
		composed, f = c.plainMaps(s, first, second, inKeyedList)
		return composed, false, f
	}
	m, f := c.read(s, first, second, inKeyedList)
	if f == nil && c.grouped && (m.firstRetains != nil || m.secondRetains != nil) {
		f = notComposable(errBothChange)
	}
	if f == nil {
		f = c.requireMapIfCopied(m, first, second, inKeyedList)
	}
	if f != nil {
		return model.Value{}, false, f
	}
	if c.settles(m) {
		composed, f = c.mergeMap(s, emptyMap, first, inKeyedList)
		if f == nil {
			composed, f = c.mergeMap(s, composed, second, inKeyedList)
		}
		if f != nil {
			return model.Value{}, false, notComposable(f.Cause)
		}
		return composed, true, nil
	}
	composed, f = c.fields(m)
	return composed, false, f
}

// plainMaps composes two patch maps without directives of their own, in which all members are data.
func (c *composer) plainMaps(s smp.Schema, first, second model.Value, inKeyedList bool) (model.Value, *fault) {
	if inKeyedList && (hasNullOrDirective(first) || hasNullOrDirective(second)) {
		if f := c.requires(); f != nil {
			return model.Value{}, f
		}
	}
	members := make([]model.Member, 0, first.Len()+second.Len())
	var failed *fault // of the first field by name
	var failedName string
	for name, value := range first.Members() {
		if after, ok := second.Get(name); ok {
			t, f := c.fieldIn(s, fieldPatch{name: name, value: value}, fieldPatch{name: name, value: after})
			if f != nil && (failed == nil || name < failedName) {
				failed, failedName = f.UnderField(name), name
			}
			value = t.value
		}
		members = append(members, model.Member{Name: name, Value: value})
	}
	if failed != nil {
		return model.Value{}, failed
	}
	for name, value := range second.Members() {
		if _, ok := first.Get(name); !ok {
			members = append(members, model.Member{Name: name, Value: value})
		}
	}
	return faults.Built(model.NewMap(members...))
}

// fields composes two patch maps field by field. It visits the fields in the order of their names,
// so that the first fault by name is reported. The members of the result have the order of the
// patches.
func (c *composer) fields(m *mapPair) (model.Value, *fault) {
	var set []string // fields that the result sets to a value
	emitted := map[string][]model.Member{}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(slices.Values(m.names)) {
		t, f := c.retainedField(m, name)
		if f != nil {
			return model.Value{}, f.UnderField(name)
		}
		if !isDeletion(t.value) && t.value.Type() != model.Absent {
			set = append(set, name)
		}
		t.name = name
		for _, member := range t.members() {
			if seen[member.Name] {
				return model.Value{}, notComposable(errTwoRoles).Under(model.Field(member.Name))
			}
			seen[member.Name] = true
			emitted[name] = append(emitted[name], member)
		}
	}
	var members []model.Member
	for _, name := range m.names {
		members = append(members, emitted[name]...)
	}
	if m.firstRetains != nil || m.secondRetains != nil {
		list, f := m.retainedNames(set)
		if f != nil {
			return model.Value{}, f
		}
		members = append(members, model.Member{Name: retainKeysField, Value: list})
	}
	return faults.Built(model.NewMap(members...))
}

// fieldIn composes two patches of a field, and adds the field to path meanwhile.
func (c *composer) fieldIn(of smp.Schema, first, second fieldPatch) (t fieldPatch, f *fault) {
	decodes := c.decodes
	c.decodes = decodes && !isFolded(of, second.name)
	f = c.inStep(model.Field(second.name), func() (f *fault) {
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

// members returns the members that a patch map has for the field.
func (t fieldPatch) members() []model.Member {
	all := []model.Member{
		{Name: t.name, Value: t.value},
		{Name: deleteListPrefix + t.name, Value: t.del},
		{Name: orderListPrefix + t.name, Value: t.order},
	}
	return slices.DeleteFunc(all, func(m model.Member) bool { return m.Value.Type() == model.Absent })
}

// retainedNames returns the value of $retainKeys for the composed patch: the names that both
// patches keep, and the names that the composed patch sets.
func (m *mapPair) retainedNames(set []string) (model.Value, *fault) {
	names := map[string]bool{}
	for _, name := range set {
		names[name] = true
	}
	for _, retained := range []retainedNames{m.firstRetains, m.secondRetains} {
		for name := range retained {
			if !m.firstRetains.clears(name) && !m.secondRetains.clears(name) {
				names[name] = true
			}
		}
	}
	var values []model.Value
	for _, name := range slices.Sorted(maps.Keys(names)) {
		values = append(values, model.NewString(name))
	}
	return faults.Built(model.NewList(values...))
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
	obeyed := second.HasOwnDollar() || m.firstRetains != nil || c.ignored(m.schema, first)
	for name, t := range m.first {
		obeyed = obeyed || t.hasDirective() && !m.second[name].isEmpty()
	}
	if obeyed {
		return c.requires()
	}
	return nil
}

// ignored reports whether a patch map has directives that the server is too old to recognize.
// The server drops these directives, unless it copies the map.
func (c *composer) ignored(s smp.Schema, patch model.Value) bool {
	return slices.ContainsFunc(c.groupFields(s, patch, false), func(t fieldPatch) bool { return t.unrecognized })
}

// settles reports whether the value of the map after both patches is known and must be sent as a
// whole. This is so if the first patch retains only fields that it sets to known values, and the
// second patch has a map or list for a field that the first one clears. The value of an atomic list
// is known if the list has neither nulls nor directives: a server keeps them if the object has the
// list, and drops some of them if not.
func (c *composer) settles(m *mapPair) bool {
	if m.firstRetains == nil {
		return false
	}
	for name := range m.firstRetains {
		v := m.first[name].value
		if !v.IsScalar() && (v.Type() != model.List || c.member(m.schema, name).Merging() || hasNullOrDirective(v)) {
			return false
		}
	}
	for name, t := range m.second {
		if k := t.value.Type(); m.firstRetains.clears(name) && (k == model.Map || k == model.List) {
			return true
		}
	}
	return false
}

// retainedField composes two patches of a field, with the effect of the $retainKeys of both
// patches.
func (c *composer) retainedField(m *mapPair, name string) (t fieldPatch, f *fault) {
	first, second := m.first[name], m.second[name]
	first.name, second.name = name, name
	switch {
	case m.secondRetains.clears(name):
		return t, nil // the second patch does not set the field
	case m.firstRetains.clears(name):
		first = fieldPatch{name: name, value: model.NewNull()}
	}
	t, f = c.fieldIn(m.schema, first, second)
	if m.firstRetains.clears(name) && isDeletion(t.value) {
		return fieldPatch{}, f // $retainKeys does not list the field, and so removes it
	}
	return t, f
}

package smp

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// Compose combines patches into one that has the same effect as applying them in order.
//
// Compose is shorthand for Engine{}.Compose.
func Compose(s Schema, patches ...model.Value) (model.Value, error) {
	return Engine{}.Compose(s, patches...)
}

// Compose combines patches into one patch. On every original that the patches apply to, the
// combined patch has the same effect as applying the patches in order. Only the order of elements
// in merging lists and the duplicates in sets may differ (rule compose). Without patches, the
// result is {}. The time is proportional to the number of patches times the size of the result.
//
//	{"replicas": 3}                  patches[0]
//	{"replicas": 5, "paused": true}  patches[1]
//	{"replicas": 5, "paused": true}  result
//
// If no single patch has the combined effect of patches[n] and the patches before it on every
// original, the error is an [*Error] with Code NotComposable, Document patches[n] and the path in
// patches[n]. If a patch applies to no original, the error is that of Apply, with Document
// patches[n].
func (e Engine) Compose(s Schema, patches ...model.Value) (_ model.Value, err error) {
	defer schemaError(&err)
	u, composed, trace := s.must(), emptyMap, tracer{report: e.Trace}
	for n, patch := range patches {
		name := fmt.Sprintf("patches[%d]", n)
		if f := e.neverApplies(s, patch); f != nil {
			return model.Value{}, asError(f, "original", name)
		}
		if n == 0 {
			composed = orEmpty(patch)
			continue
		}
		trace.note(RuleCompose)
		var f *fault
		c := &composer{applier{reading: reading{ignore: e.Ignore}, strict: e.Strict, knowsUnions: e.Unions, noFastPaths: e.Unions}}
		if composed, f = c.root(u, composed, patch); f != nil {
			return model.Value{}, asError(f, name, name)
		}
	}
	return composed, nil
}

// neverApplies returns the fault of a patch that is rejected for every original.
func (e Engine) neverApplies(s Schema, patch model.Value) *fault {
	_, f := e.apply(nil, s, model.Value{}, patch)
	if f != nil && f.Code == AmbiguousMergeKey {
		return nil
	}
	return f
}

// A composer composes two patches. In the methods, the parameter first is the patch that is
// applied first, and second is the patch that is applied after it. The calls are not traced.
type composer struct{ applier }

var errDepends = errors.New("the effect of this depends on the original")

// notComposable returns a fault with the reason why the patches cannot be composed.
func notComposable(cause error) *fault {
	return &fault{Code: NotComposable, Rule: RuleCompose, Cause: cause}
}

func (c *composer) root(u *node, first, second model.Value) (model.Value, *fault) {
	if isDeletion(second) {
		return second, nil
	}
	if isDeletion(first) {
		return c.replacing(u, model.Value{}, second)
	}
	return c.maps(u, first, second, false)
}

// replacing returns a patch map that replaces a map. The new map is the result of applying second
// to value.
func (c *composer) replacing(u *node, value, second model.Value) (model.Value, *fault) {
	result, f := c.mergeMap(u, value, second, false)
	if f != nil {
		return model.Value{}, notComposable(f.Cause)
	}
	return c.replacement(u, result)
}

// replacement returns a patch map that replaces a map with v.
func (c *composer) replacement(u *node, v model.Value) (model.Value, *fault) {
	if c.knowsUnions && u.lacksDiscriminator(v) {
		return model.Value{}, notComposable(errUnion)
	}
	sent, f := c.differ().addedMap(u, v, addition{atomic: true})
	if f != nil {
		return model.Value{}, notComposable(f.Cause)
	}
	return built(sent.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchReplace)}))
}

// differ returns a differ that writes values as patches for this engine.
func (c *composer) differ() *differ {
	return &differ{reading: c.reading, omit: c.ignore}
}

// maps composes two patch maps. Neither of them deletes the map.
func (c *composer) maps(u *node, first, second model.Value, inKeyedList bool) (model.Value, *fault) {
	if replaceOperation.in(second) {
		return second, nil
	}
	if replaceOperation.in(first) {
		value, f := c.mergeMap(u, model.Value{}, first, inKeyedList)
		if f != nil {
			return model.Value{}, notComposable(f.Cause)
		}
		return c.replacing(u, value, second)
	}
	m := mapComposition{composer: c, node: u}
	f := m.read(first, second, inKeyedList)
	if f == nil && c.knowsUnions {
		f = m.unions(first, second)
	}
	if f != nil {
		return model.Value{}, f
	}
	return m.compose()
}

// A mapComposition composes the members of two patch maps.
type mapComposition struct {
	*composer
	node          *node
	names         []string
	first, second map[string]fieldPatch
	firstRetains  retainedNames // names in $retainKeys of the first patch
	secondRetains retainedNames
	members       []model.Member
	emitted       map[string]bool // names of the composed members
}

func (m *mapComposition) read(first, second model.Value, inKeyedList bool) *fault {
	var f *fault
	m.emitted = map[string]bool{}
	m.first, m.firstRetains, f = m.readPatch(first, inKeyedList)
	if f == nil {
		m.second, m.secondRetains, f = m.readPatch(second, inKeyedList)
	}
	return f
}

// readPatch groups the members of one patch map by field, and adds the names of the fields to
// names.
func (m *mapComposition) readPatch(patch model.Value, inKeyedList bool) (map[string]fieldPatch, retainedNames, *fault) {
	retained, f := m.readRetainKeys(m.node, patch)
	if f != nil {
		return nil, nil, f
	}
	fields := map[string]fieldPatch{}
	for _, t := range m.fieldPatches(m.node, patch, inKeyedList, nil) {
		if t.unrecognized && (m.strict || t.isEmpty()) {
			continue
		}
		if _, seen := m.first[t.name]; !seen {
			m.names = append(m.names, t.name)
		}
		fields[t.name] = t
	}
	return fields, retained, nil
}

// compose composes all fields. If $retainKeys of the first patch clears a field and the second
// patch sets the field, the two patches are composed as if the first one deleted the field.
func (m *mapComposition) compose() (model.Value, *fault) {
	var retained []string
	f := m.each(func(name string) *fault {
		sets, f := m.field(name)
		if sets {
			retained = append(retained, name)
		}
		return f
	})
	if f != nil {
		return model.Value{}, f
	}
	if m.firstRetains != nil || m.secondRetains != nil {
		list, f := m.retainedNames(retained)
		if f == nil && hasMember(m.members, retainKeysField) {
			f = notComposable(errTwoRoles).Under(model.Field(retainKeysField))
		}
		if f != nil {
			return model.Value{}, f
		}
		m.members = append(m.members, model.Member{Name: retainKeysField, Value: list})
	}
	return built(model.NewMap(m.members...))
}

// each calls field for all fields in the order of their names, so that the first fault by name is
// reported. Afterwards the composed members have the order of the patches.
func (m *mapComposition) each(field func(name string) *fault) *fault {
	emitted := map[string][]model.Member{}
	for _, name := range slices.Sorted(slices.Values(m.names)) {
		from := len(m.members)
		if f := field(name); f != nil {
			return f
		}
		emitted[name] = slices.Clone(m.members[from:])
	}
	m.members = m.members[:0]
	for _, name := range m.names {
		m.members = append(m.members, emitted[name]...)
	}
	return nil
}

// field composes the patches of one field, and reports whether the composed patch sets the field.
func (m *mapComposition) field(name string) (sets bool, f *fault) {
	t1, t2 := m.first[name], m.second[name]
	t1.name, t2.name = name, name
	if m.firstRetains.clears(name) {
		t1 = fieldPatch{name: name, value: model.NewNull()}
	}
	if m.secondRetains.clears(name) {
		return false, nil // the second patch clears the field, and has no value for it
	}
	t, f := m.composedField(m.node.member(name), t1, t2)
	if f != nil {
		return false, f.UnderField(name)
	}
	t.name = name
	if m.firstRetains.clears(name) && isDeletion(t.value) {
		return false, nil // $retainKeys does not list the field, and so clears it
	}
	return !isDeletion(t.value) && t.value.Type() != model.Absent, m.emit(t)
}

// retainedNames returns the value of $retainKeys for the composed patch: the names that both
// patches keep, and the names that the composed patch sets.
func (m *mapComposition) retainedNames(set []string) (model.Value, *fault) {
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
	return nameList(slices.Sorted(maps.Keys(names)))
}

// hasDirective reports whether the patch has a delete or order list for the field.
func (t fieldPatch) hasDirective() bool {
	return t.hasDeleteList() || t.hasOrderList()
}

var errTwoRoles = errors.New("the name is data in one patch and a directive in the other")

func (m *mapComposition) emit(t fieldPatch) *fault {
	for _, member := range t.members() {
		if m.emitted[member.Name] {
			return notComposable(errTwoRoles).Under(model.Field(member.Name))
		}
		m.emitted[member.Name] = true
		m.members = append(m.members, member)
	}
	return nil
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

// composedField composes two patches of one field. The caller sets the name of the field.
func (c *composer) composedField(u *node, first, second fieldPatch) (t fieldPatch, f *fault) {
	switch {
	case second.isEmpty():
		return first, nil
	case first.isEmpty():
		return second, nil
	case isDeletion(second.value):
		t.value = model.NewNull()
	case second.value.IsScalar():
		t.value = second.value
	case second.value.Type() == model.Map:
		t.value, f = c.thenMap(u, first, second.value)
	case u.merging():
		return c.mergingLists(u, first, second)
	case second.value.Type() == model.List:
		t.value = second.value
	default:
		return c.thenDelete(u, first, second)
	}
	return t, f
}

// thenMap composes a field for which the second patch has a map.
func (c *composer) thenMap(u *node, first fieldPatch, second model.Value) (model.Value, *fault) {
	switch {
	case u.atomicMap() || first.value.Type() == model.Absent:
		return second, nil
	case first.value.Type() == model.Map && !isDeletion(first.value):
		return c.maps(u, first.value, second, false)
	default:
		return c.replacing(u, model.Value{}, second)
	}
}

// thenDelete composes a field that is not a merging list, if the second patch has no value for
// the field, but a delete list or an order list.
func (c *composer) thenDelete(u *node, first, second fieldPatch) (t fieldPatch, f *fault) {
	switch {
	case !second.hasDeleteList():
		return first, nil // an order list has no effect here
	case first.value.Type() == model.Absent && !first.hasDeleteList():
		t.del = second.del
	case first.value.Type() == model.Absent:
		t.del, f = built(model.NewList(deduplicated(first.del, second.del)...))
	case isDeletion(first.value):
		t.value = model.NewNull()
	case first.value.Type() == model.List:
		t.value, f = c.list(u, model.Value{}, fieldPatch{name: second.name, value: first.value})
		if f == nil {
			t.value, f = c.list(u, t.value, second)
		}
		if f == nil {
			t.value, f = c.differ().added(u, t.value, true)
		}
		if f != nil {
			f = notComposable(f.Cause).UnderDirective(second.memberName())
		}
	case u.shape.typ == AnyType:
		f = notComposable(errDepends).UnderDirective(second.memberName())
	default:
		return first, nil
	}
	return t, f
}

// deduplicated returns the elements of several lists of scalars without duplicates.
func deduplicated(lists ...model.Value) []model.Value {
	seen := identity.NewIndex(1, 0)
	var out []model.Value
	for _, list := range lists {
		for _, v := range list.Elements() {
			if seen.Add([]model.Value{v}) == len(out) {
				out = append(out, v)
			}
		}
	}
	return out
}

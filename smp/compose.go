package smp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/halves"
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
// result is {}. For n patches of different places, the time grows as n log n. If patches replace or
// delete parts of earlier ones in a way that only some originals accept, it may grow as n².
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
	u, trace := s.must(), tracer{report: e.Trace}
	all := make([]model.Value, 0, len(patches))
	var never *fault
	for n, patch := range patches {
		if never = e.neverApplies(s, patch); never != nil {
			break
		}
		if n > 0 {
			trace.note(RuleCompose)
		}
		all = append(all, orEmpty(patch))
	}
	c := &composer{applier: applier{reading: reading{ignore: e.Ignore}, strict: e.Strict, knowsUnions: e.Unions, noFastPaths: e.Unions}}
	composed, n, f := c.inTurn(u, all)
	switch {
	case f != nil:
		return model.Value{}, asError(f, patchName(n), patchName(n))
	case never != nil:
		return model.Value{}, asError(never, "original", patchName(len(all)))
	}
	return composed, nil
}

// patchName returns the name of a patch in errors.
func patchName(n int) string { return fmt.Sprintf("patches[%d]", n) }

// neverApplies returns the fault of a patch that is rejected for every original. Whether an element
// is ambiguous depends on the original. In a strict engine, such an element hides the faults after it.
// So the patch is then applied again, by an engine that is not strict.
func (e Engine) neverApplies(s Schema, patch model.Value) *fault {
	_, f := e.apply(nil, s, model.Value{}, patch)
	switch {
	case f == nil || Code(f.Code) != AmbiguousMergeKey:
		return f
	case !e.Strict:
		return nil
	}
	e.Strict = false
	return e.neverApplies(s, patch)
}

// A composer composes two patches. In the methods, the parameter first is the patch that is
// applied first, and second is the patch that is applied after it. The calls are not traced.
type composer struct {
	applier
	// grouped reports whether patches before the two patches are composed later. Then it is a fault
	// if the second patch hides a part of the first one that those patches may depend on.
	grouped bool
}

var (
	errDepends = errors.New("the effect of this depends on the original")
	errHides   = errors.New("the second patch hides a part of the first one")
)

// notComposable returns a fault with the reason why the patches cannot be composed.
func notComposable(cause error) *fault {
	return &fault{Code: string(NotComposable), Rule: string(RuleCompose), Cause: cause}
}

// inTurn composes patches in order. If patches[n] cannot be composed with the patches before it,
// inTurn returns n and the fault.
//
// A result that grows with every patch would be read again for every further patch. So inTurn
// composes pair by pair as many of the first patches as possible (see composesFreely), and groups
// of the other patches that have no effects on each other (see grouped).
func (c *composer) inTurn(u *node, patches []model.Value) (composed model.Value, n int, f *fault) {
	if len(patches) == 0 {
		return emptyMap, 0, nil
	}
	for !c.knowsUnions && c.ignore == 0 && n < len(patches) && c.composesFreely(u, patches[n], false) {
		n++
	}
	join := func(first, second model.Value) (model.Value, *fault) { return c.root(u, first, second) }
	group := func(first, second model.Value) (model.Value, *fault) {
		c.grouped = true
		defer func() { c.grouped = false }()
		return join(first, second)
	}
	if n > 0 {
		composed, f = halves.Join(patches[:n], join)
	}
	if n == 0 || f != nil {
		composed, n = patches[0], 1
	}
	composed, more, f := halves.InTurn(composed, patches[n:], join, group)
	return composed, n + more, f
}

// composesFreely reports whether a patch can be composed with all other patches for which
// composesFreely reports true. These patches can be composed in any grouping. In the remaining
// patches, a directive may be data in another patch, a delete list may find a value that is not a
// list, and $patchMergeKey may select by other keys. An engine with unions also rejects patches if
// the state of a union depends on the original, and an engine that ignores directives if it needs
// one of them. A later patch may hide such a fault of an earlier one, if both are composed first.
func (c *composer) composesFreely(u *node, patch model.Value, inKeyedList bool) bool {
	if !patch.HasDollar() && !u.hasMergeRules {
		return true
	}
	for name, value := range patch.Members() {
		w := c.meaningOf(u, name, value, inKeyedList)
		field := u.member(name)
		switch w.role {
		case dataRole:
			if strings.HasPrefix(name, "$") || field.merging() && value.IsScalar() {
				return false
			}
		case deleteListRole, orderListRole:
			field = u.member(w.field)
			if !u.declares() || !field.merging() {
				return false
			}
		case mergeKeyRole:
			return false
		}
		if !c.composesFreely(field, value, false) {
			return false
		}
	}
	for _, e := range patch.Elements() {
		if !c.composesFreely(elementNode(u), e, len(u.keys) > 0) {
			return false
		}
	}
	return true
}

func (c *composer) root(u *node, first, second model.Value) (model.Value, *fault) {
	if c.grouped && (isDeletion(first) || isDeletion(second)) {
		return model.Value{}, notComposable(errHides)
	}
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
	return faults.Built(sent.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchReplace)}))
}

// differ returns a differ that writes values as patches for this engine.
func (c *composer) differ() *differ {
	return &differ{reading: c.reading, omit: c.ignore}
}

// maps composes two patch maps. Neither of them deletes the map.
func (c *composer) maps(u *node, first, second model.Value, inKeyedList bool) (model.Value, *fault) {
	if c.grouped && (replaceOperation.in(first) || replaceOperation.in(second)) {
		return model.Value{}, notComposable(errHides)
	}
	if !first.HasOwnDollar() && !second.HasOwnDollar() && !(c.knowsUnions && len(u.shape.unions) > 0) {
		return c.plainMaps(u, first, second)
	}
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

// plainMaps composes two patch maps without directives of their own, in which all members are data.
func (c *composer) plainMaps(u *node, first, second model.Value) (model.Value, *fault) {
	members := make([]model.Member, 0, first.Len()+second.Len())
	var failed *fault // of the first field by name
	var failedName string
	for name, value := range first.Members() {
		if after, ok := second.Get(name); ok {
			t, f := c.composedField(u.member(name), fieldPatch{name: name, value: value}, fieldPatch{name: name, value: after})
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
	if f == nil && m.grouped && (m.firstRetains != nil || m.secondRetains != nil) {
		f = notComposable(errHides)
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
	return faults.Built(model.NewMap(m.members...))
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
	case c.grouped && !hidesNothing(u, first, second):
		return t, notComposable(errHides)
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

// hidesNothing reports whether the patches of a field are both scalars or deletions, both maps, or
// both lists that contain only elements. A merging list may also have delete lists.
func hidesNothing(u *node, first, second fieldPatch) bool {
	class := func(t fieldPatch) model.Type {
		switch k := t.value.Type(); {
		case isDeletion(t.value) || t.value.IsScalar():
			return model.Null
		case k == model.Absent:
			return model.List
		default:
			return k
		}
	}
	directives := first.hasOrderList() || second.hasOrderList() || hasMarker(first.value) || hasMarker(second.value) ||
		!u.merging() && (first.hasDeleteList() || second.hasDeleteList())
	return class(first) == class(second) && !directives
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
		t.del, f = faults.Built(model.NewList(deduplicated(first.del, second.del)...))
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

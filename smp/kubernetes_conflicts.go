package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// Conflicts between patches for a cluster.
//
// Two patches commute if composing them either way gives the same patch:
//
//	left                                     right
//	strategy:                                strategy:
//	  type: Recreate                           $patch: replace
//	  rollingUpdate: null                      type: Recreate
//
// Left and then right replaces the strategy by {type: Recreate}. Right and then left does the
// same, because nothing is left of rollingUpdate to remove. So the two have no conflict,
// for all objects that have a strategy.
//
// That is how a place is compared in which both patches set something. To name places
// rather than whole fields, the walk goes down first, through the maps and elements that
// both patches merge. The places that Compose requires in either order are required here.

// clusterConflicts walks two patches for a cluster at once.
type clusterConflicts struct {
	*patchConflicts
	compose *clusterComposer
}

// compareForCluster finds the conflicts of two patches for a cluster.
func (e Engine) compareForCluster(u *node, found *patchConflicts, left, right model.Value) {
	c := &clusterConflicts{found, e.newClusterComposer()}
	c.maps(u, left, right, false)
	c.compose.report(e.Requires)
}

// maps compares two patches of a map, of which neither is null.
func (c *clusterConflicts) maps(u *node, left, right model.Value, element bool) {
	if !merges(left) || !merges(right) {
		c.bothWays(u, fieldPatch{value: left}, fieldPatch{value: right}, func(first, then fieldPatch) (fieldPatch, *fault) {
			v, f := c.compose.patchMaps(u, first.value, then.value)
			return fieldPatch{value: v}, f
		})
		return
	}
	m, f := c.compose.read(u, left, right, element)
	if f != nil || !c.needs(func() *fault { return c.compose.meet(m, left, right, element) }) ||
		!c.needs(func() *fault { return c.compose.meet(m.swapped(), right, left, element) }) {
		c.add(left, right)
		return
	}
	for _, name := range m.names {
		c.inStep(model.Field(name), func() { c.field(m, name) })
	}
}

// swapped returns the composition of two patches in the other order.
func (m *mapComposition) swapped() *mapComposition {
	return &mapComposition{composer: m.composer, node: m.node, names: m.names, first: m.then, then: m.first, kept1: m.kept2, kept2: m.kept1}
}

// needs reports whether the places that a step requires may be required.
func (c *clusterConflicts) needs(step func() *fault) bool {
	c.compose.path = c.path
	return step() == nil
}

// bothWays compares two patches of one place by composing them in both orders.
func (c *clusterConflicts) bothWays(u *node, left, right fieldPatch, compose func(first, then fieldPatch) (fieldPatch, *fault)) {
	required := len(c.compose.required)
	c.compose.path = slices.Clone(c.path)
	one, f := compose(left, right)
	other, g := compose(right, left)
	if f == nil && g == nil && model.Equal(unordered(u, one.value), unordered(u, other.value)) && model.Equal(sorted(one.del), sorted(other.del)) {
		return
	}
	c.compose.required = c.compose.required[:required]
	c.add(left.summary(), right.summary())
}

// field compares two patches of a field.
func (c *clusterConflicts) field(m *mapComposition, name string) {
	left, right := m.first[name], m.then[name]
	left.name, right.name = name, name
	u := c.compose.member(m.node, name)
	found := len(c.found)
	switch {
	case cleared(m.kept1, right) || cleared(m.kept2, left):
		c.add(left.value, right.value)
		return
	case left.isEmpty() || right.isEmpty() || sameFieldPatch(left, right):
		return
	case !c.checksAlike(m, name), c.emptiesSorted(u, left, right), c.emptiesSorted(u, right, left):
		c.add(left.summary(), right.summary())
		return
	case left.isOnlyMap() && right.isOnlyMap() && !u.atomicMap():
		c.maps(u, left.value, right.value, false)
		return
	case u.merging() && c.mergesList(u, left) && c.mergesList(u, right):
		if len(u.keys) > 0 {
			c.keyedLists(u, left, right)
			return
		}
		c.sets(left, right)
	}
	if len(c.found) == found {
		c.bothWays(u, left, right, func(first, then fieldPatch) (fieldPatch, *fault) { return c.compose.field(m.node, first, then) })
	}
}

// isOnlyMap reports whether a field patch is a map, without a delete or order list beside it.
func (t fieldPatch) isOnlyMap() bool { return t.value.Type() == model.Map && !t.hasDirective() }

// mergesList reports whether a field patch merges a list, or only deletes from it or
// orders it.
func (c *clusterConflicts) mergesList(u *node, t fieldPatch) bool {
	k := t.value.Type()
	isMerge := k == model.Absent || k == model.List && !c.compose.cluster.replaces(t.value)
	return isMerge && (len(u.keys) == 0 || t.del.Type() == model.Absent)
}

// keyedLists compares two merges of a keyed list.
func (c *clusterConflicts) keyedLists(u *node, left, right fieldPatch) {
	by := c.compose.untracedReader(u).standard
	patches, f := c.compose.elements(u, left.value, right.value)
	swapped, g := c.compose.elements(u, right.value, left.value)
	if f != nil || g != nil || by.Numbered(left.order).Loose || by.Numbered(right.order).Loose || !c.needs(func() *fault { return c.compose.meetLists(patches, left, right) }) ||
		!c.needs(func() *fault { return c.compose.meetLists(swapped, right, left) }) {
		c.add(left.summary(), right.summary())
		return
	}
	for _, p := range patches {
		if p.patchedBy(0) && p.patchedBy(1) {
			c.inStep(p.step(by), func() { c.element(u.shape.element, p) })
		}
	}
}

// patchedBy reports whether the first patch, 0, or the second one, 1, has the element.
func (p *elementPatches) patchedBy(n int) bool {
	return p.deletes[n] || p.merges[n].Type() != model.Absent
}

// element compares two patches of an element.
func (c *clusterConflicts) element(u *node, p *elementPatches) {
	left, right := p.merges[0], p.merges[1]
	switch {
	case !p.deletes[0] && !p.deletes[1]:
		c.maps(u, left, right, true)
	case p.deletes[0] && p.deletes[1] && model.Equal(left, right):
	default:
		if left.Type() == model.Absent {
			left = p.deletion
		}
		if right.Type() == model.Absent {
			right = p.deletion
		}
		c.add(left, right)
	}
}

// emptiesSorted reports whether one patch only sorts a list, and another one may leave the
// list empty. A cluster then rejects the first one. It requires an element that stays.
func (c *clusterConflicts) emptiesSorted(u *node, sorts, deletes fieldPatch) bool {
	if !u.merging() || sorts.order.Type() == model.Absent || sorts.value.Len() > 0 {
		return false
	}
	remains := slices.ContainsFunc(deletes.value.AppendElements(nil), func(e model.Value) bool { return !isDeletion(e) })
	switch {
	case remains || deletes.value.Type() != model.List && deletes.del.Type() == model.Absent:
		return false
	case len(u.keys) == 0:
		return true
	}
	by := c.compose.untracedReader(u).standard
	gone := by.Numbered(deletes.value)
	for _, e := range sorts.order.Elements() {
		if at := gone.Find(e); at >= 0 && deleteOperation.in(gone.At(at)) {
			continue
		}
		keys, ok := by.KeysOf(nil, e)
		stays := &patchElement{by: by, keys: keys}
		return !ok || !c.needs(func() *fault { return c.compose.requires(stays.step()) })
	}
	return true
}

// unordered returns a patch value without order lists, and with the elements of merging
// lists and the names in directives sorted: what it does, the order of elements aside. A
// map that replaces keeps all of its members, because a cluster copies them.
func unordered(u *node, v model.Value) model.Value { return inAnyOrder(u, withoutOrder(v)) }

func withoutOrder(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		if _, copied := v.Get(patchField); copied || !v.HasDollar() {
			return v
		}
		var members []model.Member
		for name, member := range v.Members() {
			switch w, _ := directiveNamed(name); w.role {
			case orderListRole:
				continue
			case deleteListRole, retainKeysRole:
				member = sorted(member)
			default:
				member = withoutOrder(member)
			}
			members = append(members, model.Member{Name: name, Value: member})
		}
		v, _ = model.NewMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = withoutOrder(e)
		}
		v, _ = model.NewList(elements...)
	}
	return v
}

// sorted returns a list with its elements sorted.
func sorted(v model.Value) model.Value {
	if v.Type() != model.List {
		return v
	}
	elements := v.AppendElements(nil)
	slices.SortFunc(elements, model.Compare)
	v, _ = model.NewList(elements...)
	return v
}

// checksAlike reports whether Strict accepts two patches of a field of the document in
// either order, for a cluster. A cluster copies a new value, and checks a value only if
// it merges with another.
func (c *patchConflicts) checksAlike(m *mapComposition, name string) bool {
	one, other := m.first[name], m.then[name]
	if !c.strict || one.isEmpty() || other.isEmpty() || sameFieldPatch(one, other) {
		return true
	}
	u := m.node.member(name)
	return c.fits(u, one.value) && c.fits(u, other.value)
}

// fits reports whether Strict accepts a patch value that a cluster merges.
func (c *patchConflicts) fits(u *node, v model.Value) bool {
	for name, value := range v.Members() {
		field, known := u.shape.field(name)
		if !known && c.dialect.goTypes() {
			field, known = u.shape.folded(name)
		}
		if !known && u.definesMember(name) {
			field, known = u.member(name), true
		}
		if !known || wrongType(field, value) != nil || !c.fits(field, value) {
			return false
		}
	}
	if !u.merging() {
		return true // which never merges
	}
	for _, e := range v.Elements() {
		if wrongType(u.shape.element, e) != nil || !c.fits(u.shape.element, e) {
			return false
		}
	}
	return true
}

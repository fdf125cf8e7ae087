package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/spelling"
)

// This is how patches are compared for conflicts.
//
// Two patches have no conflict if composing them in either order gives the same patch:
//
//	left                                     right
//	strategy:                                strategy:
//	  type: Recreate                           $patch: replace
//	  rollingUpdate: null                      type: Recreate
//
// If left is applied first, the composed patch replaces the strategy by {type: Recreate}. If right
// is applied first, the composed patch is the same, because there is no rollingUpdate left to
// remove. So the two patches have no conflict, for all objects that have a strategy.
//
// Every place that both patches set is compared in this way. To report small places and not whole
// fields, Conflicts first goes down into the maps and elements that both patches merge. It requires
// the places that Compose requires in either order.

// Conflicts returns the places where the result depends on which of two patches a server applies
// first, sorted by path (rule conflict-list). Without conflicts, both orders give the same result
// for every object, except for the order of elements in merging lists. If Requires is set,
// Conflicts calls it with each place that an object must have for this to be true. If Requires is
// not set, an order that matters only for objects without such a place is a conflict, too.
//
// Left and Right of a conflict are the values of the patches at the place. If a patch has only an
// order or delete list for the place, its value is that list. A value is absent if the patch
// removes the place without naming it. If a server rejects a patch for every object, the error is that
// of Apply, with Document left or right.
func (e Engine) Conflicts(s smp.Schema, left, right model.Value) (_ []smp.Conflict, err error) {
	defer schemaError(&err)
	requireSchema(s)
	f, side := e.neverApplies(s, left), "left"
	if f == nil {
		f, side = e.neverApplies(s, right), "right"
	}
	if f != nil {
		return nil, inDocuments(f, "original", side)
	}
	if left.Len() == 0 || right.Len() == 0 {
		return nil, nil // an empty patch does not conflict with any other
	}
	c := &conflictFinder{compose: e.newComposer()}
	defer c.compose.done()
	c.maps(s, left, right, false)
	c.compose.report(e.Requires)
	sortConflicts(c.found)
	return slices.CompactFunc(c.found, sameConflict), nil // a patch may contain a value twice, which must be reported once
}

// A conflictFinder compares two patches and collects their conflicts.
type conflictFinder struct {
	compose *composer
	path    model.Path
	found   []smp.Conflict
}

// add adds a conflict. If one patch deletes the value explicitly, the code reports a deletion by
// that patch. Otherwise, a patch without a value removes the value of the other patch, and the code
// also reports a deletion.
func (c *conflictFinder) add(left, right model.Value, steps ...model.Step) {
	code := smp.BothChanged
	switch {
	case isDeletion(left):
		code = smp.LeftDeleted
	case isDeletion(right):
		code = smp.RightDeleted
	case left.Type() == model.Absent:
		code = smp.LeftDeleted
	case right.Type() == model.Absent:
		code = smp.RightDeleted
	}
	c.found = append(c.found, smp.Conflict{Path: c.path.Append(steps...), Code: code, Left: left, Right: right})
}

func (c *conflictFinder) inStep(step model.Step, walk func()) {
	c.path = append(c.path, step)
	walk()
	c.path = c.path[:len(c.path)-1]
}

// merges reports whether a patch value is a map without $patch, which merges into the original.
func merges(patch model.Value) bool {
	op, f := patchOperation(patch)
	return patch.Type() == model.Map && f == nil && op == mergeOperation
}

// maps compares two patches of a map. Neither of them is null.
func (c *conflictFinder) maps(s smp.Schema, left, right model.Value, inKeyedList bool) {
	if !merges(left) || !merges(right) {
		c.bothWays(s, fieldPatch{value: left}, fieldPatch{value: right}, func(first, then fieldPatch) (fieldPatch, *fault) {
			v, f := c.compose.patchMaps(s, first.value, then.value)
			return fieldPatch{value: v}, f
		})
		return
	}
	m, f := c.compose.read(s, left, right, inKeyedList)
	if f != nil || !c.needs(func() *fault { return c.compose.requireMapIfCopied(m, left, right, inKeyedList) }) ||
		!c.needs(func() *fault { return c.compose.requireMapIfCopied(m.swapped(), right, left, inKeyedList) }) {
		c.add(left, right)
		return
	}
	for _, name := range m.names {
		c.inStep(model.Field(name), func() { c.field(m, name) })
	}
}

// swapped returns the same pair of patches in the other order.
func (m *mapPair) swapped() *mapPair {
	return &mapPair{schema: m.schema, names: m.names, first: m.second, second: m.first, firstRetains: m.secondRetains, secondRetains: m.firstRetains}
}

// needs calls step, which requires places, and reports whether the caller accepts that.
func (c *conflictFinder) needs(step func() *fault) bool {
	c.compose.path = c.path
	return step() == nil
}

// bothWays compares two patches of one place by composing them in both orders.
func (c *conflictFinder) bothWays(s smp.Schema, left, right fieldPatch, compose func(first, then fieldPatch) (fieldPatch, *fault)) {
	required := len(c.compose.required)
	c.compose.path = slices.Clone(c.path)
	one, f := compose(left, right)
	other, g := compose(right, left)
	if f == nil && g == nil && model.Equal(unordered(s, one.value), unordered(s, other.value)) && model.Equal(sorted(one.del), sorted(other.del)) {
		return
	}
	c.compose.required = c.compose.required[:required]
	c.add(left.summary(), right.summary())
}

// field compares two patches of a field.
func (c *conflictFinder) field(m *mapPair, name string) {
	left, right := m.first[name], m.second[name]
	left.name, right.name = name, name
	s := c.compose.member(m.schema, name)
	found := len(c.found)
	switch {
	case cleared(m.firstRetains, right) || cleared(m.secondRetains, left):
		c.add(left.value, right.value)
		return
	case left.isEmpty() || right.isEmpty() || sameFieldPatch(left, right):
		return
	case !c.checksAlike(m, name), c.addsUnknown(m.schema, left, right), c.addsUnknown(m.schema, right, left),
		c.emptiesSorted(s, left, right), c.emptiesSorted(s, right, left):
		c.add(left.summary(), right.summary())
		return
	case left.isOnlyMap() && right.isOnlyMap() && !isAtomicMap(s):
		c.maps(s, left.value, right.value, false)
		return
	case s.Merging() && c.mergesList(s, left) && c.mergesList(s, right):
		if s.Keyed() {
			c.keyedLists(s, left, right)
			return
		}
		c.sets(left, right)
	}
	if len(c.found) == found {
		c.bothWays(s, left, right, func(first, then fieldPatch) (fieldPatch, *fault) { return c.compose.field(m.schema, first, then) })
	}
}

// addsUnknown reports whether one patch (adds) may add a list for whose field a server finds no
// schema, while the other one (deletes) only deletes values from the list. The server rejects the
// delete list if the object has the list, so the patches work in one order only.
func (c *conflictFinder) addsUnknown(of smp.Schema, adds, deletes fieldPatch) bool {
	return adds.value.Type() == model.List && deletes.value.Type() == model.Absent && deletes.has(model.List) &&
		c.compose.rejectsUnknown(of, adds)
}

// isOnlyMap reports whether a field patch is a map, and has no delete or order list.
func (t fieldPatch) isOnlyMap() bool { return t.value.Type() == model.Map && !t.hasDirective() }

// mergesList reports whether a field patch merges a list, or only deletes values from the list or
// orders it.
func (c *conflictFinder) mergesList(s smp.Schema, t fieldPatch) bool {
	k := t.value.Type()
	isMerge := k == model.Absent || k == model.List && !replacesList(t.value)
	return isMerge && (!s.Keyed() || t.del.Type() == model.Absent)
}

// keyedLists compares two patches that merge a keyed list.
func (c *conflictFinder) keyedLists(s smp.Schema, left, right fieldPatch) {
	by := selectionFor(s)
	patches, f := c.compose.elements(s, left.value, right.value)
	swapped, g := c.compose.elements(s, right.value, left.value)
	if f != nil || g != nil || by.Numbered(left.order).HasKeyless || by.Numbered(right.order).HasKeyless || !c.needs(func() *fault { return c.compose.requireListIfCopied(patches, left, right) }) ||
		!c.needs(func() *fault { return c.compose.requireListIfCopied(swapped, right, left) }) {
		c.add(left.summary(), right.summary())
		return
	}
	for _, p := range patches {
		if p.patchedBy(0) && p.patchedBy(1) {
			c.inStep(p.step(by), func() { c.element(s.Element(), p) })
		}
	}
}

// patchedBy reports whether a patch has the element. n is 0 for the first patch, and 1 for the
// second patch.
func (p *elementPatches) patchedBy(n int) bool {
	return p.deletes[n] || p.merges[n].Type() != model.Absent
}

// element compares two patches of an element.
func (c *conflictFinder) element(s smp.Schema, p *elementPatches) {
	left, right := p.merges[0], p.merges[1]
	switch {
	case !p.deletes[0] && !p.deletes[1]:
		c.maps(s, left, right, true)
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

// emptiesSorted reports whether one patch (sorts) only sorts a list, and the other one (deletes)
// may leave the list empty. A server rejects the order list of an empty list. If an element that is
// sorted is not deleted, the object must have this element.
func (c *conflictFinder) emptiesSorted(s smp.Schema, sorts, deletes fieldPatch) bool {
	if !s.Merging() || sorts.order.Type() == model.Absent || sorts.value.Len() > 0 {
		return false
	}
	remains := slices.ContainsFunc(deletes.value.AppendElements(nil), func(e model.Value) bool { return !isDeletion(e) })
	switch {
	case remains || deletes.value.Type() != model.List && deletes.del.Type() == model.Absent:
		return false
	case !s.Keyed():
		return true
	}
	by := selectionFor(s)
	gone := by.Numbered(deletes.value)
	for _, e := range sorts.order.Elements() {
		if at := gone.Find(e); at >= 0 && deleteOperation.in(gone.At(at)) {
			continue
		}
		keys, ok := by.KeysOf(nil, e)
		return !ok || !c.needs(func() *fault { return c.compose.requires(keyStep(by, keys)) })
	}
	return true
}

// unordered returns a patch value without order lists, and with the elements of merging lists and
// the names in directives sorted. If the results for two patches are equal, the patches differ only
// in the order of elements. A map that replaces another map keeps all its members, because a server
// copies them.
func unordered(s smp.Schema, v model.Value) model.Value { return inAnyOrder(s, withoutOrder(v)) }

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

// checksAlike reports whether Strict accepts two patches of a field in either order. A value is
// checked only if it merges with another one, and not if it is copied as a new value.
func (c *conflictFinder) checksAlike(m *mapPair, name string) bool {
	one, other := m.first[name], m.second[name]
	if !c.compose.strict || one.isEmpty() || other.isEmpty() || sameFieldPatch(one, other) {
		return true
	}
	s := member(m.schema, name)
	return c.fits(s, one.value) && c.fits(s, other.value)
}

// fits reports whether Strict accepts a patch value that a server merges.
func (c *conflictFinder) fits(s smp.Schema, v model.Value) bool {
	for name, value := range v.Members() {
		u, known, _ := c.compose.lookUp(s, name)
		if !known && definesMember(s) {
			u, known = member(s, name), true
		}
		if !known || wrongType(u, value) != nil || !c.fits(u, value) {
			return false
		}
	}
	if !s.Merging() {
		return true // a scalar never merges, so it is not checked
	}
	for _, e := range v.Elements() {
		if wrongType(s.Element(), e) != nil || !c.fits(s.Element(), e) {
			return false
		}
	}
	return true
}

// definesMember reports whether the schema of a map defines members of any name.
func definesMember(s smp.Schema) bool {
	_, freeForm := s.Values()
	return freeForm || s.Type() != smp.MapType
}

// sets adds a conflict for each value of a set that one patch adds and the other one deletes.
func (c *conflictFinder) sets(left, right fieldPatch) {
	for side, t := range [2][2]fieldPatch{{left, right}, {right, left}} {
		gone, again := identity.SetOf(t[1].del), identity.SetOf(t[1].value)
		for _, v := range t[0].value.Elements() {
			if gone.Find([]model.Value{v}) < 0 || again.Find([]model.Value{v}) >= 0 {
				continue
			}
			sides := [2]model.Value{}
			sides[side] = v
			c.add(sides[0], sides[1], model.SetValue{Value: v})
		}
	}
}

// cleared reports whether the $retainKeys of one patch removes a field that the other patch sets.
func cleared(retained retainedNames, t fieldPatch) bool {
	return retained.clears(t.name) && t.value.Type() != model.Absent && !isDeletion(t.value)
}

func sameFieldPatch(a, b fieldPatch) bool {
	return model.Equal(a.value, b.value) && model.Equal(a.del, b.del) && model.Equal(a.order, b.order)
}

// inAnyOrder returns a value with the elements of its merging lists sorted.
func inAnyOrder(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			members[i].Value = inAnyOrder(member(s, m.Name), m.Value)
		}
		v, _ = model.NewMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = inAnyOrder(s.Element(), e)
		}
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		v, _ = model.NewList(elements...)
	}
	return v
}

// sortConflicts sorts conflicts by the text of their paths.
func sortConflicts(conflicts []smp.Conflict) {
	slices.SortStableFunc(conflicts, func(a, b smp.Conflict) int { return spelling.ComparePaths(a.Path, b.Path) })
}

func sameConflict(a, b smp.Conflict) bool {
	return slices.EqualFunc(a.Path, b.Path, spelling.SameStep) && a.Code == b.Code && model.Equal(a.Left, b.Left) && model.Equal(a.Right, b.Right)
}

package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
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
// Left and Right of a conflict are the values of the patches at the place. If a patch has no value for
// the place, its side is its delete or order list. A value is absent if the patch removes the place
// without naming it, or has only a delete list, and the other patch has a value. If a server rejects a
// patch for every object, the error is that of Apply, with Document left or right.
func (e Engine) Conflicts(s smp.Schema, left, right model.Value) (_ []smp.Conflict, err error) {
	defer faults.RecoverSchema(&err)
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
	var found []smp.Conflict
	for _, d := range c.Sorted() { // a patch may contain a value twice, which must be reported once
		found = append(found, smp.Conflict{Path: d.Path, Code: smp.ConflictCode(d.Code), Left: d.Left, Right: d.Right})
	}
	return found, nil
}

// A conflictFinder compares two patches and collects their conflicts.
type conflictFinder struct {
	compose *composer
	pair.Comparison
	equality identity.Equality
}

// maps compares two patches of a map. Neither of them is null.
func (c *conflictFinder) maps(s smp.Schema, left, right model.Value, inKeyedList bool) {
	if !syntax.Merges(left) || !syntax.Merges(right) {
		if c.compose.strict && (syntax.Merges(left) && left.Len() > 0 || syntax.Merges(right) && right.Len() > 0) {
			c.Add(left, right) // a strict call may reject the one patch only if it merges into the result of the other
			return
		}
		c.bothWays(s, syntax.Field{Value: left}, syntax.Field{Value: right}, func(first, then syntax.Field) (syntax.Field, *fault) {
			v, f := c.compose.patchMaps(s, first.Value, then.Value)
			return syntax.Field{Value: v}, f
		})
		return
	}
	m, f := c.compose.read(s, left, right, inKeyedList)
	if f != nil || !c.needs(func() *fault { return c.compose.requireMapIfCopied(m, left, right, inKeyedList) }) ||
		!c.needs(func() *fault { return c.compose.requireMapIfCopied(&mapPair{s, m.Swapped()}, right, left, inKeyedList) }) {
		c.Add(left, right)
		return
	}
	c.Fields(&m.Pair, &c.equality, func(left, right syntax.Field) { c.field(m, left, right) })
}

// needs calls step, which requires places, and reports whether the caller accepts that.
func (c *conflictFinder) needs(step func() *fault) bool {
	c.compose.path = c.Path
	return step() == nil
}

// bothWays compares two patches of one place by composing them in both orders.
func (c *conflictFinder) bothWays(s smp.Schema, left, right syntax.Field, compose func(first, then syntax.Field) (syntax.Field, *fault)) {
	required := len(c.compose.required)
	c.compose.path = slices.Clone(c.Path)
	differ := c.BothWays(left, right, func(first, second syntax.Field) (syntax.Field, *fault) {
		t, f := compose(first, second)
		return syntax.Field{Value: unordered(s, t.Value), Delete: sorted(t.Delete)}, f
	})
	if differ {
		c.compose.required = c.compose.required[:required]
	}
}

// field compares two patches of a field. They are not equal.
func (c *conflictFinder) field(m *mapPair, left, right syntax.Field) {
	s := c.compose.member(m.schema, left.Name)
	found := c.Len()
	switch {
	case !c.checksAlike(m, left, right), c.addsUnknown(m.schema, left, right), c.addsUnknown(m.schema, right, left),
		c.emptiesSorted(s, left, right), c.emptiesSorted(s, right, left):
		c.AddFields(left, right)
		return
	case isOnlyMap(left) && isOnlyMap(right) && !isAtomicMap(s):
		c.maps(s, left.Value, right.Value, false)
		return
	case s.Merging() && c.mergesList(s, left) && c.mergesList(s, right):
		if s.Keyed() {
			c.keyedLists(s, left, right)
			return
		}
		c.Sets(left, right)
	}
	if c.Len() == found {
		c.bothWays(s, left, right, func(first, then syntax.Field) (syntax.Field, *fault) { return c.compose.field(m.schema, first, then) })
	}
}

// addsUnknown reports whether one patch (adds) may add a list for whose field a server finds no
// schema, while the other one (deletes) only deletes values from the list. The server rejects the
// delete list if the object has the list, so the patches work in one order only.
func (c *conflictFinder) addsUnknown(of smp.Schema, adds, deletes syntax.Field) bool {
	return adds.Value.Type() == model.List && deletes.Value.Type() == model.Absent && hasType(deletes, model.List) &&
		c.compose.rejectsUnknown(of, adds)
}

// isOnlyMap reports whether a field patch is a map, and has no delete or order list.
func isOnlyMap(t syntax.Field) bool { return t.Value.Type() == model.Map && !t.HasDirective() }

// mergesList reports whether a field patch merges a list, or only deletes values from the list or
// orders it.
func (c *conflictFinder) mergesList(s smp.Schema, t syntax.Field) bool {
	k := t.Value.Type()
	isMerge := k == model.Absent || k == model.List && !replacesList(t.Value)
	return isMerge && (!s.Keyed() || t.Delete.Type() == model.Absent)
}

// keyedLists compares two patches that merge a keyed list.
func (c *conflictFinder) keyedLists(s smp.Schema, left, right syntax.Field) {
	by := selectionFor(s)
	patches, f := c.compose.elements(s, left.Value, right.Value)
	swapped, g := c.compose.elements(s, right.Value, left.Value)
	if f != nil || g != nil || by.Numbered(left.Order).HasKeyless || by.Numbered(right.Order).HasKeyless || !c.needs(func() *fault { return c.compose.requireListIfCopied(patches, left, right) }) ||
		!c.needs(func() *fault { return c.compose.requireListIfCopied(swapped, right, left) }) {
		c.AddFields(left, right)
		return
	}
	for _, p := range patches {
		if p.patchedBy(0) && p.patchedBy(1) {
			c.In(p.step(by), func() { c.element(s.Element(), p) })
		}
	}
}

// patchedBy reports whether a patch has the element. n is 0 for the first patch, and 1 for the
// second patch.
func (p *patchPair) patchedBy(n int) bool {
	return p.deletes[n] || p.merges[n].Type() != model.Absent
}

// element compares two patches of an element.
func (c *conflictFinder) element(s smp.Schema, p *patchPair) {
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
		c.Add(left, right)
	}
}

// emptiesSorted reports whether one patch (sorts) only sorts a list, and the other one (deletes)
// may leave the list empty. A server rejects the order list of an empty list. If an element that is
// sorted is not deleted, the object must have this element.
func (c *conflictFinder) emptiesSorted(s smp.Schema, sorts, deletes syntax.Field) bool {
	if !s.Merging() || sorts.Order.Type() == model.Absent || sorts.Value.Len() > 0 {
		return false
	}
	remains := slices.ContainsFunc(deletes.Value.AppendElements(nil), func(e model.Value) bool { return !syntax.IsDeletion(e) })
	switch {
	case remains || deletes.Value.Type() != model.List && deletes.Delete.Type() == model.Absent:
		return false
	case !s.Keyed():
		return true
	}
	by := selectionFor(s)
	gone := by.Numbered(deletes.Value)
	for _, e := range sorts.Order.Elements() {
		if at := gone.Find(e); at >= 0 && syntax.Delete.In(gone.At(at)) {
			continue
		}
		keys, ok := by.KeysOf(nil, e)
		return !ok || !c.needs(func() *fault { return c.compose.requires(by.Step(keys)) })
	}
	return true
}

// unordered returns a patch value without order lists, and with the elements of merging lists and
// the names in directives sorted. If the results for two patches are equal, the patches differ only
// in the order of elements. A map that replaces another map keeps all its members, because a server
// copies them.
func unordered(s smp.Schema, v model.Value) model.Value {
	return walk.InAnyOrder(shape{s}, withoutOrder(v))
}

func withoutOrder(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		if _, copied := v.Get(syntax.Patch); copied || !v.HasDollar() {
			return v
		}
		var members []model.Member
		for name, member := range v.Members() {
			switch syntax.RoleOf(name) {
			case syntax.OrderListRole:
				continue
			case syntax.DeleteListRole, syntax.RetainKeysRole:
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
func (c *conflictFinder) checksAlike(m *mapPair, left, right syntax.Field) bool {
	s := member(m.schema, left.Name)
	return !c.compose.strict || c.fits(s, left.Value) && c.fits(s, right.Value)
}

// fits reports whether Strict accepts a patch value that a server merges.
func (c *conflictFinder) fits(s smp.Schema, v model.Value) bool {
	for name, value := range v.Members() {
		u, known, _ := c.compose.lookUp(s, name)
		if !known && definesMember(s) {
			u, known = member(s, name), true
		}
		if !known || syntax.TypeFault(u, value) != nil || !c.fits(u, value) {
			return false
		}
	}
	if !s.Merging() {
		return true // a scalar never merges, so it is not checked
	}
	for _, e := range v.Elements() {
		if syntax.TypeFault(s.Element(), e) != nil || !c.fits(s.Element(), e) {
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

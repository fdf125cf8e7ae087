package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// Conflicts returns the conflicts between two patches. If there are none, the patches can
// be applied in either order.
//
// Conflicts is shorthand for Engine{}.Conflicts.
func Conflicts(s Schema, left, right model.Value) ([]Conflict, error) {
	return Engine{}.Conflicts(s, left, right)
}

// Conflicts returns the places where the result depends on which of two patches is applied
// first, sorted by path (rule conflict-list). Without conflicts, both orders give the same
// result for every original, except for the order of elements in merging lists. With
// conflicts, both orders may still give the same result for some originals.
//
// Left and Right of a conflict are the values of the patches at the place. If a patch has only an
// order list for the place, its value is that list. A value is absent if the patch clears the place
// without naming it.
//
// If a patch applies to no original, the error is that of Apply, with Document left or right.
func (e Engine) Conflicts(s Schema, left, right model.Value) (_ []Conflict, err error) {
	defer faults.RecoverSchema(&err)
	u := s.must()
	f, side := e.neverApplies(s, left), "left"
	if f == nil {
		f, side = e.neverApplies(s, right), "right"
	}
	if f != nil {
		return nil, asError(f, "original", side)
	}
	if left.Len() == 0 || right.Len() == 0 {
		return nil, nil // an empty patch does not conflict with any other
	}
	c := patchConflicts{Dialect: e.dialect(), knowsUnions: e.Unions, strict: e.Strict}
	c.values(u, left, right, true)
	var found []Conflict
	for _, d := range c.Sorted() {
		found = append(found, Conflict{Path: d.Path, Code: ConflictCode(d.Code), Left: d.Left, Right: d.Right})
	}
	return found, nil
}

// patchConflicts compares two patches and collects their conflicts.
type patchConflicts struct {
	syntax.Dialect
	knowsUnions bool
	strict      bool
	syntax.Conflicts
	equality equality
}

// values compares the values that two patches have for one place. Equal values do not conflict.
func (c *patchConflicts) values(u *node, left, right model.Value, root bool) {
	switch {
	case c.equality.of(left, right) || syntax.IsDeletion(left) && syntax.IsDeletion(right):
	case !u.atomicMap() && (isEmptyMap(left) && syntax.Replace.In(right) || isEmptyMap(right) && syntax.Replace.In(left)):
		// An empty map adds nothing to the value that replaces the map.
	case root && (c.unaffectedBy(u, syntax.Field{Value: left}, syntax.Field{Value: right}, false) || c.unaffectedBy(u, syntax.Field{Value: right}, syntax.Field{Value: left}, false)):
	case syntax.Merges(left) && syntax.Merges(right) && (root || !u.atomicMap()):
		c.maps(u, left, right, false)
	default:
		c.Add(left, right)
	}
}

func isEmptyMap(v model.Value) bool { return v.Type() == model.Map && v.Len() == 0 }

// maps compares two patch maps that merge.
func (c *patchConflicts) maps(u *node, left, right model.Value, inKeyedList bool) {
	m := mapComposition{composer: &composer{applier: applier{Dialect: c.Dialect}}, node: u}
	var f *fault
	if m.Pair, f = c.Map(u, model.Value{}, inKeyedList).Pair(left, right, false); f != nil {
		return // neverApplies has reported the fault already
	}
	for _, name := range m.Names {
		c.In(model.Field(name), func() { c.fields(&m, name) })
	}
	if c.knowsUnions {
		c.unions(&m, left, right)
	}
}

// fields compares the patches of one field.
func (c *patchConflicts) fields(m *mapComposition, name string) {
	left, right := m.At(name)
	switch {
	case m.FirstRetains.ClearsSet(right) || m.SecondRetains.ClearsSet(left):
		c.Add(left.Value, right.Value)
	case left.IsEmpty() || right.IsEmpty():
	default:
		c.compare(m.node.OfMember(name), left, right)
	}
}

// compare compares two patches of one field, neither of which is empty.
func (c *patchConflicts) compare(u *node, left, right syntax.Field) {
	ours, theirs := newListPatch(u, left), newListPatch(u, right)
	switch {
	case c.samePatch(left, right):
	case c.unaffectedBy(u, left, right, false) || c.unaffectedBy(u, right, left, false):
	case u.Merging() && ours.addsElements() && theirs.addsElements():
		c.lists(ours, theirs)
	case left.Value.Type() == model.Absent && right.Value.Type() == model.Absent:
		// Two delete lists do not conflict, and order lists have no effect here.
	case left.Value.Type() == model.Absent && c.listsMatter(u, left, right.Value),
		right.Value.Type() == model.Absent && c.listsMatter(u, right, left.Value):
		c.Add(conflictValue(left), conflictValue(right))
	case left.Value.Type() == model.Absent || right.Value.Type() == model.Absent:
	default:
		c.values(u, left.Value, right.Value, false)
	}
}

// listsMatter reports whether t, which has only a delete or order list, may change the value that
// the other patch has for the same field. It ignores the order of elements.
func (c *patchConflicts) listsMatter(u *node, t syntax.Field, value model.Value) bool {
	switch {
	case syntax.IsDeletion(value):
		return false
	case !t.HasDeleteList():
		return c.strict && u.Merging() // strict calls may reject the elements
	case value.Type() != model.List || newListPatch(u, syntax.Field{Value: value}).kind.merges():
		return true
	}
	gone := identity.SetOf(t.Delete)
	for _, e := range value.Elements() {
		if !e.IsScalar() && !syntax.IsMarker(e) || gone.Find([]model.Value{e}) >= 0 {
			return true
		}
	}
	return false
}

// conflictValue returns the value that a conflict reports for the field. If the patch has only an
// order list, it returns that list, because an absent value would mean a deletion.
func conflictValue(t syntax.Field) model.Value {
	if t.Value.Type() == model.Absent && !t.HasDeleteList() {
		return t.Order
	}
	return t.Value
}

func (c *patchConflicts) samePatch(a, b syntax.Field) bool {
	return c.equality.of(a.Value, b.Value) && model.Equal(a.Delete, b.Delete) && model.Equal(a.Order, b.Order)
}

// lists compares two patches that merge a list.
func (c *patchConflicts) lists(left, right listPatch) {
	if left.kind == mergingSet {
		c.Sets(left.Field, right.Field)
		return
	}
	u, reader := left.node, newKeyReader(c.Dialect, left.node)
	left.read(&reader, false)
	right.read(&reader, false)
	if left.found != nil || right.found != nil {
		return
	}
	ours, theirs := left.elements, right.elements
	if e := reordered(&reader, right.Order, ours); e != nil {
		c.Add(e.value, right.Order, e.step())
	}
	if e := reordered(&reader, left.Order, theirs); e != nil {
		c.Add(left.Order, e.value, e.step())
	}
	if c.knowsUnions && u.unionsSetKeys() {
		c.movedByUnion(0, u, &reader, ours, theirs)
		c.movedByUnion(1, u, &reader, theirs, ours)
	}
	for _, set := range groupBySelection(theirs) {
		for i := range ours {
			e := &ours[i]
			others, again := set.sharing(e)
			if again && len(others) > 1 {
				// Both sides have duplicates, which are too many to compare one by one.
				c.Add(e.value, others[0].value, e.step())
				continue
			}
			for _, other := range others {
				c.In(e.step(), func() { c.elements(u, e, other) })
			}
		}
	}
}

// movedByUnion adds a conflict for each element of one patch in which a union sets a merge key, if
// the other patch has an element with the old or the new key.
func (c *patchConflicts) movedByUnion(side int, list *node, reader *keyReader, elements, others []patchElement) {
	sets := groupBySelection(others)
	for i := range elements {
		before := &elements[i]
		after, found := reader.element(list.shape.element.withDiscriminator(before.value), before.index)
		if before.op == syntax.Delete || found != nil || slices.EqualFunc(before.keys, after.keys, model.Equal) {
			continue
		}
		for _, s := range sets {
			other := s.first(before)
			if other == nil {
				other = s.first(&after)
			}
			if other == nil {
				continue
			}
			if side == 0 {
				c.Add(before.value, other.value, before.step())
			} else {
				c.Add(other.value, before.value, other.step())
			}
			break
		}
	}
}

// sharing returns the elements of the set that may patch the same element of the list as e. It also
// reports whether an earlier call returned the same elements.
func (s *selectionGroup) sharing(e *patchElement) ([]*patchElement, bool) {
	found := s.sharedWith(e.by).findSharers(e)
	if found == nil {
		return nil, false
	}
	again := found.compared
	found.compared = true
	return found.all, again
}

// first returns the first element of the set that may patch the same element as e, or nil.
func (s *selectionGroup) first(e *patchElement) *patchElement {
	if found := s.sharedWith(e.by).findSharers(e); found != nil {
		return found.all[0]
	}
	return nil
}

// elements compares two patch elements that may patch the same element of a list.
func (c *patchConflicts) elements(list *node, left, right *patchElement) {
	u := list.shape.element
	same := left.by == right.by && left.fallback == nil && right.fallback == nil
	switch {
	case left.op == syntax.Delete && right.op == syntax.Delete:
	case same && left.op == syntax.Merge && right.op == syntax.Merge && !u.atomicMap():
		if c.strict && !(left.hasPatchMergeKey && right.hasPatchMergeKey) {
			c.ambiguous(list, left, right)
		}
		c.maps(u, left.value, right.value, true)
	case same && model.Equal(left.value, right.value):
	case same && c.elementUnaffected(u, left, right):
	default:
		c.Add(left.value, right.value)
	}
}

// elementUnaffected calls unaffectedBy for two patches of an element. It reports whether it returns
// true for one of the two orders.
func (c *patchConflicts) elementUnaffected(u *node, left, right *patchElement) bool {
	one, other := syntax.Field{Value: left.value}, syntax.Field{Value: right.value}
	return c.unaffectedBy(u, one, other, true) || c.unaffectedBy(u, other, one, true)
}

// unaffectedBy reports whether one patch replaces a map or a merging list by a value that the other
// patch does not change, except for the order of elements. The result is then the same in both
// orders. Strict may reject the other patch, so unaffectedBy returns false under Strict.
func (c *patchConflicts) unaffectedBy(u *node, replacing, other syntax.Field, inKeyedList bool) bool {
	isMap := replacing.Value.Type() == model.Map && other.Value.Type() == model.Map && syntax.Replace.In(replacing.Value) &&
		!syntax.Delete.In(other.Value) && !u.atomicMap()
	isList := newListPatch(u, replacing).kind == replacingList && (other.Value.Type() == model.List || other.Value.Type() == model.Absent)
	if c.strict || !isMap && !isList {
		return false
	}
	a := &applier{Dialect: c.Dialect, knowsUnions: c.knowsUnions, noFastPaths: true}
	apply := func(v model.Value, t syntax.Field) (model.Value, *fault) {
		if isMap {
			return a.mergeMap(u, v, t.Value, inKeyedList)
		}
		return a.list(u, v, t)
	}
	known, f := apply(model.Value{}, replacing)
	if f != nil {
		return false
	}
	after, f := apply(known, other)
	return f == nil && model.Equal(walk.InAnyOrder(u, known), walk.InAnyOrder(u, after))
}

// ambiguous adds each recommended key that only one of the two patches sets in an element. After
// that patch, the list may have two elements with the same default key. Strict then rejects the
// other patch, which does not set the recommended key (rule keys-recommended). If a patch
// changes or removes a key, Strict rejects it in either order.
func (c *patchConflicts) ambiguous(list *node, left, right *patchElement) {
	ours, theirs := left.value, right.value
	if c.knowsUnions {
		ours, theirs = list.shape.element.withDiscriminator(ours), list.shape.element.withDiscriminator(theirs)
	}
	keys := list.listKeys()
	for _, name := range list.recommended {
		our, isOurs := ours.Get(name)
		their, isTheirs := theirs.Get(name)
		if isOurs != isTheirs && !model.Equal(keys.In(ours, name), keys.In(theirs, name)) {
			c.Add(our, their, model.Field(name))
		}
	}
}

// unions compares the patches of each union. The patches conflict if they choose different members,
// which clear each other, or if the discriminator depends on the order of the patches.
func (c *patchConflicts) unions(m *mapComposition, left, right model.Value) {
	for i := range m.node.shape.unions {
		union := &m.node.shape.unions[i]
		ours, theirs := union.choiceInPatch(left), union.choiceInPatch(right)
		c.clearedByUnion(0, union, ours, theirs, left, right)
		c.clearedByUnion(1, union, theirs, ours, right, left)
		discriminatorOf := func(patch model.Value) model.Value {
			v, _ := patch.Get(union.Discriminator)
			return v
		}
		switch {
		case union.Discriminator == "":
		case deletesDiscriminator(ours, theirs, m.SecondRetains, union):
			c.AddCode(syntax.RightDeleted, discriminatorOf(left), discriminatorOf(right), model.Field(union.Discriminator))
		case deletesDiscriminator(theirs, ours, m.FirstRetains, union):
			c.AddCode(syntax.LeftDeleted, discriminatorOf(left), discriminatorOf(right), model.Field(union.Discriminator))
		}
	}
}

// clearedByUnion adds a conflict for each field with which one patch sets its member, if the choice
// of the other patch clears the field without mentioning it. side is 0 if patch is the left one.
func (c *patchConflicts) clearedByUnion(side int, union *Union, own, other choice, patch, against model.Value) {
	if own.member == nil || !other.chooses() || union.chosen(other) == own.member {
		return
	}
	for _, name := range own.member.Fields {
		v, _ := patch.Get(name)
		if _, present := against.Get(name); !present && own.member.setsInPatch(v) {
			c.AddOf(side, v, model.Field(name))
		}
	}
}

// deletesDiscriminator reports whether one patch sets a member without mentioning the
// discriminator, and the other patch deletes the discriminator. retained holds the $retainKeys of
// the other patch.
func deletesDiscriminator(own, other choice, retained syntax.Retained, union *Union) bool {
	if own.member == nil || own.discriminator.Type() != model.Absent {
		return false
	}
	return other.discriminator.Type() == model.Null || other.member == nil && retained.Clears(union.Discriminator)
}

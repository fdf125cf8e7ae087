package compose

import (
	"cmp"
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// mergingLists composes two patches of a merging list. The second patch has a list, or only a
// delete or order list.
func (c *composer) mergingLists(u *schema.Node, first, second syntax.Field) (syntax.Field, *faults.Fault) {
	before, after := listpatch.New(u, first), listpatch.New(u, second)
	switch {
	case after.Kind == listpatch.Replacing:
		return syntax.Field{Value: second.Value, Order: second.Order}, nil
	case first.Value.Type() == model.Map && !syntax.IsDeletion(first.Value) && second.Value.Type() == model.Absent:
		return first, nil // the first patch leaves no list for the second one
	case !before.AddsElements():
		v, f := c.afterKnown(u, first, second)
		return syntax.Field{Value: v}, f
	case after.Kind == listpatch.Set:
		return c.sets(first, second)
	default:
		return c.keyedLists(before, after)
	}
}

// afterKnown composes two patches of a field if the value after the first patch is known, or if the
// second patch replaces it by a list. The result is the value of the field in the composed patch.
func (c *composer) afterKnown(u *schema.Node, first, second syntax.Field) (known model.Value, f *faults.Fault) {
	switch {
	case first.Value.Type() == model.List:
		known, f = c.MergeList(u, model.Value{}, first)
	case first.Value.IsScalar():
		known = first.Value
	}
	if f == nil {
		known, f = c.MergeList(u, known, second)
	}
	switch {
	case f != nil:
	case known.Type() == model.Absent:
		return model.NewNull(), nil
	case known.Type() != model.List:
		return known, nil
	case c.Unions && u.LacksDiscriminator(known):
		return known, pair.NotComposable(errUnion)
	default:
		known, f = c.writer().List(u, known)
	}
	if f != nil {
		f = pair.NotComposable(f.Cause).UnderDirective(second.MemberName())
	}
	return known, f
}

// sets composes two patches that merge a set. The composed patch deletes the values that either
// patch deletes, and does not add values that the second patch deletes. If it adds no value, it
// does not remove duplicates of other values, although the first patch does.
func (c *composer) sets(first, second syntax.Field) (t syntax.Field, f *faults.Fault) {
	if c.grouped && (haveCommonValue(first.Value, second.Delete) || haveCommonValue(second.Value, first.Delete)) {
		return t, pair.NotComposable(errHides)
	}
	added := deduplicated(c.TakeOut(first.Value, identity.SetOf(second.Delete)), second.Value)
	if first.Value.Type() == model.List || second.Value.Type() == model.List {
		added, t.Order = ordered(added, first, second)
		if t.Value, f = faults.Built(model.NewList(added...)); f != nil {
			return t, f
		}
	} else {
		t.Order = last(first.Order, second.Order)
	}
	if first.HasDeleteList() || second.HasDeleteList() {
		t.Delete, f = faults.Built(model.NewList(deduplicated(first.Delete, second.Delete)...))
	}
	return t, f
}

// haveCommonValue reports whether two lists of scalars have a value in common.
func haveCommonValue(list, other model.Value) bool {
	values := identity.SetOf(other)
	return slices.ContainsFunc(list.AppendElements(nil), func(v model.Value) bool { return values.Find([]model.Value{v}) >= 0 })
}

func last(first, second model.Value) model.Value {
	if second.Type() != model.Absent {
		return second
	}
	return first
}

// ordered returns the values of a set in the order of the last order list, and that list. If the
// order list does not contain all values, ordered returns no order list, because Compose may change
// the order of elements.
func ordered(values []model.Value, first, second syntax.Field) ([]model.Value, model.Value) {
	order := last(first.Order, second.Order)
	index := identity.SetOf(order)
	place := func(v model.Value) int { return index.Find([]model.Value{v}) }
	if slices.ContainsFunc(values, func(v model.Value) bool { return place(v) < 0 }) {
		return values, model.Value{}
	}
	slices.SortStableFunc(values, func(a, b model.Value) int { return place(a) - place(b) })
	return values, order
}

// keyedLists composes two patches that merge a keyed list. The two patch lists can be joined,
// because a patch list may contain several elements with the same keys. In the joined list,
// however, the deletions of the second patch are applied before the merges of the first patch. So
// those deletions and those merges must not affect each other.
func (c *composer) keyedLists(first, second listpatch.Patch) (syntax.Field, *faults.Fault) {
	var t syntax.Field
	if first.Value.Type() == model.Absent && second.Value.Type() == model.Absent {
		reader := listpatch.NewReader(c.Dialect, first.Node)
		t.Order = c.order(&reader, first, second, nil)
		return t, nil
	}
	u, reader := first.Node, listpatch.NewReader(c.Dialect, first.Node)
	first.Read(&reader, false)
	second.Read(&reader, false)
	if f := cmp.Or(first.Found.First(), second.Found.First()); f != nil {
		return t, f
	}
	if len(first.Elements) > 0 && len(second.Elements) > 0 && c.Unions && u.UnionsSetKeys() {
		return t, pair.NotComposable(errUnion)
	}
	for e := range reordered(&reader, first.Order, second.Elements) {
		return t, pair.NotComposable(errDepends).Under(model.Index(e.Index))
	}
	joined, f := c.withoutDeleted(first.Elements, second.Elements)
	if f != nil {
		return t, f
	}
	joined = c.join(u, joined, second.Elements)
	t.Order = c.order(&reader, first, second, joined)
	values := make([]model.Value, len(joined))
	for i, e := range joined {
		values[i] = e.Value
	}
	t.Value, f = faults.Built(model.NewList(values...))
	return t, f
}

// order returns the order list of the composed patch, whose elements are joined. It is the last order list, if this
// contains all elements. Compose may change the order of elements, so without $patchMergeKey no order list is
// needed. But an entry with $patchMergeKey may put an element of the original before others with the same
// default key, and a later patch that selects by fewer keys then finds this element. So such entries of both
// patches are kept, after entries for all elements.
func (c *composer) order(reader *listpatch.Reader, first, second listpatch.Patch, joined []listpatch.Element) model.Value {
	fits := func(order model.Value) bool {
		both := listpatch.Patch{Node: first.Node, Elements: joined, Field: syntax.Field{Name: syntax.ListField, Order: order}}
		_, f := both.ReadOrder(c.Dialect, nil)
		return f == nil
	}
	order := last(first.Order, second.Order)
	if order.Type() == model.Absent {
		return order
	}
	if first.Value.Len() > 0 && second.Value.Len() > 0 || joined != nil && !fits(order) {
		order = model.Value{}
	}
	kept := readEntries(reader, order)
	if order.Type() == model.Absent {
		kept = append(kept, joined...)
	}
	entries := order.AppendElements(nil)
	for _, list := range [2]model.Value{first.Order, second.Order} {
		for _, e := range readEntries(reader, list) {
			if !e.HasPatchMergeKey || len(e.By.Names) == len(first.Node.Keys) || slices.ContainsFunc(kept, e.SelectsSame) {
				continue
			}
			if entries == nil {
				for i := range joined {
					entries = append(entries, entryOf(&joined[i]))
				}
			}
			kept, entries = append(kept, e), append(entries, e.Value)
		}
	}
	if len(entries) == order.Len() {
		return order
	}
	if list, err := model.NewList(entries...); err == nil && fits(list) {
		return list
	}
	return order
}

// readEntries returns the valid entries of an order list.
func readEntries(reader *listpatch.Reader, order model.Value) []listpatch.Element {
	var entries []listpatch.Element
	for i, entry := range order.Elements() {
		if e, found := reader.OrderEntry(entry, i); found == nil {
			entries = append(entries, e)
		}
	}
	return entries
}

// entryOf returns the order entry for a patch element: its keys and its $patchMergeKey.
func entryOf(e *listpatch.Element) model.Value {
	var members []model.Member
	for name, v := range e.Value.Members() {
		if e.By.Selects(name) || name == syntax.PatchMergeKey && e.HasPatchMergeKey {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	entry, _ := model.NewMap(members...) // the names are those of a map, so there is no error
	return entry
}

// withoutDeleted returns the elements of the first patch list that the second one does not delete.
func (c *composer) withoutDeleted(before, after []listpatch.Element) ([]listpatch.Element, *faults.Fault) {
	deletes := slices.ContainsFunc(after, func(e listpatch.Element) bool { return e.Op == syntax.Delete })
	if !deletes && selectAlike(before, after) {
		return before, nil
	}
	later := groupBySelection(after)
	var left []listpatch.Element
	for i := range before {
		e, gone := &before[i], false
		for _, set := range later {
			if e.Op == syntax.Delete || gone {
				break
			}
			var f *faults.Fault
			if gone, f = set.deletes(e); f != nil {
				return nil, f
			}
		}
		if gone && c.grouped {
			return nil, pair.NotComposable(errHides)
		}
		if !gone {
			left = append(left, *e)
		}
	}
	return left, nil
}

// selectAlike reports whether all elements of two patch lists select by the same keys.
func selectAlike(before, after []listpatch.Element) bool {
	if len(after) == 0 {
		return true
	}
	differs := func(e listpatch.Element) bool { return e.By != after[0].By || e.Fallback != nil }
	return !slices.ContainsFunc(before, differs) && !slices.ContainsFunc(after, differs)
}

// join appends the elements of the second patch list to the elements of the first one. If all
// elements select by the same keys, two patches of the same element become one. Each element
// of the result combines at most two patches. If it combined more, the first ones would be read again
// for each further patch, which takes quadratic time.
func (c *composer) join(u *schema.Node, joined, after []listpatch.Element) []listpatch.Element {
	elementNode := u.Shape.Element
	if len(after) == 0 || elementNode.AtomicMap() || c.Unions && u.UnionsSetKeys() || !selectAlike(joined, after) {
		return append(joined, after...)
	}
	last := identity.NewTable[int](after[0].By, len(joined)) // index in joined of the last patch of each element
	record := func(e *listpatch.Element, at int) {
		if e.Op != syntax.Delete {
			index, _ := last.GetOrAdd(e.Keys)
			*index = at
		}
	}
	for i := range joined {
		record(&joined[i], i)
	}
	pairs := map[int]bool{} // indexes in joined
	for _, e := range after {
		if at := last.Get(e.Keys); at != nil && !pairs[*at] {
			have := &joined[*at]
			if both, ok := c.element(elementNode, *have, e); ok {
				have.Value, have.HasPatchMergeKey = both, have.HasPatchMergeKey || e.HasPatchMergeKey
				pairs[*at] = true
				continue
			}
		}
		record(&e, len(joined))
		joined = append(joined, e)
	}
	return joined
}

// element composes two patches of one element. It reports false if they must stay separate
// elements of the patch.
func (c *composer) element(u *schema.Node, first, second listpatch.Element) (model.Value, bool) {
	if first.Op != syntax.Merge || second.Op != syntax.Merge {
		return model.Value{}, false
	}
	both, f := c.maps(u, first.Value, second.Value, true)
	for _, e := range []listpatch.Element{first, second} {
		if directive, _ := e.Value.Get(syntax.PatchMergeKey); f == nil && e.HasPatchMergeKey {
			both, f = faults.Built(both.WithMembers(model.Member{Name: syntax.PatchMergeKey, Value: directive}))
		}
	}
	return both, f == nil
}

// A selectionGroup holds the elements of a patch list that select by the same keys.
type selectionGroup struct {
	by        *identity.Selection
	elements  []*listpatch.Element
	deletions *identity.Index
	shared    map[*identity.Selection]*sharedKeyIndex
}

// A sharedKeyIndex holds the elements of a group, indexed by the keys that both the group and another
// selection use. For example, a selection by port and one by port and protocol share the key port.
type sharedKeyIndex struct {
	identity.Table[keyGroup]
	ours, theirs []int // indexes of the shared keys in both selections
}

// A keyGroup holds the elements that have the same values of the shared keys.
type keyGroup struct {
	all      []*listpatch.Element
	compared bool // an element of the other patch was compared with them
}

func groupBySelection(elements []listpatch.Element) []*selectionGroup {
	var sets []*selectionGroup
	for i := range elements {
		e := &elements[i]
		n := slices.IndexFunc(sets, func(s *selectionGroup) bool { return s.by == e.By })
		if n < 0 {
			n = len(sets)
			sets = append(sets, &selectionGroup{by: e.By, deletions: e.By.NewIndex(len(elements)), shared: map[*identity.Selection]*sharedKeyIndex{}})
		}
		sets[n].elements = append(sets[n].elements, e)
		if e.Op == syntax.Delete {
			sets[n].deletions.Add(e.Keys)
		}
	}
	return sets
}

// deletes reports whether deletions of the group undo e, an element of the first patch. It returns
// a fault if this may depend on the original. This is possible if the deletion and e select by
// different keys, and the deletion does not use fewer keys than e.
func (s *selectionGroup) deletes(e *listpatch.Element) (bool, *faults.Fault) {
	if s.by == e.By && e.Fallback == nil {
		return s.deletions.Find(e.Keys) >= 0, nil
	}
	found := s.sharing(e)
	switch {
	case found == nil:
		return false, nil
	case e.Fallback == nil && s.deletesAllMatches(e) && slices.ContainsFunc(found.all, func(other *listpatch.Element) bool { return other.Op == syntax.Delete }):
		return true, nil
	default:
		return false, pair.NotComposable(errDepends).Under(model.Index(found.all[0].Index))
	}
}

// deletesAllMatches reports whether each deletion of the group deletes every element that e may
// match, because the deletion selects by fewer keys.
func (s *selectionGroup) deletesAllMatches(e *listpatch.Element) bool {
	return len(s.by.Present) == 0 && isSubset(s.by.Names, e.By.Names)
}

// sharing returns the elements of the group that may patch the same element of the list as e, because
// they have the same values of the keys that both select by. It returns nil if there are none.
func (s *selectionGroup) sharing(e *listpatch.Element) *keyGroup {
	v := s.sharedWith(e.By)
	return v.Get(project(e.Keys, v.theirs))
}

func (s *selectionGroup) sharedWith(other *identity.Selection) *sharedKeyIndex {
	if v, ok := s.shared[other]; ok {
		return v
	}
	v := new(sharedKeyIndex)
	for i, name := range s.by.Names {
		if j := slices.Index(other.Names, name); j >= 0 {
			v.ours, v.theirs = append(v.ours, i), append(v.theirs, j)
		}
	}
	v.Index = *identity.NewIndex(len(v.ours), len(s.elements))
	for _, e := range s.elements {
		like, _ := v.GetOrAdd(project(e.Keys, v.ours))
		like.all = append(like.all, e)
	}
	s.shared[other] = v
	return v
}

// reordered returns an iterator over the patch elements that may match another element of the list
// after the order list was applied. Such an element does not select by all keys of an entry of the order
// list, and has the same values as the entry in the keys that both select by. Deletions are
// excluded, because they match all elements with their keys.
func reordered(reader *listpatch.Reader, order model.Value, elements []listpatch.Element) iter.Seq[*listpatch.Element] {
	return func(yield func(*listpatch.Element) bool) {
		for _, set := range groupBySelection(readEntries(reader, order)) {
			for i := range elements {
				e := &elements[i]
				if e.Op != syntax.Delete && !isSubset(set.by.Names, e.By.Names) && set.sharing(e) != nil && !yield(e) {
					return
				}
			}
		}
	}
}

func isSubset(names, of []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(of, n) })
}

// project returns the keys at the given indexes.
func project(keys []model.Value, places []int) []model.Value {
	out := make([]model.Value, len(places))
	for i, n := range places {
		out[i] = keys[n]
	}
	return out
}

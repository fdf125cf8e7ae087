package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A listDiff is the diff of one merging list.
type listDiff struct {
	*differ
	node *node
	plan *plan
	by   *identity.Selection // by all recommended keys, or by the default key, or by value
	// sparesDuplicates: an identity is not deleted for its duplicates where modified has it.
	sparesDuplicates bool
	pmk              model.Value // the $patchMergeKey of every element and order entry; absent for none
	// keys is scratch.
	keys []model.Value
	// made are the elements that were tried before, where the list is tried twice.
	made []madeElement
	room [4]model.Value // for keys, and some identities
	few  struct {       // for what most lists have, so that it needs no memory of its own
		changed [2]changedElement
		patch   [2]model.Value
		was     [2]model.Value // for named
	}
}

// newListDiff returns the diff of a list, which is to be told when it is done.
func newListDiff(d *differ, u *node) *listDiff {
	var l *listDiff
	if n := len(d.lists); n > 0 {
		l, d.lists = d.lists[n-1], d.lists[:n-1]
	} else {
		l = new(listDiff)
	}
	l.differ, l.node, l.by, l.sparesDuplicates = d, u, u.identity, true
	l.keys = l.room[:0:2]
	if d.forCluster() {
		l.by = d.keys(u).standard
	} else if u.identity != u.standard {
		l.pmk, _ = nameList(u.recommended)
	}
	return l
}

// done ends the diff of the list, whose memory is for the next.
func (l *listDiff) done() {
	d := l.differ
	*l = listDiff{}
	d.lists = append(d.lists, l)
}

// identify numbers the elements of a list by their identities.
func (l *listDiff) identify(list model.Value) *identity.Numbered { return l.by.Numbered(list) }

// listField emits the diff of a merging list (rules diff-set, diff-keyed). Where
// identities do not allow an exact one, or the field's name no directive, the
// list is replaced.
func (m *mapDiff) listField(u *node, name string, have, want model.Value) *fault {
	if (have.HasNull() || want.HasNull()) && nulls.Equal(have, want) && (len(u.keys) == 0 || !want.HasNull()) {
		return nil
	}
	if m.forCluster() {
		u = m.cluster.listNode(u, have, want)
	}
	l := newListDiff(m.differ, u)
	defer l.done()
	l.plan = m.plan.member(name)
	if !l.steps(have, want) && model.Equal(have, want) {
		return nil
	}
	t, f := l.fieldPatch(name, have, want)
	if f == nil {
		t, f = m.expressed(l, t, have, want)
	}
	if f == nil {
		f = m.requireDirectives(t)
	}
	if f != nil {
		return f.underField(name)
	}
	return m.emitFieldPatch(t)
}

// emitFieldPatch emits what is said of a field, as far as the level has it.
func (m *mapDiff) emitFieldPatch(t fieldPatch) *fault {
	if t.value.Kind() != model.Absent {
		if !m.mayName(t.name, t.value) {
			return notData(t.name)
		}
		m.emit(t.name, t.value)
	}
	del, order := t.del.Kind() != model.Absent, t.order.Kind() != model.Absent
	if del && m.emits(DeleteFromPrimitiveList) {
		m.emit(deleteListPrefix+t.name, t.del)
	}
	if order && m.emits(SetElementOrder) {
		m.trace.note(RuleDiffExact)
		m.emit(orderListPrefix+t.name, t.order)
	}
	if del && !m.emits(DeleteFromPrimitiveList) || order && !m.emits(SetElementOrder) {
		m.trace.note(RuleDiffSuperset)
	}
	return nil
}

// requireDirectives says which directives an older server must know: nothing else
// removes a value from a set, and a map that declares no fields does not drop
// what it does not know.
func (m *mapDiff) requireDirectives(t fieldPatch) *fault {
	if t.del.Kind() != model.Absent {
		if f := m.require(DeleteFromPrimitiveList); f != nil {
			return f
		}
	}
	if t.order.Kind() != model.Absent && !m.node.declares() {
		return m.require(SetElementOrder)
	}
	return nil
}

// expressed is a field patch without the directives that cannot be said of the field: what
// is left of it, if that gives want, else a replacement. Whether it does is for the
// full patch to say, also where some of it is omitted.
func (m *mapDiff) expressed(l *listDiff, t fieldPatch, have, want model.Value) (fieldPatch, *fault) {
	left, all := m.expressible(t)
	if all {
		return t, nil
	}
	full := t
	if l.omit != 0 && !l.whole {
		whole := *l
		whole.differ = l.wholly()
		var f *fault
		if full, f = whole.fieldPatch(t.name, have, want); f != nil {
			return t, f
		}
	}
	rest, all := m.expressible(full)
	if all || (rest.value.Kind() == model.List || rest.del.Kind() != model.Absent) && l.gives(have, rest, want) {
		return left, nil
	}
	return l.replacingPatch(t.name, want)
}

// expressible returns a field patch without the directives that would not be taken for
// such: its field has an empty name, or the map declares a field that is called
// like the directive. It reports whether that is all of it.
func (m *mapDiff) expressible(t fieldPatch) (rest fieldPatch, all bool) {
	all = true
	if t.del.Kind() != model.Absent && !m.directs(deleteListPrefix+t.name, t.name, t.del) {
		t.del, all = model.Value{}, false
	}
	if t.order.Kind() != model.Absent && !m.directs(orderListPrefix+t.name, t.name, t.order) {
		t.order, all = model.Value{}, false
	}
	return t, all
}

// directs reports whether the directive of a field would be taken for one.
func (m *mapDiff) directs(directive, name string, v model.Value) bool {
	r := m.word(m.node, directive, v, m.element).role
	return (name != "" || m.tries()) && (r == deleteListRole || r == orderListRole)
}

// fieldPatch returns what a patch says of the list.
func (l *listDiff) fieldPatch(name string, have, want model.Value) (fieldPatch, *fault) {
	if t, ok, f := l.lockstep(name, have, want); ok || f != nil {
		return t, f
	}
	return l.indexed(name, have, want)
}

// indexed is fieldPatch by the identities of all elements.
func (l *listDiff) indexed(name string, have, want model.Value) (fieldPatch, *fault) {
	before, after := l.identify(have), l.identify(want)
	switch {
	case before.Exact() && after.Exact():
		return l.exactPatch(name, before, after)
	case len(l.node.keys) == 0 && l.forCluster():
		return l.cluster.setPatch(l, name, before, after)
	case len(l.node.keys) > 0 || l.plan != nil && l.plan.beside:
		if t, ok, f := l.mergesDuplicates(name, before, after); ok || f != nil {
			return t, f
		}
	}
	return l.replacingPatch(name, want)
}

// exactPatch is fieldPatch for lists whose elements all have identities of their own.
func (l *listDiff) exactPatch(name string, before, after *identity.Numbered) (fieldPatch, *fault) {
	t := fieldPatch{name: name}
	var patch, deletions []model.Value
	var f *fault
	if l.forCluster() && len(before.Values) == 0 {
		t.value, f = l.asData(l.node, after.List, false)
		return t, f
	}
	if len(l.node.keys) == 0 {
		l.trace.note(RuleDiffSet)
		patch, deletions = l.setChanges(before, after)
	} else {
		l.trace.note(RuleDiffKeyed)
		if f = l.keyedLevel(before, after); f != nil {
			return t, f
		}
		patch, deletions, f = l.keyedChanges(before, after)
	}
	if l.forCluster() {
		l.cluster.sortDeletions(l, deletions)
	}
	if len(l.node.keys) > 0 {
		patch = append(patch, deletions...)
	} else if len(deletions) > 0 {
		t.del, f = built(l.builder().List(deletions...))
	}
	if f == nil && len(patch) > 0 {
		t.value, f = built(l.builder().List(patch...))
	}
	if f == nil {
		if listed := l.ordered(before, after, len(patch) > 0); len(listed) > 0 { // deletions show in the sequence
			if t.order, f = l.orderOf(listed); t.order.Len() == 0 {
				t.order = model.Value{} // of elements without identity
			}
		}
	}
	return t, f
}

// setChanges returns the values to add, in the order of after, and those to
// delete. What is no scalar can be neither.
func (l *listDiff) setChanges(before, after *identity.Numbered) (added, deleted []model.Value) {
	for i, v := range after.Values {
		if after.IDs[i] >= 0 && before.Find(v) < 0 {
			added = append(added, v)
		}
	}
	for i, v := range before.Values {
		if after.Find(v) >= 0 {
			continue
		}
		if id := before.IDs[i]; id >= 0 && int(before.First[id]) == i {
			deleted = append(deleted, v)
		}
	}
	return added, deleted
}

// replacingPatch is fieldPatch for a list that is replaced.
func (l *listDiff) replacingPatch(name string, want model.Value) (fieldPatch, *fault) {
	v, f := l.replacement(want)
	return fieldPatch{name: name, value: v}, f
}

// replacement returns the list with a marker at its end (rule list-replace).
func (l *listDiff) replacement(want model.Value) (model.Value, *fault) {
	if l.forCluster() {
		v, f := l.asData(l.node, want, false)
		if f != nil {
			return model.Value{}, f
		}
		return built(v.WithElements(nil, listMarker))
	}
	u := l.node.shape.element
	v, f := editedElements(want, func(_ int, e model.Value) (model.Value, *fault) {
		if e.Kind() == model.Map {
			return l.addedMap(u, e, addition{atomic: true, element: true})
		}
		return l.added(u, e, true)
	})
	if f != nil {
		return model.Value{}, f
	}
	l.trace.note(RuleListReplace)
	return built(v.WithElements(nil, listMarker))
}

// lockstep is the short way for the usual change: a keyed list of as many
// elements as before, in the same order, of which some have other content. It
// compares the lists place by place and does not index them. It reports false
// where it cannot tell, and fieldPatch takes the long way.
func (l *listDiff) lockstep(name string, have, want model.Value) (fieldPatch, bool, *fault) {
	t := fieldPatch{name: name}
	if !l.steps(have, want) {
		return t, false, nil
	}
	changed, ok := l.changedPlaces(have, want)
	if !ok {
		return t, false, nil
	}
	l.trace.note(RuleDiffKeyed)
	patch := l.few.patch[:0]
	for _, c := range changed {
		sent, f := l.changedElement(c.before, c.after, l.plan.below(c.plan))
		if f != nil {
			return t, false, f.underElement(c.place, c.place)
		}
		if sent.Kind() != model.Absent {
			patch = append(patch, sent)
		}
	}
	if len(patch) == 0 {
		return t, true, nil
	}
	var f *fault
	t.value, f = built(l.builder().List(patch...))
	if f == nil && l.plan == nil {
		t.order, f = l.orderOfList(want)
	}
	return t, true, f
}

// steps reports whether lists are for lockstep to compare.
func (l *listDiff) steps(have, want model.Value) bool {
	if l.plan != nil {
		return model.Same(l.plan.edited, have)
	}
	return !l.careful && len(l.node.keys) > 0 && l.pmk.Kind() == model.Absent && have.Len() == want.Len()
}

// A changedElement is an element that has other content than before.
type changedElement struct {
	place         int
	before, after model.Value
	plan          *plan
}

// changedPlaces returns the places at which two lists of one length differ.
// It reports false unless every element has an identity, the same in both lists,
// and those that differ have it alone.
func (l *listDiff) changedPlaces(have, want model.Value) (changed []changedElement, ok bool) {
	if l.plan != nil {
		return l.plan.changed, true
	}
	changed, index, alike := l.differences(have, want)
	if !alike || len(changed) == 0 {
		return nil, alike
	}
	var room [identity.FewTexts]string
	if texts, ok := index.Texts(l.by, room[:0]); ok {
		// Of an element whose key is no text the long way tells.
		for e, id := range want.Spelled(l.by.Names[0], texts) {
			if id < 0 || changed[id].place != e.Index {
				return nil, false
			}
		}
		return changed, true
	}
	place := 0
	for _, keys := range l.by.All(have, l.keys) {
		if keys == nil {
			return nil, false
		}
		if id := index.Find(keys); id >= 0 && changed[id].place != place {
			return nil, false
		}
		place++
	}
	return changed, true
}

// differences returns the places at which two lists of one length differ, and
// the identities of the elements there, by their numbers. It reports false unless
// these are the same in both lists, and each another.
func (l *listDiff) differences(have, want model.Value) (changed []changedElement, index identity.Index, alike bool) {
	changed, index, alike = l.few.changed[:0], l.by.IndexIn(l.room[2:2], 0), true
	keys := l.keys
	model.DifferingElements(have, want, func(i int, before, after model.Value) bool {
		if keys, alike = l.by.KeysOf(keys[:0], before); !alike || l.by.LosesDefault(before, after) {
			alike = false
			return false
		}
		id := index.Add(keys)
		keys, alike = l.by.KeysOf(keys[:0], after)
		alike = alike && id == len(changed) && index.Is(id, keys)
		changed = append(changed, changedElement{place: i, before: before, after: after})
		return alike
	})
	return changed, index, alike
}

package smp

import (
	"github.com/strategicpatch/smp/model"
)

// A listDiff is the diff of one merging list.
type listDiff struct {
	*differ
	use  *use
	plan *plan
	by   *selection // by all recommended keys, or by the default key, or by value
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
	}
}

// newListDiff returns the diff of a list, which is to be told when it is done.
func newListDiff(d *differ, u *use) *listDiff {
	var l *listDiff
	if n := len(d.lists); n > 0 {
		l, d.lists = d.lists[n-1], d.lists[:n-1]
	} else {
		l = new(listDiff)
	}
	l.differ, l.use, l.by, l.sparesDuplicates = d, u, u.identity, true
	l.keys = l.room[:0:2]
	if d.cluster() {
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

// listField emits the diff of a merging list (rules diff-set, diff-keyed). Where
// identities do not allow an exact one, or the field's name no directive, the
// list is replaced.
func (m *mapDiff) listField(u *use, name string, have, want model.Value) *fault {
	if (have.HasNull() || want.HasNull()) && equalIgnoringNulls(have, want) && (len(u.keys) == 0 || !spellsNull(have, want)) {
		return nil
	}
	if m.cluster() {
		u = m.asItIs(u, have, want)
	}
	l := newListDiff(m.differ, u)
	defer l.done()
	l.plan = m.plan.member(name)
	if !l.steps(have, want) && model.Equal(have, want) {
		return nil
	}
	t, f := l.turn(name, have, want)
	if f == nil {
		if _, ok := m.expressible(t); !ok {
			t, f = m.withoutDirectives(l, t, have, want)
		}
	}
	if f == nil {
		f = m.requireDirectives(t)
	}
	if f != nil {
		return f.underField(name)
	}
	if t.value.Kind() != model.Absent {
		if !m.mayName(name, t.value) {
			return notData(name)
		}
		m.emit(name, t.value)
	}
	if t.del.Kind() != model.Absent && m.emits(DeleteFromPrimitiveList) {
		m.emit(deleteListPrefix+name, t.del)
	}
	if t.order.Kind() != model.Absent && m.emits(SetElementOrder) {
		m.trace.note(RuleDiffExact)
		m.emit(m.orders.of(name), t.order)
	}
	if t.del.Kind() != model.Absent && !m.emits(DeleteFromPrimitiveList) || t.order.Kind() != model.Absent && !m.emits(SetElementOrder) {
		m.trace.note(RuleDiffSuperset)
	}
	return nil
}

// spellsNull reports whether want has a null member that have lacks, where they
// are equal otherwise.
func spellsNull(have, want model.Value) bool {
	if !want.HasNull() {
		return false
	}
	for name, v := range want.Members() {
		if was, _ := have.Get(name); v.Kind() == model.Null && was.Kind() == model.Absent || spellsNull(was, v) {
			return true
		}
	}
	others := have.AppendElements(nil)
	for i, e := range want.Elements() {
		if spellsNull(others[i], e) {
			return true
		}
	}
	return false
}

// withoutDirectives is a turn without the directives that cannot be said of the field:
// what is left of t, if that gives want, else a replacement. Whether it does is
// for the full patch to say, also where some of it is omitted.
func (m *mapDiff) withoutDirectives(l *listDiff, t fieldPatch, have, want model.Value) (fieldPatch, *fault) {
	full := t
	if l.omit != 0 && !l.whole {
		whole := *l
		whole.differ = l.wholly()
		var f *fault
		if full, f = whole.turn(t.name, have, want); f != nil {
			return t, f
		}
	}
	left, _ := m.expressible(t)
	rest, ok := m.expressible(full)
	if ok {
		return left, nil
	}
	if rest.value.Kind() == model.List || rest.del.Kind() != model.Absent {
		if got, f := (reading{dialect: l.dialect}).listAfter(l.use, have, rest); f == nil && equalIgnoringNulls(got, want) {
			return left, nil
		}
	}
	v, f := l.replacement(want)
	return fieldPatch{name: t.name, value: v}, f
}

// expressible returns a turn without the directives that would not be taken for
// such: its field has an empty name, or the map declares a field that is called
// like the directive. It reports whether that is all of it.
func (m *mapDiff) expressible(t fieldPatch) (rest fieldPatch, all bool) {
	all = true
	if t.del.Kind() != model.Absent && !m.directs(deleteListPrefix+t.name, t.name, t.del) {
		t.del, all = model.Value{}, false
	}
	if t.order.Kind() != model.Absent && !m.directs(m.orders.of(t.name), t.name, t.order) {
		t.order, all = model.Value{}, false
	}
	return t, all
}

// directs reports whether the directive of a field would be taken for one.
func (m *mapDiff) directs(directive, name string, v model.Value) bool {
	r := m.word(m.use, directive, v, m.element).role
	return (name != "" || m.tries()) && (r == deleteListRole || r == orderListRole)
}

// turn returns what a patch says of the list.
func (l *listDiff) turn(name string, have, want model.Value) (fieldPatch, *fault) {
	if t, ok, f := l.lockstep(name, have, want); ok || f != nil {
		return t, f
	}
	return l.indexed(name, have, want)
}

// indexed is turn by the identities of all elements.
func (l *listDiff) indexed(name string, have, want model.Value) (fieldPatch, *fault) {
	before, after := l.identify(have), l.identify(want)
	if before.exact() && after.exact() {
		return l.exactTurn(name, before, after)
	}
	if len(l.use.keys) == 0 && l.cluster() {
		return l.setTurn(name, before, after)
	}
	if len(l.use.keys) > 0 || l.plan != nil && l.plan.beside {
		if t, ok, f := l.mergesDuplicates(name, before, after); ok || f != nil {
			return t, f
		}
	}
	v, f := l.replacement(want)
	return fieldPatch{name: name, value: v}, f
}

// exactTurn is turn for lists whose elements all have identities of their own.
func (l *listDiff) exactTurn(name string, before, after *identified) (fieldPatch, *fault) {
	t := fieldPatch{name: name}
	var patch, deletions []model.Value
	var f *fault
	if l.verbatim() && len(before.values) == 0 {
		t.value, f = l.asData(l.use, after.list, false)
		return t, f
	}
	if len(l.use.keys) == 0 {
		l.trace.note(RuleDiffSet)
		patch, deletions = l.setChanges(before, after)
	} else {
		l.trace.note(RuleDiffKeyed)
		if f = l.keyedLevel(before, after); f != nil {
			return t, f
		}
		patch, deletions, f = l.keyedChanges(before, after)
	}
	if l.cluster() {
		l.sortDeletions(deletions)
	}
	if len(l.use.keys) > 0 {
		patch = append(patch, deletions...)
	} else if len(deletions) > 0 {
		t.del, f = built(model.NewList(deletions...))
	}
	if f == nil && len(patch) > 0 {
		t.value, f = built(model.NewList(patch...))
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
func (l *listDiff) setChanges(before, after *identified) (added, deleted []model.Value) {
	for i, v := range after.values {
		if after.ids[i] >= 0 && before.find(l, v) < 0 {
			added = append(added, v)
		}
	}
	for i, v := range before.values {
		if after.find(l, v) >= 0 {
			continue
		}
		if id := before.ids[i]; id >= 0 && int(before.first[id]) == i {
			deleted = append(deleted, v)
		}
	}
	return added, deleted
}

// keyedChanges returns the changed and added elements, in the order of after,
// and the deletions.
func (l *listDiff) keyedChanges(before, after *identified) (changed, deleted []model.Value, f *fault) {
	seen := make([]int32, len(before.first)) // how many duplicates of an identity are paired
	pairs := duplicatesOf(before)
	// A deletion takes all duplicates, also those that modified has; the shipped
	// client does not know.
	var wanted []int // of each identity of after: how many there are
	if !l.sparesDuplicates {
		wanted = make([]int, len(after.first))
		for _, id := range after.ids {
			if id >= 0 {
				wanted[id]++
			}
		}
	}
	for i, want := range after.values {
		if after.ids[i] < 0 {
			continue
		}
		at, have := -1, model.Value{}
		if id := before.index.find(after.identity(i)); id >= 0 && int(seen[id]) < len(pairs[id]) {
			if l.sparesDuplicates || len(pairs[id]) <= wanted[after.ids[i]] {
				at = int(pairs[id][seen[id]])
				have = before.values[at]
			} // else all with this identity are deleted first, and it comes back whole
			seen[id]++
		}
		wide := len(l.wide)
		sent, f := l.elementOnce(i, at, have, want)
		if f != nil {
			return nil, nil, f.underElement(at, i)
		}
		if len(l.wide) > wide {
			l.widenedFrom(wide, (&keyed{by: l.by, keys: after.identity(i)}).step())
		}
		if sent.Kind() == model.Absent {
			continue
		}
		if have.Kind() != model.Absent && l.losesDefault(have, want) {
			// A null would select by that key: the element goes and comes back.
			gone, f := l.keysOnly(have, true)
			if f == nil {
				sent, f = l.addedElement(want, false)
			}
			if f != nil {
				return nil, nil, f.under(model.Index(i))
			}
			deleted = append(deleted, gone)
		}
		changed = append(changed, sent)
	}
	met := make([]int32, len(before.first)) // how many duplicates of an identity came before
	for i, have := range before.values {
		id := before.ids[i]
		if id < 0 {
			continue
		}
		spared := l.sparesDuplicates && after.index.find(before.identity(i)) >= 0
		met[id]++
		if spared || met[id] != seen[id]+1 {
			continue
		}
		gone, f := l.keysOnly(have, true)
		if f != nil {
			return nil, nil, f
		}
		deleted = append(deleted, gone)
	}
	return changed, deleted, nil
}

// losesDefault reports whether a key that have spells out is gone from want,
// where its default counts (rule keys-default).
func (l *listDiff) losesDefault(have, want model.Value) bool {
	for _, name := range l.by.names {
		was, _ := have.Get(name)
		is, _ := want.Get(name)
		if was.IsScalar() && !is.IsScalar() {
			return true
		}
	}
	return false
}

// element returns what a patch says of one element; absent when it is to stay
// as it is. have is absent for a new one.
func (l *listDiff) element(have, want model.Value, p *plan) (model.Value, *fault) {
	if have.Kind() == model.Absent {
		return l.addedElement(want, false)
	}
	if model.Equal(have, want) {
		return model.Value{}, nil
	}
	return l.changedElement(have, want, p)
}

// changedElement is element for one that is known to differ.
func (l *listDiff) changedElement(have, want model.Value, p *plan) (model.Value, *fault) {
	u := l.use.shape.element
	if u.atomicMap() {
		if equalIgnoringNulls(have, want) {
			return model.Value{}, nil
		}
		return l.addedElement(want, true)
	}
	want, f := l.withoutNullKeys(want, have)
	if f != nil {
		return model.Value{}, f
	}
	changes, f := l.members(u, have, want, p, true)
	if f != nil || len(changes) == 0 && !p.clearsSome(have, want) {
		return model.Value{}, f
	}
	if l.use.retainKeys || u.retainKeys && l.ownStrategies() {
		if changes, f = l.retainedKeys(u, want, changes); f != nil {
			return model.Value{}, f
		}
	}
	var room [usualChanges + 2]model.Member
	return built(model.NewMap(append(l.keyMembers(room[:0], want, false), changes...)...))
}

// addedElement returns a new element with the directives it needs.
func (l *listDiff) addedElement(e model.Value, atomic bool) (model.Value, *fault) {
	u := l.use.shape.element
	if len(l.use.keys) == 0 || l.verbatim() {
		return l.asData(u, e, true)
	}
	e, f := l.withoutNullKeys(e, model.Value{})
	if f != nil {
		return model.Value{}, f
	}
	sent, f := l.addedMap(u, e, l.use.retainKeys || u.retainKeys, atomic, true)
	if f != nil || l.pmk.Kind() == model.Absent {
		return sent, f
	}
	if !l.emits(PatchMergeKey) {
		return sent, nil
	}
	l.trace.note(RuleDiffRecommended)
	return built(sent.WithMembers(model.Member{Name: patchMergeKeyField, Value: l.pmk}))
}

// withoutNullKeys returns an element without its null keys, but for those that
// have spells out. A null key counts as absent in a document, says nothing in a
// patch, and is rejected there.
func (l *listDiff) withoutNullKeys(e, have model.Value) (model.Value, *fault) {
	if l.by.nulls || !e.HasNull() {
		return e, nil
	}
	var nulls []model.Member
	for _, name := range l.by.names {
		v, _ := e.Get(name)
		if was, _ := have.Get(name); v.Kind() == model.Null && !was.IsScalar() {
			nulls = append(nulls, model.Member{Name: name})
		}
	}
	if nulls == nil {
		return e, nil
	}
	return built(e.WithMembers(nulls...))
}

// keysOnly returns a map of the element's keys: a deletion or an order entry.
func (l *listDiff) keysOnly(e model.Value, deletion bool) (model.Value, *fault) {
	return built(model.NewMap(l.keyMembers(nil, e, deletion)...))
}

// keyMembers appends what an element of a patch begins with.
func (l *listDiff) keyMembers(members []model.Member, e model.Value, deletion bool) []model.Member {
	if deletion {
		members = append(members, model.Member{Name: patchField, Value: model.NewString(patchDelete)})
	}
	if l.pmk.Kind() != model.Absent && l.emits(PatchMergeKey) {
		l.trace.note(RuleDiffRecommended)
		members = append(members, model.Member{Name: patchMergeKeyField, Value: l.pmk})
	}
	for _, name := range l.by.names {
		if v, _ := e.Get(name); l.by.isKey(v) {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	return members
}

// replacement returns the list with a marker at its end (rule list-replace).
func (l *listDiff) replacement(want model.Value) (model.Value, *fault) {
	if l.verbatim() {
		v, f := l.asData(l.use, want, false)
		if f != nil {
			return model.Value{}, f
		}
		return built(v.WithElements(nil, listMarker))
	}
	u := l.use.shape.element
	v, f := editedElements(want, func(_ int, e model.Value) (model.Value, *fault) {
		if e.Kind() == model.Map {
			return l.addedMap(u, e, false, true, true)
		}
		return l.added(u, e, true)
	})
	if f != nil {
		return model.Value{}, f
	}
	l.trace.note(RuleListReplace)
	return built(v.WithElements(nil, listMarker))
}

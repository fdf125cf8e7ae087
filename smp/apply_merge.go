package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// What an element of the original is when it is no patch element's.
const (
	free = -1 // only the original has it
	gone = -2 // it is deleted
)

// A listMerge merges one patch list into one merging list. Elements of the
// original are numbered from 0; those that the patch adds follow them.
type listMerge struct {
	*applier
	use     *use
	reader  *keyReader
	base    model.Value   // the original list, absent for none
	values  []model.Value // all elements, as they are now
	count   int           // how many of them are the original's
	owner   []int32       // for each of the original's: the patch position it counts as, free or gone
	addedAt []int32       // for each added element: its patch position
	touched []int32       // elements of the original that changed or went, in any order
	changed map[int]bool  // under Strict: those that changed
}

// mergingList takes the turn of a keyed list or set.
func (a *applier) mergingList(u *use, original model.Value, t turn) (model.Value, *fault) {
	if hasMarker(t.value) {
		return a.replaceList(u, original, t)
	}
	m := newListMerge(a, u, original, t.value)
	elements, f := m.readPatch(t.value)
	if f == nil {
		f = m.checkOriginal()
	}
	if f == nil {
		f = checkDeleteList(u, original, t)
	}
	if f == nil {
		m.deleteValues(t.del)
		f = m.merge(elements)
	}
	if f != nil {
		return model.Value{}, f
	}
	var order *orderList
	if t.order.Kind() != model.Absent {
		if order, f = a.readOrder(u, t); f == nil {
			f = order.admits(elements)
		}
		if f != nil {
			return model.Value{}, f
		}
	}
	if m.base.Kind() == model.Absent && t.value.Kind() == model.Absent {
		return original, nil
	}
	return m.result(order, len(elements) > 0)
}

func newListMerge(a *applier, u *use, original, patch model.Value) *listMerge {
	m := &listMerge{applier: a, use: u, reader: newKeyReader(u, a.ignore)}
	if original.Kind() != model.List {
		if patch.Kind() == model.List {
			a.trace.note(RuleAbsentIsEmpty)
		}
		return m
	}
	m.base = original
	m.count = original.Len()
	m.values = original.AppendElements(make([]model.Value, 0, m.count+patch.Len()))
	m.owner = slices.Repeat([]int32{free}, m.count)
	return m
}

// readPatch checks the shape and keys of all elements of the patch list, in
// order.
func (m *listMerge) readPatch(list model.Value) ([]keyed, *fault) {
	if list.Len() == 0 {
		return nil, nil
	}
	elements := make([]keyed, 0, list.Len())
	m.reader.reserve(list.Len())
	for i, e := range list.Elements() {
		k, f := m.readElement(e, i)
		if f != nil {
			return nil, f.under(model.Index(i))
		}
		elements = append(elements, k)
	}
	return elements, nil
}

func (m *listMerge) readElement(e model.Value, i int) (keyed, *fault) {
	isSet := len(m.use.keys) == 0
	rule, wanted := RuleKeyedMerge, "map"
	if isSet {
		rule, wanted = RuleSetMerge, "scalar"
	}
	switch {
	case e.Kind() == model.List:
		return keyed{}, newFault(WrongKind, RuleNoNestedLists, "a merging list may not have lists as elements")
	case isSet && !e.IsScalar() || !isSet && e.Kind() != model.Map:
		return keyed{}, newFault(WrongKind, rule, "an element of this list is a %s, not a %s", wanted, e.Kind())
	case isSet:
		return m.reader.value(e, i), m.checkKind(m.use.shape.element, e)
	}
	return m.reader.read(e, i, rule)
}

// checkOriginal rejects, under Strict, elements of a keyed list that nothing
// can match (rule keyed-original). Elements that this call has made are not
// the original's.
func (m *listMerge) checkOriginal() *fault {
	if !m.strict || m.made > 0 || len(m.use.keys) == 0 {
		return nil
	}
	for i, e := range m.values {
		if f := m.checkElement(e); f != nil {
			f.original = true
			return f.under(model.Index(i))
		}
	}
	return nil
}

func (m *listMerge) checkElement(e model.Value) *fault {
	if e.Kind() != model.Map {
		return newFault(WrongKind, RuleKeyedOriginal, "an element of this list is a map, not a %s", e.Kind())
	}
	for _, name := range m.use.keys {
		v, _ := e.Get(name)
		switch k := v.Kind(); {
		case v.IsScalar():
		case k != model.Absent && k != model.Null:
			return newFault(InvalidMergeKey, RuleKeyedOriginal, "merge key %q is a %s, not a scalar", name, k).under(model.Field(name))
		case m.use.keyDefault(name).Kind() == model.Absent:
			return newFault(MissingMergeKey, RuleKeyedOriginal, "merge key %q is missing", name)
		}
	}
	return nil
}

// deleteValues takes the values of a delete list from the original (rule
// set-delete).
func (m *listMerge) deleteValues(del model.Value) {
	if del.Kind() == model.Absent {
		return
	}
	m.trace.note(RuleSetDelete)
	values := setOf(del)
	for i, e := range m.values {
		if e.IsScalar() && values.find(m.values[i:i+1]) >= 0 {
			m.delete(i)
		}
	}
}

// delete takes an element of the original out.
func (m *listMerge) delete(i int) {
	if m.owner[i] != gone {
		m.owner[i] = gone
		m.touched = append(m.touched, int32(i))
	}
}

func (m *listMerge) merge(elements []keyed) *fault {
	switch {
	case len(elements) == 0:
		return nil
	case len(m.use.keys) == 0:
		m.mergeSet(elements)
		return nil
	default:
		return m.mergeKeyed(elements)
	}
}

// mergeSet deduplicates both lists, the first one kept, and adds what is new
// (rule set-merge).
func (m *listMerge) mergeSet(elements []keyed) {
	m.trace.note(RuleSetMerge)
	seen := newIdentIndex(1, len(m.values)+len(elements))
	var at []int32 // for each value, which element it is
	for i, e := range m.values {
		if m.owner[i] == gone || !e.IsScalar() {
			continue
		}
		if seen.add(m.values[i:i+1]) < len(at) {
			m.delete(i)
			continue
		}
		at = append(at, int32(i))
	}
	for p, e := range elements {
		id := seen.add(e.keys)
		switch {
		case id == len(at):
			at = append(at, int32(len(m.values)))
			m.add(e.value, p)
		case int(at[id]) < m.count && m.owner[at[id]] == free:
			m.owner[at[id]] = int32(p)
			m.noteSpelling(e.keys[0], m.values[at[id]])
		}
	}
}

// add appends an element that the patch has at position p.
func (m *listMerge) add(e model.Value, p int) {
	m.values = append(m.values, e)
	m.addedAt = append(m.addedAt, int32(p))
}

// hasMarker reports whether a patch list has an element that is just
// "$patch: replace".
func hasMarker(list model.Value) bool {
	if list.Kind() != model.List || !list.HasDollar() {
		return false
	}
	for _, e := range list.Elements() {
		if isMarker(e) {
			return true
		}
	}
	return false
}

// replaceList takes the turn of a merging list whose patch list has a marker
// (rule list-replace).
func (a *applier) replaceList(u *use, original model.Value, t turn) (model.Value, *fault) {
	a.trace.note(RuleListReplace)
	written, f := a.shape(u, t.value, RuleListReplace)
	if f != nil {
		return model.Value{}, f
	}
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	result, f := a.evaluateList(u.shape.element, t.value, true)
	if f != nil || t.order.Kind() == model.Absent {
		return result, f
	}
	order, f := a.readOrder(u, t)
	if f == nil {
		f = order.admits(written)
	}
	if f != nil {
		return model.Value{}, f
	}
	m := newListMerge(a, u, result, model.Value{})
	return m.result(order, false)
}

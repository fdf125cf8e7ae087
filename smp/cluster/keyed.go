package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A keyedMerge merges a patch list into a keyed list. The deletions of the patch come first, and
// its other elements follow. The elements of the result have the order of the patch. For example,
// in a list keyed by name:
//
//	[{name: a}, {name: b, x: 1}]                               original
//	[{name: c}, {name: b, y: 2}, {name: a, $patch: delete}]    patch
//	[{name: c}, {name: b, x: 1, y: 2}]                         result
type keyedMerge struct {
	sorter
	elements []element // elements of the patch list
	values   []model.Value
	ids      []int32 // number of each value's key before the merge; negative if it has no usable key
	length   int     // length of the original; the values after it are added
	first    []int32 // for each key, the index of the first value that is not deleted, or -1
	deleted  []bool  // nil if no value is deleted
	changed  []bool  // whether the patch has added each value or merged into it; nil if there is no such value
}

// An element is an element of a patch list.
type element struct {
	value model.Value
	index int // index in the list
	op    syntax.Operation
	id    int32 // number of its key
}

// mergeKeyed merges a patch list into a keyed list (mergeSliceWithSpecialElements,
// mergeSliceWithoutSpecialElements).
func (c *call) mergeKeyed(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	if result, f, ok := c.fastKeyed(s, original, t); ok {
		return result, f
	}
	replaces := replacesList(t.Value)
	if replaces {
		c.trace.note(smp.RuleListReplace)
	}
	m := &keyedMerge{sorter: c.newSorter(s, original, t, original.Len()+t.Value.Len()), length: original.Len()}
	if replaces {
		return m.replaced()
	}
	m.noteOriginal()
	f := m.read()
	if f == nil {
		f = c.checkOriginal(s, original)
	}
	if f != nil {
		return model.Value{}, f
	}
	m.readOriginal()
	if f := m.merge(); f != nil {
		return model.Value{}, f
	}
	if m.keepsPlaces() {
		return m.inPlace()
	}
	return m.arranged()
}

// replacesList reports whether a patch list replaces a keyed list. This is so if any element has
// $patch: replace (divergence element-replace-empties).
func replacesList(patch model.Value) bool {
	return patch.HasDollar() && slices.ContainsFunc(patch.AppendElements(nil), syntax.Replace.In)
}

// read checks the elements of the patch list.
func (m *keyedMerge) read() *fault {
	m.elements = make([]element, 0, m.patch.Value.Len())
	for i, v := range m.patch.Value.Elements() {
		op, f := m.readElement(m.by, v, smp.RuleKeyedMerge)
		if f != nil {
			return f.Under(model.Index(i))
		}
		m.elements = append(m.elements, element{value: v, index: i, op: op, id: m.numbers.Of(v)})
	}
	return nil
}

// readElement checks an element of the patch list. The key of an element may be null, and the key
// of a deletion may be any value (divergence any-key-accepted).
func (c *call) readElement(by *identity.Selection, e model.Value, rule smp.Rule) (syntax.Operation, *fault) {
	op, f := syntax.OperationOf(e)
	if f != nil {
		return op, f
	}
	if e.HasOwnDollar() {
		if _, ok := e.Get(syntax.PatchMergeKey); ok {
			c.trace.diverges(PatchMergeKeyUnknown)
		}
	}
	name := by.Names[0]
	switch key, _ := e.Get(name); {
	case key.IsScalar():
	case key.Type() == model.Absent:
		return op, newFault(smp.MissingMergeKey, rule, "missing merge key %q", name)
	case key.Type() == model.Null || op == syntax.Delete:
		c.trace.diverges(AnyKeyAccepted)
	default:
		return op, newFault(smp.InvalidMergeKey, rule, "merge key %q: expected a scalar, got %s", name, key.Type().Noun()).Under(model.Field(name))
	}
	return op, nil
}

// readOriginal sets values to the elements of the original, and determines which of them the patch
// deletes.
func (m *keyedMerge) readOriginal() {
	m.values = m.original.AppendElements(make([]model.Value, 0, m.length+len(m.elements)))
	m.ids = make([]int32, 0, m.length+len(m.elements))
	for _, v := range m.values {
		m.ids = append(m.ids, m.numbers.Of(v))
	}
	if len(m.elements) == 0 {
		return
	}
	m.first = make([]int32, m.numbers.Len())
	deletions := m.deletions()
	for id := range m.first {
		m.first[id] = -1
	}
	for i, id := range m.ids {
		switch {
		case id < 0:
		case deletions != nil && deletions[id].Type() != model.Absent:
			m.deleted[i] = true
			m.noteKeys(deletions[id], m.values[i])
		case m.first[id] < 0:
			m.first[id] = int32(i)
		}
	}
}

// deletions returns for each key the element of the patch that deletes it, or an absent value. It
// returns nil if the patch deletes nothing.
func (m *keyedMerge) deletions() (by []model.Value) {
	for _, e := range m.elements {
		if e.op != syntax.Delete {
			continue
		}
		if by == nil {
			by, m.deleted = make([]model.Value, len(m.first)), make([]bool, m.length)
		}
		m.noteDeletion(e.value)
		if e.id >= 0 && by[e.id].Type() == model.Absent {
			by[e.id] = e.value
		}
	}
	return by
}

// merge merges the elements of the patch list in order. Each element merges into the first value
// with the same key, or is added.
func (m *keyedMerge) merge() *fault {
	unclear := m.newAmbiguity()
	for i := range m.elements {
		e := &m.elements[i]
		if e.op == syntax.Delete {
			continue
		}
		at := int(m.first[e.id])
		if unclear != nil && at >= 0 {
			if f := m.checkAmbiguous(e, unclear.reason(e.value, m.values[at])); f != nil {
				return f
			}
		}
		if f := m.mergeElement(e, i, at); f != nil {
			return f
		}
		if at < 0 {
			at = len(m.values) - 1
			m.first[e.id] = int32(at)
		}
	}
	return nil
}

// mergeElement merges the patch element with index i into the value with index at. If at is
// negative, it adds the element.
func (m *keyedMerge) mergeElement(e *element, i, at int) *fault {
	if m.trace.on() {
		m.noteElement(e.value, at)
		m.trace.enter(m.step(e.value))
		defer m.trace.leave()
	}
	s := m.schema.Element()
	if isAtomicMap(s) {
		m.trace.diverges(ElementStrategyIgnored)
	}
	if at < 0 {
		result, f := m.copyOf(s, e.value, verbatim)
		if f != nil {
			return f.Under(model.Index(i))
		}
		m.markChanged(len(m.values))
		m.values, m.ids = append(m.values, result), append(m.ids, e.id)
		return nil
	}
	if m.changed != nil && m.changed[at] {
		defer m.inMade(m.original.At(at))() // absent if the patch has added the value
	}
	result, f := m.mergeMap(s, m.values[at], e.value, true)
	if f != nil {
		return f.UnderElement(at, i)
	}
	if !model.Same(result, m.values[at]) {
		m.values[at] = result
		m.markChanged(at)
	}
	return nil
}

// markChanged records that a value differs from the value of the original.
func (m *keyedMerge) markChanged(at int) {
	if m.changed == nil {
		m.changed = make([]bool, m.length+len(m.elements))
	}
	m.changed[at] = true
}

// arranged returns the merged list in the order that apimachinery gives it.
func (m *keyedMerge) arranged() (model.Value, *fault) {
	if !m.patch.HasOrderList() {
		m.noteNumbers()
	}
	ids := m.ids[:m.length]
	left := make([]model.Value, 0, len(m.values))
	for i, v := range m.values {
		if m.deleted == nil || i >= m.length || !m.deleted[i] {
			left = append(left, v)
		}
	}
	added := len(m.values) - m.length
	if f := m.deletable(ids); f != nil {
		return model.Value{}, f
	}
	before := m.leftBehind(ids, m.values[m.length:])
	as := mergedOrder{mergedIDs: before[:len(left)-added], originalIDs: before}
	for _, e := range m.elements {
		if e.op != syntax.Delete {
			as.patchIDs = append(as.patchIDs, e.id)
		}
	}
	return m.sortedList(left, as, added > 0)
}

// deletable rejects a deletion whose key is a map or list if the original also has such a key,
// because apimachinery panics in this case.
func (m *keyedMerge) deletable(ids []int32) *fault {
	var has map[int32]bool // numbers of the keys in the original
	for _, e := range m.elements {
		if e.op != syntax.Delete || e.id >= 0 {
			continue
		}
		if has == nil {
			has = map[int32]bool{}
			for _, id := range ids {
				has[id] = true
			}
		}
		if has[e.id] {
			return newFault(smp.InvalidMergeKey, smp.RuleKeyedDelete, "the merge key is not a scalar").Under(model.Index(e.index))
		}
		m.trace.diverges(AnyKeyAccepted)
	}
	return nil
}

// leftBehind returns the numbers of the keys in the memory of the original after the merge. They
// differ from ids if apimachinery deletes or adds elements, because it does this in place.
func (m *keyedMerge) leftBehind(ids []int32, added []model.Value) []int32 {
	var deleted []int32
	for _, e := range m.elements {
		if e.op == syntax.Delete {
			deleted = append(deleted, e.id)
		}
	}
	return apimachinery.Shifted(ids, deleted, m.numbers.All(added))
}

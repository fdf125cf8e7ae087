package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// fewElements is the length of the longest list for which the fast path is used.
const fewElements = 16

// A fastMerge is a fast path for the usual patch of a short keyed list, which changes elements and
// does not move them. For example, in a list with the keys a, b and c, it is used for patch lists
// with these keys:
//
//	[a, c]    in the order of the list, each key once
//	[a, c]    with the order list [a, b, c]
//
// It gives the same result as keyedMerge, which traced calls use. TestFastPaths compares the two
// results.
type fastMerge struct {
	*call
	element  smp.Schema
	name     string // name of the merge key
	original model.Value
	keys     [fewElements]string // keys of the elements in the original
	count    int                 // number of keys
	places   [fewElements]uint8  // indexes in the original of the elements of the patch
}

// fastKeyed merges a keyed list by the fast path. It reports false if the list or patch
// needs the general path.
func (c *call) fastKeyed(s smp.Schema, original model.Value, t syntax.Field) (_ model.Value, _ *fault, ok bool) {
	keys := s.Keys()
	if c.trace.on() || c.Strict || len(keys) != 1 || original.Len() > fewElements || t.Value.Len() == 0 {
		return model.Value{}, nil, false
	}
	m := fastMerge{call: c, element: s.Element(), name: keys[0], original: original}
	if !m.readKeys() || !m.findPlaces(t.Value) || t.HasOrderList() && !m.listsAll(t.Order) {
		return model.Value{}, nil, false
	}
	return m.merge(t.Value)
}

// readKeys reads the keys of the original. It reports false if a key is not a string or is a
// duplicate, or if the server would move an element because it contains $patch: delete.
func (m *fastMerge) readKeys() bool {
	for e, key := range m.original.Column(m.name) {
		if key.Type() != model.String || slices.Contains(m.keys[:m.count], key.Text()) || syntax.Delete.In(e) {
			return false
		}
		m.keys[m.count] = key.Text()
		m.count++
	}
	return true
}

// listsAll reports whether an order list has the keys of the original, in their order.
func (m *fastMerge) listsAll(order model.Value) bool {
	if order.Len() != m.count {
		return false
	}
	i := 0
	for _, key := range order.Column(m.name) {
		if !key.HasText(m.keys[i]) {
			return false
		}
		i++
	}
	return true
}

// findPlaces finds the elements of the patch list in the original. It reports false if an element
// is new, has $patch, or comes before the previous one in the original.
func (m *fastMerge) findPlaces(patch model.Value) bool {
	i, at := 0, -1
	for e, key := range patch.Column(m.name) {
		for at++; at < m.count && !key.HasText(m.keys[at]); at++ {
		}
		if _, directive := e.Get(syntax.Patch); directive || at >= m.count {
			return false
		}
		m.places[i] = uint8(at)
		i++
	}
	return true
}

// merge merges the elements of the patch list. It reports false if the key of an element changes,
// which requires a directive for the key.
func (m *fastMerge) merge(patch model.Value) (_ model.Value, _ *fault, ok bool) {
	var room [4]model.Element
	changes := room[:0]
	for i, e := range patch.Elements() {
		at := int(m.places[i])
		old := m.original.At(at)
		result, f := m.mergeMap(m.element, old, e, true)
		if f != nil {
			return model.Value{}, f.UnderElement(at, i), true
		}
		if now, _ := result.Get(m.name); e.HasOwnDollar() && !now.HasText(m.keys[at]) {
			return model.Value{}, nil, false
		}
		if !model.Same(result, old) {
			changes = append(changes, model.Element{Index: at, Value: result})
		}
	}
	if len(changes) == 0 {
		return m.original, nil, true
	}
	result, f := faults.Built(m.build.WithElements(m.original, changes))
	return result, f, true
}

package smp

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// inDialect puts a list together as the engine of the dialect will, where a patch
// merges it then. The patch orders modified's elements wherever it says anything
// of the list; where that engine puts the others is for it to say, so it is
// asked, with a patch that has but the keys of what is sent. It reports false
// where no patch merges the list.
func (x *listTarget) inDialect(byWant []mergedElement) (v model.Value, p *plan, ok bool) {
	listed := modifieds(byWant)
	arranged, ok := x.asAnswered(byWant, listed)
	if !ok {
		return model.Value{}, nil, false
	}
	v, p = x.listOf(arranged, listed)
	l := *x.listDiff
	l.differ, l.plan = x.listDiff.apart(), p
	before, after := l.identify(x.c.list), l.identify(v)
	return v, p, before.exact() && after.exact() || l.merges(before, after)
}

// merges reports whether a patch that replaces nothing turns one list into
// another, of which not all elements have identities of their own.
func (l *listDiff) merges(before, after *identified) bool {
	if len(l.node.keys) == 0 {
		_, f := l.cluster.setTurn(l, "list", before, after)
		return f == nil
	}
	_, ok, _ := l.mergesDuplicates("list", before, after)
	return ok
}

// asAnswered arranges the elements as the engine of the dialect does. It reports
// false where that answers otherwise, or not in modified's order.
func (x *listTarget) asAnswered(byWant []mergedElement, listed []model.Value) ([]mergedElement, bool) {
	t, f := x.skeleton(byWant, listed)
	if f != nil {
		return nil, false
	}
	list, f := (reading{dialect: x.listDiff.dialect}).clusterList(x.node, x.c.list, t)
	if f != nil {
		return nil, false
	}
	arranged, ok := x.asIn(list, byWant)
	return arranged, ok && isInOrder(arranged)
}

// skeleton returns what a patch says of a list, of elements only the keys.
// elements are in modified's order, listed are those that the order list lists.
func (x *listTarget) skeleton(elements []mergedElement, listed []model.Value) (fieldPatch, *fault) {
	t := fieldPatch{name: "list"} // no matter which
	var sent, gone []model.Value
	stays := make([]bool, len(x.c.values))
	kept := x.listDiff.by.newIndex(0) // values of a set that stay, of which duplicates go by themselves
	for _, e := range elements {
		if at := e.at(); at >= 0 {
			stays[at] = true
			if len(x.node.keys) == 0 && e.value.IsScalar() {
				kept.add([]model.Value{e.value})
			}
		}
		if !e.sent {
			continue
		}
		k, f := x.identityOf(e.value, false)
		if f != nil {
			return t, f
		}
		sent = append(sent, k)
	}
	fewer := x.fewer(elements)
	for i, e := range x.c.values {
		if stays[i] || kept.len() > 0 && kept.find([]model.Value{e}) >= 0 || !fewer(e) {
			continue
		}
		k, f := x.identityOf(e, true)
		if f != nil {
			return t, f
		}
		gone = append(gone, k)
	}
	var f *fault
	if len(x.node.keys) > 0 {
		sent = append(sent, gone...)
	} else if len(gone) > 0 {
		t.del, f = built(model.NewList(gone...))
	}
	if f == nil && len(sent) > 0 {
		t.value, f = built(model.NewList(sent...))
	}
	if f == nil && len(listed) > 0 {
		t.order, f = x.orderOf(listed)
	}
	return t, f
}

// fewer returns what reports whether current has more elements with the identity of
// one of its elements than are to be there. Otherwise none of these is deleted:
// what replaces it merges with it.
func (x *listTarget) fewer(elements []mergedElement) func(e model.Value) bool {
	if len(x.node.keys) == 0 {
		return func(model.Value) bool { return true }
	}
	index := x.listDiff.by.newIndex(len(x.c.values))
	var more []int // of each identity, how many more there are in current
	count := func(e model.Value, n int) {
		if keys, ok := x.listDiff.by.keysOf(nil, e); ok {
			id := index.add(keys)
			if id == len(more) {
				more = append(more, 0)
			}
			more[id] += n
		}
	}
	for _, e := range x.c.values {
		count(e, 1)
	}
	for _, e := range elements {
		count(e.value, -1)
	}
	return func(e model.Value) bool {
		keys, ok := x.listDiff.by.keysOf(nil, e)
		return !ok || more[index.find(keys)] > 0
	}
}

// identityOf returns the keys of an element as a patch has them; of a set, the
// value.
func (x *listTarget) identityOf(e model.Value, deletion bool) (model.Value, *fault) {
	if len(x.node.keys) == 0 {
		return e, nil
	}
	return x.keysOnly(e, deletion)
}

// asIn arranges elements as a list with the same identities has them. It
// reports false if they are not the same.
func (x *listTarget) asIn(list model.Value, elements []mergedElement) ([]mergedElement, bool) {
	index := x.listDiff.by.newIndex(len(elements))
	var queues [][]mergedElement
	for _, e := range elements {
		keys, ok := x.listDiff.by.keysOf(nil, e.value)
		if !ok {
			return nil, false
		}
		id := index.add(keys)
		if id == len(queues) {
			queues = append(queues, nil)
		}
		queues[id] = append(queues[id], e)
	}
	for _, queue := range queues { // which that engine leaves in current's order
		slices.SortStableFunc(queue, func(a, b mergedElement) int { return cmp.Compare(uint(a.at()), uint(b.at())) })
	}
	arranged := make([]mergedElement, 0, len(elements))
	for _, e := range list.Elements() {
		keys, ok := x.listDiff.by.keysOf(nil, e)
		if !ok {
			return nil, false
		}
		id := index.find(keys)
		if id < 0 || len(queues[id]) == 0 {
			return nil, false
		}
		arranged = append(arranged, queues[id][0])
		queues[id] = queues[id][1:]
	}
	return arranged, len(arranged) == len(elements)
}

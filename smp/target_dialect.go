package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// inDialect puts a list together as the engine of the dialect will. The patch
// orders modified's elements wherever it says anything of the list; where that
// engine puts the others is for it to say, so it is asked, with a patch that
// has but the keys of what is sent.
func (x *listTarget) inDialect(out []outcome, left bool) model.Value {
	if !left && inOrder(out) && !slices.ContainsFunc(out, func(e outcome) bool { return e.sent }) {
		return x.c.list
	}
	byWant := slices.Clone(out)
	slices.SortStableFunc(byWant, func(a, b outcome) int { return a.want - b.want })
	listed := modifieds(byWant)
	arranged, ok := x.asAnswered(byWant, listed)
	if !ok {
		arranged = byWant
	}
	v := x.listOf(arranged)
	x.orders[v] = listed
	return v
}

// twinsInDialect puts a list together of which identities do not tell the
// elements apart, as the engine of the dialect will, where a patch merges it
// then. It reports false where none does.
func (x *listTarget) twinsInDialect(byWant []outcome) (model.Value, bool) {
	if x.listDiff.dialect == Documented {
		return model.Value{}, false
	}
	listed := modifieds(byWant)
	arranged, ok := x.asAnswered(byWant, listed)
	if !ok {
		return model.Value{}, false
	}
	v := x.listOf(arranged)
	x.orders[v] = listed
	l := *x.listDiff
	l.differ = x.listDiff.apart()
	l.differ.target = x.target
	return v, l.merges(l.identify(x.c.list), l.identify(v))
}

// modifieds returns the elements that modified has, without further twins that
// current has of them.
func modifieds(byWant []outcome) []model.Value {
	var values []model.Value
	last := -1
	for _, e := range byWant {
		if e.want > last {
			values = append(values, e.value)
			last = e.want
		}
	}
	return values
}

// asAnswered arranges the elements as the engine of the dialect does. It reports
// false where that answers otherwise, or not in modified's order.
func (x *listTarget) asAnswered(byWant []outcome, listed []model.Value) ([]outcome, bool) {
	t, f := x.skeleton(byWant, listed)
	if f != nil {
		return nil, false
	}
	m := mapMerge{applier: &applier{dialect: x.listDiff.dialect}}
	list, f := m.inDialect(x.use, x.c.list, t)
	if f != nil {
		return nil, false
	}
	arranged, ok := x.asIn(list, byWant)
	return arranged, ok && inOrder(arranged)
}

// skeleton returns what a patch says of a list, of elements only the keys.
// elements are in modified's order, listed are those that the order list lists.
func (x *listTarget) skeleton(elements []outcome, listed []model.Value) (turn, *fault) {
	t := turn{name: "list"} // no matter which
	var sent, gone []model.Value
	stays := make([]bool, len(x.c.values))
	kept := x.by.newIndex(0) // values of a set that stay, of which twins go by themselves
	for _, e := range elements {
		if e.at >= 0 {
			stays[e.at] = true
			if len(x.use.keys) == 0 && e.value.IsScalar() {
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
	for i, e := range x.c.values {
		if stays[i] || kept.len() > 0 && kept.find([]model.Value{e}) >= 0 {
			continue
		}
		k, f := x.identityOf(e, true)
		if f != nil {
			return t, f
		}
		gone = append(gone, k)
	}
	var f *fault
	if len(x.use.keys) > 0 {
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

// identityOf returns the keys of an element as a patch has them; of a set, the
// value.
func (x *listTarget) identityOf(e model.Value, deletion bool) (model.Value, *fault) {
	if len(x.use.keys) == 0 {
		return e, nil
	}
	return x.keysOnly(e, deletion)
}

// asIn arranges elements as a list with the same identities has them. It
// reports false if they are not the same.
func (x *listTarget) asIn(list model.Value, elements []outcome) ([]outcome, bool) {
	index := x.by.newIndex(len(elements))
	var queues [][]outcome
	for _, e := range elements {
		keys, ok := x.by.keysOf(nil, e.value)
		if !ok {
			return nil, false
		}
		id := index.add(keys)
		if id == len(queues) {
			queues = append(queues, nil)
		}
		queues[id] = append(queues[id], e)
	}
	arranged := make([]outcome, 0, len(elements))
	for _, e := range list.Elements() {
		keys, ok := x.by.keysOf(nil, e)
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

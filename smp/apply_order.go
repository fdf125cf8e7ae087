package smp

import (
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// all yields the elements that are left, each with its owner: those of the
// original in its order, then those that the patch adds.
func (m *listMerge) all() iter.Seq2[model.Value, int32] {
	return func(yield func(model.Value, int32) bool) {
		next := 0
		for i, e := range m.base.Elements() {
			owner := int32(free)
			if next < m.found && int(m.items[next].at) == i {
				e, owner = m.items[next].value, m.items[next].owner
				next++
			}
			if owner != gone && !yield(e, owner) {
				return
			}
		}
		for _, e := range m.items[m.found:] {
			if !yield(e.value, e.owner) {
				return
			}
		}
	}
}

// result puts the list together, in the order that the order list says or that
// rule order-default gives. patched says that the patch list has elements.
func (m *listMerge) result(order *orderList, patched bool) (model.Value, *fault) {
	switch {
	case order != nil:
		if places := order.places(m); !slices.IsSorted(places) {
			return m.arranged(byPlace(places, order.length))
		}
	case patched:
		m.trace.note(RuleOrderDefault)
		if !m.keepsOrder() {
			var owners []int32
			for _, owner := range m.all() {
				owners = append(owners, owner)
			}
			return m.arranged(defaultOrder(owners, len(owners)-(len(m.items)-m.found)))
		}
	}
	return m.inPlace()
}

// inPlace returns the list whose elements keep their order, new ones last: an
// edit of the original list.
func (m *listMerge) inPlace() (model.Value, *fault) {
	var room [shortList]model.Element
	changes := room[:0]
	for _, e := range m.items[:m.found] {
		switch {
		case e.owner == gone:
			changes = append(changes, model.Element{Index: int(e.at)})
		case e.changed:
			changes = append(changes, model.Element{Index: int(e.at), Value: e.value})
		}
	}
	var added []model.Value
	for _, e := range m.items[m.found:] {
		added = append(added, e.value)
	}
	switch {
	case m.base.Kind() == model.Absent:
		return built(m.builder().List(added...))
	case len(changes)+len(added) == 0:
		return m.base, nil
	default:
		return built(m.builder().WithElements(m.base, changes, added...))
	}
}

// arranged returns the list of the elements in another order, which is a
// permutation of their numbers.
func (m *listMerge) arranged(order []int32) (model.Value, *fault) {
	values := make([]model.Value, 0, len(order))
	for e := range m.all() {
		values = append(values, e)
	}
	return built(m.builder().List(permuted(values, order)...))
}

// permuted returns the values at some indexes.
func permuted[T any](values []T, order []int32) []T {
	out := make([]T, len(order))
	for i, n := range order {
		out[i] = values[n]
	}
	return out
}

// byPlace returns the numbers of the elements sorted by place, those without
// one first, those that share one in their order. It counts instead of
// comparing, because places are few.
func byPlace(places []int32, length int) []int32 {
	starts := make([]int32, length+2)
	for _, place := range places {
		starts[place+1]++
	}
	total := int32(0)
	for i, n := range starts {
		starts[i] = total
		total += n
	}
	order := make([]int32, len(places))
	for i, place := range places {
		order[starts[place+1]] = int32(i)
		starts[place+1]++
	}
	return order
}

// keepsOrder reports whether rule order-default leaves all elements where they
// are: the patch names those of the original in their order, and what it adds
// comes after them.
func (m *listMerge) keepsOrder() bool {
	last := int32(free)
	for i := range m.items {
		p := m.items[i].owner
		switch {
		case p < 0:
		case p < last:
			return false
		default:
			last = p
		}
	}
	return true
}

// defaultOrder returns the numbers of elements in the order of rule order-default: before
// each that both lists have come those that only the original has and that stand before
// it there, then the new ones that stand before it in the patch. The first so many are
// the original's, in its order, the others those that the patch adds, in its order.
// places are those of all in the patch list, free where it has none.
func defaultOrder(places []int32, added int) []int32 {
	var common, only []int32
	for n, place := range places[:added] {
		if place == free {
			only = append(only, int32(n))
		} else {
			common = append(common, int32(n))
		}
	}
	slices.SortStableFunc(common, func(i, j int32) int { return int(places[i]) - int(places[j]) })
	order := make([]int32, 0, len(places))
	for _, n := range common {
		for len(only) > 0 && only[0] < n {
			order, only = append(order, only[0]), only[1:]
		}
		for added < len(places) && places[added] < places[n] {
			order = append(order, int32(added))
			added++
		}
		order = append(order, n)
	}
	order = append(order, only...)
	for ; added < len(places); added++ {
		order = append(order, int32(added))
	}
	return order
}

// ordersAlike is the short way for the usual order list, which has all elements
// as they stand, as a client sends it that changed some of them: it reports
// whether the order list is right and has nothing to do. Elements that are added
// are for the long way; so is what is to be told.
func (m *listMerge) ordersAlike(t fieldPatch, elements []patchElement) bool {
	by := m.reader.standard
	if m.verbose || len(by.Names) != 1 || len(m.items) > m.found {
		return false
	}
	if t.order.HasDollar() || !model.SameColumn(m.base, t.order, by.Names[0]) {
		return false
	}
	for p := range elements {
		if e := &elements[p]; e.op != deleteOperation && e.by != by {
			return false
		}
	}
	// What an element is listed as, the first of its duplicates is.
	last := int32(0)
	for p := range elements {
		if elements[p].op == deleteOperation {
			continue
		}
		which, _ := m.fixed.match(p)
		at := m.items[which].at
		if at < last {
			return false
		}
		last = at
	}
	return true
}

// places returns for each element of the list, in order, its place in the order
// list: a key listed several times places its elements one by one, and the last
// listing takes the rest.
func (o *orderList) places(m *listMerge) []int32 {
	var taken map[int32]int
	if o.more != nil {
		taken = map[int32]int{}
	}
	places := make([]int32, 0, m.base.Len()+len(m.items)-m.found)
	for e := range m.all() {
		places = append(places, o.nextEntry(e, taken))
	}
	return places
}

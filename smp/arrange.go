package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

func (m *listMerge) isGone(i int) bool { return i < m.count && m.owner[i] == gone }

// result puts the list together, in the order that the order list says or that
// rule order-default gives. patched says that the patch list has elements.
func (m *listMerge) result(order *orderList, patched bool) (model.Value, *fault) {
	switch {
	case order != nil:
		places := order.places(m)
		if !sorted(m, places) {
			return m.arranged(byPlace(m, places, order.length))
		}
	case patched:
		m.trace.note(RuleOrderDefault)
		if !m.keepsOrder() {
			return m.arranged(m.defaultOrder())
		}
	}
	return m.inPlace()
}

// inPlace returns the list whose elements keep their order, new ones last: an
// edit of the original list.
func (m *listMerge) inPlace() (model.Value, *fault) {
	if m.base.Kind() == model.Absent {
		return built(model.NewList(m.values...))
	}
	slices.Sort(m.touched)
	touched := slices.Compact(m.touched)
	if len(touched) == 0 && len(m.values) == m.count {
		return m.base, nil
	}
	changes := make([]model.Element, len(touched))
	for n, i := range touched {
		changes[n].Index = int(i)
		if m.owner[i] != gone {
			changes[n].Value = m.values[i]
		}
	}
	return built(m.base.WithElements(changes, m.values[m.count:]...))
}

// arranged returns the list of the numbered elements.
func (m *listMerge) arranged(numbers []int32) (model.Value, *fault) {
	values := make([]model.Value, len(numbers))
	for i, n := range numbers {
		values[i] = m.values[n]
	}
	return built(model.NewList(values...))
}

// sorted reports whether the elements stand in the order of their places.
func sorted(m *listMerge, places []int32) bool {
	last := int32(unlisted)
	for i, place := range places {
		if m.isGone(i) {
			continue
		}
		if place < last {
			return false
		}
		last = place
	}
	return true
}

// byPlace sorts the elements by place, those without one first, and keeps the
// order of those that share one. It counts, because the places are few.
func byPlace(m *listMerge, places []int32, length int) []int32 {
	starts := make([]int32, length+2)
	total := 0
	for i, place := range places {
		if !m.isGone(i) {
			starts[place+2]++
			total++
		}
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	out := make([]int32, total)
	for i, place := range places {
		if !m.isGone(i) {
			out[starts[place+1]] = int32(i)
			starts[place+1]++
		}
	}
	return out
}

// keepsOrder reports whether rule order-default leaves all elements where they
// are: the patch names those of the original in their order, and what it adds
// comes after them.
func (m *listMerge) keepsOrder() bool {
	last := int32(free)
	for _, p := range m.owner {
		switch {
		case p < 0:
		case p < last:
			return false
		default:
			last = p
		}
	}
	for _, p := range m.addedAt {
		if p < last {
			return false
		}
	}
	return true
}

// defaultOrder is the algorithm of rule order-default: before each element that
// both have come the original-only ones that stand before it in the original,
// then the new ones that stand before it in the patch.
func (m *listMerge) defaultOrder() []int32 {
	common := byOwner(m.owner)
	out := make([]int32, 0, len(m.values))
	var next, added int // of the original-only elements, of the added ones
	take := func(limit int) {
		for ; next < limit; next++ {
			if m.owner[next] == free {
				out = append(out, int32(next))
			}
		}
	}
	for _, i := range common {
		take(int(i))
		for ; added < len(m.addedAt) && m.addedAt[added] < m.owner[i]; added++ {
			out = append(out, int32(m.count+added))
		}
		out = append(out, i)
	}
	take(m.count)
	for ; added < len(m.addedAt); added++ {
		out = append(out, int32(m.count+added))
	}
	return out
}

// byOwner returns the elements of the original that the patch has too, by patch
// position, twins in their order.
func byOwner(owner []int32) []int32 {
	var common []int32
	for i, p := range owner {
		if p >= 0 {
			common = append(common, int32(i))
		}
	}
	slices.SortStableFunc(common, func(i, j int32) int { return int(owner[i]) - int(owner[j]) })
	return common
}

package threeway

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// arranged returns the list of the given elements. If Apply puts modified's elements into
// modified's order even without $setElementOrder, the list has the order that Apply gives. If not,
// the elements that only current has come first.
func (b *listBuilder) arranged(out []mergedElement) (model.Value, *Plan) {
	if b.isAsCurrent(out) {
		return b.current.List, nil
	}
	return b.inOrder(inModifiedOrder(out), out, out)
}

// inModifiedOrder returns the elements in modified's order, after the elements that only current
// has.
func inModifiedOrder(elements []mergedElement) []mergedElement {
	places, length := make([]int32, len(elements)), 0
	for i, e := range elements {
		places[i], length = int32(e.inModified), max(length, e.inModified+1)
	}
	return arrange.Permuted(elements, arrange.ByPlace(places, length))
}

// isAsCurrent reports whether the elements are the unchanged list of current, and modified's
// elements have modified's order in it.
func (b *listBuilder) isAsCurrent(out []mergedElement) bool {
	return b.current.List.Type() == model.List && len(out) == len(b.current.Values) && isInOrder(out) &&
		!slices.ContainsFunc(out, func(e mergedElement) bool { return e.sent })
}

// inOrder returns the list of the target and its plan. All arguments that are not nil hold the same
// elements. If Apply puts modified's elements into modified's order without an order list, the list
// is forDefaultOrder, which is in current's order, in the order that Apply gives. If not, or if
// forDefaultOrder is nil, the list is modifiedOrder, and the patch contains $setElementOrder.
// currentOrder, which may be nil, is an order without moves. Only inOrderForJudge uses it, which
// implements inOrder for a judge.
func (b *listBuilder) inOrder(modifiedOrder, forDefaultOrder, currentOrder []mergedElement) (model.Value, *Plan) {
	if b.current.List.Type() != model.List {
		return b.listOf(modifiedOrder, nil)
	}
	if b.target.judge != nil {
		return b.inOrderForJudge(modifiedOrder, forDefaultOrder, currentOrder)
	}
	if ordered, ok := b.inDefaultOrder(forDefaultOrder); ok {
		return b.listOf(ordered, nil)
	}
	return b.listOf(modifiedOrder, valuesOfModified(modifiedOrder))
}

// groupDuplicates moves elements that only current has next to modified's elements with the same
// identity. Such an element comes directly after the last of them that is new or precedes it in
// current, or else directly before the first of them. modifiedOrder begins with the elements that
// only current has. If keepOrder is false, the other ones of these elements stay there. If it is
// true, elements that only current has keep their order among themselves as far as possible, and
// those with the same identity are next to each other.
func (b *listBuilder) groupDuplicates(by *identity.Selection, modifiedOrder []mergedElement, keepOrder bool) []mergedElement {
	groups, count := b.groupsOf(by, modifiedOrder)
	g := grouping{groups: groups, first: noElements(count), last: noElements(count), others: noElements(count), keepOrder: keepOrder, least: front}
	inCurrent := make([]int, len(modifiedOrder))
	for i, e := range modifiedOrder {
		if group := groups[i]; e.inModified >= 0 && g.first[group] == none {
			g.first[group] = i
		}
		inCurrent[i] = i
	}
	slices.SortStableFunc(inCurrent, func(i, j int) int { return cmp.Compare(modifiedOrder[i].at(), modifiedOrder[j].at()) })
	g.places = make([]place, len(modifiedOrder))
	for _, i := range inCurrent {
		if modifiedOrder[i].inModified >= 0 {
			g.last[groups[i]] = max(g.last[groups[i]], i)
			g.places[i] = place{i, 2*i + 1, i}
		} else {
			g.places[i] = g.placeOfOther(i)
		}
	}
	slices.SortFunc(g.places, func(v, w place) int { return cmp.Or(v.at-w.at, v.leader-w.leader, v.element-w.element) })
	out := make([]mergedElement, len(modifiedOrder))
	for n, p := range g.places {
		out[n] = modifiedOrder[p.element]
	}
	return out
}

const none = -1 // no element

// front is the place before all elements of modified.
const front = -1

func noElements(n int) []int { return slices.Repeat([]int{none}, n) }

// A place is the place that an element moves to. Element i of modified stays at 2*i+1, so other elements have
// even places. If several elements have one place, those with the same leader are next to each other.
type place struct{ element, at, leader int }

// A grouping finds the places of elements that only current has. They are visited in current's order.
type grouping struct {
	groups      []int32 // by element
	first, last []int   // by group: modified's first element, and the last one that was visited
	others      []int   // by group without elements of modified: its first element, for keepOrder
	keepOrder   bool
	least       int     // with keepOrder, the place of an element whose group has none
	places      []place // by element
}

// placeOfOther returns the place of element i, which only current has.
func (g *grouping) placeOfOther(i int) place {
	group, at := g.groups[i], front
	switch {
	case g.last[group] != none:
		at = 2*g.last[group] + 2
	case g.first[group] != none:
		at = 2 * g.first[group]
	case g.keepOrder && g.others[group] != none:
		leader := g.others[group]
		return place{i, g.places[leader].at, leader}
	case g.keepOrder:
		at, g.others[group] = g.least, i
	}
	g.least = max(g.least, at)
	return place{i, at, i}
}

// groupsOf returns the group of each element, and the number of groups. Elements with the same
// identity, and equal elements without identity, are in one group.
func (b *listBuilder) groupsOf(by *identity.Selection, elements []mergedElement) (groups []int32, count int) {
	list, _ := b.listOf(elements, nil)
	pairing := b.pairing(b.target.memory.numbered.Numbered(by, list))
	return pairing.Groups, pairing.Len()
}

// areGrouped reports whether elements with the same identity are next to each other.
func (b *listBuilder) areGrouped(by *identity.Selection, elements []mergedElement) bool {
	list, _ := b.listOf(elements, nil)
	ids := b.target.memory.numbered.Numbered(by, list)
	for i, id := range ids.IDs {
		if id >= 0 && int(ids.First[id]) < i && ids.IDs[i-1] != id {
			return false
		}
	}
	return true
}

// isInOrder reports whether modified's elements have modified's order.
func isInOrder(out []mergedElement) bool {
	last := -1
	most := 0
	for _, e := range out {
		most = max(most, e.inModified)
	}
	seen := make([]bool, most+1)
	for _, e := range out {
		if e.inModified < 0 || e.foreign || seen[e.inModified] {
			continue
		}
		if e.inModified < last {
			return false
		}
		last, seen[e.inModified] = e.inModified, true
	}
	return true
}

// inDefaultOrder returns the elements in the order that rule order-default gives for a patch list
// with the sent elements in modified's order. It reports whether the target may have this order:
// modified's elements must have modified's order in it. A duplicate that others have added must not
// move in front of an element of modified with its keys, because the next merge could take the one
// for the other. If out is nil, it reports false.
func (b *listBuilder) inDefaultOrder(out []mergedElement) (ordered []mergedElement, ok bool) {
	if out == nil {
		return nil, false
	}
	sent := make([]bool, len(b.modified.Values)+1) // by index in modified, plus one
	for _, e := range out {
		sent[e.inModified+1] = sent[e.inModified+1] || e.sent
	}
	places, kept := make([]int32, len(out)), 0
	for i, e := range out {
		if places[i] = arrange.NoPlace; e.inModified >= 0 && sent[e.inModified+1] {
			places[i] = int32(e.inModified)
		}
		if e.at() >= 0 {
			kept++
		}
	}
	ordered = arrange.Permuted(out, arrange.Default(places, kept))
	return ordered, isInOrder(ordered) && !b.movesDuplicates(ordered)
}

// movesDuplicates reports whether an element that only current has precedes an element of modified
// with the same keys that precedes it in current.
func (b *listBuilder) movesDuplicates(ordered []mergedElement) bool {
	if b.modified.Exact() && b.current.Exact() {
		return false
	}
	groups, count := b.groupsOf(b.by, ordered)
	last := slices.Repeat([]int{-1}, count) // the greatest index in current of the elements of each group that only current has
	for i, e := range ordered {
		switch g := groups[i]; {
		case e.inModified < 0 || e.foreign:
			last[g] = max(last[g], e.at())
		case e.at() < last[g]:
			return true
		}
	}
	return false
}

// listOf returns a list of the elements, and its plan. The patch has the values of order in
// $setElementOrder.
func (b *listBuilder) listOf(out []mergedElement, order []model.Value) (model.Value, *Plan) {
	values, elements := make([]model.Value, len(out)), make([]elementPlan, len(out))
	for i, e := range out {
		values[i], elements[i] = e.value, e.elementPlan
	}
	return b.target.built(b.target.values.List(values...)), &Plan{elements: elements, Order: order}
}

// valuesOfModified returns the values of modified's elements, without repetitions.
func valuesOfModified(modifiedOrder []mergedElement) []model.Value {
	var values []model.Value
	last := -1
	for _, e := range modifiedOrder {
		if e.inModified > last {
			values = append(values, e.value)
			last = e.inModified
		}
	}
	return values
}

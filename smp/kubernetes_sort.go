package smp

import (
	"slices"
	"sort"

	"github.com/strategicpatch/smp/model"
)

// An arrangement sorts a merged list as the shipped engine does: the elements
// that another list has by that list, the rest by the original, and then the two
// interleaved.
type arrangement struct {
	*applier
	sequencer *sequencer
	values    []model.Value
	ids       []int32
	by        []int32 // the list to sort by: the patch list or an order list
	server    []int32 // the original
	// interleaved decides where the elements of by go among the rest.
	interleaved interleaving
}

// An interleaving is where elements that the list has to sort by go among those
// that only the original has.
type interleaving uint8

const (
	// newFirst compares places in the original; what is new there goes first.
	newFirst interleaving = iota
	// newBeforeNext is rule order-default: what is new goes before the next
	// element that the original has.
	newBeforeNext
)

// result returns the values in their new order.
func (p *arrangement) result() ([]model.Value, *fault) {
	byFirst, own := p.sequencer.firsts(p.by), p.ownPlaces()
	var listed, others []int32 // indexes of values
	for i, id := range p.ids {
		if id >= 0 && byFirst[id] >= 0 {
			listed = append(listed, int32(i))
		} else {
			others = append(others, int32(i))
		}
	}
	if f := p.comparable(others, len(listed)); f != nil {
		return nil, f
	}
	listed = p.sorted(listed, func(i int32) int32 { return byFirst[p.ids[i]] })
	others = p.sorted(others, func(i int32) int32 { return own[i] })
	places := p.places(listed, own)
	out := make([]model.Value, 0, len(p.values))
	for len(listed) > 0 && len(others) > 0 {
		if at := own[others[0]]; at >= 0 && at < places[0] {
			out, others = append(out, p.values[others[0]]), others[1:]
		} else {
			out, listed, places = append(out, p.values[listed[0]]), listed[1:], places[1:]
		}
	}
	for _, i := range append(listed, others...) {
		out = append(out, p.values[i])
	}
	return out, nil
}

// ownPlaces returns for each value its place in the original: that of the first
// of its duplicates, or where duplicates are not grouped its own.
func (p *arrangement) ownPlaces() []int32 {
	serverFirst := p.sequencer.firsts(p.server)
	own := make([]int32, len(p.ids))
	for i, id := range p.ids {
		own[i] = placeIn(serverFirst, id)
	}
	if p.dialect.Has(TwinsGrouped) {
		return own
	}
	places := map[int32][]int32{}
	for i, id := range p.server {
		places[id] = append(places[id], int32(i))
	}
	for i, id := range p.ids {
		if at := places[id]; id >= 0 && len(at) > 0 {
			own[i], places[id] = at[0], at[1:]
		}
	}
	return own
}

// placeIn returns where a list first has the identity, -1 where it has not.
func placeIn(first []int32, id int32) int32 {
	if id < 0 {
		return -1
	}
	return first[id]
}

// comparable rejects keys that are maps or lists where they meet another: the
// shipped engine panics. A key meets those in by, and where there is anything to
// sort or to interleave, those in the original.
func (p *arrangement) comparable(others []int32, listed int) *fault {
	for _, i := range others {
		id := p.ids[i]
		if id != mapKeyed && id != listKeyed {
			continue
		}
		meets := slices.Contains(p.by, id) || (len(others) > 1 || listed > 0) && slices.Contains(p.server, id)
		if meets {
			return newFault(InvalidMergeKey, RuleKeyedOriginal, "an element has a merge key that is no scalar")
		}
	}
	return nil
}

// sorted sorts elements by their places in a list, negative for what it lacks,
// and puts those last that hold $patch: delete.
func (p *arrangement) sorted(elements []int32, place func(i int32) int32) []int32 {
	var last []int32
	if p.dialect.Has(DirectiveElementsLast) {
		kept := elements[:0:0]
		for _, i := range elements {
			if holdsDelete(p.values[i]) {
				last = append(last, i)
			} else {
				kept = append(kept, i)
			}
		}
		elements = kept
	}
	if len(last) > 0 {
		p.trace.noteDivergence(DirectiveElementsLast)
	}
	if p.dialect.Has(TwinsGrouped) && p.trace.on() && p.scattered(elements) {
		p.trace.noteDivergence(TwinsGrouped)
	}
	before := func(i, j int32) bool { return place(i) < place(j) }
	found := true
	for _, i := range elements {
		found = found && place(i) >= 0
	}
	if !found && p.diverges(OrderComparator) {
		before = flawed(place)
	}
	sort.SliceStable(elements, func(i, j int) bool { return before(elements[i], elements[j]) })
	return append(elements, last...)
}

// scattered reports whether other elements of the list stand between duplicates.
func (p *arrangement) scattered(elements []int32) bool {
	last := map[int32]int32{}
	for _, i := range elements {
		if before, ok := last[p.ids[i]]; ok && i-before > 1 {
			return true
		}
		last[p.ids[i]] = i
	}
	return false
}

// flawed is the comparison of the shipped engine, which is no order: an element
// that the list lacks comes before every other (divergence order-comparator).
func flawed(place func(i int32) int32) func(i, j int32) bool {
	return func(i, j int32) bool {
		a, b := place(i), place(j)
		return a < 0 || b < 0 || a < b
	}
}

// holdsDelete reports whether an element holds $patch: delete.
func holdsDelete(e model.Value) bool {
	op, ok := e.Get(patchField)
	return ok && op.Text() == patchDelete && op.Kind() == model.String
}

// places returns for each listed element the place in the original that others
// must have to come before it.
func (p *arrangement) places(listed, own []int32) []int32 {
	places := make([]int32, len(listed))
	next := int32(len(p.server))
	for n := len(listed) - 1; n >= 0; n-- {
		place := own[listed[n]]
		if place >= 0 {
			next = place
		} else if p.interleaved == newBeforeNext {
			place = next
		}
		places[n] = place
	}
	return places
}

package smp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A pair is an element of modified or original and the element of current in
// which a server filled in the recommended keys that it lacks.
type pair struct {
	modified int // -1 when only original has it
	original int // -1 when modified has it
}

// paired finds the pairs, by their index in current. An element that equals
// one of current by all keys, or has a duplicate in modified, is not looked for. An
// element of original alone has no pair, and is unattributed, if several elements of
// current may be it, or if the one that it may be may be another one of these too.
func (x *listTarget) paired() (pairs map[int]pair, unattributed []int) {
	if x.node.identity == x.node.standard {
		return nil, nil
	}
	f := filler{listTarget: x, views: map[string]*identity.Table[similar]{}}
	pairs = map[int]pair{}
	duplicates := identity.DuplicatesOf(x.m)
	for i, e := range x.m.Values {
		if id := x.m.IDs[i]; id >= 0 && len(duplicates[id]) == 1 {
			if found := f.find(e); found != nil && !found.several {
				if _, taken := pairs[found.first]; !taken {
					pairs[found.first] = pair{modified: i, original: -1}
				}
			}
		}
	}
	f = filler{listTarget: x, alone: true, views: map[string]*identity.Table[similar]{}}
	var alone []int
	for i, e := range x.o.Values {
		if id := x.o.IDs[i]; id < 0 || int(x.o.First[id]) != i || x.m.Find(e) >= 0 {
			continue
		}
		if found := f.find(e); found != nil {
			found.meant = true
			alone = append(alone, i)
		}
	}
	meant := f.meant()
	for _, i := range alone {
		found := f.find(x.o.Values[i])
		if found.several || meant[found.first] > 1 {
			unattributed = append(unattributed, i)
		} else if _, taken := pairs[found.first]; !taken && x.m.Find(x.c.Values[found.first]) < 0 {
			pairs[found.first] = pair{modified: -1, original: i}
		}
	}
	return pairs, unattributed
}

// A filler finds the elements of current that others may have become. It keeps
// one view for each set of keys that elements have.
type filler struct {
	*listTarget
	alone      bool  // for elements that original has alone
	candidates []int // elements of current that original lacks, and modified if not alone
	views      map[string]*identity.Table[similar]
}

// similar are the candidates whose keys are the same, as far as an element has them.
type similar struct {
	first   int
	several bool
	meant   bool // an element of original alone may be one of them
}

// find returns the candidates whose keys equal all those that e has, nil for none
// and for an element of which current has all keys, or that lacks none.
func (f *filler) find(e model.Value) *similar {
	keys, ok := f.by.KeysOf(nil, e)
	if !ok || f.c.Index.Find(keys) >= 0 {
		return nil
	}
	var names []string
	var has []model.Value
	for i, v := range keys {
		if v.Kind() != model.Absent {
			names, has = append(names, f.by.Names[i]), append(has, v)
		}
	}
	if len(names) == len(keys) {
		return nil
	}
	return f.view(names).Known(has)
}

// view returns the candidates by some of their keys.
func (f *filler) view(names []string) *identity.Table[similar] {
	id := strings.Join(names, ",")
	if v, ok := f.views[id]; ok {
		return v
	}
	if f.candidates == nil {
		f.candidates = []int{}
		for i, e := range f.c.Values {
			if f.c.IDs[i] >= 0 && (f.alone || f.m.Find(e) < 0) && f.o.Find(e) < 0 {
				f.candidates = append(f.candidates, i)
			}
		}
	}
	v := identity.NewTable[similar](f.node.selection(names, nil), len(f.candidates))
	f.views[id] = v
	for _, i := range f.candidates {
		switch have, isNew := v.OfElement(f.c.Values[i]); {
		case isNew:
			have.first = i
		case have != nil:
			have.several = true
		}
	}
	return v
}

// meant returns, by candidate, how many elements of original alone it may be.
func (f *filler) meant() map[int]int {
	counts := map[int]int{}
	for _, v := range f.views {
		for _, i := range f.candidates {
			if have, _ := v.OfElement(f.c.Values[i]); have != nil && have.meant {
				counts[i]++
			}
		}
	}
	return counts
}

// arranged puts the list together, of current's elements and of new ones. The order
// is the one that Apply gives without $setElementOrder if modified's elements are in
// modified's order then; else what only current has comes first.
func (x *listTarget) arranged(out []mergedElement) (model.Value, *plan) {
	if x.isAsCurrent(out) {
		return x.c.List, nil
	}
	return x.inOrder(byModified(out), out, out)
}

// byModified returns elements in modified's order; what only current has comes first.
func byModified(elements []mergedElement) []mergedElement {
	places, length := make([]int32, len(elements)), 0
	for i, e := range elements {
		places[i], length = int32(e.modified), max(length, e.modified+1)
	}
	return arrange.Permuted(elements, arrange.ByPlace(places, length))
}

// isAsCurrent reports whether elements, in current's order as far as they are its, are
// current's list, with modified's in modified's order.
func (x *listTarget) isAsCurrent(out []mergedElement) bool {
	return x.c.List.Kind() == model.List && len(out) == len(x.c.Values) && isInOrder(out) &&
		!slices.ContainsFunc(out, func(e mergedElement) bool { return e.sent })
}

// inOrder puts together a list by number in modified: as Apply orders others, if that
// is modified's order too, else with $setElementOrder. A dialect has an order of its own,
// and may leave elements as they are in kept.
func (x *listTarget) inOrder(byWant, others, kept []mergedElement) (model.Value, *plan) {
	if x.c.List.Kind() != model.List {
		return x.listOf(byWant, nil)
	}
	if x.target.forCluster() {
		return x.inDialect(byWant, others, kept)
	}
	if ordered := x.byDefault(others); others != nil && isInOrder(ordered) {
		return x.listOf(ordered, nil)
	}
	return x.listOf(byWant, modifieds(byWant))
}

// sideBySide moves elements that only current has behind the last of modified's with
// the same identity, by which elements of modified find themselves first when the list
// is merged again. Others come first, those with one identity together.
func (x *listTarget) sideBySide(by *identity.Selection, byWant []mergedElement) []mergedElement {
	list, _ := x.listOf(byWant, nil)
	ids := by.Numbered(list)
	places := slices.Repeat([]int{-1}, len(ids.First)) // of an identity, by its last element of modified
	unnamed := map[uint64]int{}                        // of those without, by the hash of what they are
	for i, e := range byWant {
		if id := ids.IDs[i]; id >= 0 && e.modified >= 0 {
			places[id] = i
		} else if e.modified >= 0 {
			unnamed[nulls.Hash(x.asStored(e.value))] = i
		}
	}
	type placed struct{ element, place, first int }
	order := make([]placed, len(byWant))
	for i, e := range byWant {
		switch id := ids.IDs[i]; {
		case e.modified >= 0:
			order[i] = placed{i, i, -1}
		case id < 0:
			place, like := unnamed[nulls.Hash(x.asStored(e.value))]
			if !like {
				place = -1
			}
			order[i] = placed{i, place, i}
		default:
			order[i] = placed{i, places[id], int(ids.First[id])}
		}
	}
	slices.SortFunc(order, func(a, b placed) int { return cmp.Or(a.place-b.place, a.first-b.first, a.element-b.element) })
	out := make([]mergedElement, len(byWant))
	for n, p := range order {
		out[n] = byWant[p.element]
	}
	return out
}

// areSideBySide reports whether elements with the same identity stand next to one
// another.
func (x *listTarget) areSideBySide(by *identity.Selection, elements []mergedElement) bool {
	list, _ := x.listOf(elements, nil)
	ids := by.Numbered(list)
	for i, id := range ids.IDs {
		if id >= 0 && int(ids.First[id]) < i && ids.IDs[i-1] != id {
			return false
		}
	}
	return true
}

// isInOrder reports whether modified's elements are in modified's order.
func isInOrder(out []mergedElement) bool {
	last := -1
	most := 0
	for _, e := range out {
		most = max(most, e.modified)
	}
	seen := make([]bool, most+1)
	for _, e := range out {
		if e.modified < 0 || e.other || seen[e.modified] {
			continue
		}
		if e.modified < last {
			return false
		}
		last, seen[e.modified] = e.modified, true
	}
	return true
}

// byDefault arranges the elements, those that are added last, as rule order-default does
// for a patch list of those that are sent, in modified's order.
func (x *listTarget) byDefault(out []mergedElement) []mergedElement {
	sent := make([]bool, len(x.m.Values)+1) // by number in modified, plus one
	for _, e := range out {
		sent[e.modified+1] = sent[e.modified+1] || e.sent
	}
	places, kept := make([]int32, len(out)), 0
	for i, e := range out {
		if places[i] = ownerNone; e.modified >= 0 && sent[e.modified+1] {
			places[i] = int32(e.modified)
		}
		if e.at() >= 0 {
			kept++
		}
	}
	return arrange.Permuted(out, arrange.Default(places, kept))
}

// listOf returns a list of elements, for which $setElementOrder lists some.
func (x *listTarget) listOf(out []mergedElement, order []model.Value) (model.Value, *plan) {
	values, elements := make([]model.Value, len(out)), make([]elementPlan, len(out))
	for i, e := range out {
		values[i], elements[i] = e.value, e.elementPlan
	}
	return x.target.built(x.target.builder().List(values...)), &plan{elements: elements, order: order}
}

// modifieds returns the elements that modified has, without further duplicates
// that current has of them.
func modifieds(byWant []mergedElement) []model.Value {
	var values []model.Value
	last := -1
	for _, e := range byWant {
		if e.modified > last {
			values = append(values, e.value)
			last = e.modified
		}
	}
	return values
}

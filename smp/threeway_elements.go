package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/arrange"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// A pair is an element of modified or original and the element of current in
// which a server filled in the recommended keys that it lacks.
type pair struct {
	modified int // -1 when only original has it
	original int // -1 when modified has it
}

// paired finds the pairs, by their index in current. An element that equals
// one of current by all keys, or has a duplicate in modified, is not looked for.
func (x *listTarget) paired() map[int]pair {
	if x.node.identity == x.node.standard {
		return nil
	}
	f := filler{listTarget: x, views: map[string]*identity.Table[candidates]{}}
	pairs := map[int]pair{}
	look := func(e model.Value, p pair) {
		if at := f.find(e); at >= 0 {
			if _, taken := pairs[at]; !taken {
				pairs[at] = p
			}
		}
	}
	duplicates := identity.DuplicatesOf(x.m)
	for i, e := range x.m.Values {
		if id := x.m.IDs[i]; id >= 0 && len(duplicates[id]) == 1 {
			look(e, pair{modified: i, original: -1})
		}
	}
	for i, e := range x.o.Values {
		if x.m.Find(e) < 0 {
			look(e, pair{modified: -1, original: i})
		}
	}
	return pairs
}

// A filler finds the elements of current that others may have become. It keeps
// one view for each set of keys that elements have.
type filler struct {
	*listTarget
	candidates []int // elements of current that neither modified nor original has
	views      map[string]*identity.Table[candidates]
}

// candidates are those with the same keys: the first, and whether there are more.
type candidates struct {
	first   int
	several bool
}

// find returns the only candidate whose keys equal all those that e has, or -1.
func (f *filler) find(e model.Value) int {
	keys, ok := f.by.KeysOf(nil, e)
	if !ok || f.c.Index.Find(keys) >= 0 {
		return -1
	}
	var names []string
	var has []model.Value
	for i, v := range keys {
		if v.Kind() != model.Absent {
			names, has = append(names, f.by.Names[i]), append(has, v)
		}
	}
	if len(names) == len(keys) {
		return -1
	}
	found := f.view(names).Known(has)
	if found == nil || found.several {
		return -1
	}
	return found.first
}

// view returns the candidates by some of their keys.
func (f *filler) view(names []string) *identity.Table[candidates] {
	id := strings.Join(names, ",")
	if v, ok := f.views[id]; ok {
		return v
	}
	if f.candidates == nil {
		f.candidates = []int{}
		for i, e := range f.c.Values {
			if f.c.IDs[i] >= 0 && f.m.Find(e) < 0 && f.o.Find(e) < 0 {
				f.candidates = append(f.candidates, i)
			}
		}
	}
	v := identity.NewTable[candidates](f.node.selection(names, nil), len(f.candidates))
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

// arranged puts the list together, of current's elements and of new ones. The order
// is the one that Apply gives without $setElementOrder if modified's elements are in
// modified's order then; else what only current has comes first.
func (x *listTarget) arranged(out []mergedElement) (model.Value, *plan) {
	if x.c.List.Kind() == model.List && len(out) == len(x.c.Values) && isInOrder(out) && !slices.ContainsFunc(out, func(e mergedElement) bool { return e.sent }) {
		return x.c.List, nil
	}
	// What only current has counts as -1 and so comes first.
	byWant := slices.Clone(out)
	slices.SortStableFunc(byWant, func(a, b mergedElement) int { return a.modified - b.modified })
	return x.inOrder(byWant, out)
}

// inOrder puts together a list by number in modified: as Apply orders others, if that
// is modified's order too, else with $setElementOrder. Where the engine of a dialect
// can merge the list, it says where what only current has stands.
func (x *listTarget) inOrder(byWant, others []mergedElement) (model.Value, *plan) {
	if x.c.List.Kind() != model.List {
		return x.listOf(byWant, nil)
	}
	if x.target.forCluster() {
		if v, p, ok := x.inDialect(byWant); ok {
			return v, p
		}
	}
	if others != nil {
		if ordered := x.byDefault(others); isInOrder(ordered) {
			return x.listOf(ordered, nil)
		}
	}
	return x.listOf(byWant, modifieds(byWant))
}

// isInOrder reports whether modified's elements are in modified's order. Of
// duplicates that only current has the first one counts.
func isInOrder(out []mergedElement) bool {
	last := -1
	most := 0
	for _, e := range out {
		most = max(most, e.modified)
	}
	seen := make([]bool, most+1)
	for _, e := range out {
		if e.modified < 0 || seen[e.modified] {
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
		if places[i] = free; e.modified >= 0 && sent[e.modified+1] {
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

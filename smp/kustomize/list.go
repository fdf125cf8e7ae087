package kustomize

import (
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// list returns the nodes for the elements of a list.
func (m merging) list(original, patch part, result model.Value, s smp.Schema) []*yaml.Node {
	olds, changes := original.elements(), patch.elements()
	replaced := !s.Merging() || slices.ContainsFunc(changes, isReplace)
	if replaced && original.is(result) {
		return original.node.Content
	}
	fromOld, fromPatch := finder{parts: olds, schema: s}, finder{parts: changes, schema: s}
	below := s.Element()
	prepend := m.prepend && !m.ordered && !replaced
	// The elements of a list that is replaced come from the patch, in the same order. They may lack
	// nulls of the patch.
	values := slices.DeleteFunc(slices.Clone(changes), func(p part) bool { return isReplace(p) || isDeletion(p) })
	inOrder := replaced && len(values) == result.Len()
	var first, content []*yaml.Node
	places := map[*yaml.Node]int{} // index in the patch of each node that comes from it
	for i, element := range result.Elements() {
		old, _ := fromOld.find(element)
		new, place := fromPatch.find(element)
		if inOrder {
			new = values[i]
		}
		n := m.node(old, new, element, below)
		if prepend && new.node != nil {
			places[n] = place
			first = append(first, n)
		} else {
			content = append(content, n)
		}
	}
	slices.SortStableFunc(first, func(a, b *yaml.Node) int { return places[a] - places[b] })
	return append(first, content...)
}

// isReplace reports whether an element of a patch is {$patch: replace}, which replaces the list.
func isReplace(p part) bool {
	directive, _ := p.value.Get(directiveName)
	return p.value.Len() == 1 && directive.Text() == "replace"
}

// A finder finds the element of a document from which an element of the result comes. It finds each
// element at most once.
type finder struct {
	parts  []part
	schema smp.Schema
	next   int // index after the element that was found last
	used   []bool
	by     []*alikes // indexes to search in, which are built when they are needed
}

// find returns the element and its index. It prefers an unchanged element to one with equal
// recommended keys, and an element with equal recommended keys to one with equal merge keys. If
// several elements are equally good, it returns the first one after the element that was found
// last. At the end of the list, it continues at the beginning.
func (f *finder) find(element model.Value) (part, int) {
	if len(f.parts) == 0 {
		return part{}, -1
	}
	if f.used == nil {
		f.used = make([]bool, len(f.parts))
	}
	at := f.next % len(f.parts)
	if p := f.parts[at]; f.used[at] || isDeletion(p) || !p.is(element) { // the common case
		at = f.search(element)
	}
	if at < 0 {
		return part{}, -1
	}
	f.used[at], f.next = true, at+1
	return f.parts[at], at
}

// few is the largest number of elements or members for which a linear search is faster.
const few = 8

// search implements find without the shortcut for the common case. It returns only the index.
func (f *finder) search(element model.Value) int {
	if f.by == nil {
		f.by = append(f.by, f.alike(nil))
		for _, names := range [][]string{f.schema.Recommended(), f.schema.Keys()} {
			if len(names) > 0 {
				f.by = append(f.by, f.alike(names))
			}
		}
	}
	for _, by := range f.by {
		if len(f.parts) <= few {
			for i := range f.parts {
				at := (f.next + i) % len(f.parts)
				if p := f.parts[at]; !f.used[at] && !isDeletion(p) && by.same(p.value, element) {
					return at
				}
			}
			continue
		}
		if row := by.Get(valuesOf(by.names, element)); row != nil {
			if at := row.first(f.next, f.used); at >= 0 {
				return at
			}
		}
	}
	return -1
}

// An alikes is an index of elements by the values of the fields names. If there are no names, it is
// an index by the whole element.
type alikes struct {
	names []string
	identity.Table[row]
}

func (f *finder) alike(names []string) *alikes {
	a := &alikes{names: names}
	if len(f.parts) > few {
		a.Width = max(len(names), 1)
		for i, p := range f.parts {
			if !isDeletion(p) {
				row, _ := a.GetOrAdd(valuesOf(names, p.value))
				row.places = append(row.places, i)
				row.after = append(row.after, len(row.places))
			}
		}
	}
	return a
}

// same reports whether two elements have equal values in the fields of a.
func (a *alikes) same(v, w model.Value) bool {
	for _, name := range a.names {
		x, _ := v.Get(name)
		y, _ := w.Get(name)
		if !model.Equal(x, y) {
			return false
		}
	}
	return len(a.names) > 0 || model.Equal(v, w)
}

// valuesOf returns the values of the given fields of an element. If there are no names, it returns
// the element itself.
func valuesOf(names []string, element model.Value) []model.Value {
	if len(names) == 0 {
		return []model.Value{element}
	}
	values := make([]model.Value, len(names))
	for i, name := range names {
		values[i], _ = element.Get(name)
	}
	return values
}

// A row holds the indexes of equal elements, in order.
type row struct {
	places []int
	after  []int // for a used place, a later index in places; all places between the two are used
}

// first returns the first unused place that is not before from. If there is none, it returns the
// first unused place, or -1.
func (r *row) first(from int, used []bool) int {
	begin, _ := slices.BinarySearch(r.places, from)
	for _, i := range [2]int{begin, 0} {
		if i = r.unused(i, used); i < len(r.places) {
			return r.places[i]
		}
	}
	return -1
}

// unused returns the first index in places, from i on, whose place is not used. It updates after,
// so that later calls skip sequences of used places.
func (r *row) unused(i int, used []bool) int {
	end := i
	for end < len(r.places) && used[r.places[end]] {
		end = r.after[end]
	}
	for i < end {
		i, r.after[i] = r.after[i], end
	}
	return end
}

// isDeletion reports whether an element of a patch has $patch: delete.
func isDeletion(p part) bool {
	directive, _ := p.value.Get(directiveName)
	return directive.Text() == "delete"
}

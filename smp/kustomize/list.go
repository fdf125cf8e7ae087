package kustomize

import (
	"slices"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// list returns the elements of a list.
func (m merging) list(original, patch part, result model.Value, s smp.Schema) []*yaml.Node {
	olds, said := original.elements(), patch.elements()
	replaced := !s.Merging() || slices.ContainsFunc(said, isReplace)
	if replaced && original.is(result) {
		return original.node.Content
	}
	fromOld, fromPatch := finder{parts: olds, schema: s}, finder{parts: said, schema: s}
	below := s.Element()
	prepend := m.prepend && !m.ordered && !replaced
	m.ordered = false
	var first, content []*yaml.Node
	places := map[*yaml.Node]int{} // of elements of the patch, in the patch
	for _, element := range result.Elements() {
		old, _ := fromOld.find(element)
		new, place := fromPatch.find(element)
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

// isReplace reports whether an element of a patch says that its list replaces.
func isReplace(p part) bool {
	directive, _ := p.value.Get(directiveName)
	return p.value.Len() == 1 && directive.Kind() == model.String && directive.Text() == "replace"
}

// A finder finds which element of a document an element of the result was. It finds
// each once.
type finder struct {
	parts  []part
	schema smp.Schema
	next   int // what follows the last one that was found
	used   []bool
}

// find returns the element, and its index. Of several it takes the one that did not
// change, then one that agrees in all recommended keys.
func (f *finder) find(element model.Value) (part, int) {
	if len(f.parts) == 0 {
		return part{}, -1
	}
	if f.used == nil {
		f.used = make([]bool, len(f.parts))
	}
	keys := [][]string{f.schema.Recommended(), f.schema.Keys()}
	tests := []func(p part) bool{func(p part) bool { return p.is(element) }}
	for _, names := range keys {
		if f.schema.Keyed() && len(names) > 0 {
			tests = append(tests, func(p part) bool { return haveSame(names, p.value, element) })
		}
	}
	for _, test := range tests {
		for i := range f.parts {
			at := (f.next + i) % len(f.parts)
			if p := f.parts[at]; !f.used[at] && !isDeletion(p) && test(p) {
				f.used[at], f.next = true, at+1
				return p, at
			}
		}
	}
	return part{}, -1
}

// isDeletion reports whether an element of a patch deletes one.
func isDeletion(p part) bool {
	directive, _ := p.value.Get(directiveName)
	return directive.Kind() == model.String && directive.Text() == "delete"
}

func haveSame(names []string, a, b model.Value) bool {
	for _, name := range names {
		v, _ := a.Get(name)
		w, _ := b.Get(name)
		if !model.Equal(v, w) {
			return false
		}
	}
	return true
}

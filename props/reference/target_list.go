package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// targetList merges a list element by element.
func (t TargetOptions) targetList(s smp.Schema, o, m, c *node) *node {
	l := t.meet(s, o, m, c)
	parts := l.parts()
	if l.addressable(parts) {
		return m.withItems(l.inPlace(parts))
	}
	return m.withItems(l.replaced(parts))
}

// A part is an element of modified, merged with the element of current.
type part struct {
	value, from *node
	place       int  // the index in modified
	added       bool // current lacks the element, or has it with a key that is removed
	sent        bool // a patch must contain it
}

// parts returns the merged elements of modified.
func (l meeting) parts() []part {
	var parts []part
	for i, e := range l.modified {
		o, m, c := l.contents(e)
		if c == nil && !slices.ContainsFunc(l.current, func(x *node) bool { return l.sameKeys(m, x) }) {
			m = e // Unless current has an element with the remaining keys only, the keys are sent as they are written.
		}
		p := part{value: l.element(o, m, c), from: c, place: i, added: c == nil}
		for _, name := range l.keys {
			if key := m.fields[name]; c == nil && key.isScalar() && (l.emptied[e].orEmpty().fields[name] != nil || l.emptied[e] == nil || !key.isText("")) {
				p.value.fields[name] = key // whether servers store the key or not
			}
			key, spelled := c.orEmpty().fields[name]
			if spelled && l.keepsKeys(e, c) {
				p.value.fields[name] = key
			}
			alone := spelled && len(l.meeting(l.current, c)) == 1 // with duplicates, a deletion would remove all of them
			p.added = p.added || alone && p.value.fields[name] == nil
		}
		p.sent = p.added || !alike(p.value, c)
		parts = append(parts, p)
	}
	return parts
}

// element merges one element of modified. An element without keys is taken from current if
// current has an equal one, and from modified if not.
func (l meeting) element(o, m, c *node) *node {
	s := l.list.Element()
	switch {
	case !l.hasKeys(m) && c != nil:
		return c
	case !l.hasKeys(m):
		return bare(m)
	case l.list.Keyed() && m.kind == model.Map && merges(s, m):
		return l.targetMap(s, l.list.RetainKeys() || retains(s), l.keys, o, m, c)
	default:
		return l.target(s, o, m, c)
	}
}

func values(parts []part) []*node {
	var all []*node
	for _, p := range parts {
		all = append(all, p.value)
	}
	return all
}

// owner returns the part into which an element of current was merged. It returns nil if the
// element is not modified's.
func owner(parts []part, x *node) *part {
	if i := slices.IndexFunc(parts, func(p part) bool { return p.from == x }); i >= 0 {
		return &parts[i]
	}
	return nil
}

// goes reports whether an element of current is removed, because original had it and modified
// dropped it. A set loses all values that are equal to a dropped one.
func (l meeting) goes(x *node) bool {
	if l.list.Set() && l.has(l.original, x) && !l.has(l.modified, x) {
		return true
	}
	return slices.Contains(slices.Collect(maps.Values(l.removed)), x)
}

// addressable reports whether a patch can address the elements that it changes. In modified
// and in one of the other documents, all elements must have keys, and there must be no
// duplicates. If current has duplicates, the patch may only change the first of them or
// delete all of them.
func (l meeting) addressable(parts []part) bool {
	written := l
	written.emptied = nil // a new element may have its merge key only as it is written
	for i, e := range l.modified {
		as := l
		if parts[i].from == nil && !l.hasKeys(e) {
			as = written
		}
		if !as.hasKeys(e) || as.list.Keyed() && !as.hasKeys(parts[i].value) || len(as.meeting(l.modified, e)) > 1 {
			return false
		}
	}
	if !l.exact(l.original) && !l.exact(l.current) {
		return false
	}
	for _, x := range l.current {
		duplicates := l.meeting(l.current, x)
		p := owner(parts, x)
		if p != nil && p.sent && duplicates[0] != x {
			return false
		}
		stays := func(y *node) bool { return !l.goes(y) }
		if l.goes(x) && slices.ContainsFunc(duplicates, stays) {
			return false
		}
	}
	return true
}

// replaced returns the list if no patch can address its elements. If current has all elements
// of modified in their order, only removed elements are left out. If modified's elements are in
// order without a directive, all others keep their places. If not, the elements of
// others come first, followed by modified's. Elements of others that could be mistaken for
// modified's come last, so that the next run matches the same elements.
func (l meeting) replaced(parts []part) []*node {
	var others, doubles, rest []*node
	last, inOrder := -1, true
	for _, x := range l.current {
		p := owner(parts, x)
		if p == nil && l.goes(x) {
			continue
		}
		rest = append(rest, x)
		holds := func(e *node) bool { return l.holds(l.list.Element(), nil, l.content(e, x), x) }
		switch {
		case p != nil:
			inOrder = inOrder && p.place > last
			last = p.place
		case slices.ContainsFunc(l.meeting(l.modified, x), holds):
			doubles = append(doubles, x)
		default:
			others = append(others, x)
		}
	}
	if inOrder && !slices.ContainsFunc(parts, func(p part) bool { return p.sent }) {
		return rest
	}
	if list, inOrder := l.inDefaultOrder(parts); inOrder && l.list.Keyed() {
		return list
	}
	return slices.Concat(others, values(parts), doubles)
}

// inPlace removes, merges and adds elements. If a patch without an order list leaves
// modified's elements in modified's order, the result has the order of that patch. If not, it
// has the order that $setElementOrder gives, in which duplicates that only current has follow
// modified's elements. See rules set-merge, keys-change, order-default and order-directive.
func (l meeting) inPlace(parts []part) []*node {
	if list, inOrder := l.inDefaultOrder(parts); inOrder {
		return list
	}
	elements, place, _ := l.elements(parts)
	ordered := arrange(elements, true)
	slices.SortStableFunc(ordered, func(a, b *node) int { return place[a] - place[b] })
	return ordered
}

// inDefaultOrder returns the list that a patch without an order list gives, and whether modified's
// elements have modified's order in it.
func (l meeting) inDefaultOrder(parts []part) (list []*node, inOrder bool) {
	elements, place, firsts := l.elements(parts)
	list = arrange(elements, false)
	isOther := func(x *node) bool { return !firsts[x] }
	byPlace := func(a, b *node) int { return place[a] - place[b] }
	return list, slices.IsSortedFunc(slices.DeleteFunc(slices.Clone(list), isOther), byPlace)
}

// elements returns the elements of the list before they are ordered. place has the index in modified
// by which an element is ordered, or -1. firsts has the elements of modified.
func (l meeting) elements(parts []part) (_ []element, place map[*node]int, firsts map[*node]bool) {
	place, firsts = map[*node]int{}, map[*node]bool{}
	var elements, added []element
	for _, p := range parts {
		place[p.value], firsts[p.value] = p.place, true
		if p.added {
			added = append(added, element{value: p.value, first: p.place, added: true})
		}
	}
	current := l.current
	if l.list.Set() && len(added) > 0 {
		current = distinct(current)
	}
	for _, x := range current {
		e := element{value: x, first: -1}
		p := owner(parts, x)
		if p == nil && l.goes(x) || p != nil && p.added {
			continue
		}
		if p != nil {
			e.value = p.value
		} else {
			place[x] = -1
			if same := l.meeting(l.modified, x); len(same) > 0 {
				p = &parts[slices.Index(l.modified, same[0])]
				place[x] = p.place
			}
		}
		if p != nil && p.sent {
			e.first = p.place
		}
		elements = append(elements, e)
	}
	return append(elements, added...), place, firsts
}

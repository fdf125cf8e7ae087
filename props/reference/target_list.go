package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// targetList merges a list element by element. A set keeps others' duplicates, unless a patch
// adds values to it.
func (t TargetOptions) targetList(s smp.Schema, o, m, c *node) *node {
	l := t.meet(s, o, m, c)
	parts := l.parts()
	if l.needsOrder(parts) {
		return m.withItems(l.directed(parts))
	}
	if isNew := func(p part) bool { return p.added }; s.Set() && slices.ContainsFunc(parts, isNew) {
		l.current = distinct(l.current)
	}
	list := l.undirected(parts)
	if l.isOrdered(parts, list) && !l.isOvertaken(parts, list) {
		return m.withItems(list)
	}
	return m.withItems(l.directed(parts))
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
		if c == nil && !slices.ContainsFunc(l.current, func(x *node) bool { return x.is(model.Map) && l.sameKeys(m, x) }) {
			m = e // Unless current has a map with the remaining keys only, the keys are sent as they are written.
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

// needsOrder reports whether a list is a set that only a patch with an order list can change,
// and must change.
func (l meeting) needsOrder(parts []part) bool {
	isChanged := slices.ContainsFunc(parts, func(p part) bool { return p.sent }) || slices.ContainsFunc(l.current, l.goes)
	return l.list.Set() && isChanged && (!l.exact(l.modified) || !l.exact(l.original) && !l.exact(l.current))
}

// undirected returns the list that a patch without an order list gives. See section 7.1.
func (l meeting) undirected(parts []part) []*node {
	var elements, added []element
	for _, p := range parts {
		if p.added {
			added = append(added, element{value: p.value, first: p.place, added: true})
		}
	}
	for _, x := range l.current {
		p := owner(parts, x)
		if p == nil && l.goes(x) || p != nil && p.added {
			continue
		}
		e := element{value: x, first: -1}
		matching := l.withKeysOf(parts, x)
		if p != nil {
			e.value, matching = p.value, []part{*p}
		}
		if i := slices.IndexFunc(matching, func(p part) bool { return p.sent }); i >= 0 {
			e.first = matching[i].place
		}
		elements = append(elements, e)
	}
	return arrange(append(elements, added...), false)
}

// isOrdered reports whether the elements of modified are in modified's order.
func (l meeting) isOrdered(parts []part, list []*node) bool {
	return slices.IsSortedFunc(parts, func(a, b part) int { return slices.Index(list, a.value) - slices.Index(list, b.value) })
}

// isOvertaken reports whether a duplicate that others have added precedes an element of
// modified with its keys that precedes it in current.
func (l meeting) isOvertaken(parts []part, list []*node) bool {
	return slices.ContainsFunc(l.current, func(x *node) bool {
		return l.isOthers(parts, x) && slices.ContainsFunc(l.withKeysOf(parts, x), func(p part) bool {
			return p.from != nil && l.precedes(p, x) && slices.Index(list, x) < slices.Index(list, p.value)
		})
	})
}

// directed returns the list that a patch with an order list gives: first the elements that
// only current has, and then those of modified, next to which their duplicates stay.
func (l meeting) directed(parts []part) []*node {
	var others []*node
	before, after := map[int][]*node{}, map[int][]*node{} // the duplicates before and after a place
	for _, x := range l.current {
		same := l.withKeysOf(parts, x)
		preceding := slices.DeleteFunc(slices.Clone(same), func(p part) bool { return !l.precedes(p, x) })
		switch {
		case !l.isOthers(parts, x):
		case len(preceding) > 0:
			last := preceding[len(preceding)-1].place
			after[last] = append(after[last], x)
		case len(same) > 0:
			before[same[0].place] = append(before[same[0].place], x)
		default:
			others = append(others, x)
		}
	}
	list := others
	for _, p := range parts {
		list = slices.Concat(list, before[p.place], []*node{p.value}, after[p.place])
	}
	return list
}

// isOthers reports whether an element of current belongs to somebody else.
func (l meeting) isOthers(parts []part, x *node) bool { return owner(parts, x) == nil && !l.goes(x) }

// withKeysOf returns the elements of modified with the keys of x.
func (l meeting) withKeysOf(parts []part, x *node) []part {
	return slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return !l.meets(l.modified[p.place], x) })
}

// precedes reports whether an element of modified is new or precedes x in current.
func (l meeting) precedes(p part, x *node) bool {
	return p.from == nil || slices.Index(l.current, p.from) < slices.Index(l.current, x)
}

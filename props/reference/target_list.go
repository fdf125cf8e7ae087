package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// targetList merges a list element by element. Where duplicates or elements without
// keys are in the way, it puts what others added before modified's elements;
// a list that differs in the place of the others only stays.
func targetList(s smp.Schema, o, m, c *node) *node {
	l := meet(s, o, m, c)
	if l.exact(l.modified) && (l.exact(l.original) || l.exact(l.current)) {
		return m.withItems(l.inPlace())
	}
	var others, rest, wanted []*node
	for _, x := range l.current {
		if l.has(l.original, x) || l.has(l.modified, x) {
			rest = append(rest, x)
		} else {
			others = append(others, x)
		}
	}
	for _, e := range l.modified {
		wanted = append(wanted, l.part(e).value)
	}
	if slices.EqualFunc(rest, wanted, alike) {
		return c
	}
	return m.withItems(slices.Concat(others, wanted))
}

// A part is an element of modified, merged with current's.
type part struct {
	value, from *node
	place       int  // in modified
	added       bool // current does not have it, or with a key that goes
	sent        bool // a patch must speak of it
}

func (l meeting) part(m *node) part {
	o, _, c := l.of(l.modified, m)
	p := part{value: bare(m), from: c, place: slices.Index(l.modified, m)}
	if l.filled[c] != nil {
		m = l.withoutNullKeys(m)
	}
	if s := l.list.Element(); l.list.Keyed() && m.kind == model.Map && merges(s, m) {
		p.value = targetMap(s, l.list.RetainKeys() || retains(s), l.keys, o, m, c)
	}
	alone := c != nil && l.nth(l.current, c, 1) == nil // else a deletion would take the others too
	for _, name := range l.keys {
		key, spelled := c.or().fields[name]
		if spelled && l.filled[c] != nil {
			p.value.fields[name] = key
		}
		p.added = p.added || alone && spelled && p.value.fields[name] == nil
	}
	p.added = p.added || c == nil
	p.sent = p.added || !alike(p.value, c)
	return p
}

// withoutNullKeys returns an element without merge keys that it spells out as null:
// a server filled them in.
func (l meeting) withoutNullKeys(element *node) *node {
	fields := maps.Clone(element.fields)
	maps.DeleteFunc(fields, func(name string, field *node) bool { return slices.Contains(l.keys, name) && field.kind == model.Null })
	return element.withFields(fields)
}

// inPlace drops, merges and adds elements. The order is that of a patch of what
// must be sent, if modified's elements stand in modified's order then; else that
// of $setElementOrder. Of duplicates in current the first is modified's; an order list
// puts the others beside it. Rules set-merge, keys-change, order-default and
// order-directive.
func (l meeting) inPlace() []*node {
	parts, owner := map[*node]part{}, map[*node]int{} // owner: the place of what counts as modified's, else -1
	firsts := map[*node]bool{}
	var elements, added []element
	for i, m := range l.modified {
		p := l.part(m)
		parts[m], owner[p.value], firsts[p.value] = p, i, true
		if p.added {
			added = append(added, element{value: p.value, first: i, added: true})
		}
	}
	if l.list.Set() && len(added) > 0 {
		l.current = distinct(l.current)
	}
	for _, x := range l.current {
		m := l.nth(l.modified, x, 0)
		p, e := parts[m], element{value: x, first: -1}
		if m == nil && l.has(l.original, x) || p.from == x && p.added {
			continue
		}
		if p.from == x {
			e.value = p.value
		}
		if p.sent {
			e.first = p.place
		}
		if owner[e.value] = -1; m != nil {
			owner[e.value] = p.place
		}
		elements = append(elements, e)
	}
	elements = append(elements, added...)
	isOther := func(x *node) bool { return !firsts[x] }
	byOwner := func(a, b *node) int { return owner[a] - owner[b] }
	unordered, ordered := arrange(elements, false), arrange(elements, true)
	if slices.IsSortedFunc(slices.DeleteFunc(slices.Clone(unordered), isOther), byOwner) {
		return unordered
	}
	slices.SortStableFunc(ordered, byOwner)
	return ordered
}

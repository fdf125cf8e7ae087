package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// targetList merges a list element by element. Where twins or elements without
// keys are in the way, it puts what others added before modified's elements;
// a list that differs in the place of the others only stays.
func targetList(s smp.Schema, o, m, c *node) *node {
	l := meet(s, o, m, c)
	if l.exact(l.modified) && (l.exact(l.original) || l.exact(l.current)) {
		return m.withItems(l.inPlace())
	}
	var others, rest, wanted []*node
	for j, x := range l.current {
		if l.has(l.original, l.as[j]) || l.has(l.modified, l.as[j]) {
			rest = append(rest, x)
		} else {
			others = append(others, x)
		}
	}
	for i := range l.modified {
		wanted = append(wanted, l.part(i).value)
	}
	if slices.EqualFunc(rest, wanted, alike) {
		return c
	}
	return m.withItems(slices.Concat(others, wanted))
}

// A part is an element of modified, merged with current's.
type part struct {
	value *node
	at    int  // where current has it, -1 for nowhere
	added bool // current does not have it, or with a key that goes
	sent  bool // a patch must speak of it
}

// part merges element i of modified with its like in current: of several twins
// with the one that has its number.
func (l meeting) part(i int) part {
	m, n := l.modified[i], l.count(l.modified[:i], l.modified[i])
	p := part{value: bare(m), at: l.nth(l.as, m, n)}
	o, c := at(l.original, l.nth(l.original, m, n)), at(l.current, p.at)
	if s := l.list.Element(); l.list.Keyed() && m.kind == model.Map {
		if merges(s, m) {
			p.value = targetMap(s, l.list.RetainKeys() || retains(s), o, m, c)
		}
		if c != nil && l.as[p.at] != c {
			p.value = l.withKeys(p.value, c)
		}
	}
	p.added = c == nil || !l.keepsKeys(c, p.value)
	p.sent = p.added || !alike(p.value, c)
	return p
}

// inPlace drops, merges and adds elements. The order is that of a patch of what
// must be sent, if modified's elements stand in modified's order then; else that
// of $setElementOrder. Rules set-merge, keys-change, order-default and
// order-directive.
func (l meeting) inPlace() []*node {
	var parts []part
	for i := range l.modified {
		parts = append(parts, l.part(i))
	}
	isAdded := func(p part) bool { return p.added }
	if l.list.Set() && slices.ContainsFunc(parts, isAdded) {
		l.current = distinct(l.current)
		l.as = l.current
	}
	var elements []element
	owner := map[*node]int{} // the element of modified that one of the result counts as, else -1
	for j, x := range l.current {
		e, i := element{value: x, first: -1}, l.nth(l.modified, l.as[j], 0)
		if i < 0 && l.has(l.original, l.as[j]) || i >= 0 && parts[i].at == j && parts[i].added {
			continue
		}
		if i >= 0 && parts[i].at == j {
			e.value = parts[i].value
		}
		if i >= 0 && parts[i].sent {
			e.first = i
		}
		elements, owner[e.value] = append(elements, e), i
	}
	for i, p := range parts {
		if p.added {
			elements, owner[p.value] = append(elements, element{value: p.value, first: i, added: true}), i
		}
	}
	byOwner := func(a, b *node) int { return owner[a] - owner[b] }
	unordered := arrange(elements, false)
	others := func(x *node) bool { return owner[x] < 0 }
	if slices.IsSortedFunc(slices.DeleteFunc(slices.Clone(unordered), others), byOwner) {
		return unordered
	}
	ordered := arrange(elements, true)
	slices.SortStableFunc(ordered, byOwner)
	return ordered
}

// withKeys returns an element with the merge keys of c.
func (l meeting) withKeys(element, c *node) *node {
	fields := maps.Clone(element.fields)
	for _, name := range l.keys {
		if c.fields[name] != nil {
			fields[name] = c.fields[name]
		}
	}
	return element.withFields(fields)
}

// keepsKeys reports whether every merge key that c spells out is in an element.
func (l meeting) keepsKeys(c, element *node) bool {
	return !slices.ContainsFunc(l.keys, func(name string) bool {
		return c.fields[name] != nil && element.fields[name] == nil
	})
}

package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A meeting is one merging list in three documents. Elements are of a kind, or
// twins, when all their merge keys are equal; those without keys when their
// values are.
type meeting struct {
	list                        smp.Schema
	keys                        []string // of the list, all that the schema recommends
	original, modified, current []*node
	as                          []*node // for each of current, what it is identified by
}

// meet reads a list of which each document may lack its own. An element of
// current is identified by itself, or by that of modified or original whose
// missing keys a server filled in: only it can be the one, and there is no
// other use for it. Rule threeway, on recommended keys.
func meet(s smp.Schema, o, m, c *node) meeting {
	l := meeting{list: s, keys: s.Recommended(), original: o.elements(), modified: m.elements(), current: c.elements()}
	if l.keys == nil {
		l.keys = s.Keys()
	}
	l.as = slices.Clone(l.current)
	for _, e := range slices.Concat(l.modified, l.original) {
		twin := func(x *node) bool { return x != e && l.twins(x, e) }
		if slices.ContainsFunc(l.modified, twin) || l.has(l.current, e) {
			continue
		}
		var found []int
		for j, x := range l.current {
			if l.fillsIn(e, x) && !l.has(l.modified, x) && !l.has(l.original, x) {
				found = append(found, j)
			}
		}
		if len(found) == 1 && l.as[found[0]] == l.current[found[0]] {
			l.as[found[0]] = e
		}
	}
	return l
}

// hasKeys reports whether an element has the default key, and no other that is
// no scalar. Rules keyed-original, keys-default and diff-recommended.
func (l meeting) hasKeys(element *node) bool {
	if l.list.Set() {
		return element.isScalar()
	}
	for i, name := range l.keys {
		value := keyValue(l.list, element, name)
		if value == nil && i < len(l.list.Keys()) || value != nil && !value.isScalar() {
			return false
		}
	}
	return element.kind == model.Map
}

// twins reports whether two elements are of a kind.
func (l meeting) twins(a, b *node) bool {
	switch {
	case l.hasKeys(a) != l.hasKeys(b):
		return false
	case !l.hasKeys(a):
		return alike(bare(a), bare(b))
	case l.list.Set():
		return equal(a, b)
	}
	return !slices.ContainsFunc(l.keys, func(name string) bool {
		return !same(keyValue(l.list, a, name), keyValue(l.list, b, name))
	})
}

// fillsIn reports whether x has all the keys that e has, and e lacks one.
func (l meeting) fillsIn(e, x *node) bool {
	if !l.list.Keyed() || !l.hasKeys(e) || !l.hasKeys(x) {
		return false
	}
	lacks := false
	for _, name := range l.keys {
		value := keyValue(l.list, e, name)
		if value != nil && !equal(value, keyValue(l.list, x, name)) {
			return false
		}
		lacks = lacks || value == nil
	}
	return lacks
}

// exact reports whether all elements have keys of their own.
func (l meeting) exact(elements []*node) bool {
	for i, e := range elements {
		if !l.hasKeys(e) || l.has(elements[:i], e) {
			return false
		}
	}
	return true
}

// nth returns where the twin of e with number n stands, counted from 0, else -1.
func (l meeting) nth(elements []*node, e *node, n int) int {
	for i, x := range elements {
		if l.twins(x, e) {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

func (l meeting) has(elements []*node, e *node) bool { return l.nth(elements, e, 0) >= 0 }

// count returns how many twins of e there are.
func (l meeting) count(elements []*node, e *node) int {
	n := 0
	for l.nth(elements, e, n) >= 0 {
		n++
	}
	return n
}

// at returns the element at i; nil where i is no position.
func at(elements []*node, i int) *node {
	if i < 0 || i >= len(elements) {
		return nil
	}
	return elements[i]
}

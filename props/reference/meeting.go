package reference

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A meeting is one merging list in three documents. Elements of one document or
// of several meet when all their merge keys are equal, and without keys when
// their values are. In one document they are duplicates.
type meeting struct {
	list                        smp.Schema
	keys                        []string // all that a patch may select by
	original, modified, current []*node
	filled                      map[*node]*node // from one of current to one whose missing keys a server filled in
}

// meet reads a list that each document may lack. An element of modified or
// original that lacks keys is the only one of current that it can be, if there
// is no other use for that. Rule threeway, on recommended keys.
func meet(s smp.Schema, o, m, c *node) meeting {
	l := meeting{list: s, keys: s.Recommended(), original: o.or().items, modified: m.or().items, current: c.or().items}
	if _, isData := s.Element().Field(patchMergeKeyName); isData || l.keys == nil {
		l.keys = s.Keys() // no patch can select by others
	}
	filled := map[*node]*node{}
	for _, e := range slices.Concat(l.modified, l.original) {
		duplicate := func(x *node) bool { return x != e && l.meets(x, e) }
		if slices.ContainsFunc(l.modified, duplicate) || l.has(l.current, e) {
			continue
		}
		var found []*node
		for _, x := range l.current {
			if l.fillsIn(e, x) && !l.has(l.modified, x) && !l.has(l.original, x) {
				found = append(found, x)
			}
		}
		if len(found) == 1 && filled[found[0]] == nil {
			filled[found[0]] = e
		}
	}
	l.filled = filled
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

// fillsIn reports whether x has all the keys that e has, and e lacks one.
func (l meeting) fillsIn(e, x *node) bool {
	lacks := false
	for _, name := range l.keys {
		value := keyValue(l.list, e, name)
		if value != nil && !equal(value, keyValue(l.list, x, name)) {
			return false
		}
		lacks = lacks || value == nil
	}
	return lacks && l.hasKeys(e) && l.hasKeys(x)
}

// meets reports whether two elements meet.
func (l meeting) meets(a, b *node) bool {
	a, b = cmp.Or(l.filled[a], a), cmp.Or(l.filled[b], b)
	switch {
	case !l.hasKeys(a) || !l.hasKeys(b):
		return l.hasKeys(a) == l.hasKeys(b) && alike(bare(a), bare(b))
	case l.list.Set():
		return equal(a, b)
	}
	return !slices.ContainsFunc(l.keys, func(name string) bool {
		return !same(keyValue(l.list, a, name), keyValue(l.list, b, name))
	})
}

// nth returns element number n of those that meet e, counted from 0; nil for none.
func (l meeting) nth(elements []*node, e *node, n int) *node {
	for _, x := range elements {
		if !l.meets(x, e) {
			continue
		}
		if n == 0 {
			return x
		}
		n--
	}
	return nil
}

func (l meeting) has(elements []*node, e *node) bool { return l.nth(elements, e, 0) != nil }

// of returns what meets e in each document with the number that e has among these
// elements.
func (l meeting) of(elements []*node, e *node) (o, m, c *node) {
	n := 0
	for _, x := range elements[:slices.Index(elements, e)] {
		if l.meets(x, e) {
			n++
		}
	}
	return l.nth(l.original, e, n), l.nth(l.modified, e, n), l.nth(l.current, e, n)
}

// exact reports whether all elements have keys, and no others the same.
func (l meeting) exact(elements []*node) bool {
	for i, e := range elements {
		if !l.hasKeys(e) || l.has(elements[:i], e) {
			return false
		}
	}
	return true
}

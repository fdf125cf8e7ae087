package reference

import (
	"cmp"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A meeting is one merging list in three documents. Elements meet (are the same element) if
// all their merge keys are equal, or if both lack keys and their values are equal. Elements
// of one document that meet are duplicates. A pair contains at most one element of each
// document.
type meeting struct {
	TargetOptions
	list                        smp.Schema
	keys                        []string // all keys by which a patch may select
	original, modified, current []*node
	empty                       []string        // the keys that count as absent if they are empty
	emptied                     map[*node]*node // from an element of modified or original to a copy without its empty keys
	filled                      map[*node]*node // from an element of current to the one whose missing keys a server filled in
	pairs                       map[*node]pair  // for each element of modified
	gone                        map[*node]*node // from an element that modified dropped to the element of current; nil if there is none
}

// A pair contains the elements of original and current that meet an element of modified. They
// are nil if there are none.
type pair struct{ original, current *node }

// meet pairs the elements of a list. Each document may lack the list.
func (t TargetOptions) meet(s smp.Schema, o, m, c *node) meeting {
	l := meeting{TargetOptions: t, list: s, keys: s.Recommended(), original: o.orEmpty().items, modified: m.orEmpty().items, current: c.orEmpty().items}
	if _, isData := s.Element().Field(patchMergeKeyName); isData || l.keys == nil {
		l.keys = s.Keys() // no patch can select by recommended keys
	}
	l.empty = slices.DeleteFunc(slices.Clone(l.keys), func(name string) bool {
		field, _ := s.Element().Member(name)
		return !field.Marks().NotStored && !field.Marks().FilledIn
	})
	l.emptied = l.withoutEmptyKeys()
	l.filled = l.filledIn()
	l.pair()
	return l
}

// withoutEmptyKeys returns copies of the elements of modified and original that have empty
// keys. The copies lack these keys. If current has an element with the keys as they are
// written, the copy still has its empty strings.
func (l meeting) withoutEmptyKeys() map[*node]*node {
	emptied := map[*node]*node{}
	if len(l.empty) == 0 {
		return emptied
	}
	for _, e := range slices.Concat(l.modified, l.original) {
		asWritten := func(x *node) bool { return l.meets(x, e) && (l.hasKeys(e) || alike(x, bare(e))) }
		if e.kind != model.Map {
			continue
		}
		stored := slices.ContainsFunc(l.current, asWritten)
		fields := maps.Clone(e.fields)
		for _, name := range l.empty {
			if fields[name].is(model.Null) || fields[name].isText("") && !stored {
				delete(fields, name)
			}
		}
		if len(fields) < len(e.fields) {
			emptied[e] = e.withFields(fields)
		}
	}
	return emptied
}

// filledIn returns the elements of current in which a server filled in keys, each with the
// element without these keys.
//
// An element of modified is matched if current has exactly one candidate for it that does not
// have the keys of another element. An element that modified dropped is matched if current
// has exactly one candidate, and this is not a candidate for another element.
func (l meeting) filledIn() map[*node]*node {
	filled := map[*node]*node{}
	if len(l.keys) == len(l.list.Keys()) {
		return filled // no key may be missing
	}
	for _, e := range l.modified {
		found := l.forms(e)
		if len(found) == 0 || len(l.meeting(l.modified, e)) > 1 || l.has(l.current, e) {
			continue
		}
		found = slices.DeleteFunc(found, func(x *node) bool { return l.has(l.modified, x) || l.isOriginals(x) })
		if len(found) == 1 && !l.has(l.original, found[0]) && filled[found[0]] == nil {
			filled[found[0]] = e
		}
	}
	alone := slices.DeleteFunc(slices.Clone(l.original), func(e *node) bool { return l.has(l.modified, e) })
	for _, e := range alone {
		found := slices.DeleteFunc(l.forms(e), l.isOriginals)
		if len(found) != 1 || l.has(l.original, found[0]) || l.has(l.current, e) || l.has(l.modified, found[0]) || filled[found[0]] != nil {
			continue
		}
		mayBeAnother := func(other *node) bool {
			return !l.meets(other, e) && !l.has(l.current, other) && l.fillsIn(other, found[0])
		}
		if !slices.ContainsFunc(alone, mayBeAnother) {
			filled[found[0]] = e
		}
	}
	return filled
}

// isOriginals reports whether x of current is an element of original. If original has n
// elements with the same keys, the first n such elements of current are original's.
func (l meeting) isOriginals(x *node) bool {
	return slices.Index(l.meeting(l.current, x), x) < len(l.meeting(l.original, x))
}

// forms returns the candidates in current for e: the elements that e may have become
// when a server filled in its missing keys.
func (l meeting) forms(e *node) []*node {
	return slices.DeleteFunc(slices.Clone(l.current), func(x *node) bool { return !l.fillsIn(e, x) })
}

// pair finds the elements of original and current for each element of modified, in order.
// Then it finds the elements of current for the elements that modified dropped. It follows
// the rules for duplicates in "The target of ThreeWay" of package smp.
func (l *meeting) pair() {
	l.pairs, l.gone = map[*node]pair{}, map[*node]*node{}
	taken := map[*node]bool{}
	take := func(from []*node, e *node, wanted ...*node) *node {
		left := slices.DeleteFunc(l.meeting(from, e), func(x *node) bool { return taken[x] })
		if len(left) == 0 {
			return nil
		}
		best := left[0]
		if !l.hasKeys(e) {
			wanted = nil // all elements without keys that meet e have the same value
		}
		for _, w := range slices.Backward(wanted) {
			holds := func(x *node) bool {
				return w != nil && l.holds(l.list.Element(), nil, l.spelledAs(w, x), bare(cmp.Or(l.emptied[x], x)))
			}
			if i := slices.IndexFunc(left, holds); i >= 0 && len(left) > 1 {
				best = left[i]
			}
		}
		taken[best] = true
		return best
	}
	for _, m := range l.modified {
		o := take(l.original, m, m)
		l.pairs[m] = pair{o, take(l.current, m, m, o)}
	}
	for _, o := range l.original {
		if !taken[o] {
			l.gone[o] = take(l.current, o, o)
		}
	}
}

// content returns an element of modified or original in the form in which it merges into the
// element x of current. Empty keys are left out and, if the keys of x stay, also null keys.
func (l meeting) content(e, x *node) *node {
	keysStay := l.keepsKeys(e, x)
	e = cmp.Or(l.emptied[e], e)
	if !keysStay || !e.is(model.Map) {
		return e
	}
	return l.withoutNullKeys(e)
}

// keepsKeys reports whether an element e of modified or original that meets the element x of
// current keeps the keys of x: a server filled them in, or e lacks a key that may be empty.
func (l meeting) keepsKeys(e, x *node) bool {
	if e == nil || x == nil {
		return false
	}
	lacks := func(name string) bool { return cmp.Or(l.emptied[e], e).fields[name] == nil }
	return l.filled[x] != nil || l.emptied[e] != nil || e.is(model.Map) && slices.ContainsFunc(l.empty, lacks)
}

// spelledAs returns content(e, x) with those keys of x that stay because they are missing or
// empty in e.
func (l meeting) spelledAs(e, x *node) *node {
	now := l.content(e, x)
	if !now.is(model.Map) || !l.keepsKeys(e, x) {
		return now
	}
	fields := maps.Clone(now.fields)
	x = cmp.Or(l.emptied[x], x)
	for _, name := range l.keys {
		if key, spelled := x.fields[name]; spelled && present(fields[name]) == nil {
			fields[name] = key
		}
	}
	return now.withFields(fields)
}

// contents returns an element of modified and the elements that meet it in original and
// current.
func (l meeting) contents(e *node) (o, m, c *node) {
	p := l.pairs[e]
	return l.content(p.original, p.current), l.content(e, p.current), p.current
}

// withoutNullKeys returns an element without merge keys that are null.
func (l meeting) withoutNullKeys(element *node) *node {
	fields := maps.Clone(element.fields)
	maps.DeleteFunc(fields, func(name string, field *node) bool { return slices.Contains(l.keys, name) && field.kind == model.Null })
	return element.withFields(fields)
}

// hasKeys reports whether an element has the default key, and only scalars as other keys. See
// rules keyed-original, keys-default and diff-recommended.
func (l meeting) hasKeys(element *node) bool {
	element = cmp.Or(l.emptied[element], element)
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

// fillsIn reports whether e lacks a key, and x has all keys that e has.
func (l meeting) fillsIn(e, x *node) bool {
	lacks := false
	for _, name := range l.keys {
		value := keyValue(l.list, cmp.Or(l.emptied[e], e), name)
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
	a, b = cmp.Or(l.emptied[a], a), cmp.Or(l.emptied[b], b)
	switch {
	case !l.hasKeys(a) || !l.hasKeys(b):
		return l.hasKeys(a) == l.hasKeys(b) && a.kind == b.kind && alikeAside(l.marksOfValues, l.list.Element(), a, b)
	case l.list.Set():
		return equal(a, b)
	}
	return l.sameKeys(a, b)
}

// sameKeys reports whether all keys of two elements are equal. Both may lack keys.
func (l meeting) sameKeys(a, b *node) bool {
	return !slices.ContainsFunc(l.keys, func(name string) bool {
		return !same(keyValue(l.list, a, name), keyValue(l.list, b, name))
	})
}

// marksOfValues returns the marks for comparing elements without keys. In a list whose keys
// may be empty, zero values that servers do not store are always ignored.
func (l meeting) marksOfValues(s smp.Schema) smp.Marks {
	marks := l.marks(s)
	marks.NotStored = marks.NotStored || s.Marks().NotStored && len(l.empty) > 0
	return marks
}

// meeting returns the elements that meet e.
func (l meeting) meeting(elements []*node, e *node) []*node {
	return slices.DeleteFunc(slices.Clone(elements), func(x *node) bool { return !l.meets(x, e) })
}

func (l meeting) has(elements []*node, e *node) bool {
	return slices.ContainsFunc(elements, func(x *node) bool { return l.meets(x, e) })
}

// exact reports whether all elements have keys, and no two elements have the same keys.
func (l meeting) exact(elements []*node) bool {
	return !slices.ContainsFunc(elements, func(e *node) bool { return !l.hasKeys(e) || len(l.meeting(elements, e)) > 1 })
}

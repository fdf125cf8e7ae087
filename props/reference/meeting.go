package reference

import (
	"cmp"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A meeting is one merging list in three documents. Elements meet if all their keys are equal,
// or if both lack keys and their values are equal. Elements of one document that meet are
// duplicates.
type meeting struct {
	TargetOptions
	list                        smp.Schema
	keys                        []string // all keys by which a patch may select
	original, modified, current []*node
	empty                       []string        // the keys that count as absent if they are empty
	emptied                     map[*node]*node // from an element of modified or original to a copy without its empty keys
	form                        map[*node]*node // from an element that lacks keys to the form that it has taken
	pairs                       map[*node]pair  // for each element of modified
	removed                     map[*node]*node // from a dropped element to the element that it removes; nil if there is none
	ofValues                    marksFunc       // the marks that count when elements without keys are compared
}

// A pair contains the elements of original and current that an element of modified matches.
// They are nil if there are none.
type pair struct{ original, current *node }

// meet matches the elements of a list. Each document may lack the list. See "Matching" in
// section 11.1 of the specification.
func (t TargetOptions) meet(s smp.Schema, o, m, c *node) meeting {
	l := t.unmatched(s, allKeys(s), o, m, c)
	l.ofValues = l.marksOfValues
	l.takeForms()
	l.match()
	l.takeFormsOfDropped()
	l.remove()
	return l
}

// unmatched returns a list before the first step of matching. A list without keys is a set.
// All zero values count in elements without keys.
func (t TargetOptions) unmatched(s smp.Schema, keys []string, o, m, c *node) meeting {
	l := meeting{TargetOptions: t, list: s, keys: keys, original: o.orEmpty().items, modified: m.orEmpty().items, current: c.orEmpty().items,
		form: map[*node]*node{}, pairs: map[*node]pair{}, removed: map[*node]*node{}, ofValues: TargetOptions{}.marks}
	l.empty = slices.DeleteFunc(slices.Clone(l.keys), func(name string) bool {
		field, _ := s.Element().Member(name)
		return !field.Marks().NotStored && !field.Marks().FilledIn
	})
	l.emptied = l.withoutEmptyKeys()
	return l
}

// allKeys returns the keys by which elements match.
func allKeys(s smp.Schema) []string {
	if _, isData := s.Element().Field(patchMergeKeyName); isData || s.Recommended() == nil {
		return s.Keys() // no patch can select by recommended keys
	}
	return s.Recommended()
}

// takeForms is step 1, forms in modified. The elements in none are not forms.
func (l meeting) takeForms(none ...*node) {
	forms := func(e *node) []*node {
		if l.has(l.current, e) || len(l.meeting(l.modified, e)) > 1 {
			return nil
		}
		return slices.DeleteFunc(l.forms(e), func(x *node) bool {
			return l.has(l.modified, x) || l.isTaken(x) || slices.Contains(none, x)
		})
	}
	for again := true; again; {
		again = false
		for _, e := range l.modified {
			if found := forms(e); l.form[e] == nil && len(found) == 1 {
				l.form[e], again = found[0], true
				break
			}
		}
	}
}

// forms returns the elements of current that e may have become when a server filled in its
// missing keys. If original has elements with the keys of a form, as many such elements of
// current are not forms, and each of the others is returned twice.
func (l meeting) forms(e *node) []*node {
	var forms []*node
	for _, x := range l.current {
		originals, duplicates := len(l.meeting(l.original, x)), l.meeting(l.current, x)
		switch {
		case !l.fillsIn(e, x) || slices.Index(duplicates, x) < originals:
		case originals > 0:
			forms = append(forms, x, x)
		default:
			forms = append(forms, x)
		}
	}
	return forms
}

// isTaken reports whether an element has taken x as its form.
func (l meeting) isTaken(x *node) bool {
	return slices.Contains(slices.Collect(maps.Values(l.form)), x)
}

// match is step 2, matches of modified.
func (l meeting) match() {
	var found []*node
	for _, m := range l.modified {
		o := l.first(l.original, m, found, m)
		c := l.form[m]
		if c == nil {
			c = l.first(l.current, m, found, m, o)
		}
		l.pairs[m] = pair{o, c}
		found = append(found, o, c)
	}
}

// takeFormsOfDropped is step 3, forms of dropped elements.
func (l meeting) takeFormsOfDropped() {
	dropped := slices.DeleteFunc(l.dropped(), func(e *node) bool { return l.has(l.modified, e) || l.has(l.current, e) })
	for _, e := range dropped {
		forms := l.forms(e)
		if len(forms) != 1 || l.isTaken(forms[0]) || l.isMatched(forms[0]) {
			continue
		}
		isAnothers := func(other *node) bool { return !l.meets(other, e) && l.fillsIn(other, forms[0]) }
		if !slices.ContainsFunc(dropped, isAnothers) {
			l.form[e] = forms[0]
		}
	}
}

// isMatched reports whether x of current matches an element of modified.
func (l meeting) isMatched(x *node) bool {
	return slices.ContainsFunc(l.modified, func(m *node) bool { return l.pairs[m].current == x })
}

// dropped returns the elements of original that match no element of modified.
func (l meeting) dropped() []*node {
	return slices.DeleteFunc(slices.Clone(l.original), func(o *node) bool {
		return slices.ContainsFunc(l.modified, func(m *node) bool { return l.pairs[m].original == o })
	})
}

// remove is step 4, removed elements.
func (l meeting) remove() {
	var found []*node
	for _, p := range l.pairs {
		found = append(found, p.current)
	}
	for _, o := range l.dropped() {
		c := l.form[o]
		if c == nil {
			c = l.first(l.current, o, found, o)
		}
		l.removed[o] = c
		found = append(found, c)
	}
}

// first returns the first element with the keys of e that holds the first of the wanted
// elements. If there is none, it tries the other wanted elements in turn. If no element
// holds a wanted one, it returns the first element with the keys of e, or nil. It ignores the
// elements that have been found before.
func (l meeting) first(elements []*node, e *node, found []*node, wanted ...*node) *node {
	left := slices.DeleteFunc(l.meeting(elements, e), func(x *node) bool { return slices.Contains(found, x) })
	for _, w := range wanted {
		holds := func(x *node) bool { return w != nil && l.elementHolds(x, nil, w) }
		if i := slices.IndexFunc(left, holds); i >= 0 {
			return left[i]
		}
	}
	if len(left) == 0 {
		return nil
	}
	return left[0]
}

// elementHolds reports whether the element x of original or current holds the element e that
// meets it. Elements without keys that meet hold each other. Keys that a server filled in count
// as e's, even in an atomic element.
func (l meeting) elementHolds(x, o, e *node) bool {
	return !l.hasKeys(e) || l.holds(l.list.Element(), o, l.spelledAs(e, x), bare(cmp.Or(l.emptied[x], x)))
}

// withoutEmptyKeys returns copies of the elements of modified and original that have empty
// keys. The copies lack these keys. If current has an element with the keys as they are
// written, the copy still has its empty strings. If the element has no keys, the element of
// current must be equal to it.
func (l meeting) withoutEmptyKeys() map[*node]*node {
	emptied := map[*node]*node{}
	if len(l.empty) == 0 {
		return emptied
	}
	for _, e := range slices.Concat(l.modified, l.original) {
		asWritten := func(x *node) bool { return l.meets(x, e) }
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
	return l.isTaken(x) || l.emptied[e] != nil || e.is(model.Map) && slices.ContainsFunc(l.empty, lacks)
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
	if len(l.keys) == 0 {
		return element.isScalar()
	}
	for i, name := range l.keys {
		value, isOptional := keyValue(l.list, element, name), l.list.Keyed() && i >= len(l.list.Keys())
		if value == nil && !isOptional || value != nil && !value.isScalar() {
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
	a, b = cmp.Or(l.emptied[a], a), cmp.Or(l.emptied[b], b)
	switch {
	case !l.hasKeys(a) || !l.hasKeys(b):
		return l.hasKeys(a) == l.hasKeys(b) && a.kind == b.kind && alikeAside(l.ofValues, l.list.Element(), a, b)
	case len(l.keys) == 0:
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

// marksOfValues returns the marks for comparing elements without keys in a merge. In a list
// whose keys may be empty, zero values that servers do not store are always ignored.
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

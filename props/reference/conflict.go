package reference

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Conflicts is TargetOptions.Conflicts with the options of the specification.
func Conflicts(s smp.Schema, original, modified, current model.Value) []smp.Conflict {
	return TargetOptions{}.Conflicts(s, original, modified, current)
}

// Conflicts returns the changes of others that a three-way merge of these documents
// overwrites, sorted by path. It returns none if a document is not a map. See rule
// threeway-conflict.
func (t TargetOptions) Conflicts(s smp.Schema, original, modified, current model.Value) []smp.Conflict {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return nil
	}
	return sorted(t.conflictsOfMaps(s, nil, o, m, bare(c)))
}

func sorted(found []smp.Conflict) []smp.Conflict {
	slices.SortStableFunc(found, func(a, b smp.Conflict) int { return cmp.Compare(a.Path.String(), b.Path.String()) })
	return found
}

// conflicts compares three nodes by the steps of section 11.4.
func (t TargetOptions) conflicts(s smp.Schema, path model.Path, o, m, c *node) []smp.Conflict {
	deletes := m.is(model.Null) && o == nil
	o, m = present(o), present(m)
	compares := func(kind model.Type) bool {
		both := m.is(kind) && c.is(kind)
		removed := o.is(kind) && (m == nil && c.is(kind) || m.is(kind) && c == nil)
		return (both || removed) && merges(s, cmp.Or(m, c))
	}
	alike := func(a, b *node) bool { return alikeAside(t.marks, s, a, b) }
	switch {
	case compares(model.Map):
		return below(o, model.Map, t.conflictsOfMaps(s, path, o, m, c))
	case compares(model.List) && s.Set():
		return nil
	case compares(model.List):
		return below(o, model.List, conflictsOfLists(t.meet(s, o, m, c), path))
	case alike(o, m) && !deletes, alike(m, c), t.filledIn(s, o, c), m != nil && t.filledIn(s, m, c):
		return nil
	}
	kind := kindOf(m, c)
	if o == nil && m != nil {
		kind = smp.BothAdded
	}
	return []smp.Conflict{{Path: path, Code: kind, Left: bare(m).value(), Right: c.value()}}
}

// filledIn reports whether a server stores n as c: they are equal, except for fields that n
// lacks and that have their defaults in c.
func (t TargetOptions) filledIn(s smp.Schema, n, c *node) bool {
	n, c = present(n), present(c)
	if def := s.Default(); n == nil && c != nil && def.Type() != model.Absent && alikeAside(t.marks, s, read(def, &place{}), c) {
		return true
	}
	if c.is(model.Map) && (n == nil && len(c.fields) > 0 || n.is(model.Map)) {
		return !slices.ContainsFunc(names(n, c), func(name string) bool {
			field, _ := s.Member(name)
			return !t.filledIn(field, n.orEmpty().fields[name], c.fields[name])
		})
	}
	if c.is(model.List) && n.is(model.List) {
		return slices.EqualFunc(n.items, c.items, func(x, y *node) bool {
			return x.is(model.Null) == y.is(model.Null) && t.filledIn(s.Element(), x, y)
		})
	}
	return alikeAside(t.marks, s, n, c)
}

// below returns the conflicts in a map or list. If original has a value of another type
// there, both sides changed this value, so additions count as changes.
func below(o *node, kind model.Type, found []smp.Conflict) []smp.Conflict {
	for i := range found {
		if o != nil && !o.is(kind) && found[i].Code == smp.BothAdded {
			found[i].Code = smp.BothChanged
		}
	}
	return found
}

// present returns a value, or nil if it is null.
func present(n *node) *node {
	if n.is(model.Null) {
		return nil
	}
	return n
}

// kindOf returns the code for the changes of two sides to an existing value.
func kindOf(left, right *node) smp.ConflictCode {
	switch {
	case left == nil:
		return smp.LeftDeleted
	case right == nil:
		return smp.RightDeleted
	default:
		return smp.BothChanged
	}
}

func (t TargetOptions) conflictsOfMaps(s smp.Schema, path model.Path, o, m, c *node) []smp.Conflict {
	var found []smp.Conflict
	excludes := t.excluded(s, o, m, c)
	for _, name := range names(o, m, c) {
		if excludes(name, c.orEmpty().fields[name]) {
			continue // rule union-target
		}
		field, _ := s.Member(name)
		found = append(found, t.conflicts(field, path.Append(model.Field(name)), o.orEmpty().fields[name], m.orEmpty().fields[name], c.orEmpty().fields[name])...)
	}
	return found
}

// conflictsOfLists compares the elements that match. Elements that only current has do
// not conflict with anything. A merge key that is null or empty counts as absent.
func conflictsOfLists(l meeting, path model.Path) []smp.Conflict {
	var found []smp.Conflict
	compare := func(e, o, m, c *node) {
		if !l.hasKeys(e) {
			return // the elements are equal on all sides
		}
		var k model.Key
		for _, name := range l.keys {
			value := keyValue(l.list, e, name)
			if value == nil && c != nil {
				value = keyValue(l.list, c, name) // a server filled in the key
			}
			k = append(k, model.KeyField{Name: name, Value: value.value()})
		}
		found = append(found, l.conflicts(l.list.Element(), path.Append(k), o, m, c)...)
	}
	for _, e := range l.modified {
		o, m, c := l.contents(e)
		if c != nil && atomicMap(l.list.Element()) {
			o, m = l.spelledAs(l.pairs[e].original, c), l.spelledAs(e, c) // the elements are compared as a whole
		}
		if m.is(model.Map) {
			m = l.withoutNullKeys(m)
		}
		compare(cmp.Or(l.pairs[e].original, e), o, m, c)
	}
	for _, o := range l.dropped() {
		c := l.removed[o]
		compare(o, l.spelledAs(o, c), nil, c)
	}
	return found
}

package reference

import (
	"cmp"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ConflictPaths returns the paths of Conflicts, in their order.
func ConflictPaths(s smp.Schema, original, modified, current model.Value) []model.Path {
	var paths []model.Path
	for _, c := range Conflicts(s, original, modified, current) {
		paths = append(paths, c.Path)
	}
	return paths
}

// Conflicts returns what a three-way merge of these documents overwrites that
// others changed, sorted by path; none where a document is no map. Rule
// threeway-conflict.
func Conflicts(s smp.Schema, original, modified, current model.Value) []smp.Conflict {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return nil
	}
	return sorted(conflictsOfMaps(s, nil, o, m, bare(c)))
}

func sorted(found []smp.Conflict) []smp.Conflict {
	slices.SortStableFunc(found, func(a, b smp.Conflict) int { return cmp.Compare(a.Path.String(), b.Path.String()) })
	return found
}

// conflicts compares three nodes. It looks into a map or list that both sides
// have, or one side where the other dropped it: what is new in there is alike in
// the other side and in original, which both lack it. A null of modified is at
// odds with what others added where original has not even a null.
func conflicts(s smp.Schema, path model.Path, o, m, c *node) []smp.Conflict {
	clears := m.is(model.Null) && o == nil && c != nil
	o, m = present(o), present(m)
	inside := func(kind model.Kind) bool {
		dropped := o.is(kind) && (m == nil || c == nil)
		return (m.is(kind) || m == nil) && (c.is(kind) || c == nil) && (dropped || m != nil && c != nil) && merges(s, cmp.Or(m, c))
	}
	switch {
	case inside(model.Map):
		return conflictsOfMaps(s, path, o, m, c)
	case inside(model.List) && !s.Set():
		return conflictsOfLists(meet(s, o, m, c), path)
	case !clears && (alike(bare(o), bare(m)) || alike(bare(o), c) || alike(bare(m), c) || inside(model.List)):
		return nil
	}
	kind := kindOf(m, c)
	if o == nil && m != nil {
		kind = smp.BothAdded
	}
	return []smp.Conflict{{Path: path, Kind: kind, Left: bare(m).value(), Right: c.value()}}
}

// present returns a value that is there: null is none.
func present(n *node) *node {
	if n.is(model.Null) {
		return nil
	}
	return n
}

// kindOf returns what two sides did to a value that was there.
func kindOf(left, right *node) smp.ConflictKind {
	switch {
	case left == nil:
		return smp.LeftDeleted
	case right == nil:
		return smp.RightDeleted
	default:
		return smp.BothChanged
	}
}

func conflictsOfMaps(s smp.Schema, path model.Path, o, m, c *node) []smp.Conflict {
	var found []smp.Conflict
	excludes := excluded(s, o, m, c)
	for _, name := range names(o, m, c) {
		if excludes(name, c.or().fields[name]) {
			continue // rule union-target
		}
		field, _ := s.Member(name)
		found = append(found, conflicts(field, path.Append(model.Field(name)), o.or().fields[name], m.or().fields[name], c.or().fields[name])...)
	}
	return found
}

// conflictsOfLists compares elements with their duplicates, by all their keys,
// defaults counted. Those that only current has are nobody's conflict. A merge
// key that is null is an absent one.
func conflictsOfLists(l meeting, path model.Path) []smp.Conflict {
	var found []smp.Conflict
	for _, side := range [][]*node{l.modified, l.original} {
		for _, e := range side {
			o, m, c := l.of(side, e)
			if e == o && m != nil || !l.hasKeys(e) {
				continue // seen from modified's side, or the same on all sides
			}
			var k model.Key
			fields := maps.Clone(m.or().fields)
			for _, name := range l.keys {
				k = append(k, model.KeyField{Name: name, Value: keyValue(l.list, cmp.Or(c, e), name).value()})
				if fields[name].is(model.Null) {
					delete(fields, name)
				}
			}
			if m != nil {
				m = m.withFields(fields)
			}
			found = append(found, conflicts(l.list.Element(), path.Append(k), o, m, c)...)
		}
	}
	return found
}

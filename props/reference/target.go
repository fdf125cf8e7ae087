package reference

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Target returns what a three-way merge makes of current: what modified wants,
// without what it dropped since original, and with what others added. It has no
// null map members; those of original and current count as absent, those of
// modified say that the field goes. A document that is absent or null counts as
// an empty map; what is no map is rejected with an *smp.Error. Rule threeway.
func Target(s smp.Schema, original, modified, current model.Value) (model.Value, error) {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return model.Value{}, err
	}
	return targetMap(s, retains(s), nil, bare(o), m, bare(c)).value(), nil
}

// readDocuments returns the three as maps. Rule root.
func readDocuments(original, modified, current model.Value) (o, m, c *node, err error) {
	document := func(name string, v model.Value) *node {
		n := &node{kind: model.Map, at: &place{document: name}}
		if v.Kind() != model.Absent && v.Kind() != model.Null {
			n = read(v, n.at)
		}
		if n.kind != model.Map && err == nil {
			err = &smp.Error{Kind: smp.WrongKind, Document: name, Rule: smp.RuleRoot, Cause: errors.New("the document is no map")}
		}
		return n
	}
	o, m, c = document("original", original), document("modified", modified), document("current", current)
	return o, m, c, err
}

// target returns what is wanted at one place, nil for nothing. The nodes of
// original and current are bare. Below a value of another kind than the wanted
// one there is nothing to keep or to drop.
func target(s smp.Schema, o, m, c *node) *node {
	switch {
	case m == nil && o == nil:
		return c
	case m == nil:
		return dropped(s, o, c)
	case m.kind == model.Null:
		return nil
	case merges(s, m) && m.kind == model.Map:
		return targetMap(s, retains(s), nil, o, m, c)
	case merges(s, m):
		return targetList(s, o, m, c)
	default:
		return bare(m)
	}
}

// merges reports whether a value is a map or list that is not atomic. A map
// for which the schema has a list merges by name.
func merges(s smp.Schema, n *node) bool {
	return n.is(model.Map) && !atomicMap(s) || n.is(model.List) && s.Merging()
}

// dropped returns what is left of a field that modified no longer has: of maps
// with names of all sorts and of merging lists what others added.
func dropped(s smp.Schema, o, c *node) *node {
	whole := s.Declared() || retains(s)
	if c == nil || c.kind != o.kind || whole || !merges(s, c) {
		return nil
	}
	left := target(s, o, &node{kind: c.kind, at: c.at}, c)
	if len(left.fields)+len(left.items) == 0 {
		return nil
	}
	return left
}

// atomicMap reports whether a map in this place is replaced whole.
func atomicMap(s smp.Schema) bool { return s.Kind() != smp.ListType && s.Strategy() == smp.Replace }

// retains reports whether a map in this place has the strategy retainKeys.
func retains(s smp.Schema) bool { return s.Kind() != smp.ListType && s.RetainKeys() }

// targetMap merges by name. A map that retains keys has modified's names only,
// once modified changed it or current does not hold what modified says: then a
// patch speaks of it. Absent in original counts as empty. What unions exclude
// goes too. Merge keys of an element stay.
func targetMap(s smp.Schema, retains bool, keys []string, o, m, c *node) *node {
	fields := map[string]*node{}
	for _, name := range names(o, m, c) {
		field, _ := s.Member(name)
		fields[name] = target(field, o.or().fields[name], m.fields[name], c.or().fields[name])
	}
	maps.DeleteFunc(fields, func(_ string, field *node) bool { return field == nil })
	merged := m.withFields(fields)
	says := retains && !(alike(cmp.Or(o, m.withFields(nil)), bare(m)) && holds(s, c, merged))
	excludes := excluded(s, o, m, c)
	maps.DeleteFunc(fields, func(name string, field *node) bool {
		return !slices.Contains(keys, name) && (says && m.fields[name] == nil || excludes(name, field))
	})
	return merged
}

// holds reports whether current has what is wanted, both bare: lists may have
// duplicates beyond it, in another order. Duplicates of a keyed list are held by
// those that they were merged with, the n-th by the n-th.
func holds(s smp.Schema, c, wanted *node) bool {
	switch {
	case c == nil || wanted == nil || c.kind != wanted.kind || !merges(s, wanted):
		return alike(c, wanted)
	case c.kind == model.Map:
		return !slices.ContainsFunc(names(c, wanted), func(name string) bool {
			field, _ := s.Member(name)
			return !holds(field, c.fields[name], wanted.fields[name])
		})
	}
	l := meet(s, nil, wanted, c)
	rest := slices.Clone(c.items)
	for _, w := range wanted.items {
		i := slices.IndexFunc(rest, func(x *node) bool { return l.meets(x, w) })
		if i < 0 || !holds(s.Element(), rest[i], w) {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

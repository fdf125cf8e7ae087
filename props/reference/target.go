package reference

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// TargetOptions selects the target of a three-way merge. The zero value is the target
// of the specification, which ignores marks. Only the empty keys of a list whose key
// fields have marks count as absent even so.
type TargetOptions struct {
	// Marks is set for a merge that is sent to a cluster, without
	// smp.ThreeWayOptions.Resend: the marks of the schema's fields count.
	Marks bool
}

// Target is TargetOptions.Target by the specification.
func Target(s smp.Schema, original, modified, current model.Value) (model.Value, error) {
	return TargetOptions{}.Target(s, original, modified, current)
}

// Target returns what a three-way merge makes of current: what modified wants,
// without what it dropped since original, and with what others added. It has no
// null map members; those of current count as absent, and those of original too,
// except that marks may count for them. Those of modified remove the field. A document
// that is absent or null counts as an empty map; any other value that is not a map is
// rejected with an *smp.Error. Rule threeway.
func (t TargetOptions) Target(s smp.Schema, original, modified, current model.Value) (model.Value, error) {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return model.Value{}, err
	}
	return t.targetMap(s, retains(s), nil, o, m, bare(c)).value(), nil
}

// readDocuments returns the three as maps. Rule root.
func readDocuments(original, modified, current model.Value) (o, m, c *node, err error) {
	document := func(name string, v model.Value) *node {
		n := &node{kind: model.Map, at: &place{document: name}}
		if v.Type() != model.Absent && v.Type() != model.Null {
			n = read(v, n.at)
		}
		if n.kind != model.Map && err == nil {
			err = &smp.Error{Code: smp.WrongType, Document: name, Rule: smp.RuleRoot, Cause: errors.New("the document is no map")}
		}
		return n
	}
	o, m, c = document("original", original), document("modified", modified), document("current", current)
	return o, m, c, err
}

// target returns what is wanted at one place, nil for nothing. The node of current is
// bare. Below a value of another type than the wanted one there is nothing to keep or
// to drop.
func (t TargetOptions) target(s smp.Schema, o, m, c *node) *node {
	switch {
	case m == nil && present(o) == nil:
		return c
	case m == nil:
		return t.dropped(s, o, c)
	case t.keepsCurrent(s, o, m, c):
		return c
	case m.kind == model.Null:
		return nil
	case c == nil && t.holds(s, nil, m, nil): // a zero that would not be stored
		return nil
	case merges(s, m) && m.kind == model.Map:
		return t.targetMap(s, retains(s), nil, o, m, c)
	case merges(s, m):
		return t.targetList(s, o, m, c)
	case t.Marks && c != nil && t.holds(s, nil, m, c): // in another spelling
		return c
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
func (t TargetOptions) dropped(s smp.Schema, o, c *node) *node {
	whole := s.Declared() || retains(s)
	if c == nil || c.kind != o.kind || whole || !merges(s, c) {
		return nil
	}
	left := t.target(s, o, &node{kind: c.kind, at: c.at}, c)
	if len(left.fields)+len(left.items) == 0 {
		return nil
	}
	return left
}

// atomicMap reports whether a map in this place is replaced whole.
func atomicMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.Strategy() == smp.Replace }

// retains reports whether a map in this place has the strategy retainKeys.
func retains(s smp.Schema) bool { return s.Type() != smp.ListType && s.RetainKeys() }

// targetMap merges by name. A map that retains keys has modified's names only, if
// modified changed it or if current does not hold what modified says: then a patch
// contains it. Absent in original counts as empty. Fields that unions exclude are
// removed too. Merge keys of an element stay. In the end, fields and their aliases get
// the same value.
func (t TargetOptions) targetMap(s smp.Schema, retains bool, keys []string, o, m, c *node) *node {
	fields := map[string]*node{}
	for _, name := range names(o, m, c) {
		field, _ := s.Member(name)
		fields[name] = t.target(field, o.or().fields[name], m.fields[name], c.or().fields[name])
	}
	maps.DeleteFunc(fields, func(_ string, field *node) bool { return field == nil })
	changed := !alikeInAnyOrder(s, bare(cmp.Or(present(o), m.withFields(nil))), bare(m))
	clears := retains && (changed || c == nil || !t.holds(s, o, m, c))
	excludes := t.excluded(s, o, m, c)
	maps.DeleteFunc(fields, func(name string, field *node) bool {
		return !slices.Contains(keys, name) && (clears && m.fields[name] == nil || excludes(name, field))
	})
	if t.Marks {
		copyAliases(s, o, m, c, fields)
	}
	return m.withFields(fields)
}

// alikeInAnyOrder compares bare nodes as JSON values, the order of merging lists aside.
func alikeInAnyOrder(s smp.Schema, a, b *node) bool {
	switch {
	case a == nil || b == nil || a.kind != b.kind || !merges(s, a):
		return alike(a, b)
	case a.kind == model.Map:
		return !slices.ContainsFunc(names(a, b), func(name string) bool {
			field, _ := s.Member(name)
			return !alikeInAnyOrder(field, a.fields[name], b.fields[name])
		})
	}
	left := slices.Clone(b.items)
	for _, x := range a.items {
		i := slices.IndexFunc(left, func(y *node) bool { return alikeInAnyOrder(s.Element(), x, y) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// copyAliases gives a field and its alias the same value if modified sets only one of
// them, unless current lacks the other and nothing of the one is to change. If modified
// drops or nulls what there was of either, both are removed.
func copyAliases(s smp.Schema, o, m, c *node, fields map[string]*node) {
	for name, field := range s.Fields() {
		if field.Marks().AliasOf == "" {
			continue
		}
		set, other := name, field.Marks().AliasOf
		if m.fields[set] == nil {
			set, other = other, set
		}
		was, wanted, is := bare(present(o.or().fields[set])), m.fields[set], c.or().fields[set]
		switch {
		case m.fields[other] != nil: // each is what modified says
		case wanted == nil:
			if was != nil || present(o.or().fields[other]) != nil {
				delete(fields, set)
				delete(fields, other)
			}
		case fields[set] == nil:
			if wanted.kind == model.Null {
				delete(fields, other)
			}
		case wanted.kind != model.Null && (c.or().fields[other] != nil || !alike(bare(wanted), is)):
			fields[other] = fields[set]
		}
	}
}

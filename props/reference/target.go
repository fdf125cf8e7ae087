package reference

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// TargetOptions selects the target of a three-way merge. The zero value is the target of the
// specification, which ignores marks. There is one exception: empty keys count as absent if
// the key fields have marks.
type TargetOptions struct {
	// Marks makes the marks of the schema's fields count. It is set for a merge that is
	// sent to a cluster without smp.ThreeWayOptions.Resend.
	Marks bool
}

// Target is TargetOptions.Target with the options of the specification.
func Target(s smp.Schema, original, modified, current model.Value) (model.Value, error) {
	return TargetOptions{}.Target(s, original, modified, current)
}

// Target returns the target of a three-way merge for current. The target contains the values
// of modified and the additions of others, but no values of original that modified dropped.
//
// The result has no null fields. Null fields of modified are removed from current. Null
// fields of original and current count as absent. Marks may be an exception to this for
// original. A document that is absent or null counts as an empty map. Any other document that
// is not a map is rejected with an *smp.Error. See rule threeway.
func (t TargetOptions) Target(s smp.Schema, original, modified, current model.Value) (model.Value, error) {
	o, m, c, err := readDocuments(original, modified, current)
	if err != nil {
		return model.Value{}, err
	}
	return t.targetMap(s, retains(s), nil, o, m, bare(c)).value(), nil
}

// readDocuments reads the three documents, which must be maps. See rule root.
func readDocuments(original, modified, current model.Value) (o, m, c *node, err error) {
	document := func(name string, v model.Value) *node {
		n := &node{kind: model.Map, at: &place{document: name}}
		if v.Type() != model.Absent && v.Type() != model.Null {
			n = read(v, n.at)
		}
		if n.kind != model.Map && err == nil {
			err = &smp.Error{Code: smp.WrongType, Document: name, Rule: smp.RuleRoot, Cause: errors.New("the document is not a map")}
		}
		return n
	}
	o, m, c = document("original", original), document("modified", modified), document("current", current)
	return o, m, c, err
}

// target returns the wanted value at one place, or nil if there is none. The node of current
// is bare. A value whose type differs from the wanted type counts as empty.
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
	case c == nil && t.holds(s, nil, m, nil): // m is a zero that a server would not store
		return nil
	case merges(s, m) && m.kind == model.Map:
		return t.targetMap(s, retains(s), nil, o, m, c)
	case merges(s, m):
		return t.targetList(s, o, m, c)
	case t.Marks && c != nil && t.holds(s, o, m, c): // c is the same value in another spelling
		return c
	default:
		return bare(m)
	}
}

// merges reports whether a value is a map or list that is not atomic. A map merges by name
// even if the schema defines a list at this place.
func merges(s smp.Schema, n *node) bool {
	return n.is(model.Map) && !atomicMap(s) || n.is(model.List) && s.Merging()
}

// dropped returns the rest of a field that modified dropped: in free-form maps and
// merging lists, the values that others added.
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

// atomicMap reports whether a map with this schema is replaced as a whole.
func atomicMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.Strategy() == smp.Replace }

// retains reports whether a map with this schema has the strategy retainKeys.
func retains(s smp.Schema) bool { return s.Type() != smp.ListType && s.RetainKeys() }

// targetMap merges maps by name. A retainKeys map keeps only modified's names if the patch
// contains the map. This is the case if modified changed the map, or if current does not hold
// modified's values. An absent map in original counts as empty. Fields that unions exclude
// are removed. The merge keys of an element stay. Finally, fields and their aliases get the
// same value.
func (t TargetOptions) targetMap(s smp.Schema, retains bool, keys []string, o, m, c *node) *node {
	fields := map[string]*node{}
	for _, name := range names(o, m, c) {
		field, _ := s.Member(name)
		fields[name] = t.target(field, o.orEmpty().fields[name], m.fields[name], c.orEmpty().fields[name])
	}
	maps.DeleteFunc(fields, func(_ string, field *node) bool { return field == nil })
	changed := !alikeInAnyOrder(s, bare(cmp.Or(present(o), m.withFields(nil))), bare(m))
	clears := retains && (changed || c == nil || !t.holds(s, o, m, c))
	excludes := t.excluded(s, o, m, c)
	maps.DeleteFunc(fields, func(name string, field *node) bool {
		return !slices.Contains(keys, name) && (clears && present(m.fields[name]) == nil || excludes(name, field))
	})
	if t.Marks {
		copyAliases(s, o, m, c, fields)
	}
	return m.withFields(fields)
}

// alikeInAnyOrder compares bare nodes as JSON values, ignoring the order of merging
// lists.
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
	return sameItems(a.items, b.items, func(x, y *node) bool { return alikeInAnyOrder(s.Element(), x, y) })
}

// sameItems reports whether two lists have the same elements in any order.
func sameItems(a, b []*node, alike func(x, y *node) bool) bool {
	left := slices.Clone(b)
	for _, x := range a {
		i := slices.IndexFunc(left, func(y *node) bool { return alike(x, y) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// copyAliases gives a field and its alias the same value if modified sets only one of them,
// unless current lacks the other one and already has the wanted value of the first. If
// modified drops the value or sets it to null, both are removed.
func copyAliases(s smp.Schema, o, m, c *node, fields map[string]*node) {
	for name, field := range s.Fields() {
		if field.Marks().AliasOf == "" {
			continue
		}
		set, other := name, field.Marks().AliasOf
		if m.fields[set] == nil {
			set, other = other, set
		}
		was, wanted, is := bare(present(o.orEmpty().fields[set])), m.fields[set], c.orEmpty().fields[set]
		switch {
		case m.fields[other] != nil: // both fields have modified's values
		case wanted == nil:
			if was != nil || present(o.orEmpty().fields[other]) != nil {
				delete(fields, set)
				delete(fields, other)
			}
		case fields[set] == nil:
			if wanted.kind == model.Null {
				delete(fields, other)
			}
		case wanted.kind != model.Null && (c.orEmpty().fields[other] != nil || !alike(bare(wanted), is)):
			fields[other] = fields[set]
		}
	}
}

package smp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// With returns the schema with an override at one place. s does not change. The path consists of
// fields only and has no steps for elements of lists. For example, spec.groups.rules is the list of
// rules in every group. If the schema does not define the place, the override defines it. An
// override with Keys makes the place a list. After an override without Keys, the place may be a map
// or a list.
//
// The error is an [*Error] with Code InvalidSchema and the path. It occurs if the path leads
// through a scalar or through a field that a declared map lacks, if the path has a step that is not
// a field, or if NewSchema would reject the result.
func (s Schema) With(path model.Path, o Override) (Schema, error) {
	fail := func(cause error) (Schema, error) {
		return Schema{}, &Error{Code: InvalidSchema, Document: "schema", Path: path.Append(), Cause: cause}
	}
	names := make([]string, len(path))
	for i, step := range path {
		name, ok := step.(model.Field)
		if !ok {
			return fail(fmt.Errorf("expected only field names in the path of an override, got %s", step))
		}
		names[i] = string(name)
	}
	if s.node == nil {
		return Schema{}, noSchema()
	}
	u, err := s.node.with(names, o)
	if err != nil {
		return fail(err)
	}
	return Schema{u}, nil
}

// with implements With. It copies only the nodes and shapes along the path. If such a shape is also
// used at other places, it does not change there.
func (u *node) with(names []string, o Override) (*node, error) {
	if len(names) == 0 {
		return u.overridden(o)
	}
	out, s := *u, *u.shape
	out.shape = &s
	switch s.typ {
	case ScalarType:
		return nil, errors.New("the path leads through a scalar")
	case ListType:
		element, err := s.element.with(names, o)
		if err != nil {
			return nil, err
		}
		s.element = element
		return out.checked()
	case AnyType:
		s.typ, s.values = MapType, anyNode
	}
	name := names[0]
	member := s.values
	if field, ok := s.find(name, false); ok {
		member = field
	}
	switch {
	case member == nil:
		return nil, errors.New("unknown field")
	case member.fault != nil:
		return nil, member.fault
	}
	member, err := member.with(names[1:], o)
	if err != nil {
		return nil, err
	}
	out.shape = s.withField(name, member)
	return out.checked()
}

// checked makes the checks of NewSchema for a changed node, and prepares the node for use.
func (u *node) checked() (*node, error) {
	if err := (madeNode{node: u}).check(false); err != nil {
		return nil, errors.Unwrap(err)
	}
	u.prepare(false)
	u.setHasMergeRules(0)
	return u, nil
}

// overridden returns the node with the override, after the checks of NewSchema.
func (u *node) overridden(o Override) (*node, error) {
	out := *u
	if u.shape.typ == AnyType && o.Keys != nil {
		out.shape = &shape{typ: ListType, element: anyNode}
		out.strategy = Replace
	}
	if o.Unions != nil {
		if u.shape.typ != MapType {
			return nil, fmt.Errorf("a union requires a map with declared fields; the schema has type %s here", u.shape.typ)
		}
		s := *out.shape
		s.unions = sortedUnions(o.Unions)
		out.shape = &s
	}
	t := Definition{
		Type: out.shape.typ, Strategy: out.strategy, RetainKeys: out.retainKeys || o.RetainKeys,
		Keys: out.keys, Recommended: out.recommended, MapKeys: out.mapKeys, Default: out.def,
		Marks: out.marks, AcceptsLists: out.acceptsLists,
	}
	if o.Keys != nil {
		t.Strategy, t.Keys, t.Recommended, t.MapKeys = Merge, o.Keys, o.Recommended, false
	}
	if o.Strategy == Replace && o.Keys == nil {
		t.Keys, t.Recommended, t.MapKeys = nil, nil, false
	}
	if o.Strategy != DefaultStrategy || t.Type == ScalarType {
		t.Strategy = o.Strategy
	}
	if err := out.setPlace(&t, nil); err != nil {
		return nil, errors.Unwrap(err)
	}
	return out.checked()
}

// check rejects a merging list that could not merge, and unions that the map cannot have. Call it
// after all shapes are filled, because the elements of a list may be defined later than the list.
// locked reports whether the builder's lock is held.
func (m madeNode) check(locked bool) error {
	if m.shape.unions != nil {
		if err := m.shape.checkUnions(locked); err != nil {
			return m.trail.error(err)
		}
	}
	if m.shape.typ != ListType || m.strategy != Merge {
		return nil
	}
	if m.shape.element.shape.typ == ListType {
		return m.trail.errorf("a list of lists cannot have strategy merge (rule %s)", RuleNoNestedLists)
	}
	if len(m.keys) == 0 {
		if m.shape.element.shape.typ == MapType {
			return m.trail.errorf("a list of maps with strategy merge requires a merge key")
		}
		return nil
	}
	if n := len(m.keys); m.recommended != nil &&
		(len(m.recommended) < n || !slices.Equal(m.recommended[:n], m.keys)) {
		return m.trail.errorf("the recommended keys must begin with the merge key (rule %s)", RuleKeysRecommended)
	}
	for _, keys := range [][]string{m.keys, m.recommended} {
		for i, key := range keys {
			if err := checkKey(key, m.shape.element, locked); err != nil {
				return m.trail.error(err)
			}
			if slices.Contains(keys[:i], key) {
				return m.trail.errorf("merge key %q is listed twice", key)
			}
			if m.shape.element.shape.inMember(key) {
				return m.trail.errorf("merge key %q is in a member of a union of the elements (rule %s)", key, RuleUnionMember)
			}
		}
	}
	return nil
}

// checkAlias rejects a field whose alias does not name another declared field of the map.
func (s *shape) checkAlias(name string, t *Definition, at *trail) error {
	of := t.Marks.AliasOf
	if of == "" || of != name && s.index(of) >= 0 {
		return nil
	}
	if t.Origin != nil {
		at = &trail{origin: t.Origin}
	}
	return at.errorf("the field is an alias of %q, which is not another field of the map", of)
}

// prepare creates the selections that a merging list is merged with. Call it after check. locked
// has the same meaning as in check.
func (u *node) prepare(locked bool) {
	if u.Merging() {
		u.byDefaultKey = u.selection(u.keys, nil)
		u.byAllKeys = u.byDefaultKey
		if u.shape.element.shape.index(syntax.PatchMergeKey) < 0 && u.recommended != nil {
			u.byAllKeys = u.selection(u.recommended, nil)
		}
		u.emptyKeys = nil
		for _, key := range u.byAllKeys.Names {
			field, ok := u.shape.element.shape.find(key, locked)
			if ok && (field.marks.NotStored || field.marks.FilledIn) {
				u.emptyKeys = append(u.emptyKeys, key)
			}
		}
	}
}

// checkKey rejects a merge key that cannot identify elements. In many places the keys are written
// as one text, separated by commas.
func checkKey(key string, element *node, locked bool) error {
	if key == "" || strings.Contains(key, ",") || strings.ContainsFunc(key, unicode.IsSpace) {
		return fmt.Errorf("invalid merge key %q; expected a name without white space and commas", key)
	}
	t := element.shape
	switch t.typ {
	case AnyType:
		return nil
	case MapType:
		field, ok := t.find(key, locked)
		if !ok {
			field = t.values
		}
		if field == nil {
			return fmt.Errorf("merge key %q is not a field of the elements", key)
		}
		if field.fault != nil {
			return field.fault
		}
		if k := field.shape.typ; k != ScalarType && k != AnyType {
			return fmt.Errorf("merge key %q: expected a scalar, got a %s", key, k)
		}
		return nil
	default:
		return fmt.Errorf("a merge key requires a list of maps, got a list of %ss", t.typ)
	}
}

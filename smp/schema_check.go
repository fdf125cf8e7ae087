package smp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
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
	u, err := withOverride(s.node, names, o)
	if err != nil {
		return fail(err)
	}
	return Schema{u}, nil
}

// withOverride implements With. It copies only the nodes and shapes along the path. If such a shape is also
// used at other places, it does not change there.
func withOverride(u *schema.Node, names []string, o Override) (*schema.Node, error) {
	if len(names) == 0 {
		return overridden(u, o)
	}
	out, s := *u, *u.Shape
	out.Shape = &s
	switch s.Type {
	case schema.Scalar:
		return nil, errors.New("the path leads through a scalar")
	case schema.List:
		element, err := withOverride(s.Element, names, o)
		if err != nil {
			return nil, err
		}
		s.Element = element
		return checked(&out)
	case schema.Any:
		s.Type, s.Values = schema.Map, schema.Unknown
	}
	name := names[0]
	member := s.Values
	if field, ok := s.Find(name, false); ok {
		member = field
	}
	switch {
	case member == nil:
		return nil, errors.New("unknown field")
	case member.Fault != nil:
		return nil, member.Fault
	}
	member, err := withOverride(member, names[1:], o)
	if err != nil {
		return nil, err
	}
	out.Shape = s.WithField(name, member)
	return checked(&out)
}

// checked makes the checks of NewSchema for a changed node, and prepares the node for use.
func checked(u *schema.Node) (*schema.Node, error) {
	if err := (madeNode{Node: u}).check(false); err != nil {
		return nil, errors.Unwrap(err)
	}
	u.Prepare(false)
	u.SetHasMergeRules(0)
	return u, nil
}

// overridden returns the node with the override, after the checks of NewSchema.
func overridden(u *schema.Node, o Override) (*schema.Node, error) {
	out := *u
	if u.Shape.Type == schema.Any && o.Keys != nil {
		out.Shape = &schema.Shape{Type: schema.List, Element: schema.Unknown}
		out.Strategy = schema.Replace
	}
	if o.Unions != nil {
		if u.Shape.Type != schema.Map {
			return nil, fmt.Errorf("a union requires a map with declared fields; the schema has type %s here", u.Shape.Type)
		}
		s := *out.Shape
		s.Unions = sortedUnions(o.Unions)
		out.Shape = &s
	}
	t := Definition{
		Type: SchemaType(out.Shape.Type), Strategy: Strategy(out.Strategy), RetainKeys: out.RetainKeys || o.RetainKeys,
		Keys: out.Keys, Recommended: out.Recommended, MapKeys: out.MapKeys, Default: out.Default,
		Marks: Marks(out.Marks), AcceptsLists: out.AcceptsLists,
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
	if err := setPlace(&out, &t, nil); err != nil {
		return nil, errors.Unwrap(err)
	}
	return checked(&out)
}

// check rejects a merging list that could not merge, and unions that the map cannot have. Call it
// after all shapes are filled, because the elements of a list may be defined later than the list.
// locked reports whether the builder's lock is held.
func (m madeNode) check(locked bool) error {
	if m.Shape.Unions != nil {
		if err := checkUnions(m.Shape, locked); err != nil {
			return m.trail.error(err)
		}
	}
	if m.Shape.Type != schema.List || m.Strategy != schema.Merge {
		return nil
	}
	if m.Shape.Element.Shape.Type == schema.List {
		return m.trail.errorf("a list of lists cannot have strategy merge (rule %s)", RuleNoNestedLists)
	}
	if len(m.Keys) == 0 {
		if m.Shape.Element.Shape.Type == schema.Map {
			return m.trail.errorf("a list of maps with strategy merge requires a merge key")
		}
		return nil
	}
	if n := len(m.Keys); m.Recommended != nil &&
		(len(m.Recommended) < n || !slices.Equal(m.Recommended[:n], m.Keys)) {
		return m.trail.errorf("the recommended keys must begin with the merge key (rule %s)", RuleKeysRecommended)
	}
	for _, keys := range [][]string{m.Keys, m.Recommended} {
		for i, key := range keys {
			if err := checkKey(key, m.Shape.Element, locked); err != nil {
				return m.trail.error(err)
			}
			if slices.Contains(keys[:i], key) {
				return m.trail.errorf("merge key %q is listed twice", key)
			}
			if m.Shape.Element.Shape.InMember(key) {
				return m.trail.errorf("merge key %q is in a member of a union of the elements (rule %s)", key, RuleUnionMember)
			}
		}
	}
	return nil
}

// checkAlias rejects a field whose alias does not name another declared field of the map.
func checkAlias(s *schema.Shape, name string, t *Definition, at *trail) error {
	of := t.Marks.AliasOf
	if of == "" || of != name && s.Index(of) >= 0 {
		return nil
	}
	if t.Origin != nil {
		at = &trail{origin: t.Origin}
	}
	return at.errorf("the field is an alias of %q, which is not another field of the map", of)
}

// checkKey rejects a merge key that cannot identify elements. In many places the keys are written
// as one text, separated by commas.
func checkKey(key string, element *schema.Node, locked bool) error {
	if key == "" || strings.Contains(key, ",") || strings.ContainsFunc(key, unicode.IsSpace) {
		return fmt.Errorf("invalid merge key %q; expected a name without white space and commas", key)
	}
	t := element.Shape
	switch t.Type {
	case schema.Any:
		return nil
	case schema.Map:
		field, ok := t.Find(key, locked)
		if !ok {
			field = t.Values
		}
		if field == nil {
			return fmt.Errorf("merge key %q is not a field of the elements", key)
		}
		if field.Fault != nil {
			return field.Fault
		}
		if k := field.Shape.Type; k != schema.Scalar && k != schema.Any {
			return fmt.Errorf("merge key %q: expected a scalar, got a %s", key, k)
		}
		return nil
	default:
		return fmt.Errorf("a merge key requires a list of maps, got a list of %ss", t.Type)
	}
}

package smp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// An Override says how one map or list merges, in place of what its schema
// says. Zero fields leave things as they are.
type Override struct {
	// Strategy is for maps and lists. Keys alone imply Merge.
	Strategy Strategy
	// RetainKeys turns strategy retainKeys on.
	RetainKeys bool
	// Keys is the default merge key of a keyed list. An empty slice that is
	// not nil makes a merging list a set.
	Keys []string
	// Recommended are the recommended merge keys, the default key first. They
	// go with Keys: setting Keys without them leaves none.
	Recommended []string
	// Unions are those of a map, in place of what its schema has. An empty slice
	// that is not nil leaves none.
	Unions []Union
}

// With returns the schema with an override at one place; s itself does not
// change. The path consists of field names; it passes through the elements of
// lists without naming them, so that spec.groups.rules is the rules of every
// group. Where nothing is known, the override says that there is a list (with
// Keys), or else a map or list.
//
// An *Error of Kind InvalidSchema, whose Path is path, says that a declared map
// on the way has no such field, that a scalar is in the way, that the path has
// other steps than field names, or that the result would not merge: then for
// the reasons that NewSchema gives.
func (s Schema) With(path model.Path, o Override) (Schema, error) {
	fail := func(cause error) (Schema, error) {
		return Schema{}, &Error{Kind: InvalidSchema, Document: "schema", Path: path, Cause: cause}
	}
	names := make([]string, len(path))
	for i, step := range path {
		name, ok := step.(model.Field)
		if !ok {
			return fail(errors.New("an override's path consists of field names"))
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

// with copies the nodes and shapes along the path, and nothing else: a shape
// that is used elsewhere too, or inside itself, keeps its meaning there.
func (u *node) with(names []string, o Override) (*node, error) {
	if len(names) == 0 {
		return u.overridden(o)
	}
	out, s := *u, *u.shape
	out.shape = &s
	switch s.kind {
	case ScalarType:
		return nil, errors.New("there is a scalar on the way")
	case ListType:
		element, err := s.element.with(names, o)
		if err != nil {
			return nil, err
		}
		s.element = element
		return out.finished()
	case AnyType:
		s.kind, s.values = MapType, anyNode
	}
	name := names[0]
	member := s.values
	if field, ok := s.find(name, false); ok {
		member = field
	}
	if member != nil && member.fault != nil {
		return nil, member.fault
	}
	if member == nil {
		return nil, errors.New("the schema has no such field")
	}
	member, err := member.with(names[1:], o)
	if err != nil {
		return nil, err
	}
	out.shape = s.withField(name, member)
	return out.finished()
}

// finished is the node, if it passes the check that it would when it was built.
func (u *node) finished() (*node, error) {
	if err := (madeNode{node: u}).check(false); err != nil {
		return nil, errors.Unwrap(err)
	}
	u.prepare()
	u.mark()
	return u, nil
}

// overridden returns the node with the override, checked as when it was built.
func (u *node) overridden(o Override) (*node, error) {
	out := *u
	if u.shape.kind == AnyType && o.Keys != nil {
		out.shape = &shape{kind: ListType, element: anyNode}
		out.strategy = Replace
	}
	if o.Unions != nil {
		if u.shape.kind != MapType {
			return nil, fmt.Errorf("unions are for maps with named fields, this is a %s", u.shape.kind)
		}
		s := *out.shape
		s.unions = sortedUnions(o.Unions)
		out.shape = &s
	}
	t := Type{
		Kind: out.shape.kind, Strategy: out.strategy, RetainKeys: out.retainKeys || o.RetainKeys,
		Keys: out.keys, Recommended: out.recommended, MapKeys: out.mapKeys, Default: out.def,
		AcceptsLists: out.acceptsLists,
	}
	if o.Keys != nil {
		t.Strategy, t.Keys, t.Recommended, t.MapKeys = Merge, o.Keys, o.Recommended, false
	}
	switch o.Strategy {
	case DefaultStrategy:
	case Replace:
		if o.Keys == nil {
			t.Keys, t.Recommended, t.MapKeys = nil, nil, false
		}
		t.Strategy = Replace
	default:
		t.Strategy = o.Strategy
	}
	if t.Kind == ScalarType && o.Strategy == DefaultStrategy {
		t.Strategy = DefaultStrategy
	}
	if err := out.place(&t, nil); err != nil {
		return nil, errors.Unwrap(err)
	}
	return out.finished()
}

// settledPasses is how often the nodes of a schema are marked: each time what refers
// to them learns of one more definition. What is not settled then counts as deep,
// which costs the short way and nothing else.
const settledPasses = 3

// markDeep finds the nodes that are not deep, which all are until then.
func markDeep(nodes []madeNode) {
	for range settledPasses {
		for _, m := range nodes {
			m.mark()
		}
		for _, m := range slices.Backward(nodes) {
			m.mark()
		}
	}
}

// mark finds whether a node is deep from its parts, which are marked. A map whose
// fields are described later is.
func (u *node) mark() {
	u.deep = u.merging() || u.retainKeys || u.shape.later != nil
	for part := range u.shape.parts() {
		u.deep = u.deep || part.deep
	}
}

// parts yields the nodes that a shape holds.
func (s *shape) parts() func(yield func(*node) bool) {
	return func(yield func(*node) bool) {
		for i := range s.nodes {
			if u := s.nodes[i].Load(); u != nil && !yield(u) {
				return
			}
		}
		if s.values != nil && !yield(s.values) {
			return
		}
		if s.element != nil {
			yield(s.element)
		}
	}
}

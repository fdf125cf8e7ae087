package smp

import (
	"maps"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// maxTypeDepth is the maximum nesting of one Definition. It does not include the definitions that a
// Definition refers to.
const maxTypeDepth = 1000

// NewSchema builds a Schema from root. The function definitions returns the Definition that a Ref
// names, and reports whether it exists. The function may be nil if no Ref is set. It is called for
// each name that root refers to, directly or through other definitions, by one goroutine at a time.
//
// If a Definition has Field, the Schema keeps the Definitions and both functions, and calls the
// functions when a field is first used, also after NewSchema has returned. These functions must not
// use the Schema. Without Field, NewSchema does not keep the Definitions.
//
// NewSchema checks the whole description, except for fields that Definition.Field describes. They
// are checked when they are first used. The error is an [*Error] with Code InvalidSchema, Document
// schema and the path below the nearest Origin, if
//
//   - a Ref names no definition, or leads only to other Refs;
//   - a merging list has lists as elements, or maps without merge key;
//   - a merge key is empty, contains white space, is listed twice, belongs to a list whose
//     elements are not maps, or names a field that is unknown or not a scalar;
//   - the recommended keys do not begin with the default key;
//   - a union has too few members, a member without fields, a repeated field, or a field that the
//     map does not have;
//   - the discriminator of a union is not a string, or belongs to a member;
//   - a member of a union with a discriminator has no value, or the value of another member;
//   - a member of a union without a discriminator has a value;
//   - a merge key is a field of a member of a union;
//   - a field is the alias of itself, or of a field that the map does not have;
//   - a strategy or schema type is unknown, or a Definition has properties that exclude each
//     other.
func NewSchema(root Definition, definitions func(name string) (Definition, bool)) (Schema, error) {
	b := &schemaBuilder{definitions: definitions, named: map[string]*namedShape{}}
	b.mu.Lock()
	defer b.mu.Unlock()
	u, err := b.buildField(&root, nil)
	return Schema{u}, err
}

// A schemaBuilder turns Definitions into nodes. It fills named Definitions from a worklist, so
// recursive references need no stack.
type schemaBuilder struct {
	mu          sync.Mutex // locked while nodes are built
	definitions func(string) (Definition, bool)
	named       map[string]*namedShape
	order       []string // names of definitions, in the order of discovery
	pending     []*namedShape
	nodes       []madeNode
}

// A namedShape is a named Definition, and the shape that all nodes that refer to it share.
type namedShape struct {
	typ   Definition
	shape *schema.Shape
	trail *trail
	plain int // the number of fields at the beginning that are known to have no merge rules
}

type madeNode struct {
	*schema.Node
	trail *trail
	named *namedShape // nil if the node does not refer to a definition
}

// node builds the node that t describes. at is the path to t, for errors.
func (b *schemaBuilder) node(t *Definition, at *trail, depth int) (*schema.Node, error) {
	if t.Origin != nil {
		at = &trail{origin: t.Origin}
	}
	if t.Fault != nil {
		return nil, t.Fault
	}
	if depth > maxTypeDepth {
		return nil, at.errorf("the schema is nested more than %d levels deep", maxTypeDepth)
	}
	u := &schema.Node{HasMergeRules: true}
	var named *namedShape
	var err error
	if t.Ref == "" {
		u.Shape = &schema.Shape{}
		err = b.fill(u.Shape, t, at, depth)
	} else if t, named, err = b.resolve(t, at); err == nil {
		u.Shape = named.shape
	}
	if err == nil {
		err = setPlace(u, t, at)
	}
	if err != nil {
		return nil, err
	}
	b.nodes = append(b.nodes, madeNode{u, at, named})
	return u, nil
}

// setPlace sets the properties that do not belong to the shape: the strategies, the keys, the
// default and the marks.
func setPlace(u *schema.Node, t *Definition, at *trail) error {
	strategy := t.Strategy
	switch {
	case strategy > Replace:
		return at.errorf("unknown strategy %d; expected DefaultStrategy, Merge or Replace", strategy)
	case strategy == DefaultStrategy && t.Type == ListType:
		strategy = Replace
	case strategy == DefaultStrategy:
		strategy = Merge
	case t.Type == ScalarType:
		return at.errorf("a scalar cannot have a strategy; only maps and lists can")
	}
	if t.RetainKeys && t.Type == ScalarType {
		return at.errorf("a scalar cannot have strategy retainKeys; only maps and lists can")
	}
	if t.Default.Type() != model.Absent && (t.Type != ScalarType || !t.Default.IsScalar()) {
		return at.errorf("a default must be a scalar, and only a scalar can have one")
	}
	if len(t.Keys) == 0 && (len(t.Recommended) > 0 || t.MapKeys) {
		return at.errorf("recommended keys and map keys require a merge key")
	}
	if len(t.Keys) > 0 && (t.Type != ListType || strategy != Merge) {
		return at.errorf("a merge key requires a list with strategy merge")
	}
	u.Strategy, u.RetainKeys, u.MapKeys = schema.Strategy(strategy), t.RetainKeys, t.MapKeys
	u.Default, u.Marks, u.AcceptsLists = t.Default, schema.Marks(t.Marks), t.AcceptsLists
	// An empty list of keys becomes nil, because the selection of a set has no names.
	u.Keys, u.Recommended = append([]string(nil), t.Keys...), nil
	if !slices.Equal(t.Recommended, t.Keys) {
		u.Recommended = append(u.Recommended, t.Recommended...)
	}
	return nil
}

// fill sets s to the structure that t describes.
func (b *schemaBuilder) fill(s *schema.Shape, t *Definition, at *trail, depth int) error {
	if t.Type > ListType {
		return at.errorf("unknown schema type %d; expected AnyType, ScalarType, MapType or ListType", t.Type)
	}
	if t.mixes() {
		return at.errorf("the definition has parts that a %s cannot have; maps have Fields or Field, lists an Element, scalars Scalars", t.Type)
	}
	s.Type = schema.Type(t.Type)
	switch t.Type {
	case ScalarType:
		s.Scalars = schema.Scalars(t.Scalars)
		if s.Scalars == 0 {
			s.Scalars = schema.AnyScalar
		}
	case ListType:
		s.Element = schema.Unknown
		if t.Element != nil {
			var err error
			s.Element, err = b.node(t.Element, at.add("items"), depth+1)
			return err
		}
	case MapType:
		return b.fillMembers(s, t, at, depth)
	}
	return nil
}

// mixes reports whether a definition has parts that its schema type cannot have.
func (d *Definition) mixes() bool {
	return d.Type != MapType && (d.Fields != nil || d.Field != nil || d.Values != nil || d.Unions != nil) || d.Fields != nil && d.Field != nil ||
		d.Type != ListType && d.Element != nil ||
		d.Type != ScalarType && d.Scalars != 0 || !d.Scalars.valid()
}

func (b *schemaBuilder) fillMembers(s *schema.Shape, t *Definition, at *trail, depth int) error {
	if t.Field != nil {
		s.Names = slices.Clone(t.Names)
		slices.Sort(s.Names)
		s.Names = slices.Compact(s.Names)
		s.OnDemand = (&deferred{b, t.Field, at}).node
	} else {
		s.Names = slices.Sorted(maps.Keys(t.Fields))
	}
	s.Tabulate()
	s.Unions = sortedUnions(t.Unions)
	for i := range len(t.Fields) {
		field := t.Fields[s.Names[i]]
		at := at.add("properties", s.Names[i])
		if err := checkAlias(s, s.Names[i], &field, at); err != nil {
			return err
		}
		u, err := b.node(&field, at, depth+1)
		if err != nil {
			return err
		}
		s.Set(i, u)
		if of := field.Marks.AliasOf; of != "" {
			s.Aliases = append(s.Aliases, schema.Alias{Name: s.Names[i], Of: of})
		}
	}
	switch {
	case t.Values != nil:
		u, err := b.node(t.Values, at.add("additionalProperties"), depth+1)
		if err != nil {
			return err
		}
		s.Values = u
	case len(s.Names) == 0:
		s.Values = schema.Unknown
	}
	return nil
}

// resolve follows the reference of t to a definition that has content. It returns this definition
// with the properties that the references override, and its shape, which may not be filled yet.
func (b *schemaBuilder) resolve(t *Definition, at *trail) (*Definition, *namedShape, error) {
	merged := *t
	passed := map[string]bool{}
	for {
		if merged.Type != AnyType || merged.mixes() {
			return nil, nil, at.errorf("a reference cannot have a type or structure of its own; put them into the definition %q", merged.Ref)
		}
		name := merged.Ref
		if passed[name] {
			return nil, nil, at.errorf("the reference to %q leads only to other references, in a cycle", name)
		}
		d, err := b.definition(name, at)
		if err != nil {
			return nil, nil, err
		}
		merged = override(d.typ, merged)
		if merged.Ref == "" {
			return &merged, d, nil
		}
		passed[name] = true
	}
}

// definition returns the named definition. If the definition is new and has a structure of its own,
// it is added to the worklist.
func (b *schemaBuilder) definition(name string, at *trail) (*namedShape, error) {
	if d, ok := b.named[name]; ok {
		return d, nil
	}
	var t Definition
	known := b.definitions != nil
	if known {
		t, known = b.definitions(name)
	}
	if !known {
		return nil, at.errorf("unknown definition %q", name)
	}
	if t.Fault != nil {
		return nil, t.Fault
	}
	var root *trail
	d := &namedShape{typ: t, shape: &schema.Shape{}, trail: root.add("definitions", name)}
	if t.Origin != nil {
		d.trail = &trail{origin: t.Origin}
	}
	b.named[name], b.order = d, append(b.order, name)
	if t.Ref == "" {
		b.pending = append(b.pending, d)
	}
	return d, nil
}

// override returns definition d with the properties that reference r sets.
func override(d, r Definition) Definition {
	if r.Strategy != DefaultStrategy {
		d.Strategy = r.Strategy
	}
	d.RetainKeys = d.RetainKeys || r.RetainKeys
	d.AcceptsLists, d.Marks = r.AcceptsLists, r.Marks
	if r.Keys != nil {
		d.Keys, d.Recommended, d.MapKeys = r.Keys, r.Recommended, r.MapKeys
	}
	if r.Default.Type() != model.Absent {
		d.Default = r.Default
	}
	return d
}

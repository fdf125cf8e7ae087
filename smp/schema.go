package smp

import (
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/names"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Schema defines how the maps and lists of a document merge. It is immutable, may be recursive,
// and can be copied and shared freely. NewSchema builds a Schema from Definitions. Packages
// kubernetes, openapi and structtag provide schemas. Calls with the zero Schema fail. Use
// [Schemaless] if you have no schema.
type Schema struct{ node *node }

// Schemaless is the schema of arbitrary values: maps merge by name, and lists are replaced
// (rule unknown-field).
var Schemaless = Schema{anyNode}

// A node describes the value at one place: its type, which is a shape, and its strategy. Two fields
// of the same type share a shape, but may have different strategies.
type node struct {
	shape         *shape
	strategy      Strategy
	retainKeys    bool
	mapKeys       bool
	acceptsLists  bool
	hasMergeRules bool // the value may contain a merging list or strategy retainKeys, so copying it is not enough
	keys          []string
	recommended   []string
	def           model.Value
	marks         Marks
	byDefaultKey  *identity.Selection // in a merging list, selects by the default key or by value
	byAllKeys     *identity.Selection // in a merging list, selects by all recommended keys; may be the same as byDefaultKey
	emptyKeys     []string            // in a keyed list, the keys whose "" servers replace or do not store
	fault         error               // error of a field whose description has an error
}

// A shape is the structure of a type.
type shape struct {
	typ      SchemaType
	scalars  Scalars
	names    []string                       // names of fields, sorted
	texts    *atomic.Pointer[[]model.Value] // the names as values, once a patch has listed some
	table    names.Table                    // finds names
	nodes    []atomic.Pointer[node]         // by the index of the name; nil if deferred still has to make the node
	deferred *deferred                      // makes nodes when they are first used; nil if all nodes exist
	values   *node                          // describes members that are not in names; nil if the map is declared
	element  *node
	unions   []Union // unions of a map, in the order of sortedUnions; nearly always empty
	aliases  []alias // fields of a map that always have the value of another field
}

// An alias is a pair of fields of a map. The field called name always has the value of the field
// called of.
type alias struct{ name, of string }

var anyNode = &node{shape: &shape{}, strategy: Merge}

// get returns the node of the schema. It treats the zero Schema like Schemaless.
func (s Schema) get() *node {
	if s.node == nil {
		return anyNode
	}
	return s.node
}

// must returns the node of a schema for a call of an engine. If there is none, it panics with a
// faults.SchemaPanic.
func (s Schema) must() *node {
	if s.node == nil {
		panic(faults.SchemaPanic{Err: noSchema()})
	}
	return s.node
}

func noSchema() error {
	return &Error{
		Code: InvalidSchema, Document: "schema",
		Cause: errors.New("missing schema; use smp.Schemaless if you have none"),
	}
}

// Type returns the type of the values that the schema describes. It is AnyType for Schemaless.
func (s Schema) Type() SchemaType { return s.get().shape.typ }

// Kind is the former name of [Schema.Type].
//
// Deprecated: use Type. Kind will be removed in the next minor version.
func (s Schema) Kind() SchemaType { return s.Type() }

// Err returns the error in the description of a field, or nil. Fields that are described on demand
// (Definition.Field) are checked when they are first used. If there is an error, the other methods
// return the same values as for Schemaless, and a call whose documents contain the field returns the
// error.
func (s Schema) Err() error { return s.get().fault }

// Scalars returns the types that a scalar may have. It is zero for other schema types.
func (s Schema) Scalars() Scalars { return s.get().shape.scalars }

// Accepts reports whether a value may have the given JSON type. Null is always accepted. So are all
// types where the schema defines none. Strict engines reject patches with values of other types (rule
// value-type).
func (s Schema) Accepts(k model.Type) bool {
	t := s.get().shape
	switch k {
	case model.Map:
		return t.typ == MapType || t.typ == AnyType
	case model.List:
		return t.typ == ListType || t.typ == AnyType
	case model.String:
		return t.typ == AnyType || t.scalars&StringScalar != 0
	case model.Number:
		return t.typ == AnyType || t.scalars&NumberScalar != 0
	case model.Bool:
		return t.typ == AnyType || t.scalars&BoolScalar != 0
	default:
		return true
	}
}

// Default returns the default of a scalar field. If the field has no default, the result is absent.
func (s Schema) Default() model.Value { return s.get().def }

// Marks returns the recorded behavior of API servers for the field.
func (s Schema) Marks() Marks { return s.get().marks }

// Strategy returns Merge for a merging list, Replace for an atomic list, and Merge for a scalar.
// For a map, it returns the strategy of the map. For AnyType, it returns the strategy of values
// that are maps, which is Merge by default. Values that are lists are atomic.
func (s Schema) Strategy() Strategy { return s.get().strategy }

// RetainKeys reports whether patches of Diff for this map, or for the elements of this list,
// contain $retainKeys (rule diff-retain). Apply accepts the directive in every map.
func (s Schema) RetainKeys() bool { return s.get().retainKeys }

// Declared reports whether the schema is a map that has only named fields. In such a map, all other
// names are unknown.
func (s Schema) Declared() bool { return s.get().declares() }

// Fields returns an iterator over the named fields of a map, sorted by name.
func (s Schema) Fields() iter.Seq2[string, Schema] {
	t := s.get().shape
	return func(yield func(string, Schema) bool) {
		for _, name := range t.names {
			u, _ := t.find(name, false)
			if !yield(name, Schema{u}) {
				return
			}
		}
	}
}

// Field returns the schema of a named field of a map. If there is no such field, it returns the
// zero Schema and false.
func (s Schema) Field(name string) (Schema, bool) {
	u, ok := s.get().shape.find(name, false)
	return Schema{u}, ok
}

// Values returns the schema of the values of a free-form map. It returns the zero Schema and
// false for other schemas.
func (s Schema) Values() (Schema, bool) {
	t := s.get().shape
	return Schema{t.values}, t.typ == MapType && t.values != nil
}

// Member returns the schema of the field with the given name. If a free-form map has no such field,
// Member returns the schema of the map's values. It returns Schemaless and false if the schema does
// not define the field, or if it is not a map.
func (s Schema) Member(name string) (Schema, bool) {
	t := s.get().shape
	if u, ok := t.find(name, false); ok {
		return Schema{u}, true
	}
	if t.values == nil {
		return Schemaless, false
	}
	return Schema{t.values}, true
}

// Element returns the schema of the elements of a list. The result is Schemaless if the schema does
// not define the elements.
func (s Schema) Element() Schema { return Schema{s.get().OfElement()} }

// Merging reports whether the schema is a merging list, which is a keyed list or a set.
func (s Schema) Merging() bool { return s.get().Merging() }

// Keyed reports whether the schema is a keyed list.
func (s Schema) Keyed() bool { return len(s.get().keys) > 0 }

// Set reports whether the schema is a set, which is a merging list without merge keys.
func (s Schema) Set() bool { return s.Merging() && !s.Keyed() }

// Keys returns the fields of the default merge key of a keyed list. If there are several fields,
// they identify an element together. Keys returns nil for other schemas. The caller may change the
// slice.
func (s Schema) Keys() []string { return slices.Clone(s.get().keys) }

// Recommended returns the recommended merge keys, with the default key first. It returns nil if
// there are only default keys. The caller may change the slice.
func (s Schema) Recommended() []string { return slices.Clone(s.get().recommended) }

// MapKeys reports whether the merge keys come from x-kubernetes-list-map-keys.
func (s Schema) MapKeys() bool { return s.get().mapKeys }

// KeyDefault returns the default of a merge key of this keyed list, and whether the key has a
// default. An absent key counts as its default (rule keys-default).
func (s Schema) KeyDefault(name string) (model.Value, bool) {
	u := s.get()
	if !u.mapKeys {
		return model.Value{}, false
	}
	field, _ := s.Element().Member(name)
	def := field.Default()
	return def, def.Type() != model.Absent
}

// AcceptsLists reports whether the Go type of the field is a pointer or []byte. For such a field,
// apimachinery accepts lists in original and patch, even if the field is not a list (divergence
// wrong-kind-rejected).
func (s Schema) AcceptsLists() bool { return s.get().acceptsLists }

// Equal reports whether two schemas have the same types, fields, strategies, keys, unions, defaults
// and Marks at every place. The way in which they share definitions does not matter, and
// AcceptsLists is ignored. The zero Schema equals only itself.
func (s Schema) Equal(t Schema) bool {
	if s.node == nil || t.node == nil {
		return s == t
	}
	return equalNodes(s.get(), t.get(), map[[2]*node]bool{})
}

// equalNodes compares two nodes, which may be nil. To handle recursive schemas, it assumes that a
// pair is equal while this pair is being compared.
func equalNodes(a, b *node, seen map[[2]*node]bool) bool {
	pair := [2]*node{a, b}
	if a == b || seen[pair] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	seen[pair] = true
	if a.strategy != b.strategy || a.retainKeys != b.retainKeys || a.mapKeys != b.mapKeys || a.marks != b.marks ||
		!slices.Equal(a.keys, b.keys) || !slices.Equal(a.recommended, b.recommended) ||
		!model.Equal(a.def, b.def) {
		return false
	}
	x, y := a.shape, b.shape
	if x == y {
		return true // fields of one type
	}
	if x.typ != y.typ || x.scalars != y.scalars || !slices.Equal(x.names, y.names) || !equalUnions(x.unions, y.unions) ||
		!equalNodes(x.values, y.values, seen) || !equalNodes(x.element, y.element, seen) {
		return false
	}
	for _, name := range x.names {
		left, _ := x.find(name, false)
		right, _ := y.find(name, false)
		if left.fault != nil || right.fault != nil || !equalNodes(left, right, seen) {
			return false
		}
	}
	return true
}

// Merging reports whether the node is a merging list, which is a keyed list or a set.
func (u *node) Merging() bool { return u.shape.typ == ListType && u.strategy == Merge }

// OfElement returns the node of a list's elements. If the schema defines another type, the elements
// have no schema.
func (u *node) OfElement() *node {
	if u.shape.typ != ListType {
		return anyNode
	}
	return u.shape.element
}

// atomicMap reports whether a map at this place is replaced as a whole. The field may have no type.
func (u *node) atomicMap() bool { return u.shape.typ != ListType && u.strategy == Replace }

// OfMember returns the node of the member with the given name. If the schema does not define the
// member, or is not a map, the node is that of Schemaless.
func (u *node) OfMember(name string) *node {
	if field, ok := u.shape.field(name); ok {
		return field
	}
	if u.shape.values != nil {
		return u.shape.values
	}
	return anyNode
}

// definesMember reports whether the schema defines a member with the given name. A schema that
// allows any member defines all names.
func (u *node) definesMember(name string) bool {
	_, declared := u.shape.field(name)
	return declared || u.shape.values != nil || u.shape.typ != MapType
}

// declares reports whether the node is a declared map, in which an older server drops directives
// that it does not recognize.
func (u *node) declares() bool { return u.shape.typ == MapType && u.shape.values == nil }

// retainsMap reports whether the node is a map with strategy retainKeys. In a list, the strategy
// applies to the elements.
func (u *node) retainsMap() bool { return u.retainKeys && u.shape.typ != ListType }

// selection returns a new selection for a merging list. It selects by the values of the keys in
// names, and by the presence of the keys in present.
func (u *node) selection(names, present []string) *identity.Selection {
	s := &identity.Selection{Names: names, Present: present, Required: min(len(u.keys), len(names))}
	s.Partial = len(names)+len(present) < len(u.recommended)
	for _, name := range names {
		s.Defaults = append(s.Defaults, u.keyDefault(name))
	}
	for _, name := range present {
		s.PresentDefaulted = append(s.PresentDefaulted, u.keyDefault(name).Type() != model.Absent)
	}
	return s
}

// allKeys returns the keys that elements of the list may select by.
func (u *node) allKeys() []string {
	if u.recommended != nil {
		return u.recommended
	}
	return u.keys
}

// keyDefault returns the default of a key, or an absent value (rule keys-default).
func (u *node) keyDefault(name string) model.Value {
	def, _ := Schema{u}.KeyDefault(name)
	return def
}

// listKeys returns the keys by which elements of the list may be found.
func (u *node) listKeys() syntax.ListKeys {
	return syntax.ListKeys{Required: u.keys, Recommended: u.recommended, Default: u.keyDefault}
}

// Names implements syntax.Shape.
func (u *node) Names(field string) bool {
	_, ok := u.shape.field(field)
	return ok
}

// MayNameDirectives implements syntax.Shape.
func (u *node) MayNameDirectives() bool {
	first, _ := slices.BinarySearch(u.shape.names, syntax.Patch[:1])
	return first < len(u.shape.names) && syntax.LooksLikeDirective(u.shape.names[first])
}

// Declared implements syntax.Shape.
func (u *node) Declared() bool { return u.declares() }

// HoldsLists implements syntax.Shape.
func (u *node) HoldsLists(member model.Value) bool {
	if values := u.shape.values; values != nil && values.shape.typ != AnyType {
		return values.shape.typ == ListType
	}
	return member.Type() == model.List
}

// Accepts implements syntax.Type.
func (u *node) Accepts(k model.Type) bool { return Schema{u}.Accepts(k) }

package smp

import (
	"errors"
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// A Schema defines how the maps and lists of a document merge. It is immutable, may be recursive,
// and can be copied and shared freely. NewSchema builds a Schema from Definitions. Packages
// kubernetes, openapi and structtag provide schemas. Calls with the zero Schema fail. Use
// [Schemaless] if you have no schema.
type Schema struct{ node *schema.Node }

// Schemaless is the schema of arbitrary values: maps merge by name, and lists are replaced
// (rule unknown-field).
var Schemaless = Schema{schema.Unknown}

// get returns the node of the schema. It treats the zero Schema like Schemaless.
func (s Schema) get() *schema.Node {
	if s.node == nil {
		return schema.Unknown
	}
	return s.node
}

// must returns the node of a schema for a call of an engine. If there is none, it panics with a
// faults.SchemaPanic.
func (s Schema) must() *schema.Node {
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
func (s Schema) Type() SchemaType { return SchemaType(s.get().Shape.Type) }

// Kind is the former name of [Schema.Type].
//
// Deprecated: use Type. Kind will be removed in the next minor version.
func (s Schema) Kind() SchemaType { return s.Type() }

// Err returns the error in the description of a field, or nil. Fields that are described on demand
// (Definition.Field) are checked when they are first used. If there is an error, the other methods
// return the same values as for Schemaless, and a call whose documents contain the field returns the
// error.
func (s Schema) Err() error { return s.get().Fault }

// Scalars returns the types that a scalar may have. It is zero for other schema types.
func (s Schema) Scalars() Scalars { return Scalars(s.get().Shape.Scalars) }

// Accepts reports whether a value may have the given JSON type. Null is always accepted. So are all
// types where the schema defines none. Strict engines reject patches with values of other types (rule
// value-type).
func (s Schema) Accepts(k model.Type) bool { return s.get().Accepts(k) }

// Default returns the default of a scalar field. If the field has no default, the result is absent.
func (s Schema) Default() model.Value { return s.get().Default }

// Marks returns the recorded behavior of API servers for the field.
func (s Schema) Marks() Marks { return Marks(s.get().Marks) }

// Strategy returns Merge for a merging list, Replace for an atomic list, and Merge for a scalar.
// For a map, it returns the strategy of the map. For AnyType, it returns the strategy of values
// that are maps, which is Merge by default. Values that are lists are atomic.
func (s Schema) Strategy() Strategy { return Strategy(s.get().Strategy) }

// RetainKeys reports whether patches of Diff for this map, or for the elements of this list,
// contain $retainKeys (rule diff-retain). Apply accepts the directive in every map.
func (s Schema) RetainKeys() bool { return s.get().RetainKeys }

// Declared reports whether the schema is a map that has only named fields. In such a map, all other
// names are unknown.
func (s Schema) Declared() bool { return s.get().Declared() }

// Fields returns an iterator over the named fields of a map, sorted by name.
func (s Schema) Fields() iter.Seq2[string, Schema] {
	t := s.get().Shape
	return func(yield func(string, Schema) bool) {
		for _, name := range t.Names {
			u, _ := t.Find(name, false)
			if !yield(name, Schema{u}) {
				return
			}
		}
	}
}

// Field returns the schema of a named field of a map. If there is no such field, it returns the
// zero Schema and false.
func (s Schema) Field(name string) (Schema, bool) {
	u, ok := s.get().Shape.Find(name, false)
	return Schema{u}, ok
}

// Values returns the schema of the values of a free-form map. It returns the zero Schema and
// false for other schemas.
func (s Schema) Values() (Schema, bool) {
	t := s.get().Shape
	return Schema{t.Values}, t.Type == schema.Map && t.Values != nil
}

// Member returns the schema of the field with the given name. If a free-form map has no such field,
// Member returns the schema of the map's values. It returns Schemaless and false if the schema does
// not define the field, or if it is not a map.
func (s Schema) Member(name string) (Schema, bool) {
	t := s.get().Shape
	if u, ok := t.Find(name, false); ok {
		return Schema{u}, true
	}
	if t.Values == nil {
		return Schemaless, false
	}
	return Schema{t.Values}, true
}

// Element returns the schema of the elements of a list. The result is Schemaless if the schema does
// not define the elements.
func (s Schema) Element() Schema { return Schema{s.get().OfElement()} }

// Merging reports whether the schema is a merging list, which is a keyed list or a set.
func (s Schema) Merging() bool { return s.get().Merging() }

// Keyed reports whether the schema is a keyed list.
func (s Schema) Keyed() bool { return len(s.get().Keys) > 0 }

// Set reports whether the schema is a set, which is a merging list without merge keys.
func (s Schema) Set() bool { return s.Merging() && !s.Keyed() }

// Keys returns the fields of the default merge key of a keyed list. If there are several fields,
// they identify an element together. Keys returns nil for other schemas. The caller may change the
// slice.
func (s Schema) Keys() []string { return slices.Clone(s.get().Keys) }

// Recommended returns the recommended merge keys, with the default key first. It returns nil if
// there are only default keys. The caller may change the slice.
func (s Schema) Recommended() []string { return slices.Clone(s.get().Recommended) }

// MapKeys reports whether the merge keys come from x-kubernetes-list-map-keys.
func (s Schema) MapKeys() bool { return s.get().MapKeys }

// KeyDefault returns the default of a merge key of this keyed list, and whether the key has a
// default. An absent key counts as its default (rule keys-default).
func (s Schema) KeyDefault(name string) (model.Value, bool) {
	def := s.get().KeyDefault(name)
	return def, def.Type() != model.Absent
}

// AcceptsLists reports whether the Go type of the field is a pointer or []byte. For such a field,
// apimachinery accepts lists in original and patch, even if the field is not a list (divergence
// wrong-kind-rejected).
func (s Schema) AcceptsLists() bool { return s.get().AcceptsLists }

// Equal reports whether two schemas have the same types, fields, strategies, keys, unions, defaults
// and Marks at every place. The way in which they share definitions does not matter, and
// AcceptsLists is ignored. The zero Schema equals only itself.
func (s Schema) Equal(t Schema) bool {
	if s.node == nil || t.node == nil {
		return s == t
	}
	return schema.Equal(s.get(), t.get(), map[[2]*schema.Node]bool{})
}

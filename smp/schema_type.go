package smp

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// A SchemaType is the type of value that a Definition or Schema describes.
type SchemaType uint8

// The schema types.
const (
	// AnyType is a value without schema: maps in it merge by name, lists are
	// atomic (rule unknown-field).
	AnyType SchemaType = iota
	// ScalarType is a string, number or boolean.
	ScalarType
	// MapType is a map: declared when it has Fields only, free-form when it has
	// Values.
	MapType
	// ListType is a list: merging or atomic, by its strategy.
	ListType
)

// String returns any, scalar, map or list.
func (t SchemaType) String() string { return nameOf(t, "any", "scalar", "map", "list") }

// Scalars is the set of JSON types that a scalar may have. Zero means any.
type Scalars uint8

// The types of scalars. An int-or-string is NumberScalar|StringScalar.
const (
	// StringScalar allows strings.
	StringScalar Scalars = 1 << iota
	// NumberScalar allows numbers, whole or not.
	NumberScalar
	// BoolScalar allows true and false.
	BoolScalar

	// AnyScalar allows all three.
	AnyScalar = StringScalar | NumberScalar | BoolScalar
)

// Strategy says what a patch does to a map or list.
type Strategy uint8

// The strategies.
const (
	// DefaultStrategy stands in a Definition for Merge in maps and Replace in lists.
	// A Schema never reports it.
	DefaultStrategy Strategy = iota
	// Merge merges maps by name, keyed lists by merge key, sets by value.
	Merge
	// Replace replaces the whole map or list (an atomic one).
	Replace
)

// String returns default, merge or replace.
func (s Strategy) String() string { return nameOf(s, "default", "merge", "replace") }

// Marks record what API servers do with a field of a built-in kind. ThreeWay uses
// them to leave out of a patch what a server would not store as it is sent
// (ThreeWayOptions.Resend), and to recognize an element whose keys the server has
// changed. Only the table of package kubernetes has marks; the zero Marks record
// nothing.
type Marks struct {
	// NotStored says that servers drop the field if its value is the zero of its
	// type: "", 0, false, {} or [].
	NotStored bool
	// FilledIn says that servers replace the zero, "" or null by another value.
	FilledIn bool
	// Immutable says that servers reject a change of the field.
	Immutable bool
	// Quantity says that the value is a resource quantity: servers may write
	// "1000m" as "1".
	Quantity bool
	// Time says that the value is a time of RFC 3339: servers may write it in
	// another time zone.
	Time bool
	// AliasOf is another field of the same map that always has the same value;
	// empty for none.
	AliasOf string
}

// A Definition is the plain description of one value, from which NewSchema builds a
// Schema. Sources of schemas (Go types, OpenAPI documents, tables) write
// Definitions; the zero Definition is a value without schema.
type Definition struct {
	Type SchemaType
	// Ref names a definition to use in place of this one. Type must then be
	// AnyType; Strategy, RetainKeys, Keys, Recommended, MapKeys, Default and Marks
	// override the definition's where they are set.
	Ref string
	// Scalars is for ScalarType; zero means any.
	Scalars Scalars
	// Default is what an absent scalar field counts as when it is a key that
	// comes from x-kubernetes-list-map-keys (rule keys-default). Leave it
	// absent for required fields, which have no default in effect.
	Default model.Value
	// Fields are the named fields of a map.
	Fields map[string]Definition
	// Names and Field describe the fields of a map in place of Fields: a name's
	// field is described, and checked, when a document or a reader first goes
	// there. A fault in it is the error of that call, and of later ones.
	Names []string
	Field func(name string) Definition
	// Values, when not nil, describes every member of a map that is not in
	// Fields. A map type with neither Fields nor Values is a free-form map of
	// AnyType.
	Values *Definition
	// Unions of a map say which of its named fields exclude each other.
	Unions []Union
	// Element describes the elements of a list; nil means AnyType.
	Element *Definition
	// Strategy is for maps and lists, and for the maps of AnyType.
	Strategy Strategy
	// RetainKeys marks a map, or the elements of a list, for which a diff
	// emits $retainKeys (rule diff-retain); of AnyType, its maps.
	RetainKeys bool
	// Keys is the default merge key of a merging list of maps: one field, or
	// several that count together (rule keys-multi). A merging list without
	// Keys is a set.
	Keys []string
	// Recommended are the recommended merge keys, the default key first (rule
	// keys-recommended). Nil when there are none beyond Keys.
	Recommended []string
	// MapKeys says that the keys come from x-kubernetes-list-map-keys, so that
	// defaults of key fields count (rule keys-default).
	MapKeys bool
	// Marks record what API servers do with the field that has this type. A
	// reference's marks replace those of its definition.
	Marks Marks
	// AcceptsLists says that the Go type is a pointer, or bytes. The shipped engine
	// takes lists there, whatever it points to (divergence
	// wrong-kind-rejected). It counts in the kubernetes dialect alone.
	AcceptsLists bool
	// Origin is where the type is described, for errors; optional.
	Origin model.Path
	// Fault, when not nil, says that the type cannot be described. It is the
	// error of whatever uses it.
	Fault error
}

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

// A trail is the way from a Definition to a part of it, read only when there is an
// error to report.
type trail struct {
	parent *trail
	steps  []string
	origin model.Path
}

func (t *trail) add(steps ...string) *trail { return &trail{parent: t, steps: steps} }

func (t *trail) path() model.Path {
	if t == nil {
		return nil
	}
	path := append(t.parent.path(), t.origin...)
	for _, step := range t.steps {
		path = append(path, model.Field(step))
	}
	return path
}

func (t *trail) errorf(format string, args ...any) error {
	return t.error(fmt.Errorf(format, args...))
}

func (t *trail) error(cause error) error {
	return &Error{Code: InvalidSchema, Document: "schema", Path: t.path(), Cause: cause}
}

// TypeKind is the former name of [SchemaType].
//
// Deprecated: use SchemaType. TypeKind will be removed in the next minor version.
type TypeKind = SchemaType

// Type is the former name of [Definition].
//
// Deprecated: use Definition. Type will be removed in the next minor version.
type Type = Definition

package smp

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// A SchemaType is the type of the values that a Definition or Schema describes.
type SchemaType uint8

// These are the schema types.
const (
	// AnyType allows any value. Maps merge by name, and lists are atomic (rule unknown-field).
	AnyType SchemaType = iota
	// ScalarType is a string, number or boolean.
	ScalarType
	// MapType is a map. It is declared if it has only Fields, and free-form if it has
	// Values.
	MapType
	// ListType is a list. It is merging or atomic, depending on its strategy.
	ListType
)

// String returns "any", "scalar", "map" or "list".
func (t SchemaType) String() string { return nameOf(t, "any", "scalar", "map", "list") }

// Scalars is a set of types that a scalar may have. Zero means all types.
type Scalars uint8

// These are the types of scalars. An int-or-string is IntegerScalar|StringScalar.
//
// All operations treat whole numbers and other numbers alike: Apply accepts 1.5 for IntegerScalar,
// even if it is strict. The difference is for programs that check values.
const (
	// StringScalar allows strings.
	StringScalar Scalars = 1 << iota
	// IntegerScalar describes fields with whole numbers, such as 1, 1.0 and 1e3. No operation
	// rejects other numbers there.
	IntegerScalar
	// BoolScalar allows true and false.
	BoolScalar
	// fractionScalar allows the numbers that are not whole. A set has it only with IntegerScalar.
	fractionScalar

	// NumberScalar allows all numbers. It includes IntegerScalar.
	NumberScalar = IntegerScalar | fractionScalar
	// AnyScalar allows all types.
	AnyScalar = StringScalar | NumberScalar | BoolScalar
)

// valid reports whether s has only the types above, and no fractions without whole numbers.
func (s Scalars) valid() bool { return s <= AnyScalar && s&NumberScalar != fractionScalar }

// A Strategy defines how a patch changes a map or list.
type Strategy uint8

// These are the strategies.
const (
	// DefaultStrategy is Merge for maps and Replace for lists. A Schema never returns it.
	DefaultStrategy Strategy = iota
	// Merge merges maps by name, keyed lists by merge key, and sets by value.
	Merge
	// Replace replaces a map or list as a whole.
	Replace
)

// String returns "default", "merge" or "replace".
func (s Strategy) String() string { return nameOf(s, "default", "merge", "replace") }

// Marks record the behavior of API servers for a field of a built-in kind. ThreeWay uses them
// to leave out values that a server would not store as they are sent (ThreeWayOptions.Resend),
// and to find an element whose keys the server has changed. Only the table of package
// kubernetes has marks, except for Required, which package openapi reads from the keyword required.
type Marks struct {
	// NotStored: servers drop the field if its value is "", 0, false, {} or [].
	NotStored bool
	// FilledIn: servers replace null, "", {} or [] with another value.
	FilledIn bool
	// ZeroFilledIn: servers replace 0 or false with another value.
	ZeroFilledIn bool
	// Derived: servers give the missing field a value that depends on other fields or on the
	// cluster. A value that is always the same is the Default of the field.
	Derived bool
	// Immutable: servers reject changes to the field.
	Immutable bool
	// Required: servers reject an object in which the map around the field lacks it.
	Required bool
	// Quantity: the value is a resource quantity. Servers may write "1000m" as "1".
	Quantity bool
	// Time: the value is a time in RFC 3339 format. Servers may write it in another time zone.
	Time bool
	// Base64: the value is binary data in base64 (RFC 4648).
	Base64 bool
	// AliasOf names another field of the same map that always has the value of this field. It is
	// empty if there is no such field.
	AliasOf string
}

// A Definition describes a value. NewSchema builds a Schema from Definitions. Packages that read
// schemas, such as structtag and openapi, create Definitions. The zero Definition describes any
// value.
type Definition struct {
	Type SchemaType
	// Ref is the name of a definition that describes the value. If it is set, Type must be AnyType.
	// Strategy, RetainKeys, Keys, Recommended, MapKeys, Default and Marks override the properties
	// of that definition if they are set.
	Ref string
	// Scalars is the set of types of a ScalarType. Zero means all types.
	Scalars Scalars
	// Default is the default of a scalar field. If the field is a key from
	// x-kubernetes-list-map-keys, an absent key counts as this value (rule keys-default).
	Default model.Value
	// Fields are the named fields of a map.
	Fields map[string]Definition
	// Names and Field describe the fields of a map instead of Fields. Field is called when a
	// document or a caller first uses a field. If the result of Field has an error, this call and
	// later calls that use the field return the error. Field must not use the Schema.
	Names []string
	Field func(name string) Definition
	// Values, if not nil, describes the values of all fields that are not in Fields. A MapType
	// without Fields and Values is a free-form map of any values.
	Values *Definition
	// Unions are the groups of named fields of a map that exclude each other.
	Unions []Union
	// Element describes the elements of a list. Nil means any value.
	Element *Definition
	// Strategy is the strategy of a map or list, or of the maps of AnyType.
	Strategy Strategy
	// RetainKeys adds $retainKeys to the patches of Diff for this map, for the elements of
	// this list, or for the maps of AnyType (rule diff-retain).
	RetainKeys bool
	// Keys are the fields of the default merge key of a keyed list. If there are several fields,
	// they identify an element together (rule keys-multi). A merging list without Keys is a set.
	Keys []string
	// Recommended are the recommended merge keys, with the default key first (rule
	// keys-recommended). It is nil if there are only Keys.
	Recommended []string
	// MapKeys means that the keys come from x-kubernetes-list-map-keys, so that defaults of
	// key fields count (rule keys-default).
	MapKeys bool
	// Marks record the behavior of API servers for the field.
	Marks Marks
	// AcceptsLists means that the Go type of the field is a pointer or []byte. For such a field,
	// apimachinery accepts lists in original and patch, even if the field is not a list (divergence
	// wrong-kind-rejected). Only package cluster uses AcceptsLists.
	AcceptsLists bool
	// Origin is the place where the type is described, for errors. It is optional.
	Origin model.Path
	// Fault, if not nil, means that the type cannot be described. Every use of the type returns
	// this error, which should be an *Error with Code InvalidSchema.
	Fault error
}

// An Override replaces the strategy, keys or unions of one map or list of a schema. Zero fields of
// the Override change nothing.
type Override struct {
	// Strategy is the new strategy of the map or list. With Keys, it must be Merge, which is then
	// the default.
	Strategy Strategy
	// RetainKeys sets strategy retainKeys.
	RetainKeys bool
	// Keys is the new default merge key. An empty slice that is not nil makes a merging list
	// a set.
	Keys []string
	// Recommended are the new recommended merge keys, with the default key first. If only Keys is
	// set, the recommended keys are removed.
	Recommended []string
	// Unions are the new unions of a map. An empty slice that is not nil removes all unions.
	Unions []Union
}

// A trail is the path from a Definition to one of its parts. It is used only in errors.
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
	path := t.parent.path().Append(t.origin...)
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

package schema

import "github.com/strategicpatch/smp/model"

// The types in this file have the values of those in package smp, which documents them.

// A Type is the type of the values that a schema describes.
type Type uint8

// These are the types.
const (
	Any    Type = iota // any value
	Scalar             // a string, number or boolean
	Map                // declared or free-form
	List               // merging or atomic
)

// String returns "any", "scalar", "map" or "list".
func (t Type) String() string { return [...]string{"any", "scalar", "map", "list"}[t] }

// Scalars is a set of types that a scalar may have.
type Scalars uint8

// These are the types of scalars.
const (
	StringScalar   Scalars = 1 << iota // strings
	IntegerScalar                      // whole numbers
	BoolScalar                         // true and false
	fractionScalar                     // numbers that are not whole

	NumberScalar = IntegerScalar | fractionScalar           // all numbers
	AnyScalar    = StringScalar | NumberScalar | BoolScalar // all types
)

// A Strategy defines how a patch changes a map or list.
type Strategy uint8

// These are the strategies. A node has no other ones.
const (
	Merge   Strategy = iota + 1 // maps merge by name, lists by key or value
	Replace                     // the value is replaced as a whole
)

// Marks record how servers store the values of a field.
type Marks struct {
	NotStored    bool
	FilledIn     bool
	ZeroFilledIn bool
	Derived      bool
	Immutable    bool
	Required     bool
	Quantity     bool
	Time         bool
	Base64       bool
	AliasOf      string
}

// A Union is a group of fields of a map that exclude each other.
type Union struct {
	Discriminator string
	Members       []Member
}

// A Member is one of the choices of a Union.
type Member struct {
	Value  string
	Fields []string
	Unset  []model.Value
}

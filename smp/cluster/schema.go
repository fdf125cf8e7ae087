package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A schemaFault is the panic for a field with an invalid description. It is a panic because
// many places look up fields, and nearly no schema has such a field.
type schemaFault struct{ error }

// schemaError is deferred by exported functions. It returns a schemaFault as an error.
func schemaError(err *error) {
	switch fault := recover().(type) {
	case nil:
	case schemaFault:
		*err = fault.error
	default:
		panic(fault)
	}
}

// requireSchema panics with a schemaFault for the zero Schema, with the error of package smp.
func requireSchema(s smp.Schema) {
	if s == (smp.Schema{}) {
		_, err := smp.Apply(s, emptyMap, emptyMap)
		panic(schemaFault{err})
	}
}

// checked returns a schema without fault.
func checked(s smp.Schema) smp.Schema {
	if err := s.Err(); err != nil {
		panic(schemaFault{err})
	}
	return s
}

// field returns the schema of a declared field by its exact name.
func field(s smp.Schema, name string) (smp.Schema, bool) {
	u, ok := s.Field(name)
	if !ok {
		return u, false
	}
	return checked(u), true
}

// declares reports whether a map has the field.
func declares(s smp.Schema, name string) bool {
	_, ok := field(s, name)
	return ok
}

// member returns the schema of a member of a map: smp.Schemaless if it has none.
func member(s smp.Schema, name string) smp.Schema {
	u, _ := s.Member(name)
	return checked(u)
}

// isAtomicMap reports whether a map in this place is replaced as a whole.
func isAtomicMap(s smp.Schema) bool {
	return s.Type() != smp.ListType && s.Strategy() == smp.Replace
}

func keyDefault(s smp.Schema, name string) model.Value {
	def, _ := s.KeyDefault(name)
	return def
}

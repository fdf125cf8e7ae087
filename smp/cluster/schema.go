package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listkeys"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// requireSchema panics with a faults.SchemaPanic if s is the zero Schema. The error is that of package
// smp.
func requireSchema(s smp.Schema) {
	if s == (smp.Schema{}) {
		_, err := smp.Apply(s, nulls.EmptyMap, nulls.EmptyMap)
		panic(faults.SchemaPanic{Err: err})
	}
}

// checked returns the schema. If its description has an error, checked panics with a faults.SchemaPanic.
func checked(s smp.Schema) smp.Schema {
	if err := s.Err(); err != nil {
		panic(faults.SchemaPanic{Err: err})
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

// declares reports whether the schema of a map declares the field.
func declares(s smp.Schema, name string) bool {
	_, ok := field(s, name)
	return ok
}

// member returns the schema of a member of a map, which is smp.Schemaless if it has none.
func member(s smp.Schema, name string) smp.Schema {
	u, _ := s.Member(name)
	return checked(u)
}

// isAtomicMap reports whether a map at this place is replaced as a whole.
func isAtomicMap(s smp.Schema) bool {
	return s.Type() != smp.ListType && s.Strategy() == smp.Replace
}

func keyDefault(s smp.Schema, name string) model.Value {
	def, _ := s.KeyDefault(name)
	return def
}

// listKeys returns the keys by which elements of a list may be found.
func listKeys(s smp.Schema) listkeys.KeySet {
	return listkeys.KeySet{Required: s.Keys(), Recommended: s.Recommended(), Default: func(name string) model.Value { return keyDefault(s, name) }}
}

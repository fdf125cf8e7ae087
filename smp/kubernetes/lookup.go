package kubernetes

import (
	"fmt"

	"github.com/strategicpatch/smp/smp"
)

// Lookup returns the Schema of a built-in kind, and whether the table has it.
// The first call for a kind builds its Schema, later ones return it again.
func Lookup(apiVersion, kind string) (smp.Schema, bool) {
	return lookup(Kind{apiVersion, kind}, false)
}

// MustLookup is Lookup of a kind that the program knows to be in the table. It
// panics, naming kinds that may be meant, if it is not.
func MustLookup(apiVersion, kind string) smp.Schema {
	schema, ok := Lookup(apiVersion, kind)
	if !ok {
		panic(fmt.Sprintf("kubernetes: the table has no %s; near it are %v", Kind{apiVersion, kind}, Nearest(apiVersion, kind)))
	}
	return schema
}

// LookupListTypes is Lookup with list and map types as strategies where a
// place has no patch strategy: a list of type map is keyed by all its keys, one
// of type set is a set, and an atomic map is replaced. Server-side apply merges
// such places; a strategic merge patch on a cluster does not.
func LookupListTypes(apiVersion, kind string) (smp.Schema, bool) {
	return lookup(Kind{apiVersion, kind}, true)
}

func lookup(k Kind, listTypes bool) (smp.Schema, bool) {
	t := load()
	e, ok := t.byKind[k]
	if !ok {
		return smp.Schema{}, false
	}
	b := &e.plain
	if listTypes {
		b = &e.listTyped
	}
	b.once.Do(func() { b.schema = t.build(e, listTypes) })
	return b.schema, true
}

func (t *table) build(e *entry, listTypes bool) smp.Schema {
	s, err := smp.NewSchema(smp.Type{Ref: e.definition}, func(name string) (smp.Type, bool) {
		return t.definition(name, listTypes), true
	})
	if err != nil {
		// Tests build every kind, so this says that the table was edited.
		panic(fmt.Sprintf("kubernetes: the embedded table is damaged: %s: %v", e.Kind, err))
	}
	return s
}

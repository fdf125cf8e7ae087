package kubernetes

import (
	"fmt"

	"github.com/strategicpatch/smp/smp"
)

// Lookup returns the schema of a built-in kind, and whether the table has it. The first call for a
// kind builds the schema, and later calls return the same one.
func Lookup(apiVersion, kind string) (smp.Schema, bool) {
	return lookup(Kind{apiVersion, kind}, false)
}

// MustLookup is like [Lookup], but panics if the kind is not in the table. The text of the panic
// contains similar kinds.
func MustLookup(apiVersion, kind string) smp.Schema {
	schema, ok := Lookup(apiVersion, kind)
	if !ok {
		panic(fmt.Sprintf("kubernetes: kind %s not found; similar kinds: %v", Kind{apiVersion, kind}, Nearest(apiVersion, kind)))
	}
	return schema
}

// LookupListTypes is like [Lookup], with one difference: if a field has no patch strategy, its list
// type or map type counts as its strategy. A list of type map is keyed by all its keys, a list of
// type set is a set, and an atomic map is replaced. Server-side apply uses these types. A cluster
// ignores them in a strategic merge patch: it replaces such a list, and merges such a map.
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
	s, err := smp.NewSchema(smp.Definition{Ref: e.definition}, func(name string) (smp.Definition, bool) {
		return t.definition(name, listTypes), true
	})
	if err != nil {
		// The tests build every kind, so this happens only if the table was edited.
		panic(fmt.Sprintf("kubernetes: the embedded table is damaged: %s: %v", e.Kind, err))
	}
	return s
}

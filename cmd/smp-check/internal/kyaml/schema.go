package kyaml

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Schema is the schema that kustomize has for a value. The zero Schema is for values
// without a schema: maps merge, and lists are replaced.
type Schema struct {
	schema smp.Schema
	known  bool
	// builtIn is set for values in objects of built-in kinds. name is the name of the field,
	// and parent is the name of the field around it.
	builtIn      bool
	name, parent string
	// full is the schema that a cluster has, as far as it is known.
	full smp.Schema
	// custom is set for values in custom resources.
	custom bool
}

// Custom returns s as the schema of a custom resource. Check then reports elements that a patch
// seems to lose by mistake.
func (s Schema) Custom() Schema {
	s.custom = true
	return s
}

// Beside returns s together with the schema that a cluster has. Check uses it to find lists
// that only a cluster merges.
func (s Schema) Beside(full smp.Schema) Schema {
	s.full = full
	return s
}

// Defined returns the schema of a kind in the document of a kustomization's field openapi.
func Defined(s smp.Schema) Schema { return Schema{schema: s, known: true} }

// BuiltIn returns the schema of a built-in kind. If kustomize does not know the kind, this is
// the zero Schema.
func BuiltIn(s smp.Schema, k kubernetes.Kind) Schema {
	if later()[k.APIVersion+"/"+k.Kind] {
		return Schema{}
	}
	return Schema{schema: s, known: true, builtIn: true}
}

//go:embed later.txt
var laterText string

// later returns the kinds and lists for which kustomize has no schema, because its schemas
// are those of Kubernetes 1.21. The name of a list is its field, or parent and field.
var later = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, line := range strings.Split(laterText, "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			names[line] = true
		}
	}
	return names
})

// keys returns the merge keys of a list, and whether the list merges. A list that merges and
// has no keys is a set.
func (s Schema) keys() (keys []string, merging bool) {
	if !s.known || s.schema.Type() != smp.ListType || !s.schema.Merging() {
		return nil, false
	}
	if s.builtIn && (later()[s.name] || later()[s.parent+"."+s.name]) {
		return nil, false
	}
	if keys = s.schema.Recommended(); len(keys) == 0 {
		keys = s.schema.Keys()
	}
	return keys, true
}

// keyDefault returns the text of the default of a merge key, or "".
func (s Schema) keyDefault(key string) string {
	v, _ := s.schema.KeyDefault(key)
	return newNode(v, false).text()
}

// member returns the schema of a field.
func (s Schema) member(name string) Schema {
	full, _ := s.full.Member(name)
	inner, ok := s.schema.Member(name)
	if !s.known || !ok {
		return Schema{full: full, custom: s.custom}
	}
	return Schema{inner, true, s.builtIn, name, s.name, full, s.custom}
}

// element returns the schema of the elements of a list.
func (s Schema) element() Schema {
	var full smp.Schema
	if s.full.Type() == smp.ListType {
		full = s.full.Element()
	}
	if !s.known || s.schema.Type() != smp.ListType {
		return Schema{full: full, custom: s.custom}
	}
	return Schema{s.schema.Element(), true, s.builtIn, s.name, s.parent, full, s.custom}
}

// mergesInside reports whether lists in a value can merge, as far as the schema of the value shows
// directly.
func (s Schema) mergesInside() bool {
	if !s.known || s.schema.Type() == smp.ScalarType {
		return false
	}
	values, isFreeForm := s.schema.Values()
	return !isFreeForm || values.Type() != smp.ScalarType
}

// freeForm reports whether a map may have arbitrary fields.
func (s Schema) freeForm() bool {
	_, ok := s.full.Values()
	return ok
}

// Package schematest makes nodes for tests of packages that package smp imports.
package schematest

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// Scalar returns the node of a scalar with a default, which may be absent.
func Scalar(def model.Value, marks schema.Marks) *schema.Node {
	return &schema.Node{Shape: &schema.Shape{Type: schema.Scalar, Scalars: schema.AnyScalar}, Strategy: schema.Merge, Default: def, Marks: marks}
}

// Map returns the node of a declared map.
func Map(fields map[string]*schema.Node) *schema.Node {
	s := &schema.Shape{Type: schema.Map, Names: slices.Sorted(maps.Keys(fields))}
	s.Tabulate()
	for i, name := range s.Names {
		s.Set(i, fields[name])
	}
	return Ready(&schema.Node{Shape: s, Strategy: schema.Merge})
}

// List returns the node of a list. It merges by the keys, which may be nil for a set.
func List(element *schema.Node, keys ...string) *schema.Node {
	return Ready(&schema.Node{Shape: &schema.Shape{Type: schema.List, Element: element}, Strategy: schema.Merge, Keys: keys})
}

// Ready makes a node ready for use after it was changed, and returns it.
func Ready(u *schema.Node) *schema.Node {
	u.Prepare(false)
	u.SetHasMergeRules(0)
	return u
}

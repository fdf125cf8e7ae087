package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// bare returns a node without the null fields of its maps.
func bare(n *node) *node {
	if n == nil {
		return nil
	}
	b := &node{kind: n.kind, scalar: n.scalar, fields: map[string]*node{}, at: n.at}
	for name, field := range n.fields {
		if field.kind != model.Null {
			b.fields[name] = bare(field)
		}
	}
	for _, item := range n.items {
		b.items = append(b.items, bare(item))
	}
	return b
}

// alike compares nodes as JSON values. Either may be absent.
func alike(a, b *node) bool {
	switch {
	case a == nil || b == nil || a.kind != b.kind:
		return a == b
	case a.kind == model.Map:
		return maps.EqualFunc(a.fields, b.fields, alike)
	case a.kind == model.List:
		return slices.EqualFunc(a.items, b.items, alike)
	default:
		return model.Equal(a.scalar, b.scalar)
	}
}

// orEmpty returns n, or an empty node if n is nil.
func (n *node) orEmpty() *node {
	if n == nil {
		return &node{}
	}
	return n
}

// value returns the value of a node. Nodes are never too deep to be values.
func (n *node) value() model.Value {
	v, _ := model.FromAny(n.orEmpty().tree())
	return v
}

// names returns the sorted names of all fields of some maps.
func names(of ...*node) []string {
	all := map[string]*node{}
	for _, n := range of {
		maps.Copy(all, n.orEmpty().fields)
	}
	return slices.Sorted(maps.Keys(all))
}

package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// bare returns a node without the null members of maps.
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

// alike compares nodes as JSON values; either may be absent.
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

// or returns n, or what has no members and no elements.
func (n *node) or() *node {
	if n == nil {
		return &node{}
	}
	return n
}

// value returns a node as a value. What was read is not too deep for that.
func (n *node) value() model.Value {
	v, _ := model.FromAny(n.or().tree())
	return v
}

// names returns the names of all members of some maps.
func names(of ...*node) []string {
	all := map[string]*node{}
	for _, n := range of {
		maps.Copy(all, n.or().fields)
	}
	return slices.Sorted(maps.Keys(all))
}

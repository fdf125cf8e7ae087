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

// alike compares bare nodes as JSON values.
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

// field returns a member of a map, nil where there is none.
func (n *node) field(name string) *node {
	if n == nil {
		return nil
	}
	return n.fields[name]
}

// elements returns the elements of a list, none of anything else.
func (n *node) elements() []*node {
	if n == nil {
		return nil
	}
	return n.items
}

// names returns the names of all members of some maps.
func names(of ...*node) []string {
	all := map[string]bool{}
	for _, n := range of {
		if n != nil {
			for name := range n.fields {
				all[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// value returns a node as a value. What was read is not too deep for that.
func (n *node) value() model.Value {
	if n == nil {
		return model.Value{}
	}
	v, _ := model.FromAny(n.tree())
	return v
}

package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A node is a value as plain Go data. A nil node is absent. Nodes do not change after
// they are made.
type node struct {
	kind   model.Type
	scalar model.Value // the spelling of a string, number, boolean or null
	fields map[string]*node
	items  []*node
	at     *place
}

// A place is where a node was read. A merged node has the place of the original's node.
type place struct {
	document string
	parent   *place // nil at the root
	step     model.Step
}

func (p *place) path() model.Path {
	if p.parent == nil {
		return nil
	}
	return append(p.parent.path(), p.step)
}

func read(v model.Value, at *place) *node {
	n := &node{kind: v.Type(), scalar: v, fields: map[string]*node{}, at: at}
	if n.kind == model.Absent {
		return nil
	}
	for name, member := range v.Members() {
		n.fields[name] = read(member, &place{at.document, at, model.Field(name)})
	}
	for i, element := range v.Elements() {
		n.items = append(n.items, read(element, &place{at.document, at, model.Index(i)}))
	}
	return n
}

// tree returns a node in the form that model.FromAny accepts.
func (n *node) tree() any {
	switch n.kind {
	case model.Map:
		fields := map[string]any{}
		for name, field := range n.fields {
			fields[name] = field.tree()
		}
		return fields
	case model.List:
		items := []any{}
		for _, item := range n.items {
			items = append(items, item.tree())
		}
		return items
	default:
		return n.scalar
	}
}

func (n *node) is(kind model.Type) bool { return n != nil && n.kind == kind }

func (n *node) isScalar() bool { return n != nil && n.scalar.IsScalar() }

func (n *node) isText(text string) bool { return n.is(model.String) && n.scalar.Text() == text }

// withItems returns a list with these items at the place of n.
func (n *node) withItems(items []*node) *node {
	return &node{kind: model.List, items: items, at: n.at}
}

// withFields returns a map with these fields at the place of n.
func (n *node) withFields(fields map[string]*node) *node {
	return &node{kind: model.Map, fields: fields, at: n.at}
}

// equal compares keys and set values as JSON values, numbers by value. A value that is not a
// scalar equals nothing. See rule key-equality.
func equal(a, b *node) bool {
	return a.isScalar() && b.isScalar() && model.Equal(a.scalar, b.scalar)
}

// same is like equal, but the keys may be absent.
func same(a, b *node) bool { return a == nil && b == nil || equal(a, b) }

// index returns the index of the first node equal to the scalar n, or -1 if there is none.
func index(nodes []*node, n *node) int {
	return slices.IndexFunc(nodes, func(m *node) bool { return equal(m, n) })
}

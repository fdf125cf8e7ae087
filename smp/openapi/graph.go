package openapi

import (
	"strconv"

	"github.com/strategicpatch/smp/smp"
)

// A graph is what a schema reaches: uses (one for each place) and shapes (what
// the uses of one type share), so that recursion becomes visible. Uses and
// shapes are numbered in the order in which they are reached.
type graph struct {
	ids     map[smp.Schema]int
	uses    []smp.Schema
	shapeOf []int // by use
	shapes  []node
}

// A node is a shape with the uses it is made of.
type node struct {
	schema    smp.Schema // one that has this shape
	fields    []edge
	values    int
	hasValues bool
	element   int
	leaf      bool // no map with fields, and no list or map in it
	arrivals  int  // from how many places the shape is reached
}

type edge struct {
	name string
	use  int
}

// graphOf walks everything that root reaches.
func graphOf(root smp.Schema) *graph {
	g := &graph{ids: map[smp.Schema]int{}}
	g.id(root)
	known := map[string]int{}
	for use := 0; use < len(g.uses); use++ {
		n := g.node(g.uses[use])
		signature := n.signature()
		shape, ok := known[signature]
		if !ok {
			shape = len(g.shapes)
			known[signature] = shape
			g.shapes = append(g.shapes, n)
		}
		g.shapeOf = append(g.shapeOf, shape)
	}
	g.shapes[g.shapeOf[0]].arrivals++
	for _, n := range g.shapes {
		for _, use := range n.parts() {
			g.shapes[g.shapeOf[use]].arrivals++
		}
	}
	return g
}

// id returns the number of a use, which is visited later if it is new.
func (g *graph) id(s smp.Schema) int {
	id, ok := g.ids[s]
	if !ok {
		id = len(g.uses)
		g.ids[s] = id
		g.uses = append(g.uses, s)
	}
	return id
}

func (g *graph) node(s smp.Schema) node {
	n := node{schema: s, leaf: true}
	for name, field := range s.Fields() {
		n.fields = append(n.fields, edge{name, g.id(field)})
		n.leaf = false
	}
	if values, ok := s.Values(); ok {
		n.values, n.hasValues = g.id(values), true
		n.leaf = n.leaf && isPlain(values)
	}
	if s.Kind() == smp.ListType {
		n.element = g.id(s.Element())
		n.leaf = n.leaf && isPlain(s.Element())
	}
	return n
}

func isPlain(s smp.Schema) bool { return s.Kind() == smp.AnyType || s.Kind() == smp.ScalarType }

// parts returns the uses in the shape.
func (n *node) parts() []int {
	var parts []int
	for _, f := range n.fields {
		parts = append(parts, f.use)
	}
	if n.hasValues {
		parts = append(parts, n.values)
	}
	if n.schema.Kind() == smp.ListType {
		parts = append(parts, n.element)
	}
	return parts
}

// signature returns a text that two uses share if they are made of the same
// uses, and so have the same shape.
func (n *node) signature() string {
	b := []byte(n.schema.Kind().String())
	b = strconv.AppendInt(b, int64(n.schema.Scalars()), 10)
	if s := n.schema; s.Kind() == smp.ScalarType {
		b = append(b, s.Default().JSON()...)
	}
	for _, f := range n.fields {
		b = strconv.AppendQuote(b, f.name)
		b = strconv.AppendInt(b, int64(f.use), 10)
	}
	if n.hasValues {
		b = append(b, "values"...)
		b = strconv.AppendInt(b, int64(n.values), 10)
	}
	if n.schema.Kind() == smp.ListType {
		b = append(b, "element"...)
		b = strconv.AppendInt(b, int64(n.element), 10)
	}
	return string(b)
}

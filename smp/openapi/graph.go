package openapi

import "github.com/strategicpatch/smp/smp"

// A graph contains all schemas that a schema reaches. A use is the schema of one place. A shape is
// the structure that several uses of the same type share. If a shape contains itself, the schema is
// recursive. Uses and shapes have numbers, in the order in which they are reached.
type graph struct {
	ids     map[smp.Schema]int
	uses    []smp.Schema
	shapeOf []int // shape of each use
	shapes  []node
	alike   map[trait][]int // shapes that may be equal
}

// A node is a shape and the uses that it contains.
type node struct {
	schema    smp.Schema // a use with this shape
	fields    []edge
	values    int
	hasValues bool
	element   int
	leaf      bool // the shape has no fields, and does not contain a list or map
	arrivals  int  // number of places that reach the shape
}

type edge struct {
	name string
	use  int
}

// A trait is a short description in which most shapes differ. Its field part is one use that the
// shape contains. This use almost identifies the shape, because a use is in only one shape, or in a
// few shapes if a schema was overridden.
type trait struct {
	typ     smp.SchemaType
	scalars smp.Scalars
	def     string
	part    smp.Schema
	unions  string
}

func traitOf(s smp.Schema) trait {
	t := trait{typ: s.Type(), scalars: s.Scalars()}
	switch t.typ {
	case smp.ScalarType:
		t.def = s.Default().JSON()
	case smp.ListType:
		t.part = s.Element()
	case smp.MapType:
		t.unions = newMap(unionMembers(s.Unions())...).JSON()
		t.part, _ = s.Values()
		for _, t.part = range s.Fields() {
			break
		}
	}
	return t
}

// graphOf returns the graph of all schemas that root reaches.
func graphOf(root smp.Schema) *graph {
	g := &graph{ids: map[smp.Schema]int{}, alike: map[trait][]int{}}
	g.id(root)
	for use := 0; use < len(g.uses); use++ {
		g.shapeOf = append(g.shapeOf, g.shape(g.uses[use]))
	}
	g.shapes[g.shapeOf[0]].arrivals++
	for _, n := range g.shapes {
		for _, use := range n.parts() {
			g.shapes[g.shapeOf[use]].arrivals++
		}
	}
	return g
}

// shape returns the number of the shape that a use has.
func (g *graph) shape(s smp.Schema) int {
	t := traitOf(s)
	for _, shape := range g.alike[t] {
		if g.isMadeOf(s, &g.shapes[shape]) {
			return shape
		}
	}
	shape := len(g.shapes)
	g.shapes = append(g.shapes, g.node(s))
	g.alike[t] = append(g.alike[t], shape)
	return shape
}

// isMadeOf reports whether s contains the same uses as the shape n. s and n must have the same
// trait.
func (g *graph) isMadeOf(s smp.Schema, n *node) bool {
	i := 0
	for name, field := range s.Fields() {
		if i == len(n.fields) || n.fields[i].name != name || g.uses[n.fields[i].use] != field {
			return false
		}
		i++
	}
	values, ok := s.Values()
	return i == len(n.fields) && ok == n.hasValues && (!ok || values == g.uses[n.values])
}

// id returns the number of a use. If the use is new, graphOf visits it later.
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
	if s.Type() == smp.ListType {
		n.element = g.id(s.Element())
		n.leaf = n.leaf && isPlain(s.Element())
	}
	return n
}

func isPlain(s smp.Schema) bool { return s.Type() == smp.AnyType || s.Type() == smp.ScalarType }

// parts returns the uses in the shape.
func (n *node) parts() []int {
	var parts []int
	for _, f := range n.fields {
		parts = append(parts, f.use)
	}
	if n.hasValues {
		parts = append(parts, n.values)
	}
	if n.schema.Type() == smp.ListType {
		parts = append(parts, n.element)
	}
	return parts
}

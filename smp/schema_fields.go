package smp

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/names"
)

// index returns the index of a field in the sorted names, or -1.
func (s *shape) index(name string) int { return s.table.Index(s.names, name) }

// field returns the node of a named field, and false if there is none. It panics
// with a schemaFault if the field's description is faulty (see schemaError).
func (s *shape) field(name string) (*node, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	u := s.nodes[i].Load()
	if u == nil {
		if u = s.describe(i, false); u.fault != nil {
			panic(schemaFault{u.fault})
		}
	}
	return u, true
}

// find is field, but does not panic: a faulty field has a node with only the fault. locked
// reports whether the caller holds the builder's lock.
func (s *shape) find(name string, locked bool) (*node, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	return s.describe(i, locked), true
}

// tabulate makes room for the nodes of the fields, once their names are known.
func (s *shape) tabulate() {
	s.table, s.nodes = names.TableOf(s.names), make([]atomic.Pointer[node], len(s.names))
}

// withField returns a copy of the shape with the node of one field set.
func (s *shape) withField(name string, u *node) *shape {
	out := *s
	if s.index(name) < 0 {
		out.names = append(slices.Clone(s.names), name)
		slices.Sort(out.names)
	}
	out.tabulate()
	for i, known := range s.names {
		out.nodes[out.index(known)].Store(s.nodes[i].Load())
	}
	out.nodes[out.index(name)].Store(u)
	return &out
}

// folded returns the declared field whose name differs from this one only in case. If there
// are several, it returns the first by name.
func (s *shape) folded(name string) (*node, bool) {
	for _, field := range s.names {
		if strings.EqualFold(field, name) {
			return s.field(field)
		}
	}
	return nil, false
}

// FoldedField returns the schema of the declared field whose name differs from this one only
// in case, and whether there is one. If there are several, it is the first by name. API
// servers find the fields of built-in kinds like this. As with Field, the description of the
// field may be faulty: see Err.
func (s Schema) FoldedField(name string) (Schema, bool) {
	t := s.get().shape
	for _, field := range t.names {
		if strings.EqualFold(field, name) {
			u, ok := t.find(field, false)
			return Schema{u}, ok
		}
	}
	return Schema{}, false
}

// Some schemas are built on demand: a source lists the names of a map's fields, and
// describes a field when a document first has it (Definition.Field).

// A deferred builds the nodes of such fields.
type deferred struct {
	builder  *builder
	describe func(name string) Definition
	trail    *trail
}

// A schemaFault is the panic of an engine for a field with a faulty description. It is a
// panic because many places look up fields, and nearly no schema has such a field.
type schemaFault struct{ error }

// schemaError, deferred by the exported functions, returns a schemaFault as an error.
func schemaError(err *error) {
	switch fault := recover().(type) {
	case nil:
	case schemaFault:
		*err = fault.error
	default:
		panic(fault)
	}
}

// describe returns the node of field i, and builds it on the first call.
func (s *shape) describe(i int, locked bool) *node {
	if u := s.nodes[i].Load(); u != nil {
		return u
	}
	b := s.deferred.builder
	if !locked {
		b.mu.Lock()
		defer b.mu.Unlock()
		if u := s.nodes[i].Load(); u != nil {
			return u
		}
	}
	t := s.deferred.describe(s.names[i])
	u := plainScalar(&t)
	if u == nil {
		at := s.deferred.trail.add("properties", s.names[i])
		err := s.checkAlias(s.names[i], &t, at)
		if err == nil {
			u, err = b.buildField(&t, at)
		}
		if err != nil {
			return &node{shape: &shape{}, strategy: Merge, fault: err}
		}
	}
	s.nodes[i].Store(u)
	return u
}

// plainScalars are the nodes of scalars without other properties, by Scalars and by whether
// they accept lists.
var plainScalars = func() (nodes [AnyScalar + 1][2]node) {
	for scalars := range nodes {
		s := &shape{typ: ScalarType, scalars: Scalars(scalars)}
		nodes[scalars] = [2]node{{shape: s, strategy: Merge}, {shape: s, strategy: Merge, acceptsLists: true}}
	}
	return nodes
}()

// plainScalar returns the shared node of a scalar without other properties, which most
// fields are. It returns nil for other types.
func plainScalar(t *Definition) *node {
	if t.Type != ScalarType || t.Scalars == 0 || t.mixes() || t.Ref != "" || t.Fault != nil || t.Default.Type() != model.Absent || t.Marks != (Marks{}) ||
		t.Strategy != DefaultStrategy || t.RetainKeys || t.MapKeys || len(t.Keys)+len(t.Recommended) > 0 {
		return nil
	}
	if t.AcceptsLists {
		return &plainScalars[t.Scalars][1]
	}
	return &plainScalars[t.Scalars][0]
}

// buildField builds, checks and prepares the node that t describes, with all nodes below
// it, except for fields that are described on demand. On failure it removes the
// definitions that it has added, which may be incomplete.
func (b *builder) buildField(t *Definition, at *trail) (*node, error) {
	begin, met := len(b.nodes), len(b.order)
	u, err := b.build(t, at, begin)
	if err != nil {
		for _, name := range b.order[met:] {
			delete(b.named, name)
		}
		b.order, b.pending, u = b.order[:met], nil, nil
	}
	clear(b.nodes[begin:])
	b.nodes = b.nodes[:begin]
	return u, err
}

// build is buildField without the cleanup on failure. The new nodes begin at index begin.
func (b *builder) build(t *Definition, at *trail, begin int) (*node, error) {
	u, err := b.node(t, at, 0)
	if err != nil {
		return nil, err
	}
	for len(b.pending) > 0 {
		d := b.pending[len(b.pending)-1]
		b.pending = b.pending[:len(b.pending)-1]
		if err := b.fill(d.shape, &d.typ, d.trail, 0); err != nil {
			return nil, err
		}
	}
	made := b.nodes[begin:]
	for _, m := range made {
		if err := m.check(true); err != nil {
			return nil, err
		}
		m.prepare(true)
	}
	markDeep(made)
	return u, nil
}

// deepPasses is the number of times that the nodes of a schema are marked. Each pass reaches
// one more definition. Nodes that need more passes count as deep, which only costs them
// the fast path.
const deepPasses = 3

// markDeep finds the nodes that are not deep. All nodes count as deep before it runs.
func markDeep(nodes []madeNode) {
	for range deepPasses {
		for _, m := range nodes {
			m.mark()
		}
		for _, m := range slices.Backward(nodes) {
			m.mark()
		}
	}
}

// mark sets deep if a part of the node is deep. A map with fields that are described on
// demand is deep.
func (u *node) mark() {
	s := u.shape
	u.deep = u.merging() || u.retainKeys || s.deferred != nil
	u.deep = u.deep || s.values != nil && s.values.deep || s.element != nil && s.element.deep
	for i := 0; i < len(s.nodes) && !u.deep; i++ {
		u.deep = s.nodes[i].Load().deep
	}
}

package smp

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/names"
)

// index returns the place of a field among the sorted names, -1 if there is none.
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
		if u = s.described(i, false); u.fault != nil {
			panic(schemaFault{u.fault})
		}
	}
	return u, true
}

// find is field for those who can do with a fault: then the node has it, and says
// nothing else. locked says that who asks has the builder's lock.
func (s *shape) find(name string, locked bool) (*node, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	return s.described(i, locked), true
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

// folded returns the declared field whose name differs from this only in case,
// the first by name where there are several.
func (s *shape) folded(name string) (*node, bool) {
	for _, field := range s.names {
		if strings.EqualFold(field, name) {
			return s.field(field)
		}
	}
	return nil, false
}

// Some schemas are built where documents go: a source gives the names of a map's
// fields, and describes each of them when somebody asks for it (Type.Field).

// A later makes the nodes of fields that nobody has asked for yet.
type later struct {
	builder  *builder
	describe func(name string) Type
	trail    *trail
}

// A schemaFault is what an engine panics with where a document leads to a field
// whose description is faulty: the places that ask for fields are many, and
// nearly no schema has such a field.
type schemaFault struct{ error }

// schemaError, deferred by the doors of the engine, returns a schemaFault as the
// error that it is.
func schemaError(err *error) {
	switch fault := recover().(type) {
	case nil:
	case schemaFault:
		*err = fault.error
	default:
		panic(fault)
	}
}

// described returns the node of field i, which is described now if nobody has asked
// for it before.
func (s *shape) described(i int, locked bool) *node {
	if u := s.nodes[i].Load(); u != nil {
		return u
	}
	b := s.later.builder
	if !locked {
		b.mu.Lock()
		defer b.mu.Unlock()
		if u := s.nodes[i].Load(); u != nil {
			return u
		}
	}
	t := s.later.describe(s.names[i])
	u := plainScalar(&t)
	if u == nil {
		at := s.later.trail.add("properties", s.names[i])
		err := s.checkAlias(s.names[i], &t, at)
		if err == nil {
			u, err = b.whole(&t, at)
		}
		if err != nil {
			return &node{shape: &shape{}, strategy: Merge, fault: err}
		}
	}
	s.nodes[i].Store(u)
	return u
}

// plainScalars are the nodes of scalars about which nothing else is said: by Scalars,
// and whether they accept lists.
var plainScalars = func() (nodes [AnyScalar + 1][2]node) {
	for scalars := range nodes {
		s := &shape{kind: ScalarType, scalars: Scalars(scalars)}
		nodes[scalars] = [2]node{{shape: s, strategy: Merge}, {shape: s, strategy: Merge, acceptsLists: true}}
	}
	return nodes
}()

// plainScalar returns the node of a type that is such a scalar, else nil. They are
// most fields of most types, and need not be made one by one.
func plainScalar(t *Type) *node {
	if t.Kind != ScalarType || t.Scalars == 0 || t.mixes() || t.Ref != "" || t.Fault != nil || t.Default.Kind() != model.Absent || t.Marks != (Marks{}) ||
		t.Strategy != DefaultStrategy || t.RetainKeys || t.MapKeys || len(t.Keys)+len(t.Recommended) > 0 {
		return nil
	}
	if t.AcceptsLists {
		return &plainScalars[t.Scalars][1]
	}
	return &plainScalars[t.Scalars][0]
}

// whole builds, checks and prepares the node that t describes, with all that it
// reaches before the next Type.Field. On failure it forgets the definitions that
// it has met, which may be half filled.
func (b *builder) whole(t *Type, at *trail) (*node, error) {
	begin, met := len(b.nodes), len(b.met)
	u, err := b.checked(t, at, begin)
	if err != nil {
		for _, name := range b.met[met:] {
			delete(b.named, name)
		}
		b.met, b.pending, u = b.met[:met], nil, nil
	}
	clear(b.nodes[begin:])
	b.nodes = b.nodes[:begin]
	return u, err
}

// checked is whole, but for what is to be done on failure. The nodes that it makes
// are those from begin on.
func (b *builder) checked(t *Type, at *trail, begin int) (*node, error) {
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

// settledPasses is how often the nodes of a schema are marked: each time what refers
// to them learns of one more definition. What is not settled then counts as deep,
// which costs the short way and nothing else.
const settledPasses = 3

// markDeep finds the nodes that are not deep, which all are until then.
func markDeep(nodes []madeNode) {
	for range settledPasses {
		for _, m := range nodes {
			m.mark()
		}
		for _, m := range slices.Backward(nodes) {
			m.mark()
		}
	}
}

// mark finds whether a node is deep from its parts, which are marked. A map whose
// fields are described later is.
func (u *node) mark() {
	s := u.shape
	u.deep = u.merging() || u.retainKeys || s.later != nil
	u.deep = u.deep || s.values != nil && s.values.deep || s.element != nil && s.element.deep
	for i := 0; i < len(s.nodes) && !u.deep; i++ {
		u.deep = s.nodes[i].Load().deep
	}
}

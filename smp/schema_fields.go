package smp

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/names"
)

// index returns the index of a field in the sorted names, or -1.
func (s *shape) index(name string) int { return s.table.Index(s.names, name) }

// nameValue returns the name of a field as a value. The values of declared names are made once, because
// patches list the same names again and again ($retainKeys, $patchMergeKey).
func (s *shape) nameValue(name string) model.Value {
	i := s.index(name)
	if i < 0 {
		return model.NewString(name)
	}
	texts := s.texts.Load()
	if texts == nil {
		made := make([]model.Value, len(s.names))
		for i, name := range s.names {
			made[i] = model.NewString(name)
		}
		texts = &made
		s.texts.Store(texts)
	}
	return (*texts)[i]
}

// field returns the node of a named field, and whether there is such a field. If the description of
// the field has an error, field panics with a faults.SchemaPanic.
func (s *shape) field(name string) (*node, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	u := s.nodes[i].Load()
	if u == nil {
		if u = s.nodeAt(i, false); u.fault != nil {
			panic(faults.SchemaPanic{Err: u.fault})
		}
	}
	return u, true
}

// find is like field, but does not panic. If the description of the field has an error, the node
// contains only this error. locked reports whether the caller holds the builder's lock.
func (s *shape) find(name string, locked bool) (*node, bool) {
	i := s.index(name)
	if i < 0 {
		return nil, false
	}
	return s.nodeAt(i, locked), true
}

// tabulate allocates the table, the nodes and the values of the names of the fields. The names must be
// set before.
func (s *shape) tabulate() {
	s.table, s.nodes = names.TableOf(s.names), make([]atomic.Pointer[node], len(s.names))
	s.texts = new(atomic.Pointer[[]model.Value])
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

// folded returns the declared field whose name differs from the given one only in case. If there
// are several such fields, it returns the first one by name.
func (s *shape) folded(name string) (*node, bool) {
	for _, field := range s.names {
		if strings.EqualFold(field, name) {
			return s.field(field)
		}
	}
	return nil, false
}

// FoldedField returns the schema of the declared field with the given name in any case, and reports
// whether there is such a field. If there are several, it returns the first one by name. API
// servers find the fields of built-in kinds in this way. As with Field, the description of the
// field may have an error (see Err).
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

// Some schemas are built on demand. Their source lists the names of a map's fields, and describes a
// field when a document contains it for the first time (Definition.Field).

// A deferred builds the nodes of the fields that are described on demand.
type deferred struct {
	builder  *schemaBuilder
	describe func(name string) Definition
	trail    *trail
}

// nodeAt returns the node of the field with index i. It builds the node on the first call.
func (s *shape) nodeAt(i int, locked bool) *node {
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

// plainScalars holds the nodes of scalars without other properties. The first index is the set of
// types, and the second index is 1 if the scalar accepts lists.
var plainScalars = func() (nodes [AnyScalar + 1][2]node) {
	for scalars := range nodes {
		s := &plainShapes[scalars]
		s.typ, s.scalars = ScalarType, Scalars(scalars)
		nodes[scalars] = [2]node{{shape: s, strategy: Merge}, {shape: s, strategy: Merge, acceptsLists: true}}
	}
	return nodes
}()

// plainShapes holds the shapes of plainScalars, so that no program allocates them at its start.
var plainShapes [AnyScalar + 1]shape

// plainScalar returns the shared node of a scalar that has no other properties. Most fields are
// such scalars. It returns nil for other definitions. Scalars is set only in scalars and in
// definitions that mix parts.
func plainScalar(t *Definition) *node {
	if t.Scalars == 0 || t.mixes() || t.Ref != "" || t.Fault != nil || t.Default.Type() != model.Absent || t.Marks != (Marks{}) ||
		t.Strategy != DefaultStrategy || t.RetainKeys || t.MapKeys || len(t.Keys)+len(t.Recommended) > 0 {
		return nil
	}
	if t.AcceptsLists {
		return &plainScalars[t.Scalars][1]
	}
	return &plainScalars[t.Scalars][0]
}

// buildField builds, checks and prepares the node that t describes, with all nodes below it, except
// for fields that are described on demand. If it fails, it removes the definitions that it has
// added, because they may be incomplete.
func (b *schemaBuilder) buildField(t *Definition, at *trail) (*node, error) {
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

// build is like buildField, but does not clean up after an error. The new nodes begin at index
// begin.
func (b *schemaBuilder) build(t *Definition, at *trail, begin int) (*node, error) {
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
	setAllHasMergeRules(made)
	return u, nil
}

// mergeRulesPasses is the number of passes in which setAllHasMergeRules visits the nodes of a
// schema. Each pass follows one more reference to a definition. A node that would need more passes
// keeps hasMergeRules, so it is not copied on the fast path.
const mergeRulesPasses = 3

// setAllHasMergeRules computes hasMergeRules of all nodes. Before the call, it is set in all nodes. Many
// nodes may refer to a definition with many fields, so the fields that are known to have no merge rules
// are not visited again.
func setAllHasMergeRules(nodes []madeNode) {
	set := func(m madeNode) {
		if m.named == nil {
			m.setHasMergeRules(0)
		} else {
			m.named.plain = m.setHasMergeRules(m.named.plain)
		}
	}
	for range mergeRulesPasses {
		for _, m := range nodes {
			set(m)
		}
		for _, m := range slices.Backward(nodes) {
			set(m)
		}
	}
}

// setHasMergeRules computes hasMergeRules from the strategy of the node and from the nodes below it.
// It is set for a map whose fields are described on demand. The first plain fields are known to have no
// merge rules. The result is at least plain, and also counts the fields that this call has found to
// have none.
func (u *node) setHasMergeRules(plain int) int {
	s := u.shape
	u.hasMergeRules = u.Merging() || u.retainKeys || s.deferred != nil
	u.hasMergeRules = u.hasMergeRules || s.values != nil && s.values.hasMergeRules || s.element != nil && s.element.hasMergeRules
	if u.hasMergeRules {
		return plain
	}
	for plain < len(s.nodes) && !s.nodes[plain].Load().hasMergeRules {
		plain++
	}
	u.hasMergeRules = plain < len(s.nodes)
	return plain
}

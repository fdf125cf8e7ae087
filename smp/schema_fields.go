package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// FoldedField returns the schema of the declared field with the given name in any case, and reports
// whether there is such a field. If there are several, it returns the first one by name. API
// servers find the fields of built-in kinds in this way. As with Field, the description of the
// field may have an error (see Err).
func (s Schema) FoldedField(name string) (Schema, bool) {
	t := s.get().Shape
	for _, field := range t.Names {
		if strings.EqualFold(field, name) {
			u, ok := t.Find(field, false)
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

// node builds the node of the field with index i of the shape s, and keeps it in s.
func (d *deferred) node(s *schema.Shape, i int, locked bool) *schema.Node {
	b := d.builder
	if !locked {
		b.mu.Lock()
		defer b.mu.Unlock()
		if u := s.Known(i); u != nil {
			return u
		}
	}
	t := d.describe(s.Names[i])
	u := plainScalar(&t)
	if u == nil {
		at := d.trail.add("properties", s.Names[i])
		err := checkAlias(s, s.Names[i], &t, at)
		if err == nil {
			u, err = b.buildField(&t, at)
		}
		if err != nil {
			return &schema.Node{Shape: &schema.Shape{}, Strategy: schema.Merge, Fault: err}
		}
	}
	s.Set(i, u)
	return u
}

// plainScalars holds the nodes of scalars without other properties. The first index is the set of
// types, and the second index is 1 if the scalar accepts lists.
var plainScalars = func() (nodes [schema.AnyScalar + 1][2]schema.Node) {
	for scalars := range nodes {
		s := &plainShapes[scalars]
		s.Type, s.Scalars = schema.Scalar, schema.Scalars(scalars)
		nodes[scalars] = [2]schema.Node{{Shape: s, Strategy: schema.Merge}, {Shape: s, Strategy: schema.Merge, AcceptsLists: true}}
	}
	return nodes
}()

// plainShapes holds the shapes of plainScalars, so that no program allocates them at its start.
var plainShapes [schema.AnyScalar + 1]schema.Shape

// plainScalar returns the shared node of a scalar that has no other properties. Most fields are
// such scalars. It returns nil for other definitions. Scalars is set only in scalars and in
// definitions that mix parts.
func plainScalar(t *Definition) *schema.Node {
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
func (b *schemaBuilder) buildField(t *Definition, at *trail) (*schema.Node, error) {
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
func (b *schemaBuilder) build(t *Definition, at *trail, begin int) (*schema.Node, error) {
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
		m.Prepare(true)
	}
	setAllHasMergeRules(made)
	return u, nil
}

// mergeRulesPasses is the number of passes in which setAllHasMergeRules visits the nodes of a
// schema. Each pass follows one more reference to a definition. A node that would need more passes
// keeps HasMergeRules, so it is not copied on the fast path.
const mergeRulesPasses = 3

// setAllHasMergeRules computes HasMergeRules of all nodes. Before the call, it is set in all nodes. Many
// nodes may refer to a definition with many fields, so the fields that are known to have no merge rules
// are not visited again.
func setAllHasMergeRules(nodes []madeNode) {
	set := func(m madeNode) {
		if m.named == nil {
			m.SetHasMergeRules(0)
		} else {
			m.named.plain = m.SetHasMergeRules(m.named.plain)
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

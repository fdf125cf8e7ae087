package schema

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/names"
)

// Index returns the index of a field in the sorted names, or -1.
func (s *Shape) Index(name string) int { return s.table.Index(s.Names, name) }

// NameValue returns the name of a field as a value. The values of declared names are made once, because
// patches list the same names again and again ($retainKeys, $patchMergeKey).
func (s *Shape) NameValue(name string) model.Value {
	i := s.Index(name)
	if i < 0 {
		return model.NewString(name)
	}
	texts := s.texts.Load()
	if texts == nil {
		made := make([]model.Value, len(s.Names))
		for i, name := range s.Names {
			made[i] = model.NewString(name)
		}
		texts = &made
		s.texts.Store(texts)
	}
	return (*texts)[i]
}

// Field returns the node of a named field, and whether there is such a field. If the description of
// the field has an error, Field panics with a faults.SchemaPanic.
func (s *Shape) Field(name string) (*Node, bool) {
	i := s.Index(name)
	if i < 0 {
		return nil, false
	}
	u := s.nodes[i].Load()
	if u == nil {
		if u = s.nodeAt(i, false); u.Fault != nil {
			panic(faults.SchemaPanic{Err: u.Fault})
		}
	}
	return u, true
}

// Find is like Field, but does not panic. If the description of the field has an error, the node
// contains only this error. locked reports whether the caller holds the builder's lock.
func (s *Shape) Find(name string, locked bool) (*Node, bool) {
	i := s.Index(name)
	if i < 0 {
		return nil, false
	}
	return s.nodeAt(i, locked), true
}

// Tabulate allocates the table, the nodes and the values of the names of the fields. The names must be
// set before.
func (s *Shape) Tabulate() {
	s.table, s.nodes = names.TableOf(s.Names), make([]atomic.Pointer[Node], len(s.Names))
	s.texts = new(atomic.Pointer[[]model.Value])
}

// WithField returns a copy of the shape with the node of one field set.
func (s *Shape) WithField(name string, u *Node) *Shape {
	out := *s
	if s.Index(name) < 0 {
		out.Names = append(slices.Clone(s.Names), name)
		slices.Sort(out.Names)
	}
	out.Tabulate()
	for i, known := range s.Names {
		out.Set(out.Index(known), s.Known(i))
	}
	out.Set(out.Index(name), u)
	return &out
}

// Folded returns the declared field whose name differs from the given one only in case. If there
// are several such fields, it returns the first one by name.
func (s *Shape) Folded(name string) (*Node, bool) {
	for _, field := range s.Names {
		if strings.EqualFold(field, name) {
			return s.Field(field)
		}
	}
	return nil, false
}

// nodeAt returns the node of the field with index i. A node on demand is made on the first call.
func (s *Shape) nodeAt(i int, locked bool) *Node {
	if u := s.nodes[i].Load(); u != nil {
		return u
	}
	return s.OnDemand(s, i, locked)
}

// Known returns the node of the field with index i, or nil if it still has to be made.
func (s *Shape) Known(i int) *Node { return s.nodes[i].Load() }

// Set sets the node of the field with index i.
func (s *Shape) Set(i int, u *Node) { s.nodes[i].Store(u) }

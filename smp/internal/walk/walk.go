// Package walk visits a value together with its schema, or the members of two maps together. Both engines
// use it, with schemas of their own.
package walk

import (
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A Tree is a schema that can be walked.
type Tree[S any] interface {
	// OfMember returns the schema of the member of a map.
	OfMember(name string) S
	// OfElement returns the schema of the elements of a list.
	OfElement() S
	// Merging reports whether the schema is a merging list.
	Merging() bool
}

// A Place is a place in a value. It is valid only until the next place is visited.
type Place[S any] struct {
	Schema S
	at     *frame
}

// A frame is the current step in a map or list, and the frame around it.
type frame struct {
	around *frame
	name   string
	index  int // index in a list, or -1 in a map
}

// Path returns the path of the place.
func (p Place[S]) Path() model.Path {
	var path model.Path
	for f := p.at; f != nil; f = f.around {
		if f.index < 0 {
			path = append(path, model.Field(f.name))
		} else {
			path = append(path, model.Index(f.index))
		}
	}
	slices.Reverse(path)
	return path
}

// All returns an iterator over a value and all values in it, with their places. Members of maps are
// visited in the order of their names. A map or list is visited after the values in it.
func All[S Tree[S]](s S, v model.Value) iter.Seq2[Place[S], model.Value] {
	return func(yield func(Place[S], model.Value) bool) { visit(s, nil, v, yield) }
}

func visit[S Tree[S]](s S, at *frame, v model.Value, yield func(Place[S], model.Value) bool) bool {
	switch v.Type() {
	case model.Map:
		in := &frame{around: at, index: -1}
		for name, member := range v.SortedMembers() {
			if in.name = name; !visit(s.OfMember(name), in, member, yield) {
				return false
			}
		}
	case model.List:
		in := &frame{around: at}
		for i, e := range v.Elements() {
			if in.index = i; !visit(s.OfElement(), in, e, yield) {
				return false
			}
		}
	}
	return yield(Place[S]{s, at}, v)
}

// Rewrite returns a map or list in which the result of edit replaces each member or element. edit gets
// its schema and, in a map, its name. An absent result removes it. The fault is that of the first member
// by name, or of the first element. If nothing changes, or v is neither map nor list, the result is v.
func Rewrite[S Tree[S]](s S, v model.Value, edit func(s S, name string, v model.Value) (model.Value, *faults.Fault)) (model.Value, *faults.Fault) {
	switch v.Type() {
	case model.Map:
		return faults.EditMembers(v, func(name string, m model.Value) (model.Value, *faults.Fault) { return edit(s.OfMember(name), name, m) })
	case model.List:
		return faults.EditElements(v, func(_ int, e model.Value) (model.Value, *faults.Fault) { return edit(s.OfElement(), "", e) })
	}
	return v, nil
}

// InAnyOrder returns a value with the elements of its merging lists sorted. If two values are equal
// then, they differ only in the order of elements.
func InAnyOrder[S Tree[S]](s S, v model.Value) model.Value {
	v, _ = Rewrite(s, v, func(s S, _ string, v model.Value) (model.Value, *faults.Fault) { return InAnyOrder(s, v), nil })
	if v.Type() == model.List && s.Merging() {
		v = Sorted(v)
	}
	return v
}

// Sorted returns a list with its elements sorted by [model.Compare].
func Sorted(list model.Value) model.Value {
	elements := list.AppendElements(nil)
	slices.SortFunc(elements, model.Compare)
	list, _ = model.NewList(elements...) // cannot fail, because the list is not nested more deeply
	return list
}

// Members calls visit for each name in two maps, until visit returns false. It visits the members of after
// first, and then those that only before has. A value that is not a map counts as an empty map. Unlike
// [model.Shortcuts.DifferingMembers], it also visits equal members.
func Members(before, after model.Value, visit func(name string, have, want model.Value) bool) {
	had, has := before.Finder(), after.Finder()
	for name, want := range after.Members() {
		have, _ := had.Get(name)
		if !visit(name, have, want) {
			return
		}
	}
	for name, have := range before.Members() {
		if _, kept := has.Get(name); !kept && !visit(name, have, model.Value{}) {
			return
		}
	}
}

// WithoutNulls returns a value without the null members of its maps.
func WithoutNulls(v model.Value) model.Value {
	if !v.HasNull() || v.Type() == model.Null {
		return v
	}
	edit := func(v model.Value) (model.Value, *faults.Fault) { return WithoutNulls(v), nil }
	// Removing members cannot fail, because the value only becomes smaller.
	if v.Type() == model.List {
		v, _ = faults.EditElements(v, func(_ int, e model.Value) (model.Value, *faults.Fault) { return edit(e) })
		return v
	}
	v, _ = faults.EditMembers(v, func(_ string, member model.Value) (model.Value, *faults.Fault) { return edit(nulls.AsAbsent(member)) })
	return v
}

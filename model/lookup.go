package model

import (
	"errors"
	"fmt"
	"slices"
)

// The functions in this file follow a path in a document.

// Lookup returns the value at the path p in the document v, and whether it exists.
func (p Path) Lookup(v Value) (Value, bool) {
	for _, s := range p {
		switch s := s.(type) {
		case Field:
			v, _ = v.Get(string(s))
		case Index:
			v = v.At(int(s))
		case Key:
			v = firstElement(v, s.matches)
		case SetValue:
			v = firstElement(v, func(e Value) bool { return Equal(e, s.Value) })
		default:
			panic("model: a path with a nil step")
		}
		if v.doc == nil {
			return Value{}, false
		}
	}
	return v, v.doc != nil
}

func firstElement(list Value, matches func(Value) bool) Value {
	return list.At(indexOf(list, matches))
}

// indexOf returns the index of the first element that matches, or -1.
func indexOf(list Value, matches func(Value) bool) int {
	for i, e := range list.Elements() {
		if matches(e) {
			return i
		}
	}
	return -1
}

// Set returns the document v with value at the path p. It adds the maps that are missing on the
// path. A null where a map must be counts as missing, too. If value is absent, Set removes the
// member or element at p, or returns v if there is none.
//
// The error is an *[Error] with Code Unsupported if a field is in a value of another type than a
// map, or if a list does not have the element. Its Path is the place of this value or list. If the
// result would be nested too deeply, the Code is Limit.
func (p Path) Set(v, value Value) (Value, error) {
	if _, ok := p.Lookup(v); !ok && value.Type() == Absent {
		return v, nil
	}
	return p.set(0, v, value)
}

// set sets the value at the steps of p from index i on, which are relative to v.
func (p Path) set(i int, v, value Value) (Value, error) {
	if i == len(p) {
		return value, nil
	}
	name, isField := p[i].(Field)
	if !isField {
		return p.setElement(i, v, value)
	}
	switch v.Type() {
	case Map:
	case Null, Absent:
		v = Value{}
	default:
		return Value{}, p.misfit(i, "expected a map with the field %s, got %s", name, v.Type().Noun())
	}
	member, _ := v.Get(string(name))
	member, err := p.set(i+1, member, value)
	if err != nil {
		return Value{}, err
	}
	return v.WithMembers(Member{Name: string(name), Value: member})
}

// setElement is set for a step that leads to an element of a list.
func (p Path) setElement(i int, list, value Value) (Value, error) {
	at := -1
	switch s := p[i].(type) {
	case Index:
		at = int(s)
	case Key:
		at = indexOf(list, s.matches)
	case SetValue:
		at = indexOf(list, func(e Value) bool { return Equal(e, s.Value) })
	default:
		panic("model: a path with a nil step")
	}
	element := list.At(at)
	if element.Type() == Absent {
		return Value{}, p.misfit(i, "expected a list with the element %s, got %s", p[i], list.Type().Noun())
	}
	element, err := p.set(i+1, element, value)
	if err != nil {
		return Value{}, err
	}
	return list.WithElements([]Element{{Index: at, Value: element}})
}

// misfit returns the error of a step that does not fit the value at the steps before it.
func (p Path) misfit(i int, format string, args ...any) error {
	return &Error{Code: Unsupported, Path: p[:i].Append(), cause: errors.New(Shorten(fmt.Sprintf(format, args...)))}
}

func (k Key) matches(element Value) bool {
	if element.Type() != Map {
		return false
	}
	for _, f := range k {
		if v, _ := element.Get(f.Name); !Equal(v, f.Value) {
			return false
		}
	}
	return true
}

// Equal reports whether p and q have the same steps. Values are compared with the
// function [Equal], and the fields of a [Key] in their order.
func (p Path) Equal(q Path) bool { return slices.EqualFunc(p, q, equalSteps) }

func equalSteps(a, b Step) bool {
	switch a := a.(type) {
	case Key:
		b, ok := b.(Key)
		return ok && slices.EqualFunc(a, b, func(a, b KeyField) bool {
			return a.Name == b.Name && Equal(a.Value, b.Value)
		})
	case SetValue:
		b, ok := b.(SetValue)
		return ok && Equal(a.Value, b.Value)
	default:
		return a == b
	}
}

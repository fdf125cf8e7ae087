package model

import "slices"

// A Path is the place of a value in a document: the steps from the root to the value.
// The empty path is the root. A nil step is a programming error: String and Lookup
// panic.
//
//	model.Path{model.Field("args"), model.Index(2)}   prints as   args[2]
type Path []Step

// A Step leads from a list or map to a value in it. The only steps are [Field],
// [Index], [Key] and [SetValue].
type Step interface {
	// String returns the text of a path that consists of this step.
	String() string
	step()
}

// A Field leads to the member of a map that has this name.
type Field string

// An Index leads to the element of a list at this index. The first element has index 0.
type Index int

// A Key leads from a list to the first map with these values in these fields. It prints as
// [name=app,protocol=UDP].
type Key []KeyField

// A KeyField is one field of a [Key]. If Value is absent, the element must lack the field, and the
// text ends after the equals sign, as in name=.
type KeyField struct {
	Name  string
	Value Value
}

// A SetValue leads from a list to the first element that equals Value. It prints as [="x"].
type SetValue struct{ Value Value }

var (
	_ Step = Field("")
	_ Step = Index(0)
	_ Step = Key(nil)
	_ Step = SetValue{}
)

func (Field) step()    {}
func (Index) step()    {}
func (Key) step()      {}
func (SetValue) step() {}

// Append returns a new path that consists of the steps of p, followed by the given steps. It shares
// no memory with p.
func (p Path) Append(steps ...Step) Path {
	return slices.Concat(p, steps)
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
	for _, e := range list.Elements() {
		if matches(e) {
			return e
		}
	}
	return Value{}
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

package model

import "slices"

// A Path says where in a document a value stands: a sequence of steps from the
// root. The empty path is the root itself. A nil step is a mistake of the
// program and makes String and Lookup panic.
type Path []Step

// A Step leads from a list or map to something in it. The steps are [Field],
// [Index], [Key] and [SetValue]; there are no others.
type Step interface {
	// String returns the step as a path of one step prints it.
	String() string
	step()
}

// A Field leads to the member of a map with that name.
type Field string

// An Index leads to the element of a list at that index, counted from 0.
type Index int

// A Key leads to the first element of a list that is a map and has all these
// fields with these values: [name=app,protocol=UDP].
type Key []KeyField

// A KeyField is one of the fields of a [Key]. An absent value says that the
// field must be absent; it prints as name= with nothing after it.
type KeyField struct {
	Name  string
	Value Value
}

// A SetValue leads to the first element of a list that equals the value:
// [="x"].
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

// Append returns a path of the steps of p and more. It does not change p and
// shares no memory with it.
func (p Path) Append(steps ...Step) Path {
	return slices.Concat(p, steps)
}

// Equal reports whether p and q have the same steps. Values in keys and set
// values are compared by [Equal], the fields of a key in their order.
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

// Lookup returns the value that p leads to from v, and whether there is one.
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

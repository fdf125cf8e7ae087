package model

import (
	"slices"
)

// A Path is the place of a value in a document: the steps from the root to the value.
// The empty path is the root. A nil step is a programming error: String, Lookup
// and Set panic.
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
// no memory with p and the steps, so without steps it returns a copy of p.
func (p Path) Append(steps ...Step) Path {
	all := slices.Concat(p, steps)
	for i, s := range all {
		if key, ok := s.(Key); ok {
			all[i] = slices.Clone(key)
		}
	}
	return all
}

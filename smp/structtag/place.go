package structtag

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A place is one use of a type. It contains the path for errors, and the definition and the field
// for the functions of options.
type place struct {
	definition string
	field      string
	way        *way
}

// A way is the path to a place. Each link has one or two steps.
type way struct {
	above *way
	steps [2]string
}

func (w *way) path() model.Path {
	if w == nil {
		return nil
	}
	path := w.above.path().Append(model.Field(w.steps[0]))
	if w.steps[1] != "" {
		path = path.Append(model.Field(w.steps[1]))
	}
	return path
}

// member returns the place of a field of a struct.
func (p place) member(name string) place {
	p.way = &way{p.way, [2]string{"properties", name}}
	if p.field != "" {
		name = p.field + "." + name
	}
	p.field = name
	return p
}

// elements returns the place of the elements of a list.
func (p place) elements() place {
	p.way = &way{above: p.way, steps: [2]string{"items"}}
	p.field += "[]"
	return p
}

// values returns the place of the values of a map.
func (p place) values() place {
	p.way = &way{above: p.way, steps: [2]string{"additionalProperties"}}
	p.field += "{}"
	return p
}

// error returns the error for a fault at the place.
func (p place) error(cause error) error {
	return &smp.Error{Code: smp.InvalidSchema, Document: "schema", Path: p.way.path(), Cause: cause}
}

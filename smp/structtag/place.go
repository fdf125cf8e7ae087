package structtag

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A place is where a type is used: its path for errors, and the definition
// and field that options know it by.
type place struct {
	definition string
	field      string
	path       model.Path
}

// member returns the place of a field of a struct.
func (p place) member(name string) place {
	p.path = p.path.Append(model.Field("properties"), model.Field(name))
	p.field = strings.TrimPrefix(p.field+"."+name, ".")
	return p
}

// elements returns the place of the elements of a list.
func (p place) elements() place {
	p.path = p.path.Append(model.Field("items"))
	p.field += "[]"
	return p
}

// values returns the place of the values of a map.
func (p place) values() place {
	p.path = p.path.Append(model.Field("additionalProperties"))
	p.field += "{}"
	return p
}

// error returns the error that a fault at the place is.
func (p place) error(cause error) error {
	return &smp.Error{Kind: smp.InvalidSchema, Document: "schema", Path: p.path, Cause: cause}
}

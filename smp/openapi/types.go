package openapi

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A typeSet is the set of JSON types that a type keyword allows.
type typeSet struct {
	scalars    smp.Scalars
	list, maps bool
}

// types reads a type keyword, which is a name or a list of names. It leaves out null.
func (r *reader) types(at *place, v model.Value) (typeSet, error) {
	var t typeSet
	switch v.Type() {
	case model.Absent:
		return t, nil
	case model.List:
		for i, name := range v.Elements() {
			if !t.add(name) {
				return t, r.unknownType(at.member(typeKeyword).element(i), name)
			}
		}
	default:
		if !t.add(v) {
			return t, r.unknownType(at.member(typeKeyword), v)
		}
	}
	return t, nil
}

func (r *reader) unknownType(at *place, v model.Value) error {
	if v.Type() != model.String {
		return fault(at.path(r.base), "expected a string, got %s", v.Type().Noun())
	}
	return fault(at.path(r.base), "unknown type %q", v.Text())
}

// add adds the type with the given name, and reports whether there is such a type.
func (t *typeSet) add(name model.Value) bool {
	switch name.Text() {
	case "string":
		t.scalars |= smp.StringScalar
	case "integer":
		t.scalars |= smp.IntegerScalar
	case "number":
		t.scalars |= smp.NumberScalar
	case "boolean":
		t.scalars |= smp.BoolScalar
	case "array":
		t.list = true
	case "object":
		t.maps = true
	case "null":
	default:
		return false
	}
	return true
}

// single returns the only allowed type, or AnyType if there are several or none. It also reports
// whether any type is allowed.
func (t typeSet) single() (smp.SchemaType, bool) {
	switch {
	case t == typeSet{scalars: t.scalars} && t.scalars != 0:
		return smp.ScalarType, true
	case t == typeSet{list: true}:
		return smp.ListType, true
	case t == typeSet{maps: true}:
		return smp.MapType, true
	default:
		return smp.AnyType, t != typeSet{}
	}
}

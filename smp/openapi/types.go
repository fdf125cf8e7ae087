package openapi

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// kinds is the set of JSON types that a type keyword allows.
type kinds struct {
	scalars    smp.Scalars
	list, maps bool
}

// types reads a type keyword, which is a name or a list of names. It leaves out null.
func (r *reader) types(at *place, v model.Value) (kinds, error) {
	var k kinds
	switch v.Type() {
	case model.Absent:
		return k, nil
	case model.List:
		for i, name := range v.Elements() {
			if !k.add(name) {
				return k, r.unknownType(at.member(typeKeyword).element(i), name)
			}
		}
	default:
		if !k.add(v) {
			return k, r.unknownType(at.member(typeKeyword), v)
		}
	}
	return k, nil
}

func (r *reader) unknownType(at *place, v model.Value) error {
	if v.Type() != model.String {
		return fault(at.path(r.base), "expected a string, got a %s", v.Type())
	}
	return fault(at.path(r.base), "unknown type %q", v.Text())
}

// add adds the type with that name, and reports whether it exists.
func (k *kinds) add(name model.Value) bool {
	switch name.Text() {
	case "string":
		k.scalars |= smp.StringScalar
	case "integer", "number":
		k.scalars |= smp.NumberScalar
	case "boolean":
		k.scalars |= smp.BoolScalar
	case "array":
		k.list = true
	case "object":
		k.maps = true
	case "null":
	default:
		return false
	}
	return true
}

// kind returns the only allowed type, or AnyType for several types, and whether any
// type is allowed.
func (k kinds) kind() (smp.SchemaType, bool) {
	switch {
	case k == kinds{scalars: k.scalars} && k.scalars != 0:
		return smp.ScalarType, true
	case k == kinds{list: true}:
		return smp.ListType, true
	case k == kinds{maps: true}:
		return smp.MapType, true
	default:
		return smp.AnyType, k != kinds{}
	}
}

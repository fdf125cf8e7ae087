package structtag

import (
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Option joins into a description what Go types do not say.
type Option func(*reader)

// A ListType is what x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type say of one list or map.
type ListType struct {
	// Relation is map, set or atomic for a list, atomic or granular for a map.
	Relation string
	// Keys are the list-map-keys of a list of Relation map.
	Keys []string
}

// ListTypes joins in list types. lookup is asked for every list and map below
// a definition, by the name of the definition and the way from it: fields
// joined by dots, [] for the elements of a list and {} for the values of a map
// ("ports", "matrix[]", "spec.ports" below an anonymous struct). With an empty
// field it is asked for the definition itself, and that answer holds for a list
// wherever there is no other.
//
// Tags win. The list-map-keys of a keyed list that begin with its merge key
// are its recommended keys, unless a tag recommends others, and make the
// defaults of key fields count (rules keys-recommended, keys-default). All
// else is ignored, unless ListTypesDecide is given too.
func ListTypes(lookup func(definition, field string) (ListType, bool)) Option {
	return func(r *reader) { r.listTypes = lookup }
}

// ListTypesDecide lets the list types that ListTypes joins in count as
// strategies where no tag gives one: a list of type map is a keyed list by all
// its keys, one of type set with scalar elements a set, and an atomic map is
// replaced.
func ListTypesDecide() Option {
	return func(r *reader) { r.decide = true }
}

// KeyDefaults joins in the defaults of scalar fields, which matter where the
// fields are keys of a list with list-map-keys (rule keys-default). lookup is
// asked as that of ListTypes is and returns an absent Value where there is
// none. Fields that are always written, having neither omitempty nor omitzero,
// are required and get no default.
func KeyDefaults(lookup func(definition, field string) model.Value) Option {
	return func(r *reader) { r.keyDefaults = lookup }
}

// join adds to typ, which describes t, what the list type of its place says.
func (r *reader) join(typ *smp.Definition, t reflect.Type, at place) {
	t, _ = pointedTo(t)
	f, _ := r.formOf(t)
	if r.listTypes == nil || f.typ != smp.ListType && f.typ != smp.MapType {
		return
	}
	lt, ok := r.listTypes(at.definition, at.field)
	if !ok && typ.Ref != "" && f.typ == smp.ListType {
		lt, ok = r.listTypes(typ.Ref, "")
	}
	if !ok {
		return
	}
	if n := len(typ.Keys); n > 0 {
		if typ.Recommended == nil && lt.Relation == "map" && len(lt.Keys) >= n && slices.Equal(lt.Keys[:n], typ.Keys) {
			typ.MapKeys = true
			if len(lt.Keys) > n {
				typ.Recommended = slices.Clone(lt.Keys)
			}
		}
		return
	}
	if !r.decide || typ.Strategy != smp.DefaultStrategy {
		return
	}
	switch {
	case f.typ == smp.MapType && lt.Relation == "atomic":
		typ.Strategy = smp.Replace
	case f.typ == smp.MapType && lt.Relation == "granular":
		typ.Strategy = smp.Merge
	case f.typ == smp.ListType && lt.Relation == "map" && len(lt.Keys) > 0:
		typ.Strategy, typ.Keys, typ.MapKeys = smp.Merge, slices.Clone(lt.Keys), true
	case f.typ == smp.ListType && lt.Relation == "set" && !f.opaque && r.hasScalars(t):
		typ.Strategy = smp.Merge
	}
}

// hasScalars reports whether the elements of the list t are scalars.
func (r *reader) hasScalars(t reflect.Type) bool {
	e, err := pointedTo(t.Elem())
	if err != nil {
		return false
	}
	f, err := r.formOf(e)
	return err == nil && f.typ == smp.ScalarType
}

package structtag

import (
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Option adds information that Go types do not have, or changes how types are read. A nil Option
// changes nothing.
type Option func(*reader)

// A ListType contains the x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type of a list or map.
type ListType struct {
	// Relation is map, set or atomic for a list, and atomic or granular for a map.
	Relation string
	// Keys are the list-map-keys of a list with Relation map.
	Keys []string
}

// ListTypes adds list types. lookup is called for each list and map, with the name of the
// definition and the path from the definition to the list or map. The path consists of field names
// joined by dots, of [] for the elements of a list and of {} for the values of a map. Examples are
// ports, matrix[], and spec.ports below an anonymous struct. If the definition itself is a list,
// lookup is also called with an empty field. The result of this call applies to all uses of the
// list for which lookup returns false.
//
// Tags take precedence. If the list-map-keys of a keyed list begin with its merge key, they are the
// recommended keys, unless a tag has other ones, and the defaults of key fields count (rules
// keys-recommended, keys-default). Other list types have no effect without [ListTypesDecide].
func ListTypes(lookup func(definition, field string) (ListType, bool)) Option {
	return func(r *reader) { r.listTypes = lookup }
}

// ListTypesDecide makes the list types of [ListTypes] count as strategies if no tag has a strategy.
// A list of type map is keyed by all its keys. A list of type set with scalar elements is a set. An
// atomic map is replaced.
func ListTypesDecide() Option {
	return func(r *reader) { r.decide = true }
}

// KeyDefaults adds the defaults of scalar fields. A default counts if the field is a key of a list
// with list-map-keys (rule keys-default). It has no effect in a list that only tags key, so also pass
// [ListTypes]. lookup is called with the same arguments as the lookup of
// [ListTypes], and returns an absent Value if there is no default. A default also counts for a field
// without omitempty and omitzero, which Go programs always write, because other programs may leave
// out the field. openapi-gen publishes the zero value as the default of such a field. lookup must
// not return this value, unless servers fill it in.
func KeyDefaults(lookup func(definition, field string) model.Value) Option {
	return func(r *reader) { r.keyDefaults = lookup }
}

// join adds the list type of a place to typ, which describes t.
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

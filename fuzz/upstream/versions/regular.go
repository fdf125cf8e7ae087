package versions

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// regular reports whether every server must support patches of a document: no member is null
// or has the name of a directive, the elements of keyed lists have their keys, and merging
// lists have no duplicates.
func regular(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		field, _ := s.Member(name)
		if strings.HasPrefix(name, "$") || member.Type() == model.Null || !regular(field, member) {
			return false
		}
	}
	seen := map[string]bool{}
	for _, element := range v.Elements() {
		if s.Merging() {
			id, ok := identity(s, element)
			if !ok || seen[id] {
				return false
			}
			seen[id] = true
		}
		if !regular(s.Element(), element) {
			return false
		}
	}
	return true
}

// identity returns the identity of an element of a merging list as text, and whether the
// element has one.
func identity(s smp.Schema, element model.Value) (string, bool) {
	if s.Set() {
		return spelled(element), element.IsScalar()
	}
	for _, name := range s.Keys() {
		if key, _ := element.Get(name); !key.IsScalar() {
			return "", false
		}
	}
	var id []string
	for _, name := range append(s.Keys(), s.Recommended()...) {
		key, _ := element.Get(name)
		id = append(id, spelled(key))
	}
	return strings.Join(id, "\n"), true
}

// withoutNulls returns a value without null members of maps.
func withoutNulls(v model.Value) model.Value {
	switch {
	case !v.HasNull():
		return v
	case v.Type() == model.Map:
		var members []model.Member
		for name, member := range v.Members() {
			if member.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: withoutNulls(member)})
			}
		}
		return built(model.NewMap(members...))
	case v.Type() == model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = withoutNulls(elements[i])
		}
		return built(model.NewList(elements...))
	default:
		return v
	}
}

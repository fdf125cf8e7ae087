package report

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// NullInList returns the path of the first null member of a map inside a list, and whether
// there is one.
func NullInList(v model.Value) (model.Path, bool) { return nullInList(v, nil, false) }

func nullInList(v model.Value, path model.Path, inList bool) (model.Path, bool) {
	if !v.HasNull() {
		return nil, false
	}
	for name, member := range v.Members() {
		at := path.Append(model.Field(name))
		if member.Type() == model.Null && inList {
			return at, true
		}
		if found, ok := nullInList(member, at, inList); ok {
			return found, true
		}
	}
	for i, element := range v.Elements() {
		if found, ok := nullInList(element, path.Append(model.Index(i)), true); ok {
			return found, true
		}
	}
	return nil, false
}

// ListTypeIn returns the path of the first list in a patch that merges only by its list
// type, and whether there is one. The schema typed has been read with list types.
func ListTypeIn(patch model.Value, s, typed smp.Schema) (model.Path, bool) {
	return listTypeIn(patch, s, typed, nil)
}

func listTypeIn(patch model.Value, s, typed smp.Schema, path model.Path) (model.Path, bool) {
	if TypedOnly(s, typed) && patch.Type() == model.List {
		return path, true
	}
	for name, member := range patch.Members() {
		inner, _ := s.Member(name)
		innerTyped, known := typed.Member(name)
		if !known {
			continue
		}
		if found, ok := listTypeIn(member, inner, innerTyped, path.Append(model.Field(name))); ok {
			return found, true
		}
	}
	for i, element := range patch.Elements() {
		if found, ok := listTypeIn(element, s.Element(), typed.Element(), path.Append(model.Index(i))); ok {
			return found, true
		}
	}
	return nil, false
}

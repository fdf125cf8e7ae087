package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

func onlyType(v model.Value, k model.Type) model.Value {
	if v.Type() != k {
		return model.Value{}
	}
	return v
}

// withoutNulls returns a value without its null members.
func withoutNulls(v model.Value) (model.Value, *fault) {
	switch {
	case !v.HasNull() || v.Type() == model.Null:
		return v, nil
	case v.Type() == model.List:
		return editedElements(v, func(_ int, e model.Value) (model.Value, *fault) { return withoutNulls(e) })
	default:
		return editedMembers(v, func(_ string, member model.Value) (model.Value, *fault) { return withoutNulls(nullAsAbsent(member)) })
	}
}

func hasMember(members []model.Member, name string) bool {
	return slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name })
}

func nameList(names []string) (model.Value, *fault) {
	values := make([]model.Value, len(names))
	for i, name := range names {
		values[i] = model.NewString(name)
	}
	return built(model.NewList(values...))
}

var emptyMap = model.MustParse("{}")

// built converts the error of building v to a fault. Building fails only if v is nested too deeply.
func built(v model.Value, err error) (model.Value, *fault) {
	return faults.Built[Code, Rule](v, err, Limit)
}

func nullAsAbsent(v model.Value) model.Value {
	if !nulls.Present(v) {
		return model.Value{}
	}
	return v
}

func isEmptyText(v model.Value) bool { return v.Type() == model.String && v.Text() == "" }

func orEmpty(document model.Value) model.Value {
	if !nulls.Present(document) {
		return emptyMap
	}
	return document
}

// editedElements returns a list in which each element is replaced by the result of edit. An
// absent result removes the element. If no element changes, it returns the list itself.
func editedElements(list model.Value, edit func(i int, e model.Value) (model.Value, *fault)) (model.Value, *fault) {
	return faults.EditElements(list, Limit, edit)
}

// editedMembers is like editedElements, but edits the members of a map.
func editedMembers(v model.Value, edit func(name string, member model.Value) (model.Value, *fault)) (model.Value, *fault) {
	return faults.EditMembers(v, Limit, edit)
}

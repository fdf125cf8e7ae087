package smp

import (
	"errors"

	"github.com/strategicpatch/smp/model"
)

// AsMergePatch returns the JSON Merge Patch (RFC 7386) that turns original into
// result, for servers that take no strategic merge patch: an API server answers
// 415 to one for a custom resource. Absent and null documents count as {}; a
// patch without changes is {}.
//
// Merge patches know no lists: a list that differs is sent whole. An *Error of
// Kind NotRepresentable, with the path in the document result, says that result
// has a null member that original has not, which a merge patch would delete.
// Documents that are no maps give an *Error of Kind WrongKind.
func AsMergePatch(original, result model.Value) (model.Value, error) {
	original, result = orEmpty(original), orEmpty(result)
	for _, d := range []struct {
		name  string
		value model.Value
	}{{"original", original}, {"result", result}} {
		if d.value.Kind() != model.Map {
			f := newFault(WrongKind, RuleRoot, "a document is a map; this one is %s", d.value.Kind())
			return model.Value{}, f.asError(d.name, d.name)
		}
	}
	patch, f := mergePatch(original, result)
	if f != nil {
		return model.Value{}, f.asError("result", "result")
	}
	return patch, nil
}

var errNullMember = errors.New("a merge patch cannot set a member to null")

// mergePatch returns the patch between two maps; what is no map in the original
// counts as empty.
func mergePatch(original, result model.Value) (model.Value, *fault) {
	if original.Kind() != model.Map {
		if !result.HasNull() {
			return result, nil
		}
		original = emptyMap
	}
	var members []model.Member
	for name, want := range result.Members() {
		have, _ := original.Get(name)
		if model.Equal(have, want) {
			continue
		}
		f := (*fault)(nil)
		switch want.Kind() {
		case model.Null:
			f = &fault{kind: NotRepresentable, cause: errNullMember}
		case model.Map:
			want, f = mergePatch(have, want)
		}
		if f != nil {
			return model.Value{}, f.under(model.Field(name))
		}
		members = append(members, model.Member{Name: name, Value: want})
	}
	for name := range original.Members() {
		if _, kept := result.Get(name); !kept {
			members = append(members, model.Member{Name: name, Value: model.NewNull()})
		}
	}
	return built(model.NewMap(members...))
}

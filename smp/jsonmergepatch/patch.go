package jsonmergepatch

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/text"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// CreateThreeWayJSONMergePatch returns a JSON Merge Patch (RFC 7386) for current, the live
// document. It sets the values of modified that differ in current, deletes the fields that original
// had and modified lacks, and keeps the fields that others added. original is the document that was
// applied last, and modified is the document to apply now. All documents are JSON text. An empty
// document counts as {}. If there is nothing to change, the patch is {}.
//
//	original  {"a":1,"b":2}
//	modified  {"a":5}
//	current   {"a":1,"b":2,"c":3}
//	patch     {"a":5,"b":null}
//
// A list that differs is sent as a whole. A null field of modified deletes the field.
// In lists, null fields of maps are left out.
//
// The error is mergepatch.ErrBadJSONDoc if a document is not JSON or not a map, or a
// mergepatch.ErrPreconditionFailed if one of fns rejects the patch. It is never a
// mergepatch.ErrConflict.
func CreateThreeWayJSONMergePatch(original, modified, current []byte, fns ...mergepatch.PreconditionFunc) ([]byte, error) {
	var documents [3]model.Value
	var err error
	for i, src := range [][]byte{original, modified, current} {
		if documents[i], err = text.ReadOptional(src); err != nil {
			return nil, err
		}
	}
	patch := mapOf(changes(documents[0], documents[1], documents[2]))
	for _, allows := range fns {
		m, _ := patch.ToAny().(map[string]any)
		if !allows(m) {
			return nil, mergepatch.NewErrPreconditionFailed(m)
		}
	}
	return text.Append(nil, patch), nil
}

// changes returns the members of the patch for a map of modified. original and current may have
// values of another type at its place.
func changes(original, modified, current model.Value) []model.Member {
	var patch []model.Member
	for name, want := range modified.Members() {
		was, _ := original.Get(name)
		live, _ := current.Get(name)
		sent := true
		switch want.Type() {
		case model.Null:
			sent = was.Type() != model.Null
		case model.Map:
			below := changes(was, want, live)
			sent = len(below) > 0 || want.Len() == 0 && live.Type() != model.Map
			want = mapOf(below)
		default:
			sent = !model.Equal(live, want)
			want = withoutNulls(want)
		}
		if sent {
			patch = append(patch, model.Member{Name: name, Value: want})
		}
	}
	for name := range original.Members() {
		if _, kept := modified.Get(name); !kept {
			patch = append(patch, model.Member{Name: name, Value: model.NewNull()})
		}
	}
	return patch
}

// withoutNulls returns v without null members of maps.
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
		return mapOf(members)
	case v.Type() == model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = withoutNulls(e)
		}
		list, _ := model.NewList(elements...) // no deeper than v
		return list
	default:
		return v
	}
}

// mapOf returns a map of members of a document. It cannot fail, because the map is at
// most as deep as the document.
func mapOf(members []model.Member) model.Value {
	m, _ := model.NewMap(members...)
	return m
}

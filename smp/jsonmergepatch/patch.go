package jsonmergepatch

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/text"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// CreateThreeWayJSONMergePatch returns the JSON Merge Patch (RFC 7386) for
// current, the live document, that sets what modified (what is wanted now) has
// and current has not, and deletes what original (what was applied last) had and
// modified lacks. What others added to current stays. All are JSON text; empty
// documents are {}, and so is the patch if there is nothing to do.
//
// A list that differs is sent whole. A null member of modified deletes; in a
// list, null members of maps are left out.
//
// The errors are mergepatch.ErrBadJSONDoc for what is not JSON, or no map, and a
// mergepatch.ErrPreconditionFailed if one of fns refuses the patch. There is no
// conflict: what is deleted is absent from modified, and what is set is not.
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

// changes returns the members of the patch for a map that modified has. What the
// others have in its place may be no map.
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

// withoutNulls returns a value without the null members of maps in it.
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

// mapOf returns a map of members of a document, which nests no deeper than that.
func mapOf(members []model.Member) model.Value {
	m, _ := model.NewMap(members...)
	return m
}

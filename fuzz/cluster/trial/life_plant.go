package trial

import (
	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A LifePlant is a wrong way to make patches, used to test the comparison. Noticed is the
// number of applied manifests for which the fault was detected.
type LifePlant struct {
	Name    string
	Noticed int

	merge merger
}

// lifePlants returns wrong ways to make patches.
func lifePlants() []*LifePlant {
	return []*LifePlant{
		{Name: "kubectl's patch", merge: shippedThreeWay},
		{Name: "the manifest as a JSON merge patch", merge: func(_ Subject, _, modified model.Value) (string, model.Value, error) {
			return client.Merge, modified, nil
		}},
		{Name: "values that are not stored are sent again", merge: func(s Subject, original, modified model.Value) (string, model.Value, error) {
			patch, err := engine.ThreeWay(s.Schema, original, modified, s.Live, smp.ThreeWayOptions{Overwrite: true, Resend: true})
			return client.Strategic, patch, err
		}},
		{Name: "by the specification, not as clusters merge", merge: func(s Subject, original, modified model.Value) (string, model.Value, error) {
			patch, err := smp.Engine{}.ThreeWay(s.Schema, original, modified, s.Live, smp.ThreeWayOptions{Overwrite: true})
			return client.Strategic, patch, err
		}},
		{Name: "original ignored", merge: func(s Subject, _, modified model.Value) (string, model.Value, error) {
			return ourMerge(s, emptyMap, modified)
		}},
		{Name: "without null", merge: changedPatch(func(v model.Value) model.Value {
			for name, member := range v.Members() {
				if member.Type() == model.Null {
					v = with(v, of(name, model.Value{}))
				}
			}
			return v
		})},
		{Name: "every list replaced", merge: changedPatch(func(v model.Value) model.Value {
			for name, member := range v.Members() {
				if member.Type() == model.List && member.Len() > 0 && member.At(0).Type() == model.Map && name[0] != '$' {
					v = with(v, of(name, listOf(append(member.AppendElements(nil), operation("replace"))...)))
				}
			}
			return v
		})},
		{Name: "elements never deleted", merge: changedPatch(func(v model.Value) model.Value {
			for name, member := range v.Members() {
				if member.Type() != model.List {
					continue
				}
				var left []model.Value
				for _, element := range member.Elements() {
					if word, _ := element.Get("$patch"); word.Text() != "delete" {
						left = append(left, element)
					}
				}
				v = with(v, of(name, listOf(left...)))
			}
			return v
		})},
	}
}

// changedPatch returns a function that makes our patch, but with a change in each of its
// maps.
func changedPatch(change func(v model.Value) model.Value) merger {
	return func(s Subject, original, modified model.Value) (string, model.Value, error) {
		format, patch, err := ourMerge(s, original, modified)
		if err == nil {
			patch = changedMaps(patch, change)
		}
		return format, patch, err
	}
}

func changedMaps(v model.Value, change func(v model.Value) model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			v = with(v, of(name, changedMaps(member, change)))
		}
		return change(v)
	case model.List:
		elements := v.AppendElements(nil)
		for i, element := range elements {
			elements[i] = changedMaps(element, change)
		}
		return listOf(elements...)
	default:
		return v
	}
}

package server

import (
	"errors"

	"github.com/strategicpatch/smp/model"
)

func (s Server) byMergePatch(object model.Value, read func() (model.Value, error)) (model.Value, error) {
	patch, err := readMap(read)
	if err != nil {
		return model.Value{}, err
	}
	if patch.Type() == model.Null {
		return model.Value{}, rejected(BadRequest, errors.New("expected a patch, which is a map, got null"))
	}
	result, err := merged(object, patch)
	if err != nil {
		return model.Value{}, rejected(Invalid, err)
	}
	return s.settle(object, result, false)
}

// merged returns target with a JSON Merge Patch (RFC 7386) applied. Like servers, it removes null
// members of maps in the patch, except in a list that replaces a map.
func merged(target, patch model.Value) (model.Value, error) {
	switch {
	case patch.Type() == model.List && target.Type() != model.Map:
		return withoutNulls(patch)
	case patch.Type() != model.Map:
		return patch, nil
	}
	if target.Type() != model.Map {
		target = model.Value{}
	}
	changes := make([]model.Member, 0, patch.Len())
	for name, value := range patch.Members() {
		change := model.Member{Name: name}
		if value.Type() != model.Null {
			below, _ := target.Get(name)
			var err error
			if change.Value, err = merged(below, value); err != nil {
				return model.Value{}, err
			}
		}
		changes = append(changes, change)
	}
	if target.Type() == model.Absent && len(changes) == 0 {
		return patch, nil
	}
	return target.WithMembers(changes...)
}

// withoutNulls returns a list without the null members of the maps in it.
func withoutNulls(list model.Value) (model.Value, error) {
	if !list.HasNull() {
		return list, nil
	}
	var changes []model.Element
	for i, e := range list.Elements() {
		now, err := merged(model.Value{}, e)
		if err != nil {
			return model.Value{}, err
		}
		changes = append(changes, model.Element{Index: i, Value: now})
	}
	return list.WithElements(changes)
}

package faults

import "github.com/strategicpatch/smp/model"

// Built returns the result of building a value, or a fault with the code limit. Building fails
// only if the value is nested too deeply.
func Built(v model.Value, err error) (model.Value, *Fault) {
	if err != nil {
		return model.Value{}, New("limit", "", "the result is nested too deeply: %w", err)
	}
	return v, nil
}

// EditElements returns a list with each element replaced by the result of edit. An absent result
// removes the element. If no element changes, EditElements returns the list itself.
func EditElements(list model.Value, edit func(i int, e model.Value) (model.Value, *Fault)) (model.Value, *Fault) {
	var changes []model.Element
	for i, e := range list.Elements() {
		result, f := edit(i, e)
		if f != nil {
			return model.Value{}, f.Under(model.Index(i))
		}
		if !model.Same(result, e) {
			changes = append(changes, model.Element{Index: i, Value: result})
		}
	}
	if len(changes) == 0 {
		return list, nil
	}
	return Built(list.WithElements(changes))
}

// EditMembers is like [EditElements], but edits the members of a map. The fault is that of the first
// member by name.
func EditMembers(v model.Value, edit func(name string, member model.Value) (model.Value, *Fault)) (model.Value, *Fault) {
	var changes []model.Member
	var failed ByName
	for name, member := range v.Members() {
		if failed.Hides(name) {
			continue
		}
		result, f := edit(name, member)
		if f != nil {
			failed.Add(name, f.Under(model.Field(name)))
		} else if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	switch {
	case failed.Fault != nil:
		return model.Value{}, failed.Fault
	case len(changes) == 0:
		return v, nil
	}
	return Built(v.WithMembers(changes...))
}

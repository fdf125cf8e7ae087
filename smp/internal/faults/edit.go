package faults

import "github.com/strategicpatch/smp/model"

// Built returns the result of building a value, or a fault with the code limit. Building fails
// only if the value is nested too deeply.
func Built[Code, Rule ~string](v model.Value, err error, limit Code) (model.Value, *Fault[Code, Rule]) {
	if err != nil {
		return model.Value{}, New[Code, Rule](limit, "", "the result is nested too deeply: %w", err)
	}
	return v, nil
}

// EditElements returns a list with each element replaced by the result of edit. An absent result
// removes the element. If no element changes, EditElements returns the list itself. limit is the
// code of the fault if the result is nested too deeply.
func EditElements[Code, Rule ~string](list model.Value, limit Code, edit func(i int, e model.Value) (model.Value, *Fault[Code, Rule])) (model.Value, *Fault[Code, Rule]) {
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
	v, err := list.WithElements(changes)
	return Built[Code, Rule](v, err, limit)
}

// EditMembers is like [EditElements], but edits the members of a map.
func EditMembers[Code, Rule ~string](v model.Value, limit Code, edit func(name string, member model.Value) (model.Value, *Fault[Code, Rule])) (model.Value, *Fault[Code, Rule]) {
	var changes []model.Member
	for name, member := range v.Members() {
		result, f := edit(name, member)
		if f != nil {
			return model.Value{}, f.Under(model.Field(name))
		}
		if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	v, err := v.WithMembers(changes...)
	return Built[Code, Rule](v, err, limit)
}

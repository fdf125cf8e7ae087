package differential

import "github.com/strategicpatch/smp/model"

// Values built here are far below any limit of depth, so building them cannot fail.

func newMap(members ...model.Member) model.Value  { return must(model.NewMap(members...)) }
func newList(elements ...model.Value) model.Value { return must(model.NewList(elements...)) }
func newNumber(text string) model.Value           { return must(model.NewNumber(text)) }

// with returns a map with changed members, or any other value unchanged.
func with(v model.Value, changes ...model.Member) model.Value {
	if v.Type() != model.Map {
		return v
	}
	return must(v.WithMembers(changes...))
}

// set adds a member, or replaces the one with its name.
func set(members []model.Member, name string, v model.Value) []model.Member {
	for i := range members {
		if members[i].Name == name {
			members[i].Value = v
			return members
		}
	}
	return append(members, model.Member{Name: name, Value: v})
}

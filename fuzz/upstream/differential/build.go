package differential

import "github.com/strategicpatch/smp/model"

// Values that are built here are far from any limit of depth.

func newMap(members ...model.Member) model.Value  { return must(model.NewMap(members...)) }
func newList(elements ...model.Value) model.Value { return must(model.NewList(elements...)) }
func newNumber(text string) model.Value           { return must(model.NewNumber(text)) }

// with returns a map with members changed; what is no map as it is.
func with(v model.Value, changes ...model.Member) model.Value {
	if v.Type() != model.Map {
		return v
	}
	return must(v.WithMembers(changes...))
}

// set adds a member, or replaces the one of its name.
func set(members []model.Member, name string, v model.Value) []model.Member {
	for i := range members {
		if members[i].Name == name {
			members[i].Value = v
			return members
		}
	}
	return append(members, model.Member{Name: name, Value: v})
}

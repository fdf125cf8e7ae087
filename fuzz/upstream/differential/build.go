package differential

import "github.com/strategicpatch/smp/model"

// Values that are built here are far from any limit of depth.

func newMap(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

func newList(elements ...model.Value) model.Value {
	v, err := model.NewList(elements...)
	if err != nil {
		panic(err)
	}
	return v
}

func newNumber(text string) model.Value {
	v, err := model.NewNumber(text)
	if err != nil {
		panic(err)
	}
	return v
}

// with returns a map with members changed; what is no map as it is.
func with(v model.Value, changes ...model.Member) model.Value {
	if v.Kind() != model.Map {
		return v
	}
	v, err := v.WithMembers(changes...)
	if err != nil {
		panic(err)
	}
	return v
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

package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// rewritten returns v rebuilt from the bottom up. The function members changes the fields of
// each map in place, and scalar returns the replacement of every value that is neither a map
// nor a list.
func rewritten(v model.Value, members func([]model.Member), scalar func(model.Value) model.Value) model.Value {
	var err error
	switch v.Type() {
	case model.Map:
		all := v.AppendMembers(nil)
		for i := range all {
			all[i].Value = rewritten(all[i].Value, members, scalar)
		}
		members(all)
		v, err = model.NewMap(all...)
	case model.List:
		all := v.AppendElements(nil)
		for i := range all {
			all[i] = rewritten(all[i], members, scalar)
		}
		v, err = model.NewList(all...)
	default:
		return scalar(v)
	}
	if err != nil {
		panic(err) // cannot happen: the value is only as deep as an existing one
	}
	return v
}

func keepMembers([]model.Member) {}

func keepScalar(v model.Value) model.Value { return v }

// reversed returns v with the fields of every map in reverse order.
func reversed(v model.Value) model.Value {
	return rewritten(v, slices.Reverse[[]model.Member], keepScalar)
}

// sorted returns v with the fields of every map sorted by name.
func sorted(v model.Value) model.Value {
	return rewritten(v, func(members []model.Member) {
		slices.SortFunc(members, func(a, b model.Member) int { return strings.Compare(a.Name, b.Name) })
	}, keepScalar)
}

// respelled returns v with every number in another spelling of the same value, such as
// 1.0 for 1.
func respelled(v model.Value) model.Value {
	return rewritten(v, keepMembers, func(v model.Value) model.Value {
		text := v.NumberText()
		switch {
		case text == "":
			return v
		case !strings.ContainsAny(text, ".eE"):
			text += ".0"
		case strings.ContainsAny(text, "eE"):
			text = strings.Replace(strings.ToLower(text), "e", ".0e", 1)
			if strings.Count(text, ".") > 1 {
				return v
			}
		default:
			text += "0e0"
		}
		number, err := model.NewNumber(text)
		if err != nil {
			panic(err) // cannot happen: all of these are valid numbers
		}
		return number
	})
}

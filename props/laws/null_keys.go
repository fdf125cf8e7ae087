package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// NullKeys returns an input in which each absent key of modified's elements is null. Such a
// null removes the key from current.
func NullKeys(in corpus.Input) corpus.Input {
	in.Modified = withNullKeys(in.Schema, in.Modified)
	return in
}

func withNullKeys(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = withNullKeys(field, m.Value)
		}
		return newMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			e = withNullKeys(s.Element(), e)
			if s.Keyed() && e.Type() == model.Map && keysEqual(s, s.Keys(), e, e) {
				members := e.AppendMembers(nil)
				for _, name := range allKeys(s) {
					if !slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name }) {
						members = append(members, model.Member{Name: name, Value: model.NewNull()})
					}
				}
				e = newMap(members...)
			}
			elements[i] = e
		}
		return newList(elements...)
	default:
		return v
	}
}

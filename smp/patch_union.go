package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A choice contains the members of a union that a document or patch sets.
type choice struct {
	member, other     *UnionMember // first two members that are set; nil if there are fewer
	field, otherField string       // first field that sets each of them
	// discriminator is the value of the discriminator. It is absent if the patch does not contain
	// the discriminator, and null if the patch deletes it.
	discriminator model.Value
}

// choiceIn returns the choice of a document. A field that is null or whose value counts as
// unset does not set its member; {} and [] do.
func (union *Union) choiceIn(document model.Value) choice {
	return union.choice(document, (*UnionMember).sets)
}

// choiceInPatch returns the choice of a patch. A deleted field does not set its member.
func (union *Union) choiceInPatch(patch model.Value) choice {
	c := union.choice(patch, (*UnionMember).setsInPatch)
	if syntax.Delete.In(c.discriminator) {
		c.discriminator = model.NewNull()
	}
	return c
}

func (union *Union) choice(v model.Value, sets func(*UnionMember, model.Value) bool) choice {
	var c choice
	for i := range union.Members {
		m := &union.Members[i]
		by := slices.IndexFunc(m.Fields, func(name string) bool {
			value, _ := v.Get(name)
			return sets(m, value)
		})
		switch {
		case by < 0:
		case c.member == nil:
			c.member, c.field = m, m.Fields[by]
		case c.other == nil:
			c.other, c.otherField = m, m.Fields[by]
		}
	}
	if union.Discriminator != "" {
		c.discriminator, _ = v.Get(union.Discriminator)
	}
	return c
}

// sets reports whether the member is set if one of its fields has the value v.
func (m *UnionMember) sets(v model.Value) bool {
	return nulls.Present(v) && !slices.ContainsFunc(m.Unset, func(unset model.Value) bool { return model.Equal(v, unset) })
}

// setsInPatch reports whether the member is set if a patch has the value v for one of its fields.
func (m *UnionMember) setsInPatch(v model.Value) bool { return m.sets(v) && !syntax.Delete.In(v) }

// chooses reports whether a choice clears the other members.
func (c choice) chooses() bool { return c.member != nil || nulls.Present(c.discriminator) }

// chosen returns the member that a choice keeps. The result is nil if there is no such member.
func (union *Union) chosen(c choice) *UnionMember {
	if c.member != nil {
		return c.member
	}
	return union.memberFor(c.discriminator)
}

// fields returns the fields of the union, with the discriminator last.
func (union *Union) fields() (names []string) {
	for _, m := range union.Members {
		names = append(names, m.Fields...)
	}
	if union.Discriminator != "" {
		names = append(names, union.Discriminator)
	}
	return names
}

// memberFor returns the member that a discriminator names. The result is nil if there is no such
// member.
func (union *Union) memberFor(discriminator model.Value) *UnionMember {
	if discriminator.Type() == model.String {
		for i := range union.Members {
			if union.Members[i].Value == discriminator.Text() {
				return &union.Members[i]
			}
		}
	}
	return nil
}

// fieldsOfOthers returns the fields of a map that set members other than chosen.
func (union *Union) fieldsOfOthers(v model.Value, chosen *UnionMember) []string {
	var names []string
	for i := range union.Members {
		other := &union.Members[i]
		if other == chosen {
			continue
		}
		for _, name := range other.Fields {
			if have, _ := v.Get(name); other.sets(have) {
				names = append(names, name)
			}
		}
	}
	return names
}

// contradicts reports whether a choice sets two members of the union, or a member that the
// discriminator does not name.
func (union *Union) contradicts(c choice) bool {
	return c.other != nil || c.member != nil && nulls.Present(c.discriminator) && union.memberFor(c.discriminator) != c.member
}

// fault returns the fault of a contradictory choice, or nil (rule union-member).
func (union *Union) fault(c choice) *fault {
	switch {
	case !union.contradicts(c):
		return nil
	case c.other != nil:
		return newFault(UnionConflict, RuleUnionMember, "%s and %s exclude each other, but both are set", c.field, c.otherField)
	default:
		return newFault(UnionConflict, RuleUnionMember, "%s is set, which requires %[3]s %[2]q, but %[3]s has another value", c.field, c.member.Value, union.Discriminator)
	}
}

// withDiscriminator returns the patch map with the discriminators of its unions added, if it sets
// members without them.
func (u *node) withDiscriminator(patch model.Value) model.Value {
	for _, union := range u.shape.unions {
		if c := union.choiceInPatch(patch); c.member != nil && union.Discriminator != "" && c.discriminator.Type() == model.Absent {
			patch, _ = patch.WithMembers(model.Member{Name: union.Discriminator, Value: model.NewString(c.member.Value)})
		}
	}
	return patch
}

// unionFault returns the fault of the first contradictory union in a document, or nil. Members of
// maps are checked in the order of their names.
func (u *node) unionFault(document model.Value) *fault {
	for place, v := range walk.All(u, document) {
		if v.Type() != model.Map {
			continue
		}
		unions := place.Schema.shape.unions
		for i := range unions {
			if f := unions[i].fault(unions[i].choiceIn(v)); f != nil {
				for _, step := range slices.Backward(place.Path()) {
					f = f.Under(step)
				}
				return f
			}
		}
	}
	return nil
}

package smp

import "github.com/strategicpatch/smp/model"

// unions takes care of the unions of a map, when all else that the patch says of it
// is done (rules union-member, union-discriminator).
func (m *mapMerge) unions() *fault {
	for i := range m.node.shape.unions {
		if f := m.union(&m.node.shape.unions[i]); f != nil {
			return f
		}
	}
	return nil
}

func (m *mapMerge) union(u *Union) *fault {
	c := u.choiceInPatch(m.patch)
	if f := u.fault(c); f != nil {
		return f
	}
	if c.member != nil {
		m.clearOthers(u, c.member, RuleUnionMember)
		if u.Discriminator != "" && c.named.Kind() == model.Absent {
			m.discriminate(u, model.NewString(c.member.Value))
		}
		return nil
	}
	before, _ := m.original.Get(u.Discriminator)
	if present(c.named) && !model.Equal(before, c.named) {
		m.clearOthers(u, u.valued(c.named), RuleUnionDiscriminator)
	}
	return nil
}

// clearOthers clears the fields that set members other than keep, as far as the
// original has them: what the patch says of them itself sets nothing, and stays.
func (m *mapMerge) clearOthers(u *Union, keep *UnionMember, rule Rule) {
	for _, name := range u.others(m.original, keep) {
		if _, said := m.patch.Get(name); !said {
			m.edit.Set(name, model.Value{})
			m.trace.noteAt(rule, model.Field(name))
		}
	}
}

// discriminate sets the discriminator.
func (m *mapMerge) discriminate(u *Union, value model.Value) {
	if before, _ := m.edit.Get(u.Discriminator); !model.Equal(before, value) {
		m.edit.Set(u.Discriminator, value)
		m.trace.noteAt(RuleUnionMember, model.Field(u.Discriminator))
	}
}

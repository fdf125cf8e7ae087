package smp

import "github.com/strategicpatch/smp/model"

// unions compares what two patch maps say of each union: they are at odds where they
// choose different members, each of which clears the other's, and where it matters for
// the discriminator which of them is applied last.
func (c *patchConflicts) unions(m *mapComposition, left, right model.Value) {
	for i := range m.node.shape.unions {
		u := &m.node.shape.unions[i]
		ours, theirs := u.choiceIn(left), u.choiceIn(right)
		c.excludes(u, ours, theirs, func(name string) {
			if v, _ := right.Get(name); v.Kind() == model.Absent {
				mine, _ := left.Get(name)
				c.add(mine, model.Value{}, model.Field(name))
			}
		}, left)
		c.excludes(u, theirs, ours, func(name string) {
			if v, _ := left.Get(name); v.Kind() == model.Absent {
				mine, _ := right.Get(name)
				c.add(model.Value{}, mine, model.Field(name))
			}
		}, right)
		if u.Discriminator != "" && (unnames(ours, theirs, m.kept2, u) || unnames(theirs, ours, m.kept1, u)) {
			c.add(ours.named, theirs.named, model.Field(u.Discriminator))
		}
	}
}

// excludes calls clears with each field by which a patch sets its member, if what
// another patch chooses clears that.
func (c *patchConflicts) excludes(u *Union, own, other choice, clears func(name string), patch model.Value) {
	if own.member == nil || other.member == own.member ||
		other.member == nil && (!present(other.named) || u.valued(other.named) == own.member) {
		return
	}
	for _, name := range own.member.Fields {
		if v, _ := patch.Get(name); own.member.sets(v) {
			clears(name)
		}
	}
}

// unnames reports whether one patch sets a member without a word of the
// discriminator, and another, whose $retainKeys lists kept, deletes that.
func unnames(own, other choice, kept map[string]bool, u *Union) bool {
	if own.member == nil || own.named.Kind() != model.Absent {
		return false
	}
	return other.named.Kind() == model.Null || other.member == nil && kept != nil && !kept[u.Discriminator]
}

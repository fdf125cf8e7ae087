package smp

import (
	"errors"

	"github.com/strategicpatch/smp/model"
)

var errUnion = errors.New("what becomes of a union after both patches depends on the original")

// unions prepares what two patches say of the fields of each union, so that composed
// field by field they do what they do in turn. Where both choose a member the last
// one counts: what the first sets of others goes, and what it clears is known to be
// empty.
func (m *mapComposition) unions(first, then model.Value) *fault {
	for i := range m.node.shape.unions {
		u := &m.node.shape.unions[i]
		one, two := u.choiceIn(first), u.choiceIn(then)
		if swallows(m.kept1, one) || swallows(m.kept2, two) {
			return notComposable(errUnion)
		}
		if !m.speaksOf(u, m.first, m.kept1) || !m.speaksOf(u, m.then, m.kept2) {
			continue
		}
		ok := m.kept1 == nil && m.kept2 == nil && m.inTurn(u, one, two)
		if m.settles(u, then) {
			ok = two.member == nil || m.empties(u, one, two)
		}
		if !ok {
			return notComposable(errUnion)
		}
	}
	return nil
}

// swallows reports whether a patch sets a member, and null for the discriminator, which
// composing leaves to $retainKeys.
func swallows(kept map[string]bool, c choice) bool {
	return kept != nil && c.member != nil && c.named.Kind() == model.Null
}

// speaksOf reports whether a patch says anything of a union.
func (m *mapComposition) speaksOf(u *Union, turns map[string]fieldPatch, kept map[string]bool) bool {
	speaks := kept != nil
	u.eachField(func(name string) {
		t, said := turns[name]
		speaks = speaks || said && !t.silent()
	})
	return speaks
}

// settles reports whether the $retainKeys of the second patch keeps nothing of a
// union but what that patch itself sets.
func (m *mapComposition) settles(u *Union, then model.Value) bool {
	settles := m.kept2 != nil
	u.eachField(func(name string) {
		if v, _ := then.Get(name); m.kept2[name] && !present(v) {
			settles = false
		}
	})
	return settles
}

// empties is inTurn where the second patch sets a member and settles the rest.
func (m *mapComposition) empties(u *Union, first, then choice) bool {
	switch {
	case first.member == then.member:
		return true
	case first.member != nil:
		return m.gives(first.member, then.member)
	default:
		return !present(first.named) || u.valued(first.named) == then.member
	}
}

// eachField calls f with each field of the union, the discriminator last.
func (u *Union) eachField(f func(name string)) {
	for _, m := range u.Members {
		for _, name := range m.Fields {
			f(name)
		}
	}
	if u.Discriminator != "" {
		f(u.Discriminator)
	}
}

// inTurn prepares one union for patches without $retainKeys. It reports false where
// the outcome depends on the original.
func (m *mapComposition) inTurn(u *Union, first, then choice) bool {
	switch {
	case first.member == nil && first.named.Kind() == model.Absent:
		return true // the first patch deletes, at the most
	case then.member != nil && first.member == then.member:
		m.unname(u, then)
		return true
	case then.member != nil && first.member != nil:
		m.unname(u, then)
		return m.gives(first.member, then.member)
	case then.member != nil:
		same := present(first.named) && u.valued(first.named) == then.member
		if same {
			m.unname(u, then)
		}
		return same
	case present(then.named) && first.member != nil:
		return u.valued(then.named) == first.member && !m.deletesOf(first.member)
	case present(then.named):
		return model.Equal(first.named, then.named)
	default:
		return then.named.Kind() == model.Absent && first.member == nil
	}
}

// unname forgets what the first patch says of the discriminator, if the second sets a
// member and says nothing of it: then the member does.
func (m *mapComposition) unname(u *Union, then choice) {
	if then.named.Kind() == model.Absent {
		m.silence(u.Discriminator)
	}
}

// silence forgets what the first patch says of a field.
func (m *mapComposition) silence(name string) {
	if _, said := m.first[name]; said {
		m.first[name] = fieldPatch{name: name}
	}
}

// gives lets the second patch's member take the place of the first's, which has
// cleared all of it. It reports false where some of it may be there still.
func (m *mapComposition) gives(gone, taken *UnionMember) bool {
	for _, name := range gone.Fields {
		if t := m.first[name]; gone.sets(t.value) {
			m.first[name] = fieldPatch{name: name, value: model.NewNull()}
		}
	}
	if len(taken.Unset) > 0 && len(taken.Fields) > 1 {
		return false
	}
	for _, name := range taken.Fields {
		if t := m.first[name]; !present(t.value) {
			if _, said := m.first[name]; !said {
				if _, known := m.then[name]; !known {
					m.names = append(m.names, name)
				}
			}
			m.first[name] = fieldPatch{name: name, value: model.NewNull()}
		}
	}
	return true
}

// deletesOf reports whether the second patch deletes a field of a member.
func (m *mapComposition) deletesOf(member *UnionMember) bool {
	for _, name := range member.Fields {
		if t, said := m.then[name]; said && isDeletion(t.value) {
			return true
		}
	}
	return false
}

// unnamed reports whether a union in a value sets a member and lacks the
// discriminator: a patch that has the value would set it.
func (u *node) unnamed(v model.Value) bool {
	for i := range u.shape.unions {
		if union := &u.shape.unions[i]; union.Discriminator != "" {
			if c := union.choiceIn(v); c.member != nil && !present(c.named) {
				return true
			}
		}
	}
	for name, have := range v.Members() {
		if u.member(name).unnamed(have) {
			return true
		}
	}
	for _, e := range v.Elements() {
		if elementNode(u).unnamed(e) {
			return true
		}
	}
	return false
}

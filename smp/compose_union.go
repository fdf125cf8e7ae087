package smp

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

var errUnion = errors.New("what becomes of a union after both patches depends on the original")

// unions prepares what two patches say of the fields of each union, so that composed
// field by field they do what they do in turn. Where both choose a member the last
// one counts: what the first sets of others goes, and what it clears is known to be
// empty.
func (m *mapComposition) unions(first, then model.Value) *fault {
	shared := shareFields(m.node.shape.unions)
	for i := range m.node.shape.unions {
		u := &m.node.shape.unions[i]
		one, two := u.choiceInPatch(first), u.choiceInPatch(then)
		if swallows(m.kept1, one) || swallows(m.kept2, two) || m.looksInto(u, one) {
			return notComposable(errUnion)
		}
		if !m.speaksOf(u, m.first, m.kept1) || !m.speaksOf(u, m.then, m.kept2) {
			continue
		}
		ok := m.kept1 == nil && m.kept2 == nil && !shared && m.inTurn(u, one, two)
		if !shared && m.settles(u, then) {
			ok = two.member == nil || m.empties(u, one, two)
		}
		if !ok {
			return notComposable(errUnion)
		}
	}
	return nil
}

// shareFields reports whether a field is in several unions: what clears it for one
// counts in another, which composes no more field by field.
func shareFields(unions []Union) bool {
	seen := map[string]bool{}
	for _, u := range unions {
		for _, name := range u.fields() {
			if seen[name] {
				return true
			}
			seen[name] = true
		}
	}
	return false
}

// swallows reports whether a patch sets a member, and null for the discriminator, which
// composing leaves to $retainKeys.
func swallows(kept keptNames, c choice) bool {
	return kept != nil && c.member != nil && c.named.Kind() == model.Null
}

// looksInto reports whether the second patch has a delete or order list for a field
// that the first may clear, and what is in the field would be judged: by Strict where
// the patch has nothing else for it, by all where it may hold no list.
func (m *mapComposition) looksInto(u *Union, first choice) bool {
	return first.chooses() && slices.ContainsFunc(u.fields(), func(name string) bool {
		t := m.then[name]
		return t.hasDirective() && (m.strict && t.value.Kind() == model.Absent || !m.node.member(name).merging())
	})
}

// speaksOf reports whether a patch says anything of a union.
func (m *mapComposition) speaksOf(u *Union, fields map[string]fieldPatch, kept keptNames) bool {
	return kept != nil || slices.ContainsFunc(u.fields(), func(name string) bool { return !fields[name].silent() })
}

// settles reports whether the $retainKeys of the second patch keeps nothing of a
// union but what that patch itself sets.
func (m *mapComposition) settles(u *Union, then model.Value) bool {
	return m.kept2 != nil && !slices.ContainsFunc(u.fields(), func(name string) bool {
		v, _ := then.Get(name)
		return m.kept2[name] && !nulls.Present(v)
	})
}

// empties is inTurn where the second patch sets a member and settles the rest.
func (m *mapComposition) empties(u *Union, first, then choice) bool {
	switch {
	case first.member == then.member:
		return true
	case first.member != nil:
		return m.gives(first.member, then.member)
	default:
		return !nulls.Present(first.named) || u.valued(first.named) == then.member
	}
}

// inTurn prepares one union for patches without $retainKeys. It reports false where
// the outcome depends on the original.
func (m *mapComposition) inTurn(u *Union, first, then choice) bool {
	if then.member != nil {
		if u.Discriminator != "" && then.named.Kind() == model.Absent {
			m.first[u.Discriminator] = fieldPatch{} // the member says it
		}
		return first.member == then.member || !first.chooses() ||
			first.member != nil && m.gives(first.member, then.member) ||
			first.member == nil && (u.valued(first.named) == then.member || m.knows(then.member))
	}
	keep := u.valued(then.named)
	switch {
	case first.member == nil && then.named.Kind() == model.Absent:
		return true
	case first.member == nil && !first.chooses():
		return first.named.Kind() == model.Absent || !then.chooses() || m.clears(u, keep)
	case first.member == nil && model.Equal(first.named, then.named):
		return true
	case first.member == nil:
		return then.chooses() && (keep == nil || m.knows(keep)) && m.clears(u, nil)
	case then.chooses() && keep != first.member:
		return m.clears(u, nil)
	case m.leavesSet(first.member):
		return true
	case u.Discriminator != "" && first.named.Kind() == model.Absent:
		m.say(u.Discriminator, model.NewString(first.member.Value))
	}
	return m.clears(u, first.member)
}

// knows reports whether each field of a member is after both patches what they say,
// whatever was there.
func (m *mapComposition) knows(member *UnionMember) bool {
	return !slices.ContainsFunc(member.Fields, func(name string) bool {
		said := m.then[name].value
		op, _ := patchOperation(said)
		u := m.node.member(name)
		whole := said.IsScalar() || isDeletion(said) || said.Kind() == model.List && !u.merging() ||
			said.Kind() == model.Map && (u.atomicMap() || op == replaceOperation)
		return !whole && m.first[name].value.Kind() == model.Absent
	})
}

// leavesSet reports whether the member that the first patch sets is set after the
// second, which sets none.
func (m *mapComposition) leavesSet(member *UnionMember) bool {
	return slices.ContainsFunc(member.Fields, func(name string) bool {
		return member.setsInPatch(m.first[name].value) && m.then[name].value.Kind() == model.Absent
	})
}

// clears lets the first patch delete all members but keep, unless one of the patches
// says something else of them. It reports false where a value that counts as unset, and stays, may
// be there.
func (m *mapComposition) clears(u *Union, keep *UnionMember) bool {
	for i := range u.Members {
		member := &u.Members[i]
		if member == keep {
			continue
		}
		for _, name := range member.Fields {
			said := m.first[name].value
			switch {
			case member.setsInPatch(said):
			case said.Kind() != model.Absent || m.then[name].value.Kind() != model.Absent:
				continue
			case len(member.Unset) > 0:
				return false
			}
			m.say(name, model.NewNull())
		}
	}
	return true
}

// say lets the first patch set a field, in place of what it says of it.
func (m *mapComposition) say(name string, value model.Value) {
	m.first[name] = fieldPatch{name: name, value: value}
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
}

// gives lets the second patch's member take the place of the first's, which has
// cleared all of it. It reports false where some of it may be there still.
func (m *mapComposition) gives(gone, taken *UnionMember) bool {
	for _, name := range gone.Fields {
		if t := m.first[name]; gone.setsInPatch(t.value) {
			m.say(name, model.NewNull())
		}
	}
	if len(taken.Unset) > 0 && len(taken.Fields) > 1 {
		return false
	}
	for _, name := range taken.Fields {
		if t := m.first[name]; !nulls.Present(t.value) {
			m.say(name, model.NewNull())
		}
	}
	return true
}

// unnamed reports whether a union in a value sets a member and lacks the
// discriminator: a patch that has the value would set it.
func (u *node) lacksDiscriminator(v model.Value) bool {
	for _, union := range u.shape.unions {
		if c := union.choiceInPatch(v); union.Discriminator != "" && c.member != nil && !nulls.Present(c.named) {
			return true
		}
	}
	for name, have := range v.Members() {
		if u.member(name).lacksDiscriminator(have) {
			return true
		}
	}
	for _, e := range v.Elements() {
		if elementNode(u).lacksDiscriminator(e) {
			return true
		}
	}
	return false
}

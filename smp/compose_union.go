package smp

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

var errUnion = errors.New("the state of a union after both patches depends on the original")

// unions changes the field patches of each union, so that they can be composed field by field. If
// both patches choose a member, the choice of the second patch counts, and the composed patch
// deletes the fields of the other member.
func (m *mapComposition) unions(first, second model.Value) *fault {
	shared := shareFields(m.node.shape.unions)
	for i := range m.node.shape.unions {
		union := &m.node.shape.unions[i]
		one, two := union.choiceInPatch(first), union.choiceInPatch(second)
		if losesDiscriminator(m.FirstRetains, one) || losesDiscriminator(m.SecondRetains, two) || m.hasDirectiveForCleared(union, one) {
			return syntax.NotComposable(errUnion)
		}
		if !m.mentions(union, m.First, m.FirstRetains) || !m.mentions(union, m.Second, m.SecondRetains) {
			continue
		}
		if m.grouped {
			return syntax.NotComposable(errHides)
		}
		ok := !m.Retains() && !shared && m.prepareUnion(union, one, two)
		if !shared && m.retainsOnlyOwn(union, second) {
			ok = two.member == nil || m.prepareRetainedUnion(union, one, two)
		}
		if !ok {
			return syntax.NotComposable(errUnion)
		}
	}
	return nil
}

// shareFields reports whether a field is in several unions. A patch that clears such a field for
// one union also changes another union. Such patches cannot be composed field by field.
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

// losesDiscriminator reports whether a patch with $retainKeys sets a member and has null
// for the discriminator. The composed patch would contain $retainKeys, but not that null.
func losesDiscriminator(retained syntax.Retained, c choice) bool {
	return retained != nil && c.member != nil && c.discriminator.Type() == model.Null
}

// hasDirectiveForCleared reports whether the second patch has a delete or order list for a field
// that the first patch may clear. It ignores lists that are valid for any value of the field.
func (m *mapComposition) hasDirectiveForCleared(union *Union, first choice) bool {
	return first.chooses() && slices.ContainsFunc(union.fields(), func(name string) bool {
		t := m.Second[name]
		return t.HasDirective() && (m.strict && t.Value.Type() == model.Absent || !m.node.OfMember(name).Merging())
	})
}

// mentions reports whether a patch may change a field of a union.
func (m *mapComposition) mentions(union *Union, fields map[string]syntax.Field, retained syntax.Retained) bool {
	return retained != nil || slices.ContainsFunc(union.fields(), func(name string) bool { return !fields[name].IsEmpty() })
}

// retainsOnlyOwn reports whether the $retainKeys of the second patch keeps no field of a
// union except those that this patch sets.
func (m *mapComposition) retainsOnlyOwn(union *Union, second model.Value) bool {
	return m.SecondRetains != nil && !slices.ContainsFunc(union.fields(), func(name string) bool {
		v, _ := second.Get(name)
		return !m.SecondRetains.Clears(name) && !nulls.Present(v)
	})
}

// prepareRetainedUnion implements prepareUnion for a second patch that sets a member and whose
// $retainKeys keeps no other field of the union.
func (m *mapComposition) prepareRetainedUnion(union *Union, first, second choice) bool {
	switch {
	case first.member == second.member:
		return true
	case first.member != nil:
		return m.deleteBothMembers(first.member, second.member)
	default:
		return !nulls.Present(first.discriminator) || union.memberFor(first.discriminator) == second.member
	}
}

// prepareUnion prepares one union for patches without $retainKeys. It reports false if the
// result depends on the original.
func (m *mapComposition) prepareUnion(union *Union, first, second choice) bool {
	if second.member != nil {
		if union.Discriminator != "" && second.discriminator.Type() == model.Absent {
			m.First[union.Discriminator] = syntax.Field{} // the member of the second patch sets it
		}
		return first.member == second.member || !first.chooses() ||
			first.member != nil && m.deleteBothMembers(first.member, second.member) ||
			first.member == nil && (union.memberFor(first.discriminator) == second.member || m.determines(second.member))
	}
	chosen := union.memberFor(second.discriminator)
	switch {
	case first.member == nil && second.discriminator.Type() == model.Absent:
		return true
	case first.member == nil && !first.chooses():
		return first.discriminator.Type() == model.Absent || !second.chooses() || m.clearOthers(union, chosen)
	case first.member == nil && model.Equal(first.discriminator, second.discriminator):
		return true
	case first.member == nil:
		return second.chooses() && (chosen == nil || m.determines(chosen)) && m.clearOthers(union, nil)
	case second.chooses() && chosen != first.member:
		return m.clearOthers(union, nil)
	case m.leavesSet(first.member):
		return true
	case union.Discriminator != "" && first.discriminator.Type() == model.Absent:
		m.setInFirst(union.Discriminator, model.NewString(first.member.Value))
	}
	return m.clearOthers(union, first.member)
}

// determines reports whether the two patches determine the values of all fields of a member,
// whatever the original is.
func (m *mapComposition) determines(member *UnionMember) bool {
	return !slices.ContainsFunc(member.Fields, func(name string) bool {
		value := m.Second[name].Value
		op, _ := syntax.OperationOf(value)
		u := m.node.OfMember(name)
		replaces := value.IsScalar() || syntax.IsDeletion(value) || value.Type() == model.List && !u.Merging() ||
			value.Type() == model.Map && (u.atomicMap() || op == syntax.Replace)
		return !replaces && m.First[name].Value.Type() == model.Absent
	})
}

// leavesSet reports whether a member that the first patch sets is still set after the second patch,
// which sets no member.
func (m *mapComposition) leavesSet(member *UnionMember) bool {
	return slices.ContainsFunc(member.Fields, func(name string) bool {
		return member.setsInPatch(m.First[name].Value) && m.Second[name].Value.Type() == model.Absent
	})
}

// clearOthers changes the first patch so that it deletes the fields of all members except chosen.
// It does not change a field for which the first patch has a value that does not set the member, or
// for which only the second patch has a value. It reports false if the original may have a value
// that counts as unset, because such a value stays.
func (m *mapComposition) clearOthers(union *Union, chosen *UnionMember) bool {
	for i := range union.Members {
		member := &union.Members[i]
		if member == chosen {
			continue
		}
		for _, name := range member.Fields {
			value := m.First[name].Value
			switch {
			case member.setsInPatch(value):
			case value.Type() != model.Absent || m.Second[name].Value.Type() != model.Absent:
				continue
			case len(member.Unset) > 0:
				return false
			}
			m.setInFirst(name, model.NewNull())
		}
	}
	return true
}

// setInFirst replaces the first patch's value for a field, and removes its delete and order lists.
func (m *mapComposition) setInFirst(name string, value model.Value) {
	m.First[name] = syntax.Field{Name: name, Value: value}
	if !slices.Contains(m.Names, name) {
		m.Names = append(m.Names, name)
	}
}

// deleteBothMembers changes the first patch so that it deletes the fields of two members: of first,
// which the first patch sets, and of second, which the second patch sets. It reports false if the
// original may have fields of second that are not deleted.
func (m *mapComposition) deleteBothMembers(first, second *UnionMember) bool {
	for _, name := range first.Fields {
		if t := m.First[name]; first.setsInPatch(t.Value) {
			m.setInFirst(name, model.NewNull())
		}
	}
	if len(second.Unset) > 0 && len(second.Fields) > 1 {
		return false
	}
	for _, name := range second.Fields {
		if t := m.First[name]; !nulls.Present(t.Value) {
			m.setInFirst(name, model.NewNull())
		}
	}
	return true
}

// lacksDiscriminator reports whether a union in v has a member and lacks its discriminator. A patch
// with v would also set the discriminator.
func (u *node) lacksDiscriminator(v model.Value) bool {
	for place, part := range walk.All(u, v) {
		for _, union := range place.Schema.shape.unions {
			if c := union.choiceInPatch(part); union.Discriminator != "" && c.member != nil && !nulls.Present(c.discriminator) {
				return true
			}
		}
	}
	return false
}

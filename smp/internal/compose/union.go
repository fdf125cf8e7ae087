package compose

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

var errUnion = errors.New("the state of a union after both patches depends on the original")

// unions changes the field patches of each union, so that they can be composed field by field. If
// both patches choose a member, the choice of the second patch counts, and the composed patch
// deletes the fields of the other member.
func (m *mapComposition) unions(first, second model.Value) *faults.Fault {
	shared := shareFields(m.node.Shape.Unions)
	for i := range m.node.Shape.Unions {
		union := &m.node.Shape.Unions[i]
		one, two := union.ChoiceInPatch(first), union.ChoiceInPatch(second)
		if losesDiscriminator(m.FirstRetains, one) || losesDiscriminator(m.SecondRetains, two) || m.hasDirectiveForCleared(union, one) {
			return pair.NotComposable(errUnion)
		}
		if !m.mentions(union, m.First, m.FirstRetains) || !m.mentions(union, m.Second, m.SecondRetains) {
			continue
		}
		if m.grouped {
			return pair.NotComposable(errHides)
		}
		ok := !m.Retains() && !shared && m.prepareUnion(union, one, two)
		if !shared && m.retainsOnlyOwn(union, second) {
			ok = two.Member == nil || m.prepareRetainedUnion(union, one, two)
		}
		if !ok {
			return pair.NotComposable(errUnion)
		}
	}
	return nil
}

// shareFields reports whether a field is in several unions. A patch that clears such a field for
// one union also changes another union. Such patches cannot be composed field by field.
func shareFields(unions []schema.Union) bool {
	seen := map[string]bool{}
	for _, u := range unions {
		for _, name := range u.Fields() {
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
func losesDiscriminator(retained syntax.Retained, c schema.Choice) bool {
	return retained != nil && c.Member != nil && c.Discriminator.Type() == model.Null
}

// hasDirectiveForCleared reports whether the second patch has a delete or order list for a field
// that the first patch may clear. It ignores lists that are valid for any value of the field.
func (m *mapComposition) hasDirectiveForCleared(union *schema.Union, first schema.Choice) bool {
	return first.Chooses() && slices.ContainsFunc(union.Fields(), func(name string) bool {
		t := m.Second[name]
		return t.HasDirective() && (m.Strict && t.Value.Type() == model.Absent || !m.node.OfMember(name).Merging())
	})
}

// mentions reports whether a patch may change a field of a union.
func (m *mapComposition) mentions(union *schema.Union, fields map[string]syntax.Field, retained syntax.Retained) bool {
	return retained != nil || slices.ContainsFunc(union.Fields(), func(name string) bool { return !fields[name].IsEmpty() })
}

// retainsOnlyOwn reports whether the $retainKeys of the second patch keeps no field of a
// union except those that this patch sets.
func (m *mapComposition) retainsOnlyOwn(union *schema.Union, second model.Value) bool {
	return m.SecondRetains != nil && !slices.ContainsFunc(union.Fields(), func(name string) bool {
		v, _ := second.Get(name)
		return !m.SecondRetains.Clears(name) && !nulls.Present(v)
	})
}

// prepareRetainedUnion implements prepareUnion for a second patch that sets a member and whose
// $retainKeys keeps no other field of the union.
func (m *mapComposition) prepareRetainedUnion(union *schema.Union, first, second schema.Choice) bool {
	switch {
	case first.Member == second.Member:
		return true
	case first.Member != nil:
		return m.deleteBothMembers(first.Member, second.Member)
	default:
		return !nulls.Present(first.Discriminator) || union.MemberFor(first.Discriminator) == second.Member
	}
}

// prepareUnion prepares one union for patches without $retainKeys. It reports false if the
// result depends on the original.
func (m *mapComposition) prepareUnion(union *schema.Union, first, second schema.Choice) bool {
	switch {
	case second.Member != nil:
		return m.prepareSecondMember(union, first, second)
	case first.Member != nil:
		return m.prepareFirstMember(union, first, second)
	default:
		return m.prepareDiscriminators(union, first.Discriminator, second.Discriminator)
	}
}

// prepareSecondMember implements prepareUnion for a second patch that sets a member.
func (m *mapComposition) prepareSecondMember(union *schema.Union, first, second schema.Choice) bool {
	if union.Discriminator != "" && second.Discriminator.Type() == model.Absent {
		m.First[union.Discriminator] = syntax.Field{} // the member of the second patch sets it
	}
	switch {
	case first.Member == second.Member || !first.Chooses():
		return true
	case first.Member != nil:
		return m.deleteBothMembers(first.Member, second.Member)
	default:
		return union.MemberFor(first.Discriminator) == second.Member || m.determines(second.Member)
	}
}

// prepareFirstMember implements prepareUnion for a first patch that sets a member, and a second one that
// sets none.
func (m *mapComposition) prepareFirstMember(union *schema.Union, first, second schema.Choice) bool {
	if second.Chooses() && union.MemberFor(second.Discriminator) != first.Member {
		return m.clearOthers(union, nil)
	}
	if m.leavesSet(first.Member) {
		return true
	}
	if union.Discriminator != "" && first.Discriminator.Type() == model.Absent {
		m.setInFirst(union.Discriminator, model.NewString(first.Member.Value))
	}
	return m.clearOthers(union, first.Member)
}

// prepareDiscriminators implements prepareUnion for two patches that set no member. An absent
// discriminator changes nothing, and a null one chooses no member.
func (m *mapComposition) prepareDiscriminators(union *schema.Union, first, second model.Value) bool {
	chosen := union.MemberFor(second)
	switch {
	case second.Type() == model.Absent || first.Type() == model.Absent || model.Equal(first, second):
		return true
	case first.Type() == model.Null:
		return m.clearOthers(union, chosen)
	default:
		return second.Type() != model.Null && (chosen == nil || m.determines(chosen)) && m.clearOthers(union, nil)
	}
}

// determines reports whether the two patches determine the values of all fields of a member,
// whatever the original is.
func (m *mapComposition) determines(member *schema.Member) bool {
	return !slices.ContainsFunc(member.Fields, func(name string) bool {
		value := m.Second[name].Value
		op, _ := syntax.OperationOf(value)
		u := m.node.OfMember(name)
		replaces := value.IsScalar() || syntax.IsDeletion(value) || value.Type() == model.List && !u.Merging() ||
			value.Type() == model.Map && (u.AtomicMap() || op == syntax.Replace)
		return !replaces && m.First[name].Value.Type() == model.Absent
	})
}

// leavesSet reports whether a member that the first patch sets is still set after the second patch,
// which sets no member.
func (m *mapComposition) leavesSet(member *schema.Member) bool {
	return slices.ContainsFunc(member.Fields, func(name string) bool {
		return member.SetsInPatch(m.First[name].Value) && m.Second[name].Value.Type() == model.Absent
	})
}

// clearOthers changes the first patch so that it deletes the fields of all members except chosen.
// It does not change a field for which the first patch has a value that does not set the member, or
// for which only the second patch has a value. It reports false if the original may have a value
// that counts as unset, because such a value stays.
func (m *mapComposition) clearOthers(union *schema.Union, chosen *schema.Member) bool {
	for i := range union.Members {
		member := &union.Members[i]
		if member == chosen {
			continue
		}
		for _, name := range member.Fields {
			value := m.First[name].Value
			switch {
			case member.SetsInPatch(value):
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
func (m *mapComposition) deleteBothMembers(first, second *schema.Member) bool {
	for _, name := range first.Fields {
		if t := m.First[name]; first.SetsInPatch(t.Value) {
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

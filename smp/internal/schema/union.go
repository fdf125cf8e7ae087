package schema

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// CloneUnions returns a copy of unions that shares no memory with them.
func CloneUnions(unions []Union) []Union {
	unions = slices.Clone(unions)
	for i := range unions {
		members := slices.Clone(unions[i].Members)
		for j := range members {
			members[j].Fields = slices.Clone(members[j].Fields)
			members[j].Unset = slices.Clone(members[j].Unset)
		}
		unions[i].Members = members
	}
	return unions
}

// SortedUnions returns a copy of unions, joined and sorted. Unions of one map with the same
// discriminator become one union. The unions are sorted by discriminator, and the members by their
// fields. The result is nil if unions is empty.
func SortedUnions(unions []Union) []Union {
	if len(unions) == 0 {
		return nil
	}
	unions = CloneUnions(unions)
	for _, u := range unions {
		for i := range u.Members {
			u.Members[i].sort()
		}
	}
	unions = joinedUnions(unions)
	for _, u := range unions {
		slices.SortFunc(u.Members, func(a, b Member) int { return slices.Compare(a.Fields, b.Fields) })
	}
	slices.SortFunc(unions, func(a, b Union) int {
		return cmp.Or(
			cmp.Compare(a.Discriminator, b.Discriminator),
			slices.CompareFunc(a.Members, b.Members, func(x, y Member) int { return slices.Compare(x.Fields, y.Fields) }),
		)
	})
	return unions
}

func (m *Member) sort() {
	slices.Sort(m.Fields)
	slices.SortFunc(m.Unset, func(a, b model.Value) int { return cmp.Compare(a.JSON(), b.JSON()) })
	m.Unset = slices.CompactFunc(m.Unset, model.Equal)
}

// joinedUnions joins the unions that share a discriminator. Members with the same value become one
// member. It has the fields and the Unset values of both.
func joinedUnions(unions []Union) []Union {
	type memberKey struct{ discriminator, value string }
	places, members := map[string]int{}, map[memberKey]int{}
	var joined []Union
	for _, u := range unions {
		at, again := places[u.Discriminator]
		if u.Discriminator == "" || !again {
			at = len(joined)
			joined = append(joined, Union{Discriminator: u.Discriminator})
			places[u.Discriminator] = at
		}
		into := &joined[at]
		before := len(into.Members)
		for _, m := range u.Members {
			n, known := members[memberKey{u.Discriminator, m.Value}]
			if known && n < before && u.Discriminator != "" {
				same := &into.Members[n]
				same.Fields, same.Unset = append(same.Fields, m.Fields...), append(same.Unset, m.Unset...)
				same.sort()
				same.Fields = slices.Compact(same.Fields)
				continue
			}
			members[memberKey{u.Discriminator, m.Value}] = len(into.Members)
			into.Members = append(into.Members, m)
		}
	}
	return joined
}

func equalUnions(a, b []Union) bool {
	return slices.EqualFunc(a, b, func(x, y Union) bool {
		return x.Discriminator == y.Discriminator && slices.EqualFunc(x.Members, y.Members, func(x, y Member) bool {
			return x.Value == y.Value && slices.Equal(x.Fields, y.Fields) && slices.EqualFunc(x.Unset, y.Unset, model.Equal)
		})
	})
}

// InMember reports whether a field of a map is in a member of one of its unions.
func (s *Shape) InMember(name string) bool {
	return slices.ContainsFunc(s.Unions, func(u Union) bool { return u.hasMember(name) })
}

func (union *Union) hasMember(name string) bool {
	return slices.ContainsFunc(union.Members, func(m Member) bool { return slices.Contains(m.Fields, name) })
}

// A Choice contains the members of a union that a document or patch sets.
type Choice struct {
	Member, other     *Member // first two members that are set; nil if there are fewer
	Field, otherField string  // first field that sets each of them
	// Discriminator is the value of the discriminator. It is absent if the patch does not contain
	// the discriminator, and null if the patch deletes it.
	Discriminator model.Value
}

// ChoiceIn returns the choice of a document. A field that is null or whose value counts as
// unset does not set its member; {} and [] do.
func (union *Union) ChoiceIn(document model.Value) Choice {
	return union.choice(document, (*Member).sets)
}

// ChoiceInPatch returns the choice of a patch. A deleted field does not set its member.
func (union *Union) ChoiceInPatch(patch model.Value) Choice {
	c := union.choice(patch, (*Member).SetsInPatch)
	if syntax.Delete.In(c.Discriminator) {
		c.Discriminator = model.NewNull()
	}
	return c
}

func (union *Union) choice(v model.Value, sets func(*Member, model.Value) bool) Choice {
	var c Choice
	for i := range union.Members {
		m := &union.Members[i]
		by := slices.IndexFunc(m.Fields, func(name string) bool {
			value, _ := v.Get(name)
			return sets(m, value)
		})
		switch {
		case by < 0:
		case c.Member == nil:
			c.Member, c.Field = m, m.Fields[by]
		case c.other == nil:
			c.other, c.otherField = m, m.Fields[by]
		}
	}
	if union.Discriminator != "" {
		c.Discriminator, _ = v.Get(union.Discriminator)
	}
	return c
}

// sets reports whether the member is set if one of its fields has the value v.
func (m *Member) sets(v model.Value) bool {
	return nulls.Present(v) && !slices.ContainsFunc(m.Unset, func(unset model.Value) bool { return model.Equal(v, unset) })
}

// SetsInPatch reports whether the member is set if a patch has the value v for one of its fields.
func (m *Member) SetsInPatch(v model.Value) bool { return m.sets(v) && !syntax.Delete.In(v) }

// Chooses reports whether a choice clears the other members.
func (c Choice) Chooses() bool { return c.Member != nil || nulls.Present(c.Discriminator) }

// Chosen returns the member that a choice keeps. The result is nil if there is no such member.
func (union *Union) Chosen(c Choice) *Member {
	if c.Member != nil {
		return c.Member
	}
	return union.MemberFor(c.Discriminator)
}

// Fields returns the fields of the union, with the discriminator last.
func (union *Union) Fields() (names []string) {
	for _, m := range union.Members {
		names = append(names, m.Fields...)
	}
	if union.Discriminator != "" {
		names = append(names, union.Discriminator)
	}
	return names
}

// MemberFor returns the member that a discriminator names. The result is nil if there is no such
// member.
func (union *Union) MemberFor(discriminator model.Value) *Member {
	if discriminator.Type() == model.String {
		for i := range union.Members {
			if union.Members[i].Value == discriminator.Text() {
				return &union.Members[i]
			}
		}
	}
	return nil
}

// FieldsOfOthers returns the fields of a map that set members other than chosen.
func (union *Union) FieldsOfOthers(v model.Value, chosen *Member) []string {
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

// Contradicts reports whether a choice sets two members of the union, or a member that the
// discriminator does not name.
func (union *Union) Contradicts(c Choice) bool {
	return c.other != nil || c.Member != nil && nulls.Present(c.Discriminator) && union.MemberFor(c.Discriminator) != c.Member
}

// WithDiscriminator returns the patch map with the discriminators of its unions added, if it sets
// members without them.
func (n *Node) WithDiscriminator(patch model.Value) model.Value {
	for _, union := range n.Shape.Unions {
		if c := union.ChoiceInPatch(patch); c.Member != nil && union.Discriminator != "" && c.Discriminator.Type() == model.Absent {
			patch, _ = patch.WithMembers(model.Member{Name: union.Discriminator, Value: model.NewString(c.Member.Value)})
		}
	}
	return patch
}

// LacksDiscriminator reports whether a union in v has a member and lacks its discriminator. A patch
// with v would also set the discriminator.
func (n *Node) LacksDiscriminator(v model.Value) bool {
	for place, part := range walk.All(n, v) {
		for _, union := range place.Schema.Shape.Unions {
			if c := union.ChoiceInPatch(part); union.Discriminator != "" && c.Member != nil && !nulls.Present(c.Discriminator) {
				return true
			}
		}
	}
	return false
}

// UnionsSetKeys reports whether a key of a list's elements is the discriminator of a union. Then
// setting a member without the discriminator changes the key of an element.
func (n *Node) UnionsSetKeys() bool {
	keys := n.AllKeys()
	return slices.ContainsFunc(n.Shape.Element.Shape.Unions, func(union Union) bool { return slices.Contains(keys, union.Discriminator) })
}

// Fault returns the fault of a contradictory choice, or nil (rule union-member).
func (union *Union) Fault(c Choice) *faults.Fault {
	switch {
	case !union.Contradicts(c):
		return nil
	case c.other != nil:
		return faults.New(faults.UnionConflict, rule.UnionMember, "%s and %s exclude each other, but both are set", c.Field, c.otherField)
	default:
		return faults.New(faults.UnionConflict, rule.UnionMember, "%s is set, which requires %[3]s %[2]q, but %[3]s has another value", c.Field, c.Member.Value, union.Discriminator)
	}
}

// UnionFault returns the fault of the first contradictory union in a document, or nil. Members of
// maps are checked in the order of their names.
func (n *Node) UnionFault(document model.Value) *faults.Fault {
	for place, v := range walk.All(n, document) {
		if v.Type() != model.Map {
			continue
		}
		unions := place.Schema.Shape.Unions
		for i := range unions {
			if f := unions[i].Fault(unions[i].ChoiceIn(v)); f != nil {
				return f.UnderPath(place.Path())
			}
		}
	}
	return nil
}

package threeway

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// The functions in this file find the fields of a map whose targets follow other fields: those that a
// union clears, and those that always have the value of another field.

// clearedByUnions returns the fields of current that the unions of the map clear (rule
// union-target). If modified sets a member or the discriminator of a union, the fields of the other
// members are cleared, and so is a discriminator that names one of these members, unless modified
// sets the discriminator. Nothing is cleared if modified and original have equal values in the union
// and current holds modified's values.
func (t *targetBuilder) clearedByUnions(u *schema.Node, o, m, c model.Value) []string {
	var names []string
	for i := range u.Shape.Unions {
		union := &u.Shape.Unions[i]
		choice := union.ChoiceIn(m)
		if !choice.Chooses() || union.Contradicts(choice) {
			continue
		}
		chosen := union.Chosen(choice)
		found := union.FieldsOfOthers(c, chosen)
		if union.Discriminator != "" && choice.Member != nil && !nulls.Present(choice.Discriminator) {
			named, _ := c.Get(union.Discriminator)
			if other := union.MemberFor(named); other != nil && other != chosen {
				found = append(found, union.Discriminator)
			}
		}
		if len(found) > 0 && t.unionChanges(u, union, o, m, c) {
			names = append(names, found...)
			t.trace.Note(rule.UnionTarget)
		}
	}
	return names
}

// unionChanges reports whether modified differs from original in the fields of a union, or
// current does not hold modified's values.
func (t *targetBuilder) unionChanges(u *schema.Node, union *schema.Union, o, m, c model.Value) bool {
	return slices.ContainsFunc(union.Fields(), func(name string) bool {
		was, _ := o.Get(name)
		want, present := m.Get(name)
		have, _ := c.Get(name)
		return !nulls.Equal(nulls.AsAbsent(was), nulls.AsAbsent(want)) || present && !t.holds(u.OfMember(name), was, want, have)
	})
}

// valueOfAlias returns the target of the field with a name whose alias gets the same value. If the field is a
// list or map, members and elements that others added stay. For example, with modified [] and
// current [{}], the target is [{}].
func (t *targetBuilder) valueOfAlias(u *schema.Node, name string, o, m, c model.Value) model.Value {
	switch {
	case t.server.Keeps(u, o, m, c):
		return c
	case m.Type() != model.Map && m.Type() != model.List:
		return m
	}
	from := len(t.unattributed)
	if t.trace.On() {
		t.trace.Enter(model.Field(name))
		defer t.trace.Leave()
	}
	v, _ := t.value(u, o, m, c)
	t.unattributed = t.unattributed[:from] // the unattributed elements are reported for the field itself
	return v
}

// aliasedFields returns the changes to fields of current that always have the value of another
// field. If modified sets or drops only one of the two fields, the other one gets the same change.
func (t *targetBuilder) aliasedFields(u *schema.Node, o, m, c model.Value) []model.Member {
	if !t.server.HasMarks {
		return nil
	}
	var decided []model.Member
	for _, a := range u.Shape.Aliases {
		for _, pair := range [2][2]string{{a.Name, a.Of}, {a.Of, a.Name}} {
			set, other := pair[0], pair[1]
			want, _ := m.Get(set)
			was, _ := o.Get(set)
			have, _ := c.Get(set)
			if _, present := m.Get(other); present {
				continue // modified has both fields
			}
			theirs, _ := c.Get(other)
			now := t.valueOfAlias(u.OfMember(set), set, was, want, have)
			switch {
			case nulls.Present(want):
				if nulls.Present(now) && (nulls.Present(theirs) || !model.Equal(want, have)) {
					decided = append(decided, model.Member{Name: other, Value: now})
				}
			case !nulls.Present(now) && (nulls.Present(was) || want.Type() == model.Null):
				decided = append(decided, model.Member{Name: other})
			}
		}
	}
	return decided
}

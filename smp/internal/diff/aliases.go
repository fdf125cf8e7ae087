package diff

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// valueOfAlias returns the target of the field with a name whose alias gets the same value. If the field is a
// list or map, members and elements that others added stay. For example, with modified [] and
// current [{}], the target is [{}].
func (t *targetBuilder) valueOfAlias(u *schema.Node, name string, o, m, c model.Value) model.Value {
	if m.Type() != model.Map && m.Type() != model.List {
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
			now := want
			if t.server.Keeps(u.OfMember(set), was, want, have) {
				now = have
			}
			switch {
			case nulls.Present(want):
				if now = t.valueOfAlias(u.OfMember(set), set, was, now, have); nulls.Present(now) && (nulls.Present(theirs) || !model.Equal(want, have)) {
					decided = append(decided, model.Member{Name: other, Value: now})
				}
			case !nulls.Present(now) && (nulls.Present(was) || want.Type() == model.Null):
				decided = append(decided, model.Member{Name: other})
			}
		}
	}
	return decided
}

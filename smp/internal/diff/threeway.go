package diff

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
)

// ThreeWayOptions are the options of a three-way merge.
type ThreeWayOptions struct {
	Options
	Server stored.Server // of current
	// Unattributed, if not nil, receives the removed elements that could be several elements of current.
	Unattributed *[]model.Path
}

// ThreeWay returns the patch that changes current to the target of three maps.
func ThreeWay(u *schema.Node, original, modified, current model.Value, opts ThreeWayOptions) (model.Value, *faults.Fault) {
	d := newDiffer(desk.Shortcuts.BuilderOf(original, modified, current), opts.Options)
	defer d.done()
	t := &targetBuilder{differ: d, server: opts.Server}
	want, p := t.mapValue(u, original, modified, current, mapRules{retainKeys: u.RetainKeys})
	if t.fault != nil {
		return model.Value{}, t.fault
	}
	if opts.Unattributed != nil {
		*opts.Unattributed = t.unattributedPlaces()
	}
	d.trace.Note(rule.ThreeWay)
	if opts.Kept {
		d.trace.Note(rule.Keep)
	}
	p = emptyPlan.child(p)
	patch, f := d.patch(u, current, want, p)
	if f != nil {
		return model.Value{}, faultInTarget(u, f, want, p, modified, current)
	}
	return d.checked(u, current, patch, opts.Options)
}

// faultInTarget returns a fault with a path in current or in the target. Callers do not know the
// target, so the result names the place in modified or, if modified lacks the place, in current.
func faultInTarget(u *schema.Node, f *faults.Fault, want model.Value, p *plan, modified, current model.Value) *faults.Fault {
	if f.InOriginal {
		return f
	}
	ours, theirs := pathFollower{at: modified}, pathFollower{at: current}
	for i := len(f.Reversed) - 1; i >= 0; i-- {
		switch step := f.Reversed[i].(type) {
		case model.Field:
			want, _ = want.Get(string(step))
			p = p.member(string(step))
			ours.field(u, string(step))
			theirs.field(u, string(step))
			u = u.OfMember(string(step))
		case model.Index:
			from := elementOrigin{-1, -1}
			if p.elements != nil {
				from = p.elements[step].elementOrigin
			} else {
				// The list is an edit of current's list or of modified's list. If the other list
				// has the same length, its elements have the same keys in the same order.
				if ours.at.Len() == want.Len() {
					from.inModified = int(step)
				}
				if theirs.at.Len() == want.Len() {
					from.inCurrent = int(step)
				}
			}
			want, p, u = want.At(int(step)), p.element(int(step)), u.OfElement()
			ours.element(from.inModified)
			theirs.element(from.inCurrent)
		}
	}
	place := ours
	if f.InOriginal = ours.lost && !theirs.lost; f.InOriginal {
		place = theirs
	}
	f.Reversed = nil
	return f.UnderPath(place.path)
}

// A pathFollower follows a path of the target in another document. at is the value that it has
// reached.
type pathFollower struct {
	at   model.Value
	path model.Path
	lost bool // the document does not have the place
}

// field follows the path to a field of a map. If the document has only the alias of the field, the
// target has the value of the alias, so the path leads there.
func (p *pathFollower) field(u *schema.Node, name string) {
	next, ok := p.at.Get(name)
	for _, a := range u.Shape.Aliases {
		other := ""
		switch name {
		case a.Name:
			other = a.Of
		case a.Of:
			other = a.Name
		}
		if v, has := p.at.Get(other); has && !ok {
			name, next, ok = other, v, true
		}
	}
	p.step(model.Field(name), next, ok)
}

func (p *pathFollower) element(i int) {
	next := p.at.At(i)
	p.step(model.Index(max(i, 0)), next, next.Type() != model.Absent)
}

func (p *pathFollower) step(s model.Step, next model.Value, ok bool) {
	p.at, p.path, p.lost = next, append(p.path, s), p.lost || !ok
}

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

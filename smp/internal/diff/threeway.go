package diff

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
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
	d := newDiffer(door.Shortcuts.BuilderOf(original, modified, current), opts.Options)
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
		other := a.Of
		switch name {
		case a.Name:
		case a.Of:
			other = a.Name
		default:
			continue
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

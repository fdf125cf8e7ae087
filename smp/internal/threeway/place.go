package threeway

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// Place changes the path of a fault that leads to a place in the target. Callers do not know the target,
// so the path then leads to the place in modified or, if modified lacks the place, in current. A fault in
// the original, which is current, stays as it is.
func (t Target) Place(u *schema.Node, f *faults.Fault, modified, current model.Value) *faults.Fault {
	if f.InOriginal {
		return f
	}
	want, p := t.Value, t.Plan
	ours, theirs := pathFollower{at: modified}, pathFollower{at: current}
	for i := len(f.Reversed) - 1; i >= 0; i-- {
		switch step := f.Reversed[i].(type) {
		case model.Field:
			want, _ = want.Get(string(step))
			p = p.Member(string(step))
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
			want, p, u = want.At(int(step)), p.Element(int(step)), u.OfElement()
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

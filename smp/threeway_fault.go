package smp

import "github.com/strategicpatch/smp/model"

// inTarget is asError for a fault whose path leads through current, or through the
// target, which no caller has seen: the error names the place in modified if
// that has it, else in current.
func (f *fault) inTarget(want model.Value, p *plan, modified, current model.Value) error {
	if f.original {
		return f.asError("current", "modified")
	}
	ours, theirs := pathFollower{at: modified}, pathFollower{at: current}
	for i := len(f.reversed) - 1; i >= 0; i-- {
		switch step := f.reversed[i].(type) {
		case model.Field:
			want, _ = want.Get(string(step))
			p = p.member(string(step))
			ours.field(step)
			theirs.field(step)
		case model.Index:
			from := origin{-1, -1}
			if p.elements != nil {
				from = p.elements[step].origin
			} else {
				// It is the list of one of them, and that of the other if that
				// has as many elements: equal, or with equal keys in order.
				if ours.at.Len() == want.Len() {
					from.modified = int(step)
				}
				if theirs.at.Len() == want.Len() {
					from.current = int(step)
				}
			}
			want, p = nthElement(want, int(step)), p.element(int(step))
			ours.element(from.modified)
			theirs.element(from.current)
		}
	}
	document, path := "modified", ours
	if ours.lost && !theirs.lost {
		document, path = "current", theirs
	}
	return &Error{Kind: f.kind, Document: document, Path: path.path, Rule: f.rule, Cause: f.cause}
}

// A pathFollower is how far a document follows a path of the target.
type pathFollower struct {
	at   model.Value
	path model.Path
	lost bool // the document has no such place
}

func (p *pathFollower) field(name model.Field) {
	next, ok := p.at.Get(string(name))
	p.step(name, next, ok)
}

func (p *pathFollower) element(i int) {
	next := nthElement(p.at, i)
	p.step(model.Index(max(i, 0)), next, next.Kind() != model.Absent)
}

func (p *pathFollower) step(s model.Step, next model.Value, ok bool) {
	p.at, p.path, p.lost = next, append(p.path, s), p.lost || !ok
}

// nthElement returns element i of a list; absent where there is none.
func nthElement(list model.Value, i int) model.Value {
	for n, e := range list.Elements() {
		if n == i {
			return e
		}
	}
	return model.Value{}
}

package smp

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
)

// ThreeWayOptions are the options of ThreeWay. With the zero value, conflicts are an error, and the
// patch may contain every directive and change every place.
type ThreeWayOptions struct {
	DiffOptions
	// Overwrite allows conflicts. In a conflict, the patch then contains the value of modified.
	Overwrite bool
	// Resend makes the patch contain values that the server stores in another form or not at all.
	// For example, servers drop "paused: false", so current never has this value. By default, the
	// patch omits such values, because otherwise every call would send them again. Resend has an
	// effect only with For, and for schemas with Marks.
	Resend bool
	// Unattributed, if not nil, receives the elements that modified has removed since original but
	// the patch does not remove, because each of them could be one of several elements of current
	// (rule threeway).
	Unattributed *[]model.Path
}

// ThreeWay returns a patch for current, the live document. The patch makes the changes from
// original, the document that was applied last, to modified. ThreeWay follows the specification.
// Clusters do not support all of its rules. As with [Diff], the patch may contain $patchMergeKey
// and {$patch: replace} in lists of scalars. To get a patch for a cluster, call ThreeWay of package
// kubernetes or cluster.
//
// ThreeWay is shorthand for Engine{}.ThreeWay without options. Conflicts are an error.
func ThreeWay(s Schema, original, modified, current model.Value) (model.Value, error) {
	return Engine{}.ThreeWay(s, original, modified, current, ThreeWayOptions{})
}

// ThreeWay returns a patch that changes current to the target of the three documents. It follows
// the rules of the specification, or those of the engine opts.For. Without For, the patch may
// contain directives that clusters do not support (see [Diff]).
//
// The target has the values of modified, lacks the fields and elements that were removed since
// original, and keeps the changes that others made to current (rule threeway). The package
// documentation defines the target.
//
//	{"replicas": 3, "paused": true}                     original
//	{"replicas": 5}                                     modified
//	{"replicas": 3, "paused": true, "labels": {"a": 1}} current
//	{"replicas": 5, "paused": null}                     result
//
// After the patch is applied, a second call returns {} (rule threeway-converges). Absent and
// null documents count as {}.
//
// Without Overwrite, the error is a [*ConflictError] if modified and current changed the same value
// of original in different ways (rule threeway-conflict). Other errors are those of Diff. Their
// Document is original, modified or current.
func (e Engine) ThreeWay(s Schema, original, modified, current model.Value, opts ThreeWayOptions) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	if err := opts.checkPaths(); err != nil {
		return model.Value{}, err
	}
	kept := false
	if len(opts.Keep) > 0 || opts.Unmatched != nil {
		if kept, err = opts.keep(s.must(), current, &original, &modified); err != nil {
			return model.Value{}, err
		}
	}
	original, modified, current = nulls.OrEmpty(original), nulls.OrEmpty(modified), nulls.OrEmpty(current)
	err = cmp.Or(documentType("original", original), documentType("modified", modified), documentType("current", current))
	if err != nil {
		return model.Value{}, err
	}
	if e.Strict {
		if f := s.must().UnionFault(modified); f != nil {
			return model.Value{}, asError(f, "current", "modified")
		}
	}
	if !opts.Overwrite {
		if conflicts := conflictsOf(s.must(), original, modified, current, opts.server()); len(conflicts) > 0 {
			return model.Value{}, &ConflictError{Conflicts: conflicts}
		}
	}
	d := e.newDiffer(desk.Shortcuts.BuilderOf(original, modified, current), opts.DiffOptions)
	defer d.done()
	t := &targetBuilder{differ: d, server: opts.server()}
	u := s.must()
	want, p := t.mapValue(u, original, modified, current, mapRules{retainKeys: u.RetainKeys})
	if t.fault != nil {
		return model.Value{}, asError(t.fault, "current", "modified")
	}
	if opts.Unattributed != nil {
		*opts.Unattributed = t.unattributedPlaces()
	}
	d.trace.Note(rule.ThreeWay)
	if kept {
		d.trace.Note(rule.Keep)
	}
	p = emptyPlan.child(p)
	patch, f := d.patch(u, current, want, p)
	if f != nil {
		return model.Value{}, errorInTarget(u, f, want, p, modified, current)
	}
	return d.checked(u, current, patch, opts.DiffOptions)
}

// errorInTarget converts a fault with a path in current or in the target to an Error. Callers do
// not know the target, so the error names the place in modified or, if modified lacks the place, in
// current.
func errorInTarget(u *schema.Node, f *faults.Fault, want model.Value, p *plan, modified, current model.Value) error {
	if f.InOriginal {
		return asError(f, "current", "modified")
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
	document, path := "modified", ours
	if ours.lost && !theirs.lost {
		document, path = "current", theirs
	}
	return &Error{Code: Code(f.Code), Document: document, Path: path.path, Rule: Rule(f.Rule), Cause: f.Cause}
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

// server returns how the server stores values that are sent.
func (opts ThreeWayOptions) server() stored.Server {
	return stored.Server{HasMarks: opts.For != nil && !opts.Resend}
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

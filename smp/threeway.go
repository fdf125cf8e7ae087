package smp

import "github.com/strategicpatch/smp/model"

// ThreeWayOptions are the choices of a caller of ThreeWay. The zero value
// reports conflicts, emits every directive and has no preconditions.
type ThreeWayOptions struct {
	DiffOptions
	// Overwrite sends the patch although there are conflicts: modified wins.
	Overwrite bool
}

// ThreeWay returns a patch for current, the live document, that makes of it
// what the change from original (what was applied last) to modified (what is
// wanted now) says: Engine{}.ThreeWay with no options.
func ThreeWay(s Schema, original, modified, current model.Value) (model.Value, error) {
	return Engine{}.ThreeWay(s, original, modified, current, ThreeWayOptions{})
}

// ThreeWay returns a patch that takes current to the target of the three
// documents (rule threeway): what modified has is as modified says, what
// original had and modified lacks is gone, and what others added to current
// stays, where it stands. Applying the patch and asking again gives {} (rule
// threeway-converges). Absent and null documents count as {}.
//
// Without Overwrite, a *ConflictError lists what modified and current both
// changed since original, differently (rule threeway-conflict). Other errors
// are those of Diff, with the documents current and modified.
func (e Engine) ThreeWay(s Schema, original, modified, current model.Value, opts ThreeWayOptions) (_ model.Value, err error) {
	defer schemaError(&err)
	original, modified, current = orEmpty(original), orEmpty(modified), orEmpty(current)
	err = documentKinds("original", original, "modified", modified, "current", current)
	if err != nil {
		return model.Value{}, err
	}
	if !opts.Overwrite {
		if conflicts := e.conflictsOf(s.get(), original, modified, current); len(conflicts) > 0 {
			return model.Value{}, &ConflictError{Conflicts: conflicts}
		}
	}
	d := e.differ(opts.DiffOptions)
	defer d.done()
	t := &target{differ: d}
	u := s.get()
	want, p := t.mapValue(u, original, modified, current, mapRules{retainKeys: u.retainKeys})
	if t.fault != nil {
		return model.Value{}, t.fault.asError("current", "modified")
	}
	d.trace.note(RuleThreeWay)
	p = nothingPlanned.below(p)
	patch, f := d.patch(u, current, want, p)
	if f != nil {
		return model.Value{}, f.inTarget(want, p, modified, current)
	}
	return d.checked(u, current, patch, opts.DiffOptions)
}

package smp

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/diff"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/stored"
	"github.com/strategicpatch/smp/smp/internal/threeway"
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
	kept, err := opts.prepare(s, current, &original, &modified)
	if err != nil {
		return model.Value{}, err
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
	server := stored.Server{HasMarks: opts.For != nil && !opts.Resend}
	if !opts.Overwrite {
		if conflicts := threeway.Conflicts(s.must(), original, modified, current, server); len(conflicts) > 0 {
			return model.Value{}, &ConflictError{Conflicts: conflictsOf(conflicts)}
		}
	}
	judge := opts.judge()
	defer judge.done()
	o := diff.ThreeWayOptions{Options: e.diffOptions(opts.DiffOptions, judge, kept), Server: server, Unattributed: opts.Unattributed}
	patch, f := diff.ThreeWay(s.must(), original, modified, current, o)
	if f != nil {
		return model.Value{}, asError(f, "current", "modified")
	}
	return patch, nil
}

package smp

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/diff"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/keep"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// DiffOptions are the options of Diff. With the zero value, the patch may contain every directive
// and change every place.
type DiffOptions struct {
	// For is the engine that will read the patch. Diff and ThreeWay check the patch with this
	// engine before they return it. With Omit, they check the patch with all directives. Nil means the
	// specification, without a check. The patch may differ from that for SpecificationJudge, which
	// describes the differences.
	For Judge
	// Omit is the set of directives that the patch must not contain, because a server does not
	// support them. If the patch would then be wrong, the error is an *Error with Code
	// NotRepresentable (rule diff-superset). SetElementOrder is also useful for other servers: the
	// patch of a merging list usually contains $setElementOrder, even if the list has only one
	// element. Without the directive, the patch is smaller, but the elements of the result may be in
	// another order than in modified, and a patch that would only reorder elements is {}.
	Omit Directives
	// Unchanged lists places that the patch must not change, as paths that consist of fields. If
	// the patch would change one of these places, or if a path is empty or contains other steps than
	// fields, the error is an *Error with Code Precondition and the path.
	Unchanged []model.Path
	// Keep lists places that stay as they are in original, or in current for ThreeWay (see [Keep]).
	// Diff compares the documents as if modified had the values of original at these places.
	// ThreeWay compares them as if modified and original had the values of current at these places.
	// If that document lacks a kept place, the patch does not set it. To create an object with initial
	// values, do not keep them.
	Keep []KeepPath
	// Unmatched, if not nil, receives the paths in Keep that match nothing in any document.
	Unmatched *[]KeepPath
	// Requires, if not nil, receives the directives of the patch that a server must support. A
	// server that does not support one of them gives a different result (rule diff-superset).
	Requires *Directives
	// Wide, if not nil, receives the places that the patch replaces as a whole, because a smaller
	// change cannot be expressed for the engine (rule not-representable). At each of these places,
	// the patch contains $patch: replace and the whole map, list or element. The patch is correct
	// for the original that it was made for, but overwrites changes that others make there in the
	// meantime. A list that is changed and replaced by {$patch: replace} is not wide, although the
	// patch overwrites its elements, too.
	Wide *[]model.Path
	// NoWide forbids replacing a place as a whole (see Wide). If a change requires such a
	// replacement, the error is an *Error with Code NotRepresentable.
	NoWide bool
}

// Diff returns a patch that turns original into modified by the rules of the specification.
// Clusters do not support all of these rules. In a list with recommended merge keys, each element
// of the patch contains $patchMergeKey. Clusters treat this directive as data, and may then change
// the wrong element. Clusters also reject {$patch: replace} in a list of scalars. To get a patch
// for a cluster, call Diff of package kubernetes or cluster.
//
// Diff is shorthand for Engine{}.Diff without options.
func Diff(s Schema, original, modified model.Value) (model.Value, error) {
	return Engine{}.Diff(s, original, modified, DiffOptions{})
}

// Diff returns a patch that turns original into modified by the rules of the specification, or by
// the rules of the engine opts.For. Without For, the patch may contain $patchMergeKey, or {$patch:
// replace} in lists of scalars, which clusters do not support.
//
// Apply(s, original, patch) equals modified, including the order of lists, except that null fields
// of maps count as absent (rule diff-exact). The patch is a map. It contains only the differences,
// and is {} if there are none (rule diff-minimal). Absent and null documents count as {}.
//
// The error is an *Error. If the format cannot express a change, its Code is NotRepresentable, and
// its Path is the place in original or modified. The Code is WrongType if a document is not a map,
// Precondition if the patch would change a place in opts.Unchanged, and UnionConflict if Strict
// rejects modified.
func (e Engine) Diff(s Schema, original, modified model.Value, opts DiffOptions) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	kept, err := opts.prepare(s, original, &modified)
	if err != nil {
		return model.Value{}, err
	}
	original, modified = nulls.OrEmpty(original), nulls.OrEmpty(modified)
	if err := cmp.Or(documentType("original", original), documentType("modified", modified)); err != nil {
		return model.Value{}, err
	}
	if e.Strict {
		if f := s.must().UnionFault(modified); f != nil {
			return model.Value{}, asError(f, "original", "modified")
		}
	}
	judge := opts.judge()
	defer judge.done()
	patch, f := diff.TwoWay(s.must(), original, modified, e.diffOptions(opts, judge, kept))
	if f != nil {
		return model.Value{}, asError(f, "original", "modified")
	}
	return patch, nil
}

// prepare checks the paths in o.Unchanged, and replaces the kept places of each document with the
// values in live (rule keep). It reports whether this changes a document.
func (o DiffOptions) prepare(s Schema, live model.Value, documents ...*model.Value) (changed bool, err error) {
	if f := diff.CheckPaths(o.Unchanged); f != nil {
		return false, asError(f, "original", "modified")
	}
	if len(o.Keep) == 0 && o.Unmatched == nil {
		return false, nil
	}
	tree := keep.New(o.Keep)
	for _, d := range documents {
		kept, f := tree.Keep(s.must(), *d, live)
		if f != nil {
			return false, asError(f, "original", "modified")
		}
		changed = changed || !model.Equal(kept, *d)
		*d = kept
	}
	if o.Unmatched != nil {
		*o.Unmatched = unmatchedOf(tree, o.Keep)
	}
	return changed, nil
}

// diffOptions returns the options of a call of package diff. kept reports whether places were kept.
func (e Engine) diffOptions(opts DiffOptions, judge *judging, kept bool) diff.Options {
	o := diff.Options{
		Omit: syntax.Set(opts.Omit | e.Ignore), Unchanged: opts.Unchanged, NoWide: opts.NoWide, Trace: e.tracer(), Kept: kept,
		Requires: (*syntax.Set)(opts.Requires), Wide: opts.Wide,
	}
	if judge != nil {
		o.For = judge
	}
	return o
}

// documentType rejects a document that is not a map (rule root).
func documentType(name string, v model.Value) error {
	if v.Type() == model.Map {
		return nil
	}
	return asError(faults.New(faults.WrongType, string(RuleRoot), "expected a map, got %s", v.Type().Noun()), name, name)
}

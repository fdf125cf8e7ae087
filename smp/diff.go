package smp

import (
	"cmp"
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// DiffOptions are the options of Diff. With the zero value, the patch may contain every directive
// and change every place.
type DiffOptions struct {
	// For is the engine that will read the patch. Diff and ThreeWay check the patch with this
	// engine before they return it. Nil means the specification, without a check. The patch may
	// differ from that for SpecificationJudge, which describes the differences.
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
	if err := opts.checkPaths(); err != nil {
		return model.Value{}, err
	}
	kept := false
	if len(opts.Keep) > 0 || opts.Unmatched != nil {
		if kept, err = opts.keep(s.must(), original, &modified); err != nil {
			return model.Value{}, err
		}
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
	d := e.newDiffer(desk.Shortcuts.BuilderOf(original, modified), opts)
	defer d.done()
	if kept {
		d.trace.Note(rule.Keep)
	}
	patch, f := d.patch(s.must(), original, modified, nil)
	if f != nil {
		return model.Value{}, asError(f, "original", "modified")
	}
	return d.checked(s.must(), original, patch, opts)
}

// keep replaces the kept places of each document with the values in live (rule keep). It reports
// whether this changes a document.
func (opts DiffOptions) keep(u *schema.Node, live model.Value, documents ...*model.Value) (changed bool, err error) {
	tree := treeOf(opts.Keep)
	for _, d := range documents {
		kept, f := tree.Keep(u, *d, live)
		if f != nil {
			return false, asError(f, "original", "modified")
		}
		changed = changed || !model.Equal(kept, *d)
		*d = kept
	}
	if opts.Unmatched != nil {
		*opts.Unmatched = unmatchedOf(tree, opts.Keep)
	}
	return changed, nil
}

// patch returns the patch between two maps.
func (d *differ) patch(u *schema.Node, original, modified model.Value, p *plan) (model.Value, *faults.Fault) {
	if d.omit != 0 && !d.writesOmitted {
		if _, f := d.withAllDirectives().patch(u, original, modified, p); f != nil {
			return model.Value{}, f
		}
	}
	if !d.verifies() {
		return d.attempt(u, original, modified, p)
	}
	patch, f := d.patchFor(u, original, modified, p)
	if f == nil && len(d.wide) == 0 || !d.hitReservedName || d.omit != 0 {
		return patch, f
	}
	// An engine that copies new values may also copy names of directives in them, if the original
	// has no value there. Such an engine is recognized by verifying the patch.
	copying := d.fork()
	copying.copiesReserved, copying.noWide, copying.tryEachField = true, true, false
	copying.required, copying.trace = 0, d.trace
	copied, g := copying.attempt(u, original, modified, p)
	if g != nil || copying.mismatchReason(u, original, copied, modified, p, false) != "" {
		return patch, f
	}
	d.required, d.wide = copying.required, copying.wide
	return copied, nil
}

// withAllDirectives returns a differ that emits every directive. It rejects a directive of
// opts.Omit only where the directive is required. The patch for an older server is the same patch
// without these directives (rule diff-superset).
func (d *differ) withAllDirectives() *differ {
	all := d.fork()
	all.writesOmitted, all.noWide = true, true
	return all
}

// attempt is like patch, but does not verify the result.
func (d *differ) attempt(u *schema.Node, original, modified model.Value, p *plan) (model.Value, *faults.Fault) {
	members, f := d.members(u, original, modified, p, false)
	if f == nil && len(members) > 0 && !d.traits.RetainKeysOfField {
		members, f = d.addRetainKeys(u, modified, members)
	}
	if f != nil {
		return model.Value{}, f
	}
	return faults.Built(d.builder().Map(members...))
}

// checked stores the required directives and the replaced places in opts. It returns the patch, or
// an error if the patch does not meet the preconditions in opts.
func (d *differ) checked(u *schema.Node, document, patch model.Value, opts DiffOptions) (model.Value, error) {
	if opts.Requires != nil {
		*opts.Requires = d.required
	}
	if opts.Wide != nil {
		*opts.Wide = d.widePlaces()
	}
	if err := d.checkUnchanged(u, document, patch, opts.Unchanged); err != nil {
		return model.Value{}, err
	}
	return patch, nil
}

// documentType rejects a document that is not a map (rule root).
func documentType(name string, v model.Value) error {
	if v.Type() == model.Map {
		return nil
	}
	return asError(faults.New(faults.WrongType, rule.Root, "expected a map, got %s", v.Type().Noun()), name, name)
}

// checkPaths rejects a path in opts.Unchanged that is empty or does not consist of fields.
func (opts DiffOptions) checkPaths() error {
	for _, path := range opts.Unchanged {
		isField := func(step model.Step) bool { _, ok := step.(model.Field); return ok }
		if len(path) == 0 || slices.ContainsFunc(path, func(step model.Step) bool { return !isField(step) }) {
			return &Error{Code: Precondition, Document: "modified", Path: path.Append(), Cause: errors.New("expected a path of field names in the option Unchanged")}
		}
	}
	return nil
}

// checkUnchanged rejects a patch that touches the place at one of the paths. A patch touches a
// place if it has one of the following: a member for it, a value other than a map for one of its
// parents, a directive for the field, or a directive that clears the field.
func (d *differ) checkUnchanged(u *schema.Node, document, patch model.Value, paths []model.Path) error {
	for _, path := range paths {
		if d.touches(u, document, patch, path) {
			return &Error{Code: Precondition, Document: "modified", Path: path.Append(), Cause: errors.New("this field must not change")}
		}
	}
	return nil
}

// touches reports whether a patch map may change a place of a document.
func (d *differ) touches(u *schema.Node, document, patch model.Value, path model.Path) bool {
	for i, step := range path {
		name := step.(model.Field) // checkPaths rejects other steps
		reader := d.Map(u, model.Value{}, false)
		if v, has := patch.Get(syntax.OrderListPrefix + string(name)); has && reader.ReadsList(syntax.OrderListRole, string(name), v) {
			return true
		}
		if v, has := patch.Get(syntax.DeleteListPrefix + string(name)); has && reader.ReadsList(syntax.DeleteListRole, string(name), v) {
			return true
		}
		have, _ := document.Get(string(name))
		if list, retains := patch.Get(syntax.RetainKeys); retains && nulls.Present(have) {
			if reader.Meaning(syntax.RetainKeys, list).Role == syntax.RetainKeysRole && identity.SetOf(list).Find([]model.Value{model.NewString(string(name))}) < 0 {
				return true
			}
		}
		document = have
		next, has := patch.Get(string(name))
		if has && (i == len(path)-1 || next.Type() != model.Map) {
			return true
		}
		if _, replaced := next.Get(syntax.Patch); replaced {
			return true
		}
		u, patch = d.member(u, string(name)), next
	}
	return false
}

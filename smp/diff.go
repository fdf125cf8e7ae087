package smp

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// DiffOptions are options of Diff. With the zero value, the patch may contain every
// directive and change every place.
type DiffOptions struct {
	// For is the engine that the patch is for. Diff and ThreeWay apply the patch to it
	// before they return it. Nil is the specification.
	For Judge
	// Omit is the set of directives to leave out, for servers that do not support them.
	// Such a server gives the same result with and without them (rule diff-superset).
	Omit Directives
	// Unchanged lists places that the patch must not change, as paths of fields. A patch
	// that would change one is an *Error with Code Precondition and the path.
	Unchanged []model.Path
	// Keep lists places that stay as they are in original, or in current for ThreeWay (see
	// [Keep]). Modified counts as if it had them as they are there, and for ThreeWay,
	// original does, too.
	Keep []KeepPath
	// Unmatched, if not nil, receives the paths of Keep that match nothing.
	Unmatched *[]KeepPath
	// Requires, if not nil, receives the directives without which an older server would
	// give a different result (rule diff-superset).
	Requires *Directives
	// Wide, if not nil, receives the places that the patch replaces as a whole, because
	// a smaller change cannot be expressed for the engine (rule not-representable). The
	// patch sends these maps and elements with $patch: replace and everything in them. It
	// is correct for the original that it was made for, and overwrites what others change
	// there in the meantime.
	Wide *[]model.Path
	// NoWide returns an *Error with Code NotRepresentable instead of a patch with such a
	// replacement.
	NoWide bool
}

// Diff returns a patch that turns original into modified by the rules of the
// specification. Clusters do not support all of them: they treat $patchMergeKey, which
// the patch contains if the default merge key is ambiguous, as data, and may then change
// the wrong element. They reject {$patch: replace} in a list of scalars. To get a patch
// for a cluster, call Diff of package kubernetes or cluster.
//
// Diff is Engine{}.Diff without options.
func Diff(s Schema, original, modified model.Value) (model.Value, error) {
	return Engine{}.Diff(s, original, modified, DiffOptions{})
}

// Diff returns a patch that turns original into modified by the rules of the
// specification, or by those of the engine opts.For. Without For, the patch may contain
// $patchMergeKey and {$patch: replace} in lists of scalars, which clusters do not support.
//
// Apply(s, original, patch) equals modified, including the order of lists, except that
// null fields of maps count as absent (rule diff-exact). The patch is a map. It contains
// only what differs, and is {} if nothing does (rule diff-minimal). Absent and null
// documents count as {}.
//
// The error is an *Error with Code NotRepresentable, with the path in original or modified,
// if the format cannot express a change; WrongType if a document is not a map; and
// Precondition if the patch would change a place in opts.Unchanged.
func (e Engine) Diff(s Schema, original, modified model.Value, opts DiffOptions) (model.Value, error) {
	return e.diffWith(nil, s, original, modified, opts)
}

// diffWith is Diff, but builds the patch with b. If b is nil, it uses its own memory.
func (e Engine) diffWith(b *model.Builder, s Schema, original, modified model.Value, opts DiffOptions) (_ model.Value, err error) {
	defer schemaError(&err)
	kept := false
	if len(opts.Keep) > 0 {
		if kept, err = opts.keep(s.must(), original, &modified); err != nil {
			return model.Value{}, err
		}
	}
	original, modified = orEmpty(original), orEmpty(modified)
	if err := cmp.Or(documentType("original", original), documentType("modified", modified)); err != nil {
		return model.Value{}, err
	}
	if e.Strict {
		if f := s.must().unionFault(modified); f != nil {
			return model.Value{}, f.asError("original", "modified")
		}
	}
	d := e.differ(b, opts)
	defer d.done()
	if kept {
		d.trace.note(RuleKeep)
	}
	patch, f := d.patch(s.must(), original, modified, nil)
	if f != nil {
		return model.Value{}, f.asError("original", "modified")
	}
	return d.checked(s.must(), original, patch, opts)
}

// keep makes the kept places of documents as they are in live (rule keep). It reports whether
// that changes one of them.
func (opts DiffOptions) keep(u *node, live model.Value, documents ...*model.Value) (changed bool, err error) {
	tree := newKeepTree(opts.Keep)
	for _, d := range documents {
		kept, f := tree.keep(u, *d, live)
		if f != nil {
			return false, f.asError("original", "modified")
		}
		changed = changed || !model.Equal(kept, *d)
		*d = kept
	}
	if opts.Unmatched != nil {
		*opts.Unmatched = tree.unmatched(opts.Keep)
	}
	return changed, nil
}

// patch returns the patch between two maps.
func (d *differ) patch(u *node, original, modified model.Value, p *plan) (model.Value, *fault) {
	if d.omit != 0 && !d.emitOmitted {
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
	// An engine that copies new values may also copy names of directives in them, if the
	// original has no value there. Verifying the patch shows whether it does.
	copying := d.fork()
	copying.copiesReserved, copying.noWide, copying.tryEachField = true, true, false
	copying.required, copying.trace = 0, d.trace
	copied, g := copying.patchFor(u, original, modified, p)
	if g != nil {
		return patch, f
	}
	d.required, d.wide = copying.required, copying.wide
	return copied, nil
}

// withAllDirectives returns a differ that emits every directive, and rejects those of
// opts.Omit only where they are required. The patch for an older server is this one
// without them (rule diff-superset).
func (d *differ) withAllDirectives() *differ {
	all := d.fork()
	all.emitOmitted, all.noWide = true, true
	return all
}

// attempt is patch, but does not verify the result.
func (d *differ) attempt(u *node, original, modified model.Value, p *plan) (model.Value, *fault) {
	members, f := d.members(u, original, modified, p, false)
	if f == nil && len(members) > 0 && !d.traits.RetainKeysOfField {
		members, f = d.addRetainKeys(u, modified, members)
	}
	if f != nil {
		return model.Value{}, f
	}
	return built(d.builder().Map(members...))
}

// checked returns a patch for a document if it meets the preconditions. It reports the
// directives that the patch requires and the places that it replaces.
func (d *differ) checked(u *node, document, patch model.Value, opts DiffOptions) (model.Value, error) {
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
	return newFault(WrongType, RuleRoot, "expected a map, got %s", describe(v.Type())).asError(name, name)
}

// checkUnchanged rejects a patch that touches one of the places. It touches a place if it
// has a member there, a value other than a map in a parent, a directive for the field, or
// a directive that clears it.
func (d *differ) checkUnchanged(u *node, document, patch model.Value, paths []model.Path) error {
	for _, path := range paths {
		if d.touches(u, document, patch, path) {
			return &Error{Code: Precondition, Document: "modified", Path: path, Cause: errors.New("this field must not change")}
		}
	}
	return nil
}

// touches reports whether a patch map may change a place of a document.
func (d *differ) touches(u *node, document, patch model.Value, path model.Path) bool {
	for i, step := range path {
		name, ok := step.(model.Field)
		if !ok {
			return false
		}
		for _, prefix := range []string{orderListPrefix, deleteListPrefix} {
			v, has := patch.Get(prefix + string(name))
			if r := d.meaningOf(u, prefix+string(name), v, false).role; has && (r == orderListRole || r == deleteListRole) {
				return true
			}
		}
		have, _ := document.Get(string(name))
		if list, retains := patch.Get(retainKeysField); retains && nulls.Present(have) {
			if d.meaningOf(u, retainKeysField, list, false).role == retainKeysRole && identity.SetOf(list).Find([]model.Value{model.NewString(string(name))}) < 0 {
				return true
			}
		}
		document = have
		next, has := patch.Get(string(name))
		if has && (i == len(path)-1 || next.Type() != model.Map) {
			return true
		}
		if _, replaced := next.Get(patchField); replaced {
			return true
		}
		u, patch = d.member(u, string(name)), next
	}
	return false
}

// A plan tells a diff how to express the changes of a map or list. Three-way merges make
// plans; Diff has none and decides itself. A plan is a tree along the modified document.
// A value below a plan that has no plan of its own gets emptyPlan: the patch sends its
// content, without an order list.
type plan struct {
	// members are the plans of a map's members, by name.
	members []memberPlan
	// clearedByRetainKeys are members of a map that get no null in the patch, because
	// its $retainKeys removes them.
	clearedByRetainKeys map[string]bool
	// elements are the origins and plans of the elements of a list. It is nil for a
	// list that is an edit of another one, with its elements in the same order.
	elements []elementPlan
	// order are the elements that $setElementOrder lists. It is empty without that
	// directive.
	order []model.Value
	// mayKeepIrregular: a set may keep duplicates, and elements that are not scalars.
	mayKeepIrregular bool
	// edited is the list that this one is an edit of, and changed are the changed
	// elements. edited is absent if the list was not made by an edit.
	edited  model.Value
	changed []changedElement
}

type memberPlan struct {
	name string
	plan *plan
}

// An elementPlan is the plan of an element of a three-way merge, and its index in modified
// and in current.
type elementPlan struct {
	origin
	plan *plan
}

// An origin is the index of an element in modified and in current, or -1.
type origin struct{ modified, current int }

// emptyPlan is the plan of a value without one whose parent has a plan: send the content,
// without an order list.
var emptyPlan = new(plan)

// child returns the plan of a member or element: own, or emptyPlan below a plan. Without
// plans it is nil.
func (p *plan) child(own *plan) *plan {
	if p != nil && own == nil {
		return emptyPlan
	}
	return own
}

// member returns the plan of a member of a map.
func (p *plan) member(name string) *plan {
	if p == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(p.members, name, func(m memberPlan, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return emptyPlan
	}
	return p.members[i].plan
}

// element returns the plan of element i of a list.
func (p *plan) element(i int) *plan {
	switch {
	case p == nil:
		return nil
	case i < len(p.elements):
		return p.child(p.elements[i].plan)
	}
	n, ok := slices.BinarySearchFunc(p.changed, i, func(c changedElement, i int) int { return c.place - i })
	if !ok {
		return emptyPlan
	}
	return p.child(p.changed[n].plan)
}

// retainKeysClears reports whether a member gets no null because $retainKeys removes it.
func (p *plan) retainKeysClears(name string) bool { return p != nil && p.clearedByRetainKeys[name] }

// retainKeysClearsAny reports whether $retainKeys removes a member of have that gets no
// null.
func (p *plan) retainKeysClearsAny(have, now model.Value) bool {
	if p == nil || len(p.clearedByRetainKeys) == 0 || !nulls.HasMore(now, emptyMap) {
		return false
	}
	for name, v := range have.Members() {
		if _, kept := now.Get(name); !kept && nulls.Present(v) && p.retainKeysClears(name) {
			return true
		}
	}
	return false
}

// Package compose composes patches, and finds the conflicts between two patches.
package compose

import (
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/apply"
	"github.com/strategicpatch/smp/smp/internal/diff"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/halves"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/lint"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/trace"
)

// Patches composes patches in order, for the engine with the given options. It traces how each patch is
// applied to {}. A fault is one of patches[n]: no original accepts this patch, or it
// cannot be composed with the patches before it.
func Patches(u *schema.Node, patches []model.Value, opts apply.Options) (composed model.Value, n int, f *faults.Fault) {
	all := make([]model.Value, 0, len(patches))
	var never *faults.Fault
	for n, patch := range patches {
		if never = neverApplies(u, patch, opts); never != nil {
			break
		}
		if n > 0 {
			opts.Trace.Note(rule.Compose)
		}
		all = append(all, nulls.OrEmpty(patch))
	}
	c := &composer{Merger: *apply.New(apply.Options{Dialect: opts.Dialect, Strict: opts.Strict, Unions: opts.Unions})}
	composed, n, f = c.inTurn(u, all)
	switch {
	case f != nil:
		f.InOriginal = false // a part of the patches before
		return model.Value{}, n, f
	case never != nil:
		return model.Value{}, len(all), never
	}
	return composed, n, nil
}

// neverApplies returns the fault of a patch that is rejected for every original. Whether an element
// is ambiguous depends on the original, and such an element hides the faults after it. So the patch is
// then applied again, by an engine that is not strict, and at last checked by package lint.
func neverApplies(u *schema.Node, patch model.Value, opts apply.Options) *faults.Fault {
	_, f := apply.MergeRoot(nil, u, model.Value{}, patch, opts)
	if f == nil || f.Code != faults.AmbiguousMergeKey {
		return f
	}
	if opts.Strict {
		opts.Strict, opts.Trace = false, trace.Tracer{} // the decisions have been reported
		return neverApplies(u, patch, opts)
	}
	found := lint.Patch(u, patch, lint.Options{Dialect: opts.Dialect, Strict: opts.Strict, Unions: opts.Unions})
	for _, p := range found {
		if p.Rejected {
			return (&faults.Fault{Code: p.Code, Rule: p.Rule, Cause: p.Cause}).UnderPath(p.Path)
		}
	}
	return nil
}

// A composer composes two patches. In the methods, the parameter first is the patch that is
// applied first, and second is the patch that is applied after it. The calls are not traced.
type composer struct {
	apply.Merger
	// grouped reports whether patches before the two patches are composed later. Then it is a fault
	// if the second patch hides a part of the first one that those patches may depend on.
	grouped bool
}

var (
	errDepends = errors.New("the effect of this depends on the original")
	errHides   = errors.New("the second patch hides a part of the first one")
)

// inTurn composes patches in order. If patches[n] cannot be composed with the patches before it,
// inTurn returns n and the fault.
//
// A result that grows with every patch would be read again for every further patch. So inTurn
// composes pair by pair as many of the first patches as possible (see composesFreely), and groups
// of the other patches that have no effects on each other (see grouped).
func (c *composer) inTurn(u *schema.Node, patches []model.Value) (composed model.Value, n int, f *faults.Fault) {
	if len(patches) == 0 {
		return nulls.EmptyMap, 0, nil
	}
	for !c.Unions && c.Ignores == 0 && n < len(patches) && c.composesFreely(u, patches[n], false) {
		n++
	}
	join := func(first, second model.Value) (model.Value, *faults.Fault) { return c.root(u, first, second) }
	group := func(first, second model.Value) (model.Value, *faults.Fault) {
		c.grouped = true
		defer func() { c.grouped = false }()
		return join(first, second)
	}
	if n > 0 {
		composed, f = halves.Join(patches[:n], join)
	}
	if n == 0 || f != nil {
		composed, n = patches[0], 1
	}
	composed, more, f := halves.InTurn(composed, patches[n:], join, group)
	return composed, n + more, f
}

// composesFreely reports whether a patch can be composed with all other patches for which
// composesFreely reports true. These patches can be composed in any grouping. In the remaining
// patches, a directive may be data in another patch, a delete list may find a value that is not a
// list, and $patchMergeKey may select by other keys. An engine with unions also rejects patches if
// the state of a union depends on the original, and an engine that ignores directives if it needs
// one of them. A later patch may hide such a fault of an earlier one, if both are composed first.
func (c *composer) composesFreely(u *schema.Node, patch model.Value, inKeyedList bool) bool {
	if !patch.HasDollar() && !u.HasMergeRules {
		return true
	}
	for name, value := range patch.Members() {
		w := c.Map(u, model.Value{}, inKeyedList).Meaning(name, value)
		field := u.OfMember(name)
		switch w.Role {
		case syntax.DataRole:
			if syntax.LooksLikeDirective(name) || field.Merging() && value.IsScalar() {
				return false
			}
		case syntax.DeleteListRole, syntax.OrderListRole:
			field = u.OfMember(w.Field)
			if !u.Declared() || !field.Merging() {
				return false
			}
		case syntax.MergeKeyRole:
			return false
		}
		if !c.composesFreely(field, value, false) {
			return false
		}
	}
	for _, e := range patch.Elements() {
		if !c.composesFreely(u.OfElement(), e, len(u.Keys) > 0) {
			return false
		}
	}
	return true
}

func (c *composer) root(u *schema.Node, first, second model.Value) (model.Value, *faults.Fault) {
	if c.grouped && (syntax.IsDeletion(first) || syntax.IsDeletion(second)) {
		return model.Value{}, pair.NotComposable(errHides)
	}
	if syntax.IsDeletion(second) {
		return second, nil
	}
	if syntax.IsDeletion(first) {
		return c.replacing(u, model.Value{}, second)
	}
	return c.maps(u, first, second, false)
}

// replacing returns a patch map that replaces a map. The new map is the result of applying second
// to value.
func (c *composer) replacing(u *schema.Node, value, second model.Value) (model.Value, *faults.Fault) {
	result, f := c.MergeMap(u, value, second, false)
	if f != nil {
		return model.Value{}, pair.NotComposable(f.Cause)
	}
	return c.replacement(u, result)
}

// replacement returns a patch map that replaces a map with v.
func (c *composer) replacement(u *schema.Node, v model.Value) (model.Value, *faults.Fault) {
	if c.Unions && u.LacksDiscriminator(v) {
		return model.Value{}, pair.NotComposable(errUnion)
	}
	sent, f := c.writer().Map(u, v)
	if f != nil {
		return model.Value{}, pair.NotComposable(f.Cause)
	}
	return faults.Built(sent.WithMembers(syntax.ReplacesMap))
}

// writer returns a writer of values as patches for this engine.
func (c *composer) writer() diff.Writer { return diff.Writer{Dialect: c.Dialect, Omit: c.Ignores} }

// maps composes two patch maps. Neither of them deletes the map.
func (c *composer) maps(u *schema.Node, first, second model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	if c.grouped && (syntax.Replace.In(first) || syntax.Replace.In(second)) {
		return model.Value{}, pair.NotComposable(errHides)
	}
	if !first.HasOwnDollar() && !second.HasOwnDollar() && !(c.Unions && len(u.Shape.Unions) > 0) {
		return pair.ComposedData(first, second, func(name string, first, second model.Value) (model.Value, *faults.Fault) {
			t, f := c.composedField(u.OfMember(name), syntax.Field{Name: name, Value: first}, syntax.Field{Name: name, Value: second})
			return t.Value, f
		})
	}
	if syntax.Replace.In(second) {
		return second, nil
	}
	if syntax.Replace.In(first) {
		value, f := c.MergeMap(u, model.Value{}, first, inKeyedList)
		if f != nil {
			return model.Value{}, pair.NotComposable(f.Cause)
		}
		return c.replacing(u, value, second)
	}
	m := mapComposition{composer: c, node: u}
	var f *faults.Fault
	m.Pair, f = pair.Read(c.Map(u, model.Value{}, inKeyedList), first, second, c.Strict)
	if f == nil && c.grouped && m.Retains() {
		f = pair.NotComposable(errHides)
	}
	if f == nil && c.Unions {
		f = m.unions(first, second)
	}
	if f != nil {
		return model.Value{}, f
	}
	return m.Composed(func(first, second syntax.Field) (syntax.Field, *faults.Fault) {
		return c.composedField(u.OfMember(first.Name), first, second)
	})
}

// A mapComposition composes the members of two patch maps.
type mapComposition struct {
	*composer
	node *schema.Node
	pair.Pair
}

// composedField composes two patches of one field. The caller sets the name of the field.
func (c *composer) composedField(u *schema.Node, first, second syntax.Field) (t syntax.Field, f *faults.Fault) {
	switch {
	case second.IsEmpty():
		return first, nil
	case first.IsEmpty():
		return second, nil
	case c.grouped && !hidesNothing(u, first, second):
		return t, pair.NotComposable(errHides)
	case syntax.IsDeletion(second.Value):
		t.Value = model.NewNull()
	case second.Value.IsScalar():
		t.Value = second.Value
	case second.Value.Type() == model.Map:
		t.Value, f = c.thenMap(u, first, second.Value)
	case u.Merging():
		return c.mergingLists(u, first, second)
	case second.Value.Type() == model.List:
		t.Value = second.Value
	default:
		return c.thenDelete(u, first, second)
	}
	return t, f
}

// hidesNothing reports whether the patches of a field are both scalars or deletions, both maps, or
// both lists that contain only elements. A merging list may also have delete lists.
func hidesNothing(u *schema.Node, first, second syntax.Field) bool {
	class := func(t syntax.Field) model.Type {
		switch k := t.Value.Type(); {
		case syntax.IsDeletion(t.Value) || t.Value.IsScalar():
			return model.Null
		case k == model.Absent:
			return model.List
		default:
			return k
		}
	}
	directives := first.HasOrderList() || second.HasOrderList() || syntax.HasMarker(first.Value) || syntax.HasMarker(second.Value) ||
		!u.Merging() && (first.HasDeleteList() || second.HasDeleteList())
	return class(first) == class(second) && !directives
}

// thenMap composes a field for which the second patch has a map.
func (c *composer) thenMap(u *schema.Node, first syntax.Field, second model.Value) (model.Value, *faults.Fault) {
	switch {
	case u.AtomicMap() || first.Value.Type() == model.Absent:
		return second, nil
	case first.Value.Type() == model.Map && !syntax.IsDeletion(first.Value):
		return c.maps(u, first.Value, second, false)
	default:
		return c.replacing(u, model.Value{}, second)
	}
}

// thenDelete composes a field that is not a merging list, if the second patch has no value for
// the field, but a delete list or an order list.
func (c *composer) thenDelete(u *schema.Node, first, second syntax.Field) (t syntax.Field, f *faults.Fault) {
	switch {
	case !second.HasDeleteList():
		return first, nil // an order list has no effect here
	case first.Value.Type() == model.Absent && !first.HasDeleteList():
		t.Delete = second.Delete
	case first.Value.Type() == model.Absent:
		t.Delete, f = faults.Built(model.NewList(deduplicated(first.Delete, second.Delete)...))
	case syntax.IsDeletion(first.Value):
		t.Value = model.NewNull()
	case first.Value.Type() == model.List:
		t.Value, f = c.MergeList(u, model.Value{}, syntax.Field{Name: second.Name, Value: first.Value})
		if f == nil {
			t.Value, f = c.MergeList(u, t.Value, second)
		}
		if f == nil {
			t.Value, f = c.writer().Replacement(u, t.Value)
		}
		if f != nil {
			f = pair.NotComposable(f.Cause).UnderDirective(second.MemberName())
		}
	case u.Shape.Type == schema.Any:
		f = pair.NotComposable(errDepends).UnderDirective(second.MemberName())
	default:
		return first, nil
	}
	return t, f
}

// deduplicated returns the elements of several lists of scalars without duplicates.
func deduplicated(lists ...model.Value) []model.Value {
	seen := identity.NewIndex(1, 0)
	var out []model.Value
	for _, list := range lists {
		for _, v := range list.Elements() {
			if seen.Add([]model.Value{v}) == len(out) {
				out = append(out, v)
			}
		}
	}
	return out
}

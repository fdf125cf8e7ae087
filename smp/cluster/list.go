package cluster

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// list patches the list of a field, with the value and the order list of the patch.
func (c *call) list(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	if t.HasOrderList() {
		if f := c.checkOrdered(s, original, t); f != nil {
			return model.Value{}, f
		}
	}
	has := original.Type() == model.List
	how := cleaned
	switch {
	case t.Value.Type() == model.Absent:
		return c.onlyOrdered(s, original, t)
	case s.Merging() && has:
		return c.mergeList(s, original, t)
	case has:
		how = verbatim
		c.noteAtomicDirectives(t.Value)
	case t.HasOrderList():
		how = pruned
	}
	result, f := c.copyOf(s, t.Value, how)
	if f != nil || !t.HasOrderList() {
		return result, f
	}
	return c.sortUnmerged(s, original, result, t)
}

// onlyOrdered patches a list for which the patch has no value.
func (c *call) onlyOrdered(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	switch {
	case !t.HasOrderList():
		return original, nil
	case original.Type() == model.List:
		return c.sortUnmerged(s, original, original, t)
	default:
		c.noteOrderCheck(s, t, true)
		return original, nil
	}
}

func (c *call) noteAtomicDirectives(list model.Value) {
	for _, e := range list.Elements() {
		if _, ok := e.Get(syntax.Patch); ok {
			c.trace.diverges(AtomicListDirectives)
			return
		}
	}
}

// mergeList merges a patch list into a keyed list or set (mergeSliceHandler, mergeSlice).
func (c *call) mergeList(s smp.Schema, original model.Value, t syntax.Field) (model.Value, *fault) {
	if s.Keyed() {
		if f := c.mergeable(original, t.Value, true); f != nil {
			return model.Value{}, f
		}
		return c.mergeKeyed(s, original, t)
	}
	if syntax.HasMarker(t.Value) {
		return model.Value{}, c.rejects(SetMarkerRejected, smp.InvalidDirective, smp.RuleListReplace,
			"{%s: %s} cannot replace a list of scalars; use %s", syntax.Patch, syntax.Replace, syntax.DeleteList)
	}
	if f := c.mergeable(original, t.Value, false); f != nil {
		return model.Value{}, f
	}
	return c.mergeSet(s, original, t)
}

// elementType returns the type of all elements of two lists (sliceElementType). It rejects lists
// with elements of several types, or of a type that cannot merge (divergence mixed-kinds-rejected).
func (c *call) elementType(original, patch model.Value) (identity.DecodedType, *fault) {
	typ, known := identity.DecodedNull, false
	for n, list := range [2]model.Value{original, patch} {
		for i, e := range list.Elements() {
			k := identity.DecodedTypeOf(e)
			if !known {
				typ, known = k, true
			}
			if k == typ && k != identity.DecodedNull && k != identity.DecodedList {
				continue
			}
			rule := MixedTypesRejected.mainRule()
			if typ == identity.DecodedList { // the first element is a list
				rule = smp.RuleNoNestedLists
			}
			f := c.rejects(MixedTypesRejected, smp.WrongType, rule, "expected only maps, or only scalars of one type")
			f.InOriginal = n == 0 && c.isOriginal(list)
			if n == 0 && !f.InOriginal {
				return 0, f // neither document contains the list in this form
			}
			return 0, f.Under(model.Index(i))
		}
	}
	return typ, nil
}

// mergeable rejects lists whose elements have the wrong type. Elements of a keyed list must be
// maps, and elements of a set must be scalars.
func (c *call) mergeable(original, patch model.Value, keyed bool) *fault {
	typ, f := c.elementType(original, patch)
	if f != nil || original.Len()+patch.Len() == 0 || keyed == (typ == identity.DecodedMap) {
		return f
	}
	wanted := "expected scalars, because this list is a set"
	if keyed {
		wanted = "expected maps, because this list merges by key"
	}
	return c.rejects(MixedTypesRejected, smp.WrongType, MixedTypesRejected.mainRule(), "%s", wanted)
}

// listOf returns a list of the values. If base has the same values, listOf returns base.
func listOf(base model.Value, values []model.Value) (model.Value, *fault) {
	if base.Type() == model.List && slices.EqualFunc(base.AppendElements(nil), values, model.Same) {
		return base, nil
	}
	return faults.Built(model.NewList(values...))
}

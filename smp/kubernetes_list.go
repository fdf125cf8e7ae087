package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/shipped"
)

// list does what the patch says of a list. The steps that are no different are those of the
// documented engine.
func (c *cluster) list(u *node, original model.Value, t fieldPatch) (model.Value, *fault) {
	ordered := t.order.Type() != model.Absent
	if ordered {
		if f := c.checkOrdered(u, original, t); f != nil {
			return model.Value{}, f
		}
	}
	has := original.Type() == model.List
	switch {
	case t.value.Type() == model.Absent:
		if ordered && has {
			return c.sortList(u, original, original, t)
		}
		if ordered {
			(&orderStep{cluster: c, node: u, patch: t, original: original}).noteLoose(true)
		}
		return original, nil
	case u.merging() && has:
		return c.mergingList(u, original, t)
	}
	how := cleaned
	switch {
	case has:
		how = verbatim
		c.noteAtomicDirectives(t.value)
	case ordered:
		how = pruned
	}
	result, f := c.copyOf(u, t.value, how)
	if f != nil || !ordered {
		return result, f
	}
	return c.sortList(u, original, result, t)
}

func (c *cluster) noteAtomicDirectives(list model.Value) {
	for _, e := range list.Elements() {
		if _, ok := e.Get(patchField); ok {
			c.trace.noteDivergence(AtomicListDirectives)
			return
		}
	}
}

// sortList sorts a list that was not merged by the order list of the patch.
func (c *cluster) sortList(u *node, original, list model.Value, t fieldPatch) (model.Value, *fault) {
	by := &identity.Selection{Nulls: true, Decoded: true}
	if u.merging() {
		by = c.keyReader(u, &c.trace).standard
	}
	s := shipped.NumberingBy(by, list.Len())
	o := orderStep{cluster: c, node: u, patch: t, numbers: s}
	if original.Type() == model.List {
		o.original = original
		o.server = s.All(original.AppendElements(nil))
	}
	values, f := o.sort(list.AppendElements(nil))
	if f != nil {
		return model.Value{}, f
	}
	return listOf(list, values)
}

// mergingList merges a patch list into a keyed list or set.
func (c *cluster) mergingList(u *node, original model.Value, t fieldPatch) (model.Value, *fault) {
	if len(u.keys) == 0 && hasMarker(t.value) {
		c.trace.noteDivergence(SetMarkerRejected)
		return model.Value{}, newFault(InvalidDirective, RuleListReplace, "{$patch: replace} cannot replace a list of scalars")
	}
	if f := c.mergeable(u, original, t.value); f != nil {
		return model.Value{}, f
	}
	replaces := c.replaces(t.value)
	if replaces {
		c.trace.note(RuleListReplace)
	}
	m := c.takeFreeMerge()
	defer c.putFreeMerge(m)
	m.begin(&c.applier, u, original)
	if replaces {
		return c.replaceKeyed(m, t)
	}
	m.noteOriginal()
	elements, f := m.readPatch(t.value)
	if f == nil {
		f = m.checkOriginal()
	}
	if f == nil {
		f = m.merge(elements, model.Value{})
	}
	if f != nil {
		return model.Value{}, f
	}
	r := rearrangement{orderStep{cluster: c, node: u, patch: t, original: m.base}, m, elements}
	return r.result()
}

// elementType returns the one type of the elements of two lists, of either of
// which there may be none. It rejects lists whose elements are of several
// kinds, or of one that cannot merge (divergence mixed-kinds-rejected).
func (c *cluster) elementType(original, patch model.Value) (identity.DecodedType, *fault) {
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
			c.trace.noteDivergence(MixedKindsRejected)
			rule := MixedKindsRejected.chiefRule()
			if typ == identity.DecodedList { // the first of them is one
				rule = RuleNoNestedLists
			}
			f := newFault(WrongType, rule, "expected only maps, or only scalars of one type")
			f.original = n == 0 && c.isOriginal(list)
			if n == 0 && !f.original {
				return 0, f // neither document has the list like this
			}
			return 0, f.under(model.Index(i))
		}
	}
	return typ, nil
}

// mergeable rejects lists whose elements are not of the kind that the schema's
// merge key asks for (divergence mixed-kinds-rejected).
func (c *cluster) mergeable(u *node, original, patch model.Value) *fault {
	typ, f := c.elementType(original, patch)
	if f != nil || original.Len()+patch.Len() == 0 {
		return f
	}
	keyed := len(u.keys) > 0
	if keyed == (typ == identity.DecodedMap) {
		return nil
	}
	wanted := "expected scalars, because this list is a set"
	if keyed {
		wanted = "expected maps, because this list merges by key"
	}
	c.trace.noteDivergence(MixedKindsRejected)
	return newFault(WrongType, MixedKindsRejected.chiefRule(), "%s", wanted)
}

// replaces reports whether a patch list replaces a keyed one: by a marker, or by
// $patch: replace in any element (divergence element-replace-empties).
func (c *cluster) replaces(list model.Value) bool {
	return list.HasDollar() && slices.ContainsFunc(list.AppendElements(nil), replaceOperation.in)
}

// replaceKeyed is mergingList for a keyed list whose patch list replaces it
// (divergences element-replace-empties, replaced-list-keyed).
func (c *cluster) replaceKeyed(m *listMerge, t fieldPatch) (model.Value, *fault) {
	s := shipped.NumberingBy(m.reader.standard, t.value.Len())
	var values []model.Value
	var deletions []patchElement
	for i, e := range t.value.Elements() {
		op, f := patchOperation(e)
		if f == nil && op == deleteOperation {
			var k patchElement
			if k, f = m.reader.read(e, i, RuleListReplace); f != nil {
				c.trace.noteDivergence(ReplacedListKeyed)
			}
			deletions = append(deletions, k)
		}
		if f == nil && op == mergeOperation {
			e, f = c.element(m.node.shape.element, model.Value{}, e)
			if f == nil && s.Of(e) == shipped.Keyless {
				c.trace.noteDivergence(ReplacedListKeyed)
				f = newFault(MissingMergeKey, RuleListReplace, "missing merge key")
			}
			values = append(values, e)
		}
		if op == replaceOperation && !isMarker(e) {
			c.trace.noteDivergence(ElementReplaceEmpties)
		}
		if f != nil {
			return model.Value{}, f.under(model.Index(i))
		}
	}
	before := m.base.AppendElements(nil)
	if f := c.deletable(s, before, deletions); f != nil {
		return model.Value{}, f
	}
	values, f := c.arranged(s, values, nil, s.All(values))
	if f != nil {
		return model.Value{}, f
	}
	if t.order.Type() != model.Absent {
		o := orderStep{cluster: c, node: m.node, patch: t, numbers: s, original: m.base, server: shifted(s, before, deletions, nil)}
		if values, f = o.sort(values); f != nil {
			return model.Value{}, f
		}
	}
	return listOf(model.Value{}, values)
}

package smp

import "github.com/strategicpatch/smp/model"

// listInDialect takes the turn of a list in a dialect. The steps that are no
// different are those of the documented engine.
func (a *applier) listInDialect(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	ordered := a.orderedInDialect(u, t)
	if ordered {
		if f := a.checkOrdered(u, original, t); f != nil {
			return model.Value{}, f
		}
	}
	has := original.Kind() == model.List
	switch {
	case t.value.Kind() == model.Absent:
		switch {
		case ordered && has:
			return a.sortList(u, original, original, t)
		case ordered:
			o := orderStep{applier: a, use: u, turn: t, original: original}
			o.noteLoose(true)
			return original, nil
		case u.merging() && !ordered:
			return a.mergingList(u, original, t)
		default:
			return a.deleteFromAtomic(original, t.del)
		}
	case u.merging() && (has || !a.diverges(NewListUnmerged)):
		return a.mergingList(u, original, t)
	}
	result, f := a.copiedList(u, original, t)
	if f != nil || !ordered {
		return result, f
	}
	return a.sortList(u, original, result, t)
}

// copiedList takes the value of a list that replaces, or is new.
func (a *applier) copiedList(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	if !u.merging() && !a.dialect.Has(AtomicListDirectives) {
		if _, f := a.checkElements(u, t.value, RuleListAtomic); f != nil {
			return model.Value{}, f
		}
	}
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	how := cleaned
	switch {
	case original.Kind() == model.List:
		how = verbatim
		a.noteAtomicDirectives(t.value)
	case t.order.Kind() != model.Absent:
		how = pruned
	}
	return a.as(how, func() (model.Value, *fault) {
		if a.dialect.Has(DirectivesKept) {
			return a.copy(t.value)
		}
		return a.evaluateList(elementUse(u), t.value, false)
	})
}

func (a *applier) noteAtomicDirectives(list model.Value) {
	for _, e := range list.Elements() {
		if _, ok := e.Get(patchField); ok && a.diverges(AtomicListDirectives) {
			return
		}
	}
}

// sortList sorts a list that was not merged by the turn's order list.
func (a *applier) sortList(u *use, original, list model.Value, t fieldPatch) (model.Value, *fault) {
	by := &selection{nulls: true, decoded: a.dialect.Has(IntegerFloatDistinct)}
	if u.merging() {
		by = a.keys(u).standard
	}
	s := newSequencer(by, list.Len())
	o := orderStep{applier: a, use: u, turn: t, sequencer: s}
	if original.Kind() == model.List {
		o.original = original
		o.server = s.of(original.AppendElements(nil))
	}
	values, f := o.sort(list.AppendElements(nil))
	if f != nil {
		return model.Value{}, f
	}
	return listOf(list, values)
}

// replaces reports whether a patch list replaces the original: by a marker, or
// by $patch: replace in any element (divergence element-replace-empties).
func (a *applier) replaces(list model.Value) bool {
	if hasMarker(list) {
		return true
	}
	if !a.dialect.Has(ElementReplaceEmpties) || !list.HasDollar() {
		return false
	}
	for _, e := range list.Elements() {
		if op, f := patchOperation(e); f == nil && op == replaceOperation {
			a.trace.noteDivergence(ElementReplaceEmpties)
			return true
		}
	}
	return false
}

// replaceKeyed takes the turn of a keyed list whose patch list replaces it
// (divergences element-replace-empties, replaced-list-keyed).
func (a *applier) replaceKeyed(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	m := newListMerge(a, u, original)
	s := newSequencer(m.reader.standard, t.value.Len())
	var values []model.Value
	var deletions []keyed
	for i, e := range t.value.Elements() {
		op, f := patchOperation(e)
		if f == nil && op == deleteOperation && a.dialect.Has(ReplacedListKeyed) {
			var k keyed
			if k, f = m.reader.read(e, i, RuleListReplace); f != nil {
				a.trace.noteDivergence(ReplacedListKeyed)
			}
			deletions = append(deletions, k)
		}
		if f == nil && op == mergeOperation {
			e, f = a.as(verbatim, func() (model.Value, *fault) {
				return a.mapValue(u.shape.element, model.Value{}, e, true)
			})
			if f == nil && s.number(e) == keyless && a.diverges(ReplacedListKeyed) {
				f = newFault(MissingMergeKey, RuleListReplace, "the merge key is missing")
			}
			values = append(values, e)
		}
		if f != nil {
			return model.Value{}, f.under(model.Index(i))
		}
	}
	before := m.base.AppendElements(nil)
	if f := m.deletable(s, before, deletions); f != nil {
		return model.Value{}, f
	}
	ids := s.of(values)
	p := arrangement{applier: a, sequencer: s, values: values, ids: ids, server: ids}
	values, f := p.result()
	if f != nil {
		return model.Value{}, f
	}
	if a.orderedInDialect(u, t) {
		_, server := m.shifted(s, before, deletions, nil)
		o := orderStep{applier: a, use: u, turn: t, sequencer: s, original: m.base, server: server}
		if values, f = o.sort(values); f != nil {
			return model.Value{}, f
		}
	}
	return listOf(model.Value{}, values)
}

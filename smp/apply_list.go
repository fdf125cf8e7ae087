package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// list patches a list with the field's value in the patch, if there is one, and with the field's
// delete and order lists. An original that is not a list counts as absent, but stays if the patch
// has no value for the field.
func (a *applier) list(u *node, original model.Value, t syntax.Field) (model.Value, *fault) {
	if u.Merging() {
		return a.mergingList(u, original, t)
	}
	if _, f := a.writtenElements(u, t.Value, RuleListAtomic); f != nil {
		return model.Value{}, f
	}
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	switch {
	case t.Value.Type() != model.Absent:
		a.trace.note(RuleListAtomic)
		return a.evaluateList(u.OfElement(), t.Value, nil)
	case original.Type() == model.List && t.HasDeleteList():
		return a.takeOut(original, identity.SetOf(t.Delete))
	default:
		return original, nil
	}
}

// writtenElements checks the elements of a patch list that is evaluated against empty. It returns
// the elements that stay in the result, for a check against an order list. If the call is not strict
// and the list contains no name with $, nothing needs a check, and the result is nil. If
// {$patch: replace} replaces the list, deletions are dropped. In an atomic list, deletions are
// rejected, because there is nothing to delete.
func (a *applier) writtenElements(u *node, list model.Value, rule Rule) ([]patchElement, *fault) {
	if !a.strict && !list.HasDollar() {
		return nil, nil
	}
	var kept []patchElement
	for i, e := range list.Elements() {
		op, f := syntax.OperationOf(e)
		switch {
		case f != nil:
		case op == syntax.Delete:
			if rule == RuleListReplace {
				continue
			}
			f = newFault(InvalidDirective, rule, "elements of an atomic list cannot be deleted").Under(model.Field(syntax.Patch))
		case syntax.IsMarker(e):
			continue
		default:
			f = a.checkType(u.OfElement(), e)
		}
		if f != nil {
			return nil, f.Under(model.Index(i))
		}
		kept = append(kept, patchElement{value: e, index: i})
	}
	return kept, nil
}

// takeOut returns the list without the scalars that values contains (rule set-delete).
func (a *applier) takeOut(list model.Value, values *identity.Index) (model.Value, *fault) {
	a.trace.note(RuleSetDelete)
	return syntax.WithoutScalars(list, values)
}

// evaluateList evaluates a patch list against empty, element by element. Elements that are only
// {$patch: replace} are dropped. Elements with $patch: delete are dropped, too. If the list merges
// otherwise (rule list-replace), by selects the keys of its elements, and $patchMergeKey is a
// directive in the elements and is removed. For an atomic list, by is nil.
func (a *applier) evaluateList(u *node, list model.Value, by *identity.Selection) (model.Value, *fault) {
	if a.copies(u, list) {
		return list, nil
	}
	kept := 0
	return faults.EditElements(list, func(_ int, e model.Value) (model.Value, *fault) {
		if syntax.IsMarker(e) || syntax.Delete.In(e) { // a deletion in an atomic list was rejected before
			return model.Value{}, nil
		}
		if a.trace.on() {
			a.trace.enter(evaluatedStep(by, e, kept))
			defer a.trace.leave()
		}
		kept++
		return a.evaluateElement(u, e, by != nil)
	})
}

func (a *applier) evaluateElement(u *node, e model.Value, replaced bool) (model.Value, *fault) {
	switch e.Type() {
	case model.Null:
		return e, nil
	case model.Map:
		return a.mapValue(u, model.Value{}, e, replaced)
	default:
		return a.value(u, model.Value{}, e)
	}
}

// checkDeleteList checks the delete list of a field, and the type of the field (rule set-delete).
func checkDeleteList(u *node, original model.Value, t syntax.Field) *fault {
	if !t.HasDeleteList() {
		return nil
	}
	name := syntax.DeleteListPrefix + t.Name
	if t.Name == "" {
		return missingFieldFault(RuleSetDelete, name)
	}
	if what := typeWithoutDeletes(u, original, t.Value); what != "" {
		return newFault(InvalidDirective, RuleSetDelete, "expected a field that is a list of scalars; it is %s", what).UnderDirective(name)
	}
	if t.Delete.Type() != model.List {
		return newFault(InvalidDirective, RuleSetDelete, "expected a list of scalars, got %s", t.Delete.Type().Noun()).UnderDirective(name)
	}
	for _, v := range t.Delete.Elements() {
		if !v.IsScalar() {
			return newFault(InvalidDirective, RuleSetDelete, "expected a list of scalars, got a list with %s", v.Type().Noun()).UnderDirective(name)
		}
	}
	return nil
}

// typeWithoutDeletes describes the type of a field that cannot have a delete list, such as "a map".
// The result is empty if the field can have one. The schema decides. If it defines no type, the
// values decide.
func typeWithoutDeletes(u *node, original, patch model.Value) string {
	switch u.shape.typ {
	case ScalarType:
		return "a scalar"
	case MapType:
		return "a map"
	case ListType:
		switch {
		case len(u.keys) > 0:
			return "a keyed list"
		case u.shape.element.shape.typ == MapType:
			return "a list of maps"
		case u.shape.element.shape.typ == ListType:
			return "a list of lists"
		case u.shape.element.shape.typ == ScalarType, u.Merging():
			return ""
		}
	}
	for _, v := range [2]model.Value{original, patch} {
		if what := nonScalarType(v); what != "" && (u.shape.typ == AnyType || v.Type() == model.List) {
			return what
		}
	}
	return ""
}

// nonScalarType describes the type of v if v is not a list of scalars, such as "a list of maps".
// The result is empty for a list of scalars, and for null. Markers and nulls in the list are
// ignored.
func nonScalarType(v model.Value) string {
	switch v.Type() {
	case model.Map:
		return "a map"
	case model.List:
		for _, e := range v.Elements() {
			if e.Type() == model.List || e.Type() == model.Map && !syntax.IsMarker(e) {
				return "a list of " + e.Type().String() + "s"
			}
		}
		return ""
	case model.Absent, model.Null:
		return ""
	default:
		return "a scalar"
	}
}

// replaceList implements list for a merging list if the patch list has a marker, {$patch: replace}
// (rule list-replace).
func (a *applier) replaceList(u *node, original model.Value, t syntax.Field) (model.Value, *fault) {
	a.trace.note(RuleListReplace)
	written, f := a.writtenElements(u, t.Value, RuleListReplace)
	if f != nil {
		return model.Value{}, f
	}
	if f := checkDeleteList(u, original, t); f != nil {
		return model.Value{}, f
	}
	result, f := a.evaluateList(u.shape.element, t.Value, u.byAllKeys)
	if f != nil || !t.HasOrderList() {
		return result, f
	}
	order, f := readOrder(a.Dialect, u, t, &a.trace)
	if f == nil {
		f = order.checkPatchList(written)
	}
	if f != nil {
		return model.Value{}, f
	}
	return newListMerge(a, u, result).result(order, false)
}

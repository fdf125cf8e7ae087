package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// list patches a list with the field's value in the patch, if there is one, and with the field's
// delete and order lists. An original that is not a list counts as absent, but stays if the patch
// has no value for the field.
func (a *Merger) MergeList(u *schema.Node, original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
	p := listpatch.New(u, t)
	if p.Kind.Merges() {
		return a.mergeList(p, original)
	}
	p.ReadWritten(a.Strict)
	f := p.Found.First()
	if f == nil {
		f = CheckDeleteList(u, original, t)
	}
	switch {
	case f != nil:
		return model.Value{}, f
	case p.Kind == listpatch.Replacing:
		return a.replaceList(&p)
	case t.Value.Type() != model.Absent:
		a.Trace.Note(rule.ListAtomic)
		return a.evaluateList(u.OfElement(), t.Value, nil)
	case original.Type() == model.List && t.HasDeleteList():
		return a.TakeOut(original, identity.SetOf(t.Delete))
	default:
		return original, nil
	}
}

// TakeOut returns the list without the scalars that values contains (rule set-delete).
func (a *Merger) TakeOut(list model.Value, values *identity.Index) (model.Value, *faults.Fault) {
	a.Trace.Note(rule.SetDelete)
	return syntax.WithoutScalars(list, values)
}

// evaluateList evaluates a patch list against empty, element by element. Elements that are only
// {$patch: replace} are dropped. Elements with $patch: delete are dropped, too. If the list merges
// otherwise (rule list-replace), by selects the keys of its elements, and $patchMergeKey is a
// directive in the elements and is removed. For an atomic list, by is nil.
func (a *Merger) evaluateList(u *schema.Node, list model.Value, by *identity.Selection) (model.Value, *faults.Fault) {
	if a.copies(u, list) {
		return list, nil
	}
	kept := 0
	return faults.EditElements(list, func(_ int, e model.Value) (model.Value, *faults.Fault) {
		if syntax.IsMarker(e) || syntax.Delete.In(e) { // a deletion in an atomic list was rejected before
			return model.Value{}, nil
		}
		if a.Trace.On() {
			a.Trace.Enter(listpatch.StepTo(by, e, kept))
			defer a.Trace.Leave()
		}
		kept++
		return a.evaluateElement(u, e, by != nil)
	})
}

func (a *Merger) evaluateElement(u *schema.Node, e model.Value, replaced bool) (model.Value, *faults.Fault) {
	switch e.Type() {
	case model.Null:
		return e, nil
	case model.Map:
		return a.MapValue(u, model.Value{}, e, replaced)
	default:
		return a.value(u, model.Value{}, e)
	}
}

// CheckDeleteList checks the delete list of a field, and the type of the field (rule set-delete).
func CheckDeleteList(u *schema.Node, original model.Value, t syntax.Field) *faults.Fault {
	if !t.HasDeleteList() {
		return nil
	}
	name := syntax.DeleteListPrefix + t.Name
	if t.Name == "" {
		return syntax.NoField(rule.SetDelete, name)
	}
	if what := typeWithoutDeletes(u, original, t.Value); what != "" {
		return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a field that is a list of scalars; it is %s", what).UnderDirective(name)
	}
	if t.Delete.Type() != model.List {
		return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a list of scalars, got %s", t.Delete.Type().Noun()).UnderDirective(name)
	}
	for _, v := range t.Delete.Elements() {
		if !v.IsScalar() {
			return faults.New(faults.InvalidDirective, rule.SetDelete, "expected a list of scalars, got a list with %s", v.Type().Noun()).UnderDirective(name)
		}
	}
	return nil
}

// typeWithoutDeletes describes the type of a field that cannot have a delete list, such as "a map".
// The result is empty if the field can have one. The schema decides. If it defines no type, the
// values decide.
func typeWithoutDeletes(u *schema.Node, original, patch model.Value) string {
	switch u.Shape.Type {
	case schema.Scalar:
		return "a scalar"
	case schema.Map:
		return "a map"
	case schema.List:
		switch {
		case len(u.Keys) > 0:
			return "a keyed list"
		case u.Shape.Element.Shape.Type == schema.Map:
			return "a list of maps"
		case u.Shape.Element.Shape.Type == schema.List:
			return "a list of lists"
		case u.Shape.Element.Shape.Type == schema.Scalar, u.Merging():
			return ""
		}
	}
	for _, v := range [2]model.Value{original, patch} {
		if what := nonScalarType(v); what != "" && (u.Shape.Type == schema.Any || v.Type() == model.List) {
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

// replaceList implements list for a patch that replaces a merging list. Its elements have been
// checked.
func (a *Merger) replaceList(p *listpatch.Patch) (model.Value, *faults.Fault) {
	a.Trace.Note(rule.ListReplace)
	result, f := a.evaluateList(p.Node.Shape.Element, p.Value, p.Node.ByAllKeys)
	if f != nil {
		return model.Value{}, f
	}
	order, f := p.ReadOrder(a.Dialect, &a.Trace)
	if f != nil || order == nil {
		return result, f
	}
	var m listMerge
	m.begin(a, *p, result)
	return m.result(order, false)
}

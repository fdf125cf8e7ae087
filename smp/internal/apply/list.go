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

// MergeList patches a list with the field's value in the patch, if there is one, and with the field's
// delete and order lists. An original that is not a list counts as absent, but stays if the patch
// has no value for the field.
func (m *Merger) MergeList(u *schema.Node, original model.Value, t syntax.Field) (model.Value, *faults.Fault) {
	p := listpatch.New(u, t)
	if p.Kind.Merges() {
		return m.mergeList(p, original)
	}
	p.ReadWritten(m.Strict)
	f := p.Found.First()
	if f == nil {
		f = listpatch.CheckDeleteList(u, original, t)
	}
	switch {
	case f != nil:
		return model.Value{}, f
	case p.Kind == listpatch.Replacing:
		return m.replaceList(&p)
	case t.Value.Type() != model.Absent:
		m.Trace.Note(rule.ListAtomic)
		return m.evaluateList(u.OfElement(), t.Value, nil)
	case original.Type() == model.List && t.HasDeleteList():
		return m.TakeOut(original, identity.SetOf(t.Delete)), nil
	default:
		return original, nil
	}
}

// TakeOut returns the list without the scalars that values contains (rule set-delete).
func (m *Merger) TakeOut(list model.Value, values *identity.Index) model.Value {
	m.Trace.Note(rule.SetDelete)
	return values.TakeFrom(list)
}

// evaluateList evaluates a patch list against empty, element by element. Elements that are only
// {$patch: replace} are dropped. Elements with $patch: delete are dropped, too. If the list merges
// otherwise (rule list-replace), by selects the keys of its elements, and $patchMergeKey is a
// directive in the elements and is removed. For an atomic list, by is nil.
func (m *Merger) evaluateList(u *schema.Node, list model.Value, by *identity.Selection) (model.Value, *faults.Fault) {
	if m.copies(u, list) {
		return list, nil
	}
	kept := 0
	return faults.EditElements(list, func(_ int, e model.Value) (model.Value, *faults.Fault) {
		if syntax.IsMarker(e) || syntax.Delete.In(e) { // a deletion in an atomic list was rejected before
			return model.Value{}, nil
		}
		if m.Trace.On() {
			m.Trace.Enter(identity.StepTo(by, e, kept))
			defer m.Trace.Leave()
		}
		kept++
		return m.evaluateElement(u, e, by != nil)
	})
}

func (m *Merger) evaluateElement(u *schema.Node, e model.Value, replaced bool) (model.Value, *faults.Fault) {
	switch e.Type() {
	case model.Null:
		return e, nil
	case model.Map:
		return m.MapValue(u, model.Value{}, e, replaced)
	default:
		return m.value(u, model.Value{}, e)
	}
}

// replaceList implements MergeList for a patch that replaces a merging list. Its elements have been
// checked.
func (m *Merger) replaceList(p *listpatch.Patch) (model.Value, *faults.Fault) {
	m.Trace.Note(rule.ListReplace)
	result, f := m.evaluateList(p.Node.Shape.Element, p.Value, p.Node.ByAllKeys)
	if f != nil {
		return model.Value{}, f
	}
	order, f := p.ReadOrder(m.Dialect, &m.Trace)
	if f != nil || order == nil {
		return result, f
	}
	var list listMerge
	list.begin(m, *p, result)
	return list.result(order, false)
}

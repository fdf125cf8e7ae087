package apply

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/spelling"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A mapMerge merges one patch map into one original map. The result is an edit of the
// original. Without an original, the patch is evaluated against empty, and the result is
// an edit of the patch.
type mapMerge struct {
	*Merger
	node     *schema.Node
	original model.Value // absent if the patch is evaluated against empty
	patch    model.Value
	edit     model.Editor // edit of original or, if it is absent, of patch
}

// MergeMap merges patch, which is a map, into original. If the patch deletes the map, the result is
// absent. An original that is not a map counts as absent. inKeyedList is set for an element of a
// keyed list, in which $patchMergeKey is a directive.
func (m *Merger) MergeMap(u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	return m.mergeMapText(nil, u, original, patch, inKeyedList)
}

// mergeMapText is like MergeMap, but may write the changes to text, the text of the original
// document. In that case it returns original itself.
func (m *Merger) mergeMapText(text *model.Rewrite, u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	if m.mayUseFastPath() && original.Type() == model.Map {
		if !patch.HasOwnDollar() {
			return m.mergePlainMap(text, u, original, patch, nil)
		}
		if orders, only := m.onlyOrders(u, patch, inKeyedList); only {
			return m.mergePlainMap(text, u, original, patch, &orders)
		}
	}
	return m.mergeMapByRules(u, original, patch, inKeyedList)
}

// mergeMapByRules is like MergeMap, but never uses a fast path.
func (m *Merger) mergeMapByRules(u *schema.Node, original, patch model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	in := mapMerge{Merger: m, node: u, original: nulls.OfType(original, model.Map), patch: patch}
	switch op, f := syntax.OperationOf(patch); {
	case f != nil:
		return model.Value{}, f
	case op == syntax.Delete && !inKeyedList:
		m.Trace.Note(rule.MapDelete)
		return model.Value{}, nil
	case op == syntax.Replace:
		if !inKeyedList {
			m.Trace.Note(rule.MapReplace)
		}
		in.original = model.Value{}
	}
	return in.merged(inKeyedList)
}

// merged returns the merged map.
func (m *mapMerge) merged(inKeyedList bool) (model.Value, *faults.Fault) {
	m.noteMerge()
	var f *faults.Fault
	switch {
	case m.patch.HasOwnDollar():
		m.begin()
		f = m.directed(inKeyedList)
	case m.original.Type() == model.Absent && m.copies(m.node, m.patch):
		return m.patch, nil
	default:
		m.begin()
		f = m.plain()
	}
	if f == nil && m.Unions {
		f = m.unions()
	}
	if f != nil {
		return model.Value{}, f
	}
	return faults.Built(m.edit.Value())
}

// begin starts to edit the original, or the patch if there is no original.
func (m *mapMerge) begin() {
	base := m.original
	if base.Type() == model.Absent {
		base = m.patch
	}
	m.edit.Reset(base, m.builder())
}

// copies reports whether evaluating v against empty returns v itself. In that case v need not be
// visited.
func (m *Merger) copies(u *schema.Node, v model.Value) bool {
	return m.mayUseFastPath() && !u.HasMergeRules && !v.HasNull() && !v.HasDollar()
}

func (m *mapMerge) noteMerge() {
	if m.original.Type() == model.Absent {
		m.Trace.Note(rule.AbsentIsEmpty)
	} else {
		m.Trace.Note(rule.MapMerge)
	}
}

// plain merges the members of a patch map without directives. If several fields have a fault, it
// reports the fault of the field that is first by name. So after a fault, it visits only fields
// with smaller names.
func (m *mapMerge) plain() *faults.Fault {
	var first faults.ByName
	for name, value := range m.patch.Members() {
		if !first.Hides(name) {
			first.Add(name, m.mergeField(syntax.Field{Name: name, Value: value}))
		}
	}
	return first.Fault
}

// mergeField patches one field and records the change.
func (m *mapMerge) mergeField(t syntax.Field) *faults.Fault {
	var original model.Value
	if m.original.Type() != model.Absent {
		original, _ = m.edit.Get(t.Name)
	}
	result, f := m.field(t, original)
	if f != nil {
		return f
	}
	before := original
	if m.original.Type() == model.Absent {
		before = t.Value
	}
	if !model.Same(result, before) && !spelling.Alike(result, before) {
		m.edit.Set(t.Name, result)
	}
	return nil
}

// directed merges a patch map that has names beginning with "$".
func (m *mapMerge) directed(inKeyedList bool) *faults.Fault {
	patch := m.Map(m.node, m.patch, inKeyedList)
	retained, f := patch.Retained()
	if f != nil {
		return f
	}
	fields := m.fieldPatches(patch)
	syntax.SortFields(fields)
	if retained != nil {
		if f := m.retain(retained, fields); f != nil {
			return f
		}
	}
	for _, t := range fields {
		if t.Unrecognized && m.Strict {
			return t.UnrecognizedFault()
		}
		if t.Unrecognized && t.IsEmpty() {
			continue
		}
		if f := m.mergeField(t); f != nil {
			return f
		}
	}
	return nil
}

// fieldPatches returns the patch of each field. If the result is an edit of the patch, fieldPatches
// removes the directives from the result.
func (m *mapMerge) fieldPatches(patch syntax.Map) []syntax.Field {
	return patch.Fields(func(name string, w syntax.Meaning) {
		if w.Rule != "" && m.Trace.On() {
			m.Trace.Note(w.Rule, model.Field(name))
		}
		if w.Role != syntax.DataRole && m.original.Type() == model.Absent {
			m.edit.Set(name, model.Value{})
		}
	})
}

// retain clears the fields of the original that $retainKeys does not list. It rejects a patch that
// sets fields that are not in that list (rule retain-keys).
func (m *mapMerge) retain(retained syntax.Retained, fields []syntax.Field) *faults.Fault {
	m.Trace.Note(rule.RetainKeys)
	for _, t := range fields {
		if f := retained.Fault(t); f != nil {
			return f
		}
	}
	cleared := retained.Cleared(m.original)
	if len(cleared) == 0 {
		return nil
	}
	var f *faults.Fault
	m.original, f = faults.Built(m.builder().WithMembers(m.original, cleared...))
	m.begin()
	return f
}

// unions applies the unions of a map. It must be called after the rest of the patch map was applied
// (rules union-member, union-discriminator).
func (m *mapMerge) unions() *faults.Fault {
	for i := range m.node.Shape.Unions {
		union := &m.node.Shape.Unions[i]
		c := union.ChoiceInPatch(m.patch)
		if f := union.Fault(c); f != nil {
			return f
		}
		if c.Member == nil {
			before, _ := m.original.Get(union.Discriminator)
			if nulls.Present(c.Discriminator) && !model.Equal(before, c.Discriminator) {
				m.clearOthers(union, union.MemberFor(c.Discriminator), rule.UnionDiscriminator)
			}
			continue
		}
		m.clearOthers(union, c.Member, rule.UnionMember)
		if union.Discriminator == "" || c.Discriminator.Type() != model.Absent {
			continue
		}
		discriminator := model.NewString(c.Member.Value)
		if before, _ := m.edit.Get(union.Discriminator); !model.Equal(before, discriminator) {
			m.edit.Set(union.Discriminator, discriminator)
			m.Trace.Note(rule.UnionMember, model.Field(union.Discriminator))
		}
	}
	return nil
}

// clearOthers clears the fields of the original that set members other than chosen. It does not
// clear fields that are in the patch, because their values in the patch set no member.
func (m *mapMerge) clearOthers(union *schema.Union, chosen *schema.Member, decided string) {
	for _, name := range union.FieldsOfOthers(m.original, chosen) {
		if _, mentioned := m.patch.Get(name); !mentioned {
			m.edit.Set(name, model.Value{})
			m.Trace.Note(decided, model.Field(name))
		}
	}
}

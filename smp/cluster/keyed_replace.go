package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/apimachinery"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// replaced replaces a keyed list. Elements and deletions must have their merge key (divergence
// replaced-list-keyed). Elements with $patch: replace are dropped (divergence
// element-replace-empties).
func (m *keyedMerge) replaced() (model.Value, *fault) {
	for i, e := range m.patch.Value.Elements() {
		if f := m.readReplaced(e, i); f != nil {
			return model.Value{}, f.Under(model.Index(i))
		}
	}
	ids := m.numbers.All(m.original.AppendElements(nil))
	if f := m.deletable(ids); f != nil {
		return model.Value{}, f
	}
	values, f := m.normalizeOrder(m.values, nil, m.numbers.All(m.values))
	if f == nil && m.patch.HasOrderList() {
		values, f = m.applyOrderList(values, m.leftBehind(ids, nil))
	}
	if f != nil {
		return model.Value{}, f
	}
	return listOf(model.Value{}, values)
}

// readReplaced reads an element of a list that replaces another list.
func (m *keyedMerge) readReplaced(e model.Value, i int) *fault {
	op, f := syntax.OperationOf(e)
	switch {
	case f != nil:
	case op == syntax.Delete:
		if _, f = m.readElement(m.by, e, smp.RuleListReplace); f != nil {
			m.trace.diverges(ReplacedListKeyed)
		}
		m.elements = append(m.elements, element{value: e, index: i, op: op, id: m.numbers.Of(e)})
	case op == syntax.Replace && !syntax.IsMarker(e):
		m.trace.diverges(ElementReplaceEmpties)
	case op == syntax.Merge:
		if isAtomicMap(m.schema.Element()) {
			m.trace.diverges(ElementStrategyIgnored)
		}
		if e, f = m.copyOf(m.schema.Element(), e, verbatim); f != nil {
			return f
		}
		if m.numbers.Of(e) == apimachinery.Keyless {
			f = m.rejects(ReplacedListKeyed, smp.MissingMergeKey, smp.RuleListReplace, "missing merge key")
		}
		m.values = append(m.values, e)
	}
	return f
}

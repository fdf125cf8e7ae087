package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// keyedLevel says whether an older server, which matches by the default key
// alone, treats the patch alike (rule diff-superset): every default key is
// unique, and no element that stays changes another recommended key.
func (l *listDiff) keyedLevel(before, after *identified) *fault {
	if l.pmk.Kind() == model.Absent {
		return nil
	}
	if !l.emits(PatchMergeKey) {
		l.trace.note(RuleDiffSuperset)
	}
	if !l.use.shape.element.declares() {
		return l.require(PatchMergeKey)
	}
	short := &listDiff{differ: l.differ, use: l.use, by: l.use.standard}
	from, to := short.identify(before.list), short.identify(after.list)
	if !from.exact() || !to.exact() {
		return l.require(PatchMergeKey)
	}
	for i, e := range to.values {
		was := from.find(short, e)
		if was >= 0 && before.ids[was] >= 0 && after.ids[i] >= 0 && !slices.EqualFunc(before.identity(was), after.identity(i), model.Equal) {
			return l.require(PatchMergeKey)
		}
	}
	return nil
}

// requireDirectives says which directives an older server must know: nothing else
// removes a value from a set, and a map that declares no fields does not drop
// what it does not know.
func (m *mapDiff) requireDirectives(t fieldPatch) *fault {
	if t.del.Kind() != model.Absent {
		if f := m.require(DeleteFromPrimitiveList); f != nil {
			return f
		}
	}
	if t.order.Kind() != model.Absent && !m.use.declares() {
		return m.require(SetElementOrder)
	}
	return nil
}

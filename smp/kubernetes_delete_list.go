package smp

import "github.com/strategicpatch/smp/model"

// deleteLists takes the turn of the delete lists of a field.
func (m *mapMerge) deleteLists(u *use, original model.Value, t fieldPatch) (model.Value, *fault) {
	if m.trace.on() && (t.nameless.Kind() != model.Absent || checkDeleteList(u, original, t) != nil) {
		m.trace.noteDivergence(DeleteListAssigns)
	}
	for n, del := range [2]model.Value{t.nameless, t.del} {
		if del.Kind() == model.Absent {
			continue
		}
		var f *fault
		if original, f = m.deleteOrAssign(u, original, del); f != nil {
			name := deleteListPrefix
			if n > 0 {
				name += t.name
			}
			return model.Value{}, f.underDirective(name)
		}
	}
	return original, nil
}

// deleteOrAssign takes the turn of a delete list as the shipped engine does
// (divergence delete-list-assigns): as if it were the value of its field,
// except that scalars are deleted from a list of scalars.
func (m *mapMerge) deleteOrAssign(u *use, original, del model.Value) (model.Value, *fault) {
	switch {
	case del.Kind() == model.Null:
		return model.Value{}, nil
	case original.Kind() == model.Absent:
		return original, nil
	case decodedKindOf(original) != decodedKindOf(del):
		return original, nil
	case del.Kind() != model.List:
		return m.value(u, original, del)
	}
	kind, f := m.elementKind(original, del)
	if f != nil || original.Len()+del.Len() == 0 {
		return original, f
	}
	if kind != decodedMap {
		return m.deleteFromAtomic(original, del)
	}
	if !u.merging() || len(u.keys) == 0 {
		return model.Value{}, newFault(InvalidDirective, RuleSetDelete, "the list has no merge key")
	}
	return m.mergingList(u, original, fieldPatch{value: del})
}

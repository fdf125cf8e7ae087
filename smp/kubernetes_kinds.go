package smp

import "github.com/strategicpatch/smp/model"

// elementKind returns the one kind of the elements of two lists, of either of
// which there may be none. It rejects lists whose elements are of several
// kinds, or of one that cannot merge (divergence mixed-kinds-rejected).
func (a *applier) elementKind(original, patch model.Value) (decodedKind, *fault) {
	kind, known := decodedNull, false
	for n, list := range [2]model.Value{original, patch} {
		for i, e := range list.Elements() {
			k := decodedKindOf(e)
			if !known {
				kind, known = k, true
			}
			if k == kind && k != decodedNull && k != decodedList || !a.diverges(MixedKindsRejected) {
				continue
			}
			rule := MixedKindsRejected.chiefRule()
			if kind == decodedList { // the first of them is one
				rule = RuleNoNestedLists
			}
			f := newFault(WrongKind, rule, "elements of a list are maps, or scalars of one kind")
			f.original = n == 0 && a.isOriginal(list)
			if n == 0 && !f.original {
				return 0, f // neither document has the list like this
			}
			return 0, f.under(model.Index(i))
		}
	}
	return kind, nil
}

// mergeable rejects lists whose elements are not of the kind that the schema's
// merge key asks for (divergence mixed-kinds-rejected).
func (a *applier) mergeable(u *use, original, patch model.Value) *fault {
	kind, f := a.elementKind(original, patch)
	if f != nil || original.Len()+patch.Len() == 0 {
		return f
	}
	if keyed := len(u.keys) > 0; keyed != (kind == decodedMap) && a.diverges(MixedKindsRejected) {
		return newFault(WrongKind, MixedKindsRejected.chiefRule(), "this list merges by key: %t; its elements are maps: %t", keyed, !keyed)
	}
	return nil
}

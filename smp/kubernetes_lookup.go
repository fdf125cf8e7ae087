package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The shipped engine looks for the schema of a field only where both documents
// have a map, or both a list, or where there is an order list; and rejects the
// patch where it finds none.

// lookUp rejects a field for which the shipped engine finds no schema.
func (m *mapMerge) lookUp(u *use, original model.Value, t fieldPatch) *fault {
	k := original.Kind()
	lists := t.order.Kind() != model.Absent || k == model.List && t.has(k)
	if !lists && (k != model.Map || !t.has(k)) {
		return nil
	}
	s := m.use.shape
	_, known := s.field(t.name)
	if !known && m.dialect.Has(FieldCaseFolded) {
		_, known = s.folded(t.name)
	}
	var missing Divergence
	switch {
	case !known && s.values != nil:
		missing = MapValuesRejected
	case !known && m.kind == AnyType:
		missing = SchemalessRejected
	case !known:
		missing = UnknownFieldRejected
	case u.pointer:
		return nil
	case lists && u.shape.kind != ListType:
		missing = WrongKindRejected
	case lists && u.shape.element.shape.kind == ListType:
		missing = ListOfListsRejected
	default:
		return nil
	}
	if !m.diverges(missing) {
		return nil
	}
	return newFault(UnknownField, missing.chiefRule(), "%s", missing.What()).underDirective(t.place())
}

// has reports whether the patch has a value or delete list of this kind.
func (t fieldPatch) has(k model.Kind) bool {
	return t.value.Kind() == k || t.del.Kind() == k || t.nameless.Kind() == k
}

// folded returns the declared field whose name differs from this only in case,
// the first by name where there are several.
func (s *shape) folded(name string) (*use, bool) {
	for _, field := range s.names {
		if strings.EqualFold(field, name) {
			return s.field(field)
		}
	}
	return nil, false
}

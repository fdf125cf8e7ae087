package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The fields of an environment variable that exclude each other. Nothing in a
// schema says so but their names.
const (
	valueField     = "value"
	valueFromField = "valueFrom"
)

// retains reports whether the map, or the element, has strategy retainKeys.
func (m *mapLint) retains() bool {
	return m.use.retainKeys && m.use.shape.kind != ListType || m.retainer
}

// unions looks for fields that exclude each other (see Lint); turns are those of
// the map's fields.
func (m *mapLint) unions(turns []fieldPatch) {
	set := map[string]bool{} // the fields that the patch names: whether it sets them
	deletes, sets := false, false
	for _, t := range turns {
		if t.value.Kind() == model.Absent {
			continue
		}
		set[t.name] = setsValue(t.value)
		if !set[t.name] {
			deletes = true
		} else if !m.isKey(t.name) {
			sets = true
		}
	}
	if set[valueField] && set[valueFromField] && m.isOfKind(valueField, ScalarType) && m.isOfKind(valueFromField, MapType) {
		m.fault(newFault(UnionSiblings, RuleLint, "%s and %s are both set", valueField, valueFromField))
	}
	if !m.retains() {
		return
	}
	var members []string
	for _, name := range m.use.shape.names {
		if set[name] && !m.isKey(name) && m.isOfKind(name, MapType) {
			members = append(members, name)
		}
	}
	switch {
	case len(members) > 1:
		m.fault(newFault(UnionSiblings, RuleLint, "%s are set together", strings.Join(members, " and ")))
	case sets && !deletes && !m.retained && !m.fresh && !m.namesAll(set):
		m.fault(newFault(UnionSiblings, RuleLint, "without %s, other fields that the document has stay set", retainKeysField))
	}
}

// setsValue reports whether a patch value leaves one in the field.
func setsValue(v model.Value) bool {
	if v.Kind() == model.Map {
		op, f := patchOperation(v)
		return f != nil || op != deleteOperation
	}
	return v.Kind() != model.Null
}

// isOfKind reports whether the map has a field of this name and kind.
func (m *mapLint) isOfKind(name string, kind TypeKind) bool {
	u, ok := m.use.shape.field(name)
	return ok && u.shape.kind == kind
}

// isKey reports whether a field of the map is a key of the list that it is an
// element of.
func (m *mapLint) isKey(name string) bool {
	return m.list != nil && slices.Contains(m.list.allKeys(), name)
}

// namesAll reports whether the patch names all fields that the map can have.
func (m *mapLint) namesAll(named map[string]bool) bool {
	for _, name := range m.use.shape.names {
		if _, ok := named[name]; !ok && !m.isKey(name) {
			return false
		}
	}
	return m.use.declares()
}

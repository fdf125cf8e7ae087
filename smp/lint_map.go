package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A place is what surrounds a value of the patch.
type place struct {
	fresh    bool // it is evaluated against empty, whatever the original is
	list     *use // the merging list that it is an element of, nil for none
	replaced bool // that list has a marker
	retainer bool // it is an element of a list with strategy retainKeys
}

// A mapLint looks at one patch map.
type mapLint struct {
	*linter
	place
	use      *use     // of the map, or of whatever stands in its place
	read     mapMerge // tells directives from fields as Apply does
	retained bool     // the map has $retainKeys, good or bad
}

// mapPatch looks at a patch map that is neither a marker nor the deletion of an
// element.
func (l *linter) mapPatch(u *use, patch model.Value, at place) {
	m := mapLint{linter: l, place: at, use: u, read: mapMerge{applier: &l.apply, use: u, patch: patch}}
	if u.shape.kind != MapType {
		m.read.use = anyUse
	}
	op, f := patchOperation(patch)
	l.faultOf(f)
	if op == deleteOperation {
		m.deletion()
		return
	}
	if len(l.path) > 0 { // a document is not replaced whole, whatever its schema
		m.fresh = m.fresh || u.atomicMap()
	}
	if op == replaceOperation {
		if m.fresh {
			l.noEffect(patchField, "there is nothing to replace here")
		}
		m.fresh = true
	}
	turns := m.directives()
	for _, t := range turns {
		m.turn(t)
	}
	m.unions(turns)
}

// deletion looks at a map field that is to be deleted.
func (m *mapLint) deletion() {
	if m.fresh {
		m.noEffect(patchField, "there is nothing to delete here")
	}
	for name := range m.read.patch.Members() {
		if name != patchField {
			m.noEffect(name, "what stands beside %s: %s is not looked at", patchField, patchDelete)
		}
	}
}

// directives looks at the directives that are for the map itself, and returns
// the turns of its fields.
func (m *mapLint) directives() []turn {
	kept, f := m.read.retainKeys()
	m.faultOf(f)
	turns := m.read.turns(m.list != nil)
	m.retained = f != nil || kept != nil
	if kept != nil {
		if m.fresh && !m.retains() {
			m.noEffect(retainKeysField, "there is nothing to clear here")
		}
		for _, t := range turns {
			m.faultOf(m.read.retain(kept, []turn{t}))
		}
	}
	if m.read.patch.HasOwnDollar() {
		for name, value := range m.read.patch.Members() {
			m.idleName(name, value)
		}
	}
	return turns
}

// idleName looks for a directive that is data where it stands, or is dropped.
// What only looks like a delete or order list may be meant as data;
// $patchMergeKey is not, nor what just an older engine does not recognise.
func (m *mapLint) idleName(name string, value model.Value) {
	if _, declared := m.read.use.shape.field(name); declared {
		return
	}
	switch r, _, rule := m.apply.roleOf(m.read.use, name, value, m.list != nil); {
	case r == mergeKeyRole && m.replaced:
		m.noEffect(name, "elements of a list that is replaced are not matched")
	case r == dataRole && (name == patchMergeKeyField || rule == RuleDirectiveLevel && m.isElsewhere(name, value)):
		m.fault(newFault(DirectiveAsData, RuleLint, "this is data here, no directive").under(model.Field(name)))
	}
}

// isElsewhere reports whether an engine that ignores no directive takes the
// member, which is not called $patchMergeKey, for one.
func (m *mapLint) isElsewhere(name string, value model.Value) bool {
	all := m.apply
	all.ignore = 0
	r, _, _ := all.roleOf(m.read.use, name, value, false)
	return r != dataRole
}

// turn looks at what the map says of one field.
func (m *mapLint) turn(t turn) {
	if t.reject {
		m.unknownField(t.name, t.name, newFault(UnknownField, RuleUnknownField, "this is no directive here, and the schema has no such field"))
		if t.del.Kind() == model.Absent && t.order.Kind() == model.Absent {
			return
		}
	}
	u, f := m.read.fieldUse(t)
	unknown := f != nil
	if unknown {
		for _, name := range t.places() {
			m.unknownField(t.name, name, newFault(f.kind, f.rule, "%w", f.cause))
		}
		u = anyUse
	}
	m.faultOf(m.apply.checkKind(u, t.value), model.Field(t.name))
	m.deleteList(u, t, unknown)
	m.enter(model.Field(t.name))
	var elements []keyed
	switch t.value.Kind() {
	case model.Map:
		m.mapPatch(u, t.value, place{fresh: m.fresh})
	case model.List:
		elements = m.listPatch(u, t.value, m.fresh)
	}
	m.leave()
	if t.order.Kind() != model.Absent && (!unknown || t.name == "") {
		m.orderList(u, t, elements)
	}
}

// unknownField reports a member of the patch, the field itself or a directive
// for it, because the schema lacks the field; f says so.
func (m *mapLint) unknownField(field, name string, f *fault) {
	for _, declared := range m.read.use.shape.names {
		if strings.EqualFold(declared, field) {
			f = newFault(UnknownField, RuleFieldNames, "the schema has no such field, but %q", declared)
			break
		}
	}
	m.fault(f.under(model.Field(name)))
}

// places names the members of the patch that speak of the field. A directive
// that names no field speaks of none.
func (t turn) places() []string {
	var names []string
	if t.value.Kind() != model.Absent {
		names = append(names, t.name)
	}
	if t.name == "" {
		return names
	}
	if t.del.Kind() != model.Absent {
		names = append(names, deleteListPrefix+t.name)
	}
	if t.order.Kind() != model.Absent {
		names = append(names, orderListPrefix+t.name)
	}
	return names
}

// deleteList looks at the delete list of a field, which the schema may not know.
func (m *mapLint) deleteList(u *use, t turn, unknown bool) {
	if t.del.Kind() == model.Absent {
		return
	}
	if f := checkDeleteList(u, model.Value{}, t); f != nil {
		m.fault(f.underField(t.name))
		return
	}
	name := deleteListPrefix + t.name
	switch k := t.value.Kind(); {
	case unknown: // which says enough
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
	case k == model.List && (!u.merging() || hasMarker(t.value)):
		m.noEffect(name, "the list is replaced")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to a %s", k)
	case m.fresh:
		m.noEffect(name, "there is nothing to delete here")
	}
}

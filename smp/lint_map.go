package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A place is what surrounds a value of the patch.
type place struct {
	fresh     bool  // it is evaluated against empty, whatever the original is
	list      *node // the merging list that it is an element of, nil for none
	unmatched bool  // nothing asks for its keys: that list has a marker, and no order list beside it
	retainer  bool  // it is an element of a list with strategy retainKeys
}

// A mapLint looks at one patch map.
type mapLint struct {
	*linter
	place
	node     *node
	patch    model.Value
	retained bool // the map has $retainKeys, good or bad
}

// mapPatch looks at a patch map that is neither a marker nor the deletion of an
// element.
func (l *linter) mapPatch(u *node, patch model.Value, at place) {
	m := mapLint{linter: l, place: at, node: u, patch: patch}
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
	for _, t := range m.directives() {
		m.field(t)
	}
	m.unions()
}

// deletion looks at a map field that is to be deleted.
func (m *mapLint) deletion() {
	if m.fresh {
		m.noEffect(patchField, "there is nothing to delete here")
	}
	for name, member := range m.patch.Members() {
		if name != patchField && !(len(m.path) == 0 && namesObject(name, member)) {
			m.noEffect(name, "what stands beside %s: %s is not looked at", patchField, patchDelete)
		}
	}
}

// namesObject reports whether a member of a patch says which object it is for:
// its apiVersion and kind, and metadata with no more than its name and namespace.
func namesObject(name string, member model.Value) bool {
	if name != "metadata" || member.Kind() != model.Map {
		return name == "apiVersion" || name == "kind"
	}
	for field := range member.Members() {
		if field != "name" && field != "namespace" {
			return false
		}
	}
	return true
}

// directives looks at the directives that are for the map itself, and returns
// what it says of its fields.
func (m *mapLint) directives() []fieldPatch {
	kept, f := m.linter.retained(m.node, m.patch)
	m.faultOf(f)
	fields := m.fieldPatches(m.node, m.patch, m.list != nil, nil)
	m.retained = f != nil || kept != nil
	if kept != nil {
		if m.fresh && !m.retains() {
			m.noEffect(retainKeysField, "there is nothing to clear here")
		} else {
			list, _ := m.patch.Get(retainKeysField)
			m.repeats(retainKeysField, list)
		}
		for _, t := range fields {
			m.faultOf(m.linter.retains(kept, t))
		}
	}
	if m.patch.HasOwnDollar() {
		for name, value := range m.patch.Members() {
			m.idleName(name, value)
		}
	}
	return fields
}

// idleName looks for a directive that is data where it stands, or is dropped.
// What only looks like a delete or order list may be meant as data;
// $patchMergeKey is not, nor what just an older engine does not recognise.
func (m *mapLint) idleName(name string, value model.Value) {
	if _, declared := m.node.shape.field(name); declared {
		return
	}
	switch w := m.word(m.node, name, value, m.list != nil); {
	case w.role == mergeKeyRole && m.unmatched:
		m.noEffect(name, "elements of a list that is replaced are not matched, and nothing orders them")
	case w.role == dataRole && (name == patchMergeKeyField || w.rule == RuleDirectiveLevel && reading{}.word(m.node, name, value, false).role != dataRole):
		m.fault(newFault(DirectiveAsData, RuleLint, "this is data here, no directive").under(model.Field(name)))
	}
}

// field looks at what the map says of one field.
func (m *mapLint) field(t fieldPatch) {
	if t.unknown {
		m.unknownField(t.name, t.name, newFault(UnknownField, RuleUnknownField, "this is no directive here, and the schema has no such field"))
		if !t.hasDirective() {
			return
		}
	}
	u := m.node.member(t.name)
	unknown := !m.node.knows(t.name) && t.addressesField()
	if unknown {
		for _, member := range t.members() {
			if t.name != "" || member.Name == "" { // a directive that names no field speaks of none
				m.unknownField(t.name, member.Name, newFault(UnknownField, RuleUnknownField, "the schema has no such field"))
			}
		}
	}
	m.faultOf(wrongKind(u, t.value), model.Field(t.name))
	m.deleteList(u, t, unknown)
	m.enter(model.Field(t.name))
	var elements []patchElement
	switch t.value.Kind() {
	case model.Map:
		m.mapPatch(u, t.value, place{fresh: m.fresh})
	case model.List:
		elements = m.listPatch(u, t.value, m.fresh, t.order.Kind() != model.Absent)
	}
	m.leave()
	if t.order.Kind() != model.Absent && (!unknown || t.name == "") {
		m.orderList(u, t, elements)
	}
}

// unknownField reports a member of the patch, the field itself or a directive
// for it, because the schema lacks the field; f says so.
func (m *mapLint) unknownField(field, name string, f *fault) {
	for _, declared := range m.node.shape.names {
		if strings.EqualFold(declared, field) {
			f = newFault(UnknownField, RuleFieldNames, "the schema has no such field, but %q", declared)
			break
		}
	}
	m.fault(f.under(model.Field(name)))
}

// deleteList looks at the delete list of a field, which the schema may not know.
func (m *mapLint) deleteList(u *node, t fieldPatch, unknown bool) {
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
	default:
		m.repeats(name, t.del)
	}
}

// retains reports whether the map, or the element, has strategy retainKeys.
func (m *mapLint) retains() bool { return m.node.retainsMap() || m.retainer }

// orderList looks at the order list of a field; elements are those of the
// field's patch list.
func (m *mapLint) orderList(u *node, t fieldPatch, elements []patchElement) {
	name := orderListPrefix + t.name
	k := t.value.Kind()
	switch {
	case t.name == "":
		m.fault(nameless(RuleOrderDirective, name))
		return
	case !u.merging():
		m.noEffect(name, "the field is no merging list")
		return
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
		return
	}
	m.entries(u, t, elements)
	order, f := m.order(u, t, nil)
	switch {
	case f != nil:
		m.fault(f.underField(t.name))
		return
	case k == model.Absent && m.fresh:
		m.noEffect(name, "there is nothing to order here")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to a %s", k)
	}
	check := orderCheck{list: order}
	for i := range elements {
		if f := check.next(&elements[i]); f != nil {
			m.fault(f.underField(t.name))
		}
	}
}

// entries looks at the entries of a keyed list's order list.
func (m *mapLint) entries(u *node, t fieldPatch, elements []patchElement) {
	if len(u.keys) == 0 {
		return
	}
	reader := m.keys(u)
	for i, entry := range t.order.Elements() {
		if entry.Kind() != model.Map {
			m.fault(newFault(InvalidDirective, RuleOrderDirective, "an entry is a map, not a %s", entry.Kind()).under(model.Field(orderListPrefix + t.name)))
			continue
		}
		k, f := reader.read(entry, i, RuleOrderDirective)
		if f != nil {
			for _, f := range keyFaults(&reader, entry, i, RuleOrderDirective) {
				m.faultOf(f, model.Index(i), model.Field(orderListPrefix+t.name))
			}
			continue
		}
		if len(elements) == 0 || elements[0].by == nil {
			elements = []patchElement{k} // elements of a list that is replaced select by nothing
		}
		if !k.selectsAs(u, &elements[0]) {
			m.fault(mixedFault(&k).under(model.Index(i)).underDirective(orderListPrefix + t.name))
		}
	}
}

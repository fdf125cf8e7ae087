package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// surroundings is the context of a value in the patch.
type surroundings struct {
	againstEmpty bool  // the value is evaluated against empty for every original
	list         *node // merging list of which the value is an element; nil if there is none
	keysUnused   bool  // list is replaced and has no order list, so keys have no effect
	retainKeys   bool  // the value is an element of a list with strategy retainKeys
}

// A mapLint checks one patch map.
type mapLint struct {
	*linter
	surroundings
	node                   *node
	patch                  model.Value
	hasRetainKeysDirective bool // the patch has the directive, valid or not
}

// mapPatch checks a patch map. The map must not be a list marker or the deletion of an element.
func (l *linter) mapPatch(u *node, patch model.Value, at surroundings) {
	m := mapLint{linter: l, surroundings: at, node: u, patch: patch}
	op, f := patchOperation(patch)
	l.faultOf(f)
	if op == deleteOperation {
		m.deletion()
		return
	}
	if len(l.path) > 0 { // a document is never replaced as a whole, even if its schema is atomic
		m.againstEmpty = m.againstEmpty || u.atomicMap()
	}
	if op == replaceOperation {
		if m.againstEmpty {
			l.noEffect(patchField, "there is nothing to replace here")
		}
		m.againstEmpty = true
	}
	for _, t := range m.directives() {
		m.field(t)
	}
	m.unions()
}

// deletion checks a patch that deletes a map.
func (m *mapLint) deletion() {
	if m.againstEmpty {
		m.noEffect(patchField, "there is nothing to delete here")
	}
	for name, member := range m.patch.Members() {
		if name != patchField && !(len(m.path) == 0 && namesObject(name, member)) {
			m.noEffect(name, "ignored next to %s: %s", patchField, patchDelete)
		}
	}
}

// namesObject reports whether a member of a patch only names the object. This is so for apiVersion,
// kind, and a metadata that contains only a name and a namespace.
func namesObject(name string, member model.Value) bool {
	if name != "metadata" || member.Type() != model.Map {
		return name == "apiVersion" || name == "kind"
	}
	for field := range member.Members() {
		if field != "name" && field != "namespace" {
			return false
		}
	}
	return true
}

// directives checks the directives for the map itself, and returns the patches of its
// fields.
func (m *mapLint) directives() []fieldPatch {
	retained, f := m.linter.readRetainKeys(m.node, m.patch)
	m.faultOf(f)
	fields := m.fieldPatches(m.node, m.patch, m.list != nil, nil)
	m.hasRetainKeysDirective = f != nil || retained != nil
	if retained != nil {
		if m.againstEmpty && !m.hasRetainKeys() {
			m.noEffect(retainKeysField, "there is nothing to clear here")
		} else {
			list, _ := m.patch.Get(retainKeysField)
			m.repeats(retainKeysField, list)
		}
		for _, t := range fields {
			m.faultOf(m.linter.checkRetained(retained, t))
		}
	}
	if m.patch.HasOwnDollar() {
		for name, value := range m.patch.Members() {
			m.directiveAsData(name, value)
		}
	}
	return fields
}

// directiveAsData reports a directive that is data in this map, or has no effect. It does not
// report the name of a delete or order list that may be intended as data. It always reports
// $patchMergeKey, and a directive that only older engines do not recognize.
func (m *mapLint) directiveAsData(name string, value model.Value) {
	if _, declared := m.node.shape.field(name); declared {
		return
	}
	switch w := m.meaningOf(m.node, name, value, m.list != nil); {
	case w.role == mergeKeyRole && m.keysUnused:
		m.noEffect(name, "no effect in a list that is replaced")
	case w.role == dataRole && (name == patchMergeKeyField || w.rule == RuleDirectiveLevel && reading{}.meaningOf(m.node, name, value, false).role != dataRole):
		m.fault(newFault(DirectiveAsData, RuleLint, "this name is data here, not a directive").Under(model.Field(name)))
	}
}

// field checks the patch of one field.
func (m *mapLint) field(t fieldPatch) {
	if t.unrecognized {
		m.unknownField(t.name, t.name, newFault(UnknownField, RuleUnknownField, "unknown field; this name is not a directive here"))
		if !t.hasDirective() {
			return
		}
	}
	u := m.node.member(t.name)
	unknown := !m.node.definesMember(t.name) && t.addressesField()
	if unknown {
		for _, member := range t.members() {
			if t.name != "" || member.Name == "" { // a directive without the name of a field belongs to no field
				m.unknownField(t.name, member.Name, newFault(UnknownField, RuleUnknownField, "unknown field"))
			}
		}
	}
	m.faultOf(wrongType(u, t.value), model.Field(t.name))
	m.deleteList(u, t, unknown)
	m.enter(model.Field(t.name))
	var elements []patchElement
	switch t.value.Type() {
	case model.Map:
		m.mapPatch(u, t.value, surroundings{againstEmpty: m.againstEmpty})
	case model.List:
		elements = m.listPatch(u, t.value, m.againstEmpty, t.hasOrderList())
	}
	m.leave()
	if t.hasOrderList() && (!unknown || t.name == "") {
		m.orderList(u, t, elements)
	}
}

// unknownField reports that the schema lacks a field. name is the member of the patch, which is the
// field itself or a directive for the field. f is the fault to report, unless the schema has a
// field whose name differs only in case.
func (m *mapLint) unknownField(field, name string, f *fault) {
	for _, declared := range m.node.shape.names {
		if strings.EqualFold(declared, field) {
			f = newFault(UnknownField, RuleFieldNames, "unknown field; did you mean %q?", declared)
			break
		}
	}
	m.fault(f.Under(model.Field(name)))
}

// deleteList checks the delete list of a field. unknown reports whether the schema lacks the field.
func (m *mapLint) deleteList(u *node, t fieldPatch, unknown bool) {
	if !t.hasDeleteList() {
		return
	}
	if f := checkDeleteList(u, model.Value{}, t); f != nil {
		m.fault(f.UnderField(t.name))
		return
	}
	name := deleteListPrefix + t.name
	switch k := t.value.Type(); {
	case unknown: // reported already
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
	case k == model.List && (!u.merging() || hasMarker(t.value)):
		m.noEffect(name, "the list is replaced")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to %s", k.Noun())
	case m.againstEmpty:
		m.noEffect(name, "there is nothing to delete here")
	default:
		m.repeats(name, t.del)
	}
}

// hasRetainKeys reports whether the map or element has strategy retainKeys.
func (m *mapLint) hasRetainKeys() bool { return m.node.retainsMap() || m.retainKeys }

// orderList checks the order list of a field. elements holds the elements of the patch list.
func (m *mapLint) orderList(u *node, t fieldPatch, elements []patchElement) {
	name := orderListPrefix + t.name
	k := t.value.Type()
	switch {
	case t.name == "":
		m.fault(missingFieldFault(RuleOrderDirective, name))
		return
	case !u.merging():
		m.noEffect(name, "the field is not a merging list")
		return
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
		return
	}
	m.orderEntries(u, t, elements)
	order, f := m.order(u, t, nil)
	switch {
	case f != nil:
		m.fault(f.UnderField(t.name))
		return
	case k == model.Absent && m.againstEmpty:
		m.noEffect(name, "there is nothing to order here")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to %s", k.Noun())
	}
	check := orderCheck{list: order}
	for i := range elements {
		if f := check.next(&elements[i]); f != nil {
			m.fault(f.UnderField(t.name))
		}
	}
}

// orderEntries checks the entries of the order list of a keyed list.
func (m *mapLint) orderEntries(u *node, t fieldPatch, elements []patchElement) {
	if len(u.keys) == 0 {
		return
	}
	reader := m.newKeyReader(u)
	for i, entry := range t.order.Elements() {
		if entry.Type() != model.Map {
			m.fault(newFault(InvalidDirective, RuleOrderDirective, "expected maps as entries, got %s", entry.Type().Noun()).Under(model.Field(orderListPrefix + t.name)))
			continue
		}
		k, f := reader.orderEntry(entry, i)
		if f != nil {
			for _, f := range keyFaults(&reader, entry, i, reader.orderEntry) {
				m.faultOf(f, model.Index(i), model.Field(orderListPrefix+t.name))
			}
			continue
		}
		if len(elements) == 0 || elements[0].by == nil {
			elements = []patchElement{k} // the keys in a list that is replaced have no effect
		}
		if !k.selectsAs(u, &elements[0]) {
			m.fault(mixedFault(&k).Under(model.Index(i)).UnderDirective(orderListPrefix + t.name))
		}
	}
}

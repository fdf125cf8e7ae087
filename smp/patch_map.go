package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A fieldPatch is the part of a patch map that is for one field. It consists of the value, the
// delete list and the order list of the field, each of which may be absent.
type fieldPatch struct {
	name  string
	value model.Value
	del   model.Value
	order model.Value
	// unrecognized reports that the map is declared, and the name of the field is that of a
	// directive that is not recognized.
	unrecognized bool
}

// addressesField reports whether the patch is for a field. An empty name is a field only if there
// is a value.
func (t fieldPatch) addressesField() bool { return t.name != "" || t.value.Type() != model.Absent }

// hasDeleteList reports whether the patch has a delete list for the field.
func (t fieldPatch) hasDeleteList() bool { return t.del.Type() != model.Absent }

// hasOrderList reports whether the patch has an order list for the field.
func (t fieldPatch) hasOrderList() bool { return t.order.Type() != model.Absent }

// isEmpty reports whether the patch has nothing for the field.
func (t fieldPatch) isEmpty() bool {
	return t.value.Type() == model.Absent && !t.hasDeleteList() && !t.hasOrderList()
}

// fieldPatches groups the members of a patch map by field. If each is not nil, fieldPatches calls
// it with the name and the meaning of each member.
func (r reading) fieldPatches(u *node, patch model.Value, inKeyedList bool, each func(name string, w meaning)) []fieldPatch {
	fields := make([]fieldPatch, 0, patch.Len())
	index := map[string]int{}
	at := func(name string) *fieldPatch {
		i, ok := index[name]
		if !ok {
			i = len(fields)
			index[name] = i
			fields = append(fields, fieldPatch{name: name})
		}
		return &fields[i]
	}
	for name, value := range patch.Members() {
		w := r.meaningOf(u, name, value, inKeyedList)
		if each != nil {
			each(name, w)
		}
		switch w.role {
		case dataRole:
			at(name).value = value
		case deleteListRole:
			at(w.field).del = value
		case orderListRole:
			at(w.field).order = value
		case unrecognizedRole:
			at(name).unrecognized = true
		}
	}
	return fields
}

// A retainedNames holds the names in $retainKeys. It is nil if a patch does not have that
// directive.
type retainedNames map[string]bool

// clears reports whether the directive clears a field.
func (k retainedNames) clears(name string) bool { return k != nil && !k[name] }

// readRetainKeys returns the names in the $retainKeys of a patch map. It returns nil if the map
// does not have that directive. The directive must be checked before the other members of the map.
func (r reading) readRetainKeys(u *node, patch model.Value) (retainedNames, *fault) {
	list, ok := patch.Get(retainKeysField)
	if !ok || r.meaningOf(u, retainKeysField, list, false).role != retainKeysRole {
		return nil, nil
	}
	if list.Type() != model.List {
		return nil, newFault(InvalidDirective, RuleRetainKeys, "expected a list of field names, got %s", list.Type().Noun()).Under(model.Field(retainKeysField))
	}
	retained := make(retainedNames, list.Len())
	for _, name := range list.Elements() {
		if name.Type() != model.String {
			return nil, newFault(InvalidDirective, RuleRetainKeys, "expected a field name, got %s", name.Type().Noun()).Under(model.Field(retainKeysField))
		}
		retained[name.Text()] = true
	}
	return retained, nil
}

// checkRetained rejects a value for a field that $retainKeys does not list (rule
// retain-keys).
func (r reading) checkRetained(retained retainedNames, t fieldPatch) *fault {
	if k := t.value.Type(); k != model.Absent && k != model.Null && !retained[t.name] {
		return newFault(RetainKeysMismatch, RuleRetainKeys, "this field is not in %s; add it there", retainKeysField).Under(model.Field(t.name))
	}
	return nil
}

// missingFieldFault returns the fault of a delete or order list that names no field.
func missingFieldFault(rule Rule, prefix string) *fault {
	return newFault(InvalidDirective, rule, "missing field name in the directive").UnderDirective(prefix)
}

// memberName returns the name of a patch member for the field. It is the name of the field or, if
// the field has no value, the name of its directive.
func (t fieldPatch) memberName() string {
	switch {
	case t.value.Type() != model.Absent:
	case t.hasDeleteList():
		return deleteListPrefix + t.name
	case t.hasOrderList():
		return orderListPrefix + t.name
	}
	return t.name // also if a directive names no field
}

// An operation is the value of $patch in a map. Without $patch, it is mergeOperation.
type operation uint8

const (
	mergeOperation operation = iota
	replaceOperation
	deleteOperation
)

// isDeletion reports whether a patch value deletes its field or element.
func isDeletion(patch model.Value) bool {
	return patch.Type() == model.Null || deleteOperation.in(patch)
}

// patchOperation returns the operation that $patch names (rules map-replace, map-delete,
// unknown-directive).
func patchOperation(patch model.Value) (operation, *fault) {
	if !patch.HasOwnDollar() {
		return mergeOperation, nil
	}
	v, ok := patch.Get(patchField)
	if !ok {
		return mergeOperation, nil
	}
	if v.Type() == model.String {
		switch v.Text() {
		case patchReplace:
			return replaceOperation, nil
		case patchDelete:
			return deleteOperation, nil
		}
	}
	return 0, newFault(InvalidDirective, RuleUnknownDirective, "expected %[2]q or %[3]q", patchField, patchReplace, patchDelete).Under(model.Field(patchField))
}

// in reports whether v has this operation.
func (op operation) in(v model.Value) bool {
	have, _ := patchOperation(v)
	return have == op
}

// isMarker reports whether v is a list marker: a map with only "$patch: replace" (rule
// list-replace).
func isMarker(v model.Value) bool {
	return v.Len() == 1 && replaceOperation.in(v)
}

// A role is the function of a member of a patch map: data, or one of the directives.
type role uint8

const (
	dataRole role = iota
	patchRole
	retainKeysRole
	mergeKeyRole
	deleteListRole
	orderListRole
	unrecognizedRole // an unrecognized directive, which is dropped
	malformedRole    // the name of a list directive without a field, which a judge reserves
)

// A reading contains the options that determine how an engine reads a patch.
type reading struct {
	ignore Directives // directives that are not recognized
}

// A meaning is the interpretation of a member of a patch map.
type meaning struct {
	role  role
	field string // field of a delete or order list
	// rule is the rule that decided, unknown-directive, data-names or directive-level. It is
	// usually empty.
	rule Rule
}

// meaningOf decides whether a member of a patch map is a directive or data. inKeyedList is set for
// a member of an element of a keyed list, in which $patchMergeKey is a directive.
func (r reading) meaningOf(u *node, name string, value model.Value, inKeyedList bool) meaning {
	if !strings.HasPrefix(name, "$") {
		return meaning{}
	}
	if name == patchField {
		return meaning{role: patchRole}
	}
	w, level := directiveNamed(name)
	if _, declared := u.shape.field(name); declared {
		return meaning{rule: RuleUnknownDirective}
	}
	switch {
	case w.role == unrecognizedRole || w.role == mergeKeyRole && !inKeyedList:
		return unrecognized(u, RuleUnknownDirective)
	case r.ignore&level != 0:
		return unrecognized(u, RuleDirectiveLevel)
	case u.declares() || w.role == mergeKeyRole:
		return w
	}
	_, known := u.shape.field(w.field)
	if w.role == retainKeysRole && value.Type() == model.List || w.role != retainKeysRole && (known || listsIn(u.shape, value)) {
		return w
	}
	return meaning{rule: RuleDataNames}
}

// looksLikeList reports whether a name begins like the name of a delete or order list. The name of
// the field may be missing.
func looksLikeList(name string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(deleteListPrefix, "/")) ||
		strings.HasPrefix(name, strings.TrimSuffix(orderListPrefix, "/"))
}

// unrecognized returns the meaning of a directive that is not recognized. It is dropped in a
// declared map, and is data in any other map.
func unrecognized(u *node, rule Rule) meaning {
	if u.declares() {
		return meaning{role: unrecognizedRole, rule: rule}
	}
	return meaning{rule: rule}
}

// listsIn reports whether a name that looks like a delete or order list is a directive in a
// map without declared fields. If the values of the map are lists, every such name is a
// directive. If the schema does not define the values, it is a directive if its value is a
// list.
func listsIn(t *shape, value model.Value) bool {
	if t.values == nil || t.values.shape.typ == AnyType {
		return value.Type() == model.List
	}
	return t.values.shape.typ == ListType
}

// directiveNamed returns the meaning of a name that begins with "$", and the directive that it
// names, or 0.
func directiveNamed(name string) (meaning, Directives) {
	switch {
	case name == retainKeysField:
		return meaning{role: retainKeysRole}, RetainKeys
	case name == patchMergeKeyField:
		return meaning{role: mergeKeyRole}, PatchMergeKey
	}
	if field, ok := strings.CutPrefix(name, deleteListPrefix); ok {
		return meaning{role: deleteListRole, field: field}, DeleteFromPrimitiveList
	}
	if field, ok := strings.CutPrefix(name, orderListPrefix); ok {
		return meaning{role: orderListRole, field: field}, SetElementOrder
	}
	return meaning{role: unrecognizedRole}, 0
}

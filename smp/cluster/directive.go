package cluster

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the names of directives in a patch.
const (
	patchField         = "$patch"
	retainKeysField    = "$retainKeys"
	patchMergeKeyField = "$patchMergeKey"
	deleteListPrefix   = "$deleteFromPrimitiveList/"
	orderListPrefix    = "$setElementOrder/"
)

// An operation is the value of $patch in a map. Without $patch, it is mergeOperation.
type operation uint8

const (
	mergeOperation operation = iota
	replaceOperation
	deleteOperation
)

// patchOperation returns the operation that $patch names.
func patchOperation(patch model.Value) (operation, *fault) {
	if !patch.HasOwnDollar() {
		return mergeOperation, nil
	}
	v, ok := patch.Get(patchField)
	switch {
	case !ok:
		return mergeOperation, nil
	case v.Type() == model.String && v.Text() == "replace":
		return replaceOperation, nil
	case v.Type() == model.String && v.Text() == "delete":
		return deleteOperation, nil
	}
	return 0, newFault(smp.InvalidDirective, smp.RuleUnknownDirective, "expected %q or %q", "replace", "delete").Under(model.Field(patchField))
}

// in reports whether v has this operation.
func (op operation) in(v model.Value) bool {
	have, _ := patchOperation(v)
	return have == op
}

// isDeletion reports whether a patch value deletes its field or element.
func isDeletion(v model.Value) bool { return v.Type() == model.Null || deleteOperation.in(v) }

// isMarker reports whether v is only {$patch: replace}.
func isMarker(v model.Value) bool { return v.Len() == 1 && replaceOperation.in(v) }

// A fieldPatch is the part of a patch map that is for one field. Each of its values may be absent.
type fieldPatch struct {
	name  string
	value model.Value
	del   model.Value // $deleteFromPrimitiveList/name
	order model.Value // $setElementOrder/name
	// nameless is the value of a delete list that does not name a field. apimachinery applies it to
	// the field that has the name of the directive.
	nameless     model.Value
	unrecognized bool // the map is declared, and the name of the field is that of an unrecognized directive
	malformed    bool // the name of the field is that of a directive without a field
}

func (t fieldPatch) hasDeleteList() bool {
	return t.del.Type() != model.Absent || t.nameless.Type() != model.Absent
}

func (t fieldPatch) hasOrderList() bool { return t.order.Type() != model.Absent }

// hasDirective reports whether the patch has a delete or order list for the field.
func (t fieldPatch) hasDirective() bool { return t.del.Type() != model.Absent || t.hasOrderList() }

// isEmpty reports whether the patch has nothing for the field.
func (t fieldPatch) isEmpty() bool {
	return t.value.Type() == model.Absent && !t.hasDeleteList() && !t.hasOrderList()
}

// summary returns the value of the field or, if there is none, the list of a directive.
func (t fieldPatch) summary() model.Value {
	for _, v := range [...]model.Value{t.value, t.del, t.order} {
		if v.Type() != model.Absent {
			return v
		}
	}
	return t.nameless
}

// has reports whether the patch has a value or delete list of type k.
func (t fieldPatch) has(k model.Type) bool {
	return t.value.Type() == k || t.del.Type() == k || t.nameless.Type() == k
}

// memberName returns the name of a patch member for the field. It is the name of the field or, if
// the field has no value, the name of its directive.
func (t fieldPatch) memberName() string {
	switch {
	case t.value.Type() != model.Absent:
	case t.del.Type() != model.Absent:
		return deleteListPrefix + t.name
	case t.hasOrderList():
		return orderListPrefix + t.name
	}
	return t.name
}

// fieldPatches groups the members of a patch map by field, sorted by name.
func (c *call) fieldPatches(s smp.Schema, patch model.Value, inKeyedList bool) []fieldPatch {
	fields := c.groupFields(s, patch, inKeyedList)
	slices.SortFunc(fields, func(a, b fieldPatch) int { return cmp.Compare(a.name, b.name) })
	return fields
}

// groupFields groups the members of a patch map by field, in the order of the patch.
func (c *call) groupFields(s smp.Schema, patch model.Value, inKeyedList bool) []fieldPatch {
	fields := make([]fieldPatch, 0, patch.Len())
	index := make(map[string]int, patch.Len())
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
		w := c.meaningOf(patch, s, name, value, inKeyedList)
		c.noteMeaning(name, w)
		switch w.role {
		case dataRole:
			at(name).value = value
		case deleteListRole:
			if w.field == "" {
				at(name).nameless = value
			} else {
				at(w.field).del = value
			}
		case orderListRole:
			at(w.field).order = value
		case malformedRole:
			at(name).malformed = true
		case unrecognizedRole:
			at(name).unrecognized = true
		}
	}
	return fields
}

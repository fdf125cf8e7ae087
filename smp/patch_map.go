package smp

import (
	"github.com/strategicpatch/smp/model"
)

// A fieldPatch is everything a patch map says about one field: its value, its delete
// list and its order list, each absent where the patch has none.
type fieldPatch struct {
	name  string
	value model.Value
	del   model.Value
	order model.Value
	// nameless is a delete list that names no field, which the shipped engine
	// takes for one for the field of its own name.
	nameless model.Value
	unknown  bool // the name of a directive that is not recognised, of a declared map
	// malformed: the name of a directive that lacks its field
	malformed bool
}

// speaks reports whether the patch says anything of a field: of an empty name only
// a value does.
func (t fieldPatch) speaks() bool { return t.name != "" || t.value.Kind() != model.Absent }

// silent reports whether the patch says nothing of the field.
func (t fieldPatch) silent() bool {
	return t.value.Kind() == model.Absent && t.del.Kind() == model.Absent && t.order.Kind() == model.Absent && t.nameless.Kind() == model.Absent
}

// turns sorts the members of a patch map by the fields that they speak of. Each
// is told, unless that is nil, what each member is.
func (r reading) turns(u *use, patch model.Value, element bool, each func(name string, w word)) []fieldPatch {
	turns := make([]fieldPatch, 0, patch.Len())
	index := map[string]int{}
	at := func(name string) *fieldPatch {
		i, ok := index[name]
		if !ok {
			i = len(turns)
			index[name] = i
			turns = append(turns, fieldPatch{name: name})
		}
		return &turns[i]
	}
	for name, value := range patch.Members() {
		w := r.wordIn(patch, u, name, value, element)
		if each != nil {
			each(name, w)
		}
		switch w.role {
		case dataRole:
			at(name).value = value
		case deleteListRole:
			if w.field == "" && r.dialect != Documented {
				at(name).nameless = value
			} else {
				at(w.field).del = value
			}
		case orderListRole:
			at(w.field).order = value
		case malformedRole:
			at(name).malformed = true
		case unknownRole:
			at(name).unknown = true
		}
	}
	return turns
}

// retained returns the set of names that the $retainKeys of a patch map lists,
// nil where there is no such directive. Its shape is checked before anything else
// that the map says.
func (r reading) retained(u *use, patch model.Value) (map[string]bool, *fault) {
	list, ok := patch.Get(retainKeysField)
	if !ok || r.word(u, retainKeysField, list, false).role != retainKeysRole {
		return nil, nil
	}
	if list.Kind() != model.List {
		return nil, newFault(InvalidDirective, RuleRetainKeys, "a list of field names is needed, this is a %s", list.Kind()).under(model.Field(retainKeysField))
	}
	kept := make(map[string]bool, list.Len())
	for _, name := range list.Elements() {
		if name.Kind() != model.String {
			if k := name.Kind(); k != model.Map && k != model.List && r.dialect != Documented {
				continue
			}
			return nil, newFault(InvalidDirective, RuleRetainKeys, "a field name is a string, not a %s", name.Kind()).under(model.Field(retainKeysField))
		}
		kept[name.Text()] = true
	}
	return kept, nil
}

// retains rejects what a patch says of a field that its $retainKeys does not list
// (rule retain-keys).
func (r reading) retains(kept map[string]bool, t fieldPatch) *fault {
	if r.dialect != Documented && looksLikeList(t.name) {
		return nil
	}
	if k := t.value.Kind(); k != model.Absent && k != model.Null && !kept[t.name] {
		return newFault(RetainKeysMismatch, RuleRetainKeys, "the field is not listed in %s", retainKeysField).under(model.Field(t.name))
	}
	return nil
}

// nameless is the fault of a delete or order list that names no field.
func nameless(rule Rule, prefix string) *fault {
	return newFault(InvalidDirective, rule, "the directive names no field").underDirective(prefix)
}

// place names the member of the patch that speaks of the field: its value,
// else the directive for it.
func (t fieldPatch) place() string {
	switch {
	case t.value.Kind() != model.Absent:
		return t.name
	case t.del.Kind() != model.Absent:
		return deleteListPrefix + t.name
	case t.order.Kind() != model.Absent:
		return orderListPrefix + t.name
	default:
		return t.name // a directive without field, which stands for its own name
	}
}

package differential

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Patch returns a patch for a document. It changes a few places and uses every directive.
func (e *Editor) Patch(s smp.Schema, original model.Value) model.Value {
	if e.odd() && e.oneIn(8) {
		return []model.Value{{}, model.NewNull(), newList(), model.NewString("a")}[e.IntN(4)]
	}
	return e.mapPatch(s, original)
}

func (e *Editor) mapPatch(s smp.Schema, original model.Value) model.Value {
	var members []model.Member
	fields, present := fieldNames(s), original.AppendMembers(nil)
	for range 1 + e.IntN(3) {
		var name string
		switch n := e.IntN(20); {
		case n < 14 && len(present) > 0:
			m := present[e.IntN(len(present))]
			for more := 2; more > 0 && m.Value.IsScalar(); more-- {
				m = present[e.IntN(len(present))]
			}
			name = m.Name
		case n < 18 && len(fields) > 0:
			name = fields[e.IntN(len(fields))]
		case n < 19 && s.Declared() && !e.odd():
			continue
		default:
			name = e.freeName()
		}
		if e.odd() {
			name = e.respelled(name)
		}
		members = e.fieldPatch(members, s, original, name)
	}
	if e.oneIn(24) {
		members = set(members, "$retainKeys", e.retained(members, original))
	}
	if e.oneIn(40) || e.odd() {
		members = set(members, "$patch", e.operation())
	}
	return newMap(members...)
}

// respelled returns a name with other upper and lower case, or another name.
func (e *Editor) respelled(name string) string {
	switch e.IntN(4) {
	case 0:
		return strings.ToUpper(name)
	case 1:
		return strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
	case 2:
		return name + "x"
	default:
		return e.name()
	}
}

func (e *Editor) operation() model.Value {
	if e.odd() {
		return []model.Value{model.NewString("merge"), model.NewNull(), model.NewString("Delete"), newList(), model.NewBool(true), newMap()}[e.IntN(6)]
	}
	return model.NewString([]string{"replace", "replace", "delete"}[e.IntN(3)])
}

func (e *Editor) retained(members []model.Member, original model.Value) model.Value {
	if e.odd() {
		return e.anything(1)
	}
	var names []model.Value
	for _, m := range members {
		if m.Value.Type() != model.Null && !strings.HasPrefix(m.Name, "$") {
			names = append(names, model.NewString(m.Name))
		}
	}
	for name := range original.Members() {
		if e.oneIn(2) {
			names = append(names, model.NewString(name))
		}
	}
	if e.odd() {
		names = append(names, e.anything(0))
	}
	return newList(names...)
}

// fieldPatch adds the patch of one field to members.
func (e *Editor) fieldPatch(members []model.Member, s smp.Schema, original model.Value, name string) []model.Member {
	field, _ := s.Member(name)
	current, _ := original.Get(name)
	switch {
	case e.oneIn(14):
		members = set(members, name, model.NewNull())
		if !e.odd() {
			return members
		}
	case e.odd():
		members = set(members, name, e.anything(2))
	case field.Type() == smp.ListType || current.Type() == model.List:
		members = e.listPatch(members, field, current, name)
	case current.Type() == model.Map && !e.oneIn(10):
		members = set(members, name, e.mapPatch(field, current))
	default:
		members = set(members, name, e.make(field, 3))
	}
	if e.odd() {
		prefix := []string{"$setElementOrder/", "$deleteFromPrimitiveList/", "$setElementOrder", "$deleteFromPrimitiveList"}[e.IntN(4)]
		members = set(members, prefix+name, e.anything(2))
	}
	return members
}

// listPatch adds the patch of a list to members: its value, its delete list and its order
// list.
func (e *Editor) listPatch(members []model.Member, s smp.Schema, current model.Value, name string) []model.Member {
	var elements []model.Value
	switch {
	case s.Keyed():
		elements = e.keyedPatch(s, current)
	case e.oneIn(2) && s.Merging():
	default:
		elements = e.plainPatch(s, current)
	}
	if len(elements) > 0 || e.oneIn(4) {
		members = set(members, name, newList(elements...))
	}
	if !s.Keyed() && (s.Merging() && e.oneIn(2) || e.oneIn(8)) || e.odd() {
		members = set(members, "$deleteFromPrimitiveList/"+name, newList(e.some(current, 2)...))
	}
	if s.Merging() && e.oneIn(2) || e.oneIn(10) {
		members = set(members, "$setElementOrder/"+name, newList(e.order(s, current, elements)...))
	}
	return members
}

// some returns a few elements of a list, in any order. An element may occur twice.
func (e *Editor) some(list model.Value, atMost int) []model.Value {
	var out []model.Value
	for range e.IntN(atMost + 1) {
		if list.Len() > 0 {
			out = append(out, list.At(e.IntN(list.Len())))
		}
	}
	return out
}

// plainPatch returns elements for a set or an atomic list.
func (e *Editor) plainPatch(s smp.Schema, current model.Value) []model.Value {
	var out []model.Value
	for _, v := range e.some(current, 4) {
		if e.oneIn(2) {
			v = e.renamed(v)
		}
		if v.Type() == model.Map && (e.oneIn(10) || e.odd()) {
			v = with(v, model.Member{Name: e.name(), Value: e.anything(1)})
		}
		out = append(out, v)
	}
	if e.oneIn(3) {
		out = append(out, e.make(s.Element(), 3))
	}
	if e.oneIn(16) || e.odd() {
		out = append(out, newMap(model.Member{Name: "$patch", Value: e.operation()}))
	}
	return out
}

// keyedPatch returns elements for a keyed list: existing elements, new elements, deletions
// and markers.
func (e *Editor) keyedPatch(s smp.Schema, current model.Value) []model.Value {
	keys := s.Keys()
	var out []model.Value
	for _, old := range e.some(current, 4) {
		patch := e.mapPatch(s.Element(), old)
		var changes []model.Member
		for _, key := range keys {
			v, _ := old.Get(key)
			if e.odd() {
				v = e.anything(1)
			}
			changes = append(changes, model.Member{Name: key, Value: v})
		}
		patch = with(patch, changes...)
		switch n := e.IntN(12); {
		case n < 2:
			patch = newMap(append(changes, model.Member{Name: "$patch", Value: model.NewString("delete")})...)
		case n == 2:
			patch = with(e.renamed(old), model.Member{Name: "$patch"})
		case n == 3 || e.odd():
			patch = with(patch, model.Member{Name: "$patch", Value: e.operation()})
		}
		out = append(out, patch)
	}
	if e.oneIn(2) {
		element := e.make(s.Element(), 3)
		if element.Type() == model.Map {
			for _, key := range keys {
				of, _ := s.Element().Member(key)
				element = with(element, model.Member{Name: key, Value: e.make(of, 1)})
			}
		}
		out = append(out, element)
	}
	if e.oneIn(24) {
		out = append(out, newMap(model.Member{Name: "$patch", Value: model.NewString("replace")}))
	}
	return out
}

// order returns an order list with the elements of the patch in their order, mixed with some
// elements of the list.
func (e *Editor) order(s smp.Schema, current model.Value, elements []model.Value) []model.Value {
	if e.odd() {
		return e.some(newList(append(current.AppendElements(nil), e.anything(1))...), 4)
	}
	var out []model.Value
	add := func(v model.Value) {
		if s.Keyed() {
			var key []model.Member
			for _, name := range s.Keys() {
				k, _ := v.Get(name)
				key = append(key, model.Member{Name: name, Value: k})
			}
			v = newMap(key...)
		}
		for _, other := range out {
			if model.Equal(v, other) {
				return
			}
		}
		out = append(out, v)
	}
	rest := current.AppendElements(nil)
	if e.oneIn(3) {
		e.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	for _, v := range elements {
		for len(rest) > 0 && e.oneIn(2) {
			if !e.listedLater(s, rest[0], elements) {
				add(rest[0])
			}
			rest = rest[1:]
		}
		if op, _ := v.Get("$patch"); op.Type() == model.Absent {
			add(v)
		}
	}
	for _, v := range rest {
		if !e.oneIn(6) {
			add(v)
		}
	}
	return out
}

// listedLater reports whether the patch list contains the element. The function order adds
// such an element at its position in the patch.
func (e *Editor) listedLater(s smp.Schema, v model.Value, elements []model.Value) bool {
	for _, other := range elements {
		if model.Equal(v, other) {
			return true
		}
		for _, name := range s.Keys() {
			ours, _ := v.Get(name)
			theirs, _ := other.Get(name)
			if model.Equal(ours, theirs) {
				return true
			}
		}
	}
	return false
}

package trial

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// mistakes returns the members of a patch for a map. The patch changes one place, sometimes two, like a user who may make
// a mistake: it deletes fields and elements, sets values of the right type and of a wrong one, and adds
// elements that lack fields.
func (e editor) mistakes(s smp.Schema, v model.Value, root bool) []model.Member {
	members := []model.Member{e.mistake(s, v, root)}
	const seldom = 8
	if e.IntN(seldom) == 0 {
		if m := e.mistake(s, v, root); m.Name != members[0].Name {
			members = append(members, m)
		}
	}
	return members
}

func (e editor) mistake(s smp.Schema, v model.Value, root bool) model.Member {
	var names []string
	for name := range v.Members() {
		if root && (name == "apiVersion" || name == "kind" || name == "status") || name == "managedFields" {
			continue
		}
		names = append(names, name)
		if root && name != "metadata" {
			names = append(names, name, name, name) // metadata is the same in all objects
		}
	}
	const other = 5
	if len(names) == 0 || e.IntN(other) == 0 && !root {
		names = names[:0]
		for name := range s.Fields() {
			if _, has := v.Get(name); !has {
				names = append(names, name)
			}
		}
		slices.Sort(names)
	}
	if len(names) == 0 {
		return of("none", null)
	}
	name := names[e.IntN(len(names))]
	member, _ := v.Get(name)
	inner, _ := s.Member(name)
	return of(name, e.mistaken(inner, member, root))
}

// mistaken returns the patch of a value.
func (e editor) mistaken(s smp.Schema, v model.Value, atRoot bool) model.Value {
	const in = 4
	inside := atRoot || e.IntN(in) > 0
	switch {
	case v.Type() == model.Map && inside && s.Strategy() != smp.Replace:
		return mapOf(e.mistakes(s, v, false)...)
	case v.Type() == model.List && v.Len() > 0 && s.Element().Type() == smp.MapType && inside:
		return e.mistakenElement(s, v)
	}
	const ways = 10
	switch way := e.IntN(ways); {
	case way < 3:
		return null
	case way == 3:
		return e.wrongType(s)
	case v.Type() == model.List:
		return e.mistakenList(s, v)
	case v.Type() == model.Map:
		return e.mistakenMap(s, v)
	}
	return e.anyOf(s, v, 0)
}

// wrongType returns a value that does not have the type of a schema.
func (e editor) wrongType(s smp.Schema) model.Value {
	var all []model.Value
	for _, v := range []model.Value{emptyMap, listOf(), listOf(model.NewString("x")), model.NewString("x"), model.NewString("1"), model.NewInt(3), model.NewBool(true), mapOf(of("x", model.NewString("y")))} {
		if !s.Accepts(v.Type()) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return null
	}
	return all[e.IntN(len(all))]
}

// anyOf returns a value for a schema, other than v. Maps have some of the fields that they can have.
func (e editor) anyOf(s smp.Schema, v model.Value, depth int) model.Value {
	switch s.Type() {
	case smp.MapType:
		var members []model.Member
		const deep, some = 3, 3
		for name, field := range s.Fields() {
			if depth < deep && (e.IntN(some) == 0 || field.Marks().Required && e.IntN(some) > 0) {
				members = append(members, of(name, e.anyOf(field, model.Value{}, depth+1)))
			}
		}
		if values, free := s.Values(); free && len(members) == 0 && e.IntN(2) == 0 {
			members = append(members, of("a", e.anyOf(values, model.Value{}, depth+1)))
		}
		return mapOf(members...)
	case smp.ListType:
		if e.IntN(3) == 0 {
			return listOf()
		}
		return listOf(e.anyOf(s.Element(), model.Value{}, depth+1))
	case smp.ScalarType:
		if v.Type() != model.Absent && e.IntN(3) > 0 {
			return changed(v)
		}
		var all []model.Value
		for _, word := range []model.Value{model.NewString("x"), model.NewString(""), model.NewInt(0), model.NewInt(7), model.NewBool(true), model.NewBool(false), model.NewString("1Gi")} {
			if s.Accepts(word.Type()) {
				all = append(all, word)
			}
		}
		if len(all) > 0 {
			return all[e.IntN(len(all))]
		}
	}
	return model.NewString("x")
}

// mistakenMap returns a patch that replaces a map or empties it.
func (e editor) mistakenMap(s smp.Schema, v model.Value) model.Value {
	members := v.AppendMembers(nil)
	switch e.IntN(4) {
	case 0:
		return operation("replace")
	case 1:
		if len(members) > 0 {
			i := e.IntN(len(members))
			members = slices.Delete(members, i, i+1)
		}
		return operation("replace", members...)
	case 2:
		return emptyMap
	}
	return e.anyOf(s, v, 0)
}

// mistakenList returns a patch that changes a list as a whole: it adds or deletes elements, or replaces all.
func (e editor) mistakenList(s smp.Schema, v model.Value) model.Value {
	replace := func(elements ...model.Value) model.Value {
		if s.Keyed() && s.Merging() {
			elements = append([]model.Value{operation("replace")}, elements...)
		}
		return listOf(elements...)
	}
	elements := v.AppendElements(nil)
	const ways = 7
	way := e.IntN(ways)
	if len(elements) == 0 && way > 2 {
		way = e.IntN(3)
	}
	switch way {
	case 0:
		return listOf()
	case 1:
		return replace()
	case 2:
		return listOf(e.anyOf(s.Element(), model.Value{}, 0))
	case 3:
		return listOf(e.another(elements[e.IntN(len(elements))]))
	case 4:
		return replace(elements[:len(elements)-1]...)
	case 5:
		return replace(append(elements, e.another(elements[0]))...)
	}
	if keys := e.keysOf(s, elements[e.IntN(len(elements))]); len(keys) > 0 {
		return listOf(operation("delete", keys...))
	}
	return replace(elements[1:]...)
}

// mistakenElement returns a patch list that changes an element, or adds a similar one.
func (e editor) mistakenElement(s smp.Schema, v model.Value) model.Value {
	i := e.IntN(v.Len())
	element := v.At(i)
	const seldom = 6
	if e.IntN(seldom) == 0 {
		return e.mistakenList(s, v)
	}
	keys := e.keysOf(s, element)
	if len(keys) == 0 {
		elements := v.AppendElements(nil)
		for _, m := range e.mistakes(s.Element(), element, false) {
			if m.Value.Type() == model.Null {
				m.Value = model.Value{}
			}
			elements[i] = with(elements[i], m)
		}
		return listOf(elements...)
	}
	if e.IntN(seldom) == 0 {
		return listOf(with(e.another(element), e.mistakes(s.Element(), element, false)...))
	}
	if e.IntN(seldom) == 0 {
		for i, key := range keys {
			keys[i].Value = e.key(key.Name, key.Value)
		}
	}
	return listOf(with(mapOf(e.mistakes(s.Element(), element, false)...), keys...))
}

// keysOf returns the merge keys of an element. They are empty if the list does not merge by keys.
func (e editor) keysOf(s smp.Schema, element model.Value) []model.Member {
	var keys []model.Member
	if !s.Merging() || element.Type() != model.Map {
		return nil
	}
	for _, name := range s.Keys() {
		if v, ok := element.Get(name); ok {
			keys = append(keys, of(name, v))
		}
	}
	return keys
}

package trial

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// written returns patches that use every feature of the format in every place of a document:
// nulls, values of another type, and each directive in valid and invalid places.
func written(s smp.Schema, live model.Value) []model.Value {
	w := writer{wrap: func(members ...model.Member) model.Value { return identified(mapOf(members...)) }}
	w.members(s, live, true)
	return w.patches
}

// A writer writes the patches for one map of a document. The function wrap turns members of
// that map into a patch for the document.
type writer struct {
	wrap    func(members ...model.Member) model.Value
	patches []model.Value
}

func (w *writer) add(members ...model.Member) { w.patches = append(w.patches, w.wrap(members...)) }

// inside writes the patches for a nested map.
func (w *writer) inside(wrap func(members ...model.Member) model.Value, s smp.Schema, v model.Value) {
	inner := writer{wrap: wrap}
	inner.members(s, v, false)
	w.patches = append(w.patches, inner.patches...)
}

// members writes the patches for the fields of a map.
func (w *writer) members(s smp.Schema, v model.Value, root bool) {
	for name, member := range v.Members() {
		if root && (name == "apiVersion" || name == "kind") || name == "managedFields" {
			continue
		}
		field, _ := s.Member(name)
		w.add(of(name, null))
		switch member.Type() {
		case model.Map:
			w.mapField(name, field, member)
		case model.List:
			w.listField(name, field, member)
		default:
			w.add(of(name, changed(member)))
			w.add(of(name, listOf(member)))
			w.add(of("$setElementOrder/"+name, listOf(member)))
			w.add(of("$deleteFromPrimitiveList/"+name, listOf(member)))
		}
	}
}

var null = model.NewNull()

// operation returns {$patch: word} with further members.
func operation(word string, more ...model.Member) model.Value {
	return mapOf(append([]model.Member{of("$patch", model.NewString(word))}, more...)...)
}

func (w *writer) mapField(name string, s smp.Schema, v model.Value) {
	members := v.AppendMembers(nil)
	w.add(of(name, mapOf()))
	w.add(of(name, model.NewString("another kind")))
	w.add(of(name, operation("replace")))
	w.add(of(name, operation("delete")))
	w.add(of(name, operation("merge")))
	w.add(of(name, mapOf(of("$patch", null))))
	w.add(of(name, mapOf(of("$retainKeys", listOf()))))
	w.add(of(name, mapOf(of("$other", model.NewInt(1)))))
	if len(members) > 0 {
		first := members[0]
		kept := of("$retainKeys", listOf(model.NewString(first.Name)))
		w.add(of(name, operation("replace", members[len(members)-1])))
		w.add(of(name, operation("delete", first)))
		w.add(of(name, mapOf(kept)))
		w.add(of(name, mapOf(kept, first)))
		w.add(of(name, mapOf(kept, members[len(members)-1])))
		w.add(of(strings.ToUpper(name[:1])+name[1:], mapOf(first)))
	}
	w.inside(func(members ...model.Member) model.Value { return w.wrap(of(name, mapOf(members...))) }, s, v)
}

func (w *writer) listField(name string, s smp.Schema, v model.Value) {
	elements := v.AppendElements(nil)
	set := func(elements ...model.Value) { w.add(of(name, listOf(elements...))) }
	set()
	set(operation("replace"))
	set(operation("delete"))
	set(append(elements[:len(elements):len(elements)], operation("replace"))...)
	set(null)
	w.add(of(name, mapOf()))
	w.add(of("$setElementOrder/"+name, null))
	w.add(of("$setElementOrder/"+name, listOf()))
	w.add(of("$setElementOrder/"+name, v), of(name, null))
	w.add(of("$deleteFromPrimitiveList/"+name, null))
	w.add(of("$deleteFromPrimitiveList/"+name, model.NewString("x")))
	if len(elements) == 0 {
		return
	}
	first, last, reversed := elements[0], elements[len(elements)-1], reverse(elements)
	set(listOf(first))
	set(reversed...)
	set(last, last)
	w.add(of("$deleteFromPrimitiveList/"+name, listOf(first)))
	w.add(of("$deleteFromPrimitiveList/"+name, listOf(first)), of(name, listOf(last)))
	w.add(of("$setElementOrder/"+name, listOf(reversed...)))
	w.add(of("$setElementOrder/"+name, listOf(last)))
	w.add(of("$setElementOrder/"+name, listOf(first)), of(name, listOf(last)))
	if s.Keyed() && first.Type() == model.Map {
		w.keyed(name, s, elements)
		return
	}
	if first.IsScalar() {
		other := changed(first)
		set(other)
		set(other, first)
		set(operation("replace"), other)
		w.add(of(name, listOf(other)), of("$setElementOrder/"+name, listOf(append([]model.Value{other}, elements...)...)))
		w.add(of(name, listOf(other)), of("$deleteFromPrimitiveList/"+name, listOf(first)))
	}
}

// keyed writes the patches for the elements of a keyed list.
func (w *writer) keyed(name string, s smp.Schema, elements []model.Value) {
	set := func(elements ...model.Value) { w.add(of(name, listOf(elements...))) }
	keys := func(v model.Value) []model.Member {
		var members []model.Member
		for _, key := range s.Keys() {
			k, _ := v.Get(key)
			members = append(members, of(key, k))
		}
		return members
	}
	first, last := elements[0], elements[len(elements)-1]
	newer := first
	for _, key := range keys(first) {
		newer = with(newer, of(key.Name, changed(key.Value)))
	}
	order := func(vs ...model.Value) model.Member {
		var entries []model.Value
		for _, v := range vs {
			entries = append(entries, mapOf(keys(v)...))
		}
		return of("$setElementOrder/"+name, listOf(entries...))
	}
	gone := operation("delete", keys(first)...)
	set(gone)
	set(gone, newer)
	set(gone, first)
	set(operation("delete"))
	set(operation("delete", keys(newer)...))
	set(newer)
	set(newer, first)
	set(last, newer)
	set(newer, operation("replace"))
	set(operation("replace", first.AppendMembers(nil)...))
	set(operation("replace", keys(last)...))
	set(operation("merge", keys(last)...))
	set(with(first, of("$patchMergeKey", listOf(model.NewString(s.Keys()[0])))))
	for _, key := range s.Keys() {
		set(with(first, of(key, model.Value{})))
		set(with(first, of(key, null)))
	}
	w.add(of(name, listOf(newer)), order(append([]model.Value{newer}, elements...)...))
	w.add(of(name, listOf(newer)), order(append(elements[:len(elements):len(elements)], newer)...))
	w.add(of(name, listOf(newer)), order(newer))
	w.add(of(name, listOf(gone)), order(elements[1:]...))
	w.add(order(append([]model.Value{last}, elements[:len(elements)-1]...)...))
	w.add(of(name, listOf(last, first)), order(last, first))
	w.add(of(name, listOf(last, first)), order(first, last))
	w.add(order(newer, last))
	for _, v := range elements {
		w.inside(func(members ...model.Member) model.Value {
			return w.wrap(of(name, listOf(with(mapOf(members...), keys(v)...))))
		}, s.Element(), v)
	}
}

// changed returns another scalar of the same type.
func changed(v model.Value) model.Value {
	switch v.Type() {
	case model.Bool:
		b := v.Bool()
		return model.NewBool(!b)
	case model.Number:
		if n, ok := v.Int64(); ok {
			return model.NewInt(n + 1)
		}
		return model.NewInt(1)
	case model.String:
		return model.NewString(v.Text() + "x")
	default:
		return model.NewString("x")
	}
}

func of(name string, v model.Value) model.Member { return model.Member{Name: name, Value: v} }

// mapOf returns a map of members. Absent members are left out.
func mapOf(members ...model.Member) model.Value { return with(emptyMap, members...) }

var emptyMap = func() model.Value {
	v, err := model.NewMap()
	if err != nil {
		panic(err) // cannot fail: an empty map exceeds no limit
	}
	return v
}()

// with returns a map with changed members.
func with(v model.Value, members ...model.Member) model.Value {
	v, err := v.WithMembers(members...)
	if err != nil {
		panic(err) // cannot fail: documents of a server are far below the limit of depth
	}
	return v
}

func listOf(elements ...model.Value) model.Value {
	v, err := model.NewList(elements...)
	if err != nil {
		panic(err) // cannot fail, for the same reason as in with
	}
	return v
}

func reverse(elements []model.Value) []model.Value {
	var out []model.Value
	for i := len(elements) - 1; i >= 0; i-- {
		out = append(out, elements[i])
	}
	return out
}

package gen

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// otherHands returns modified and current with more differences, as if others had edited
// current. They changed fields of a retainKeys map that modified does not change, repeated
// elements and values, added an element that differs in one key, or added a field that
// modified sets to null.
func (g *generator) otherHands(s smp.Schema, retains bool, o, m, c model.Value) (modified, current model.Value) {
	switch {
	case isMap(m) && isMap(c):
		return g.otherMembers(s, retains, o, m, c)
	case isList(m) && isList(c) && s.Merging():
		return g.otherElements(s, o, m, c)
	default:
		return m, c
	}
}

func (g *generator) otherMembers(s smp.Schema, retains bool, o, m, c model.Value) (modified, current model.Value) {
	if retains && isMap(o) && o.Len() > 0 && g.intn("drift", 3) > 0 {
		return o, g.drifted(s, o)
	}
	ours, theirs := m.AppendMembers(nil), c.AppendMembers(nil)
	for i, member := range ours {
		at := slices.IndexFunc(theirs, func(t model.Member) bool { return t.Name == member.Name })
		if at < 0 {
			continue
		}
		field, _ := s.Member(member.Name)
		was, _ := o.Get(member.Name)
		ours[i].Value, theirs[at].Value = g.otherHands(field, field.Type() != smp.ListType && field.RetainKeys(), was, member.Value, theirs[at].Value)
	}
	for _, member := range theirs {
		_, had := o.Get(member.Name)
		if _, has := m.Get(member.Name); !had && !has && g.oneIn("null against an addition", 4) {
			ours = append(ours, model.Member{Name: member.Name, Value: model.NewNull()})
		}
	}
	return newMap(ours...), newMap(g.unionDrift(s, theirs)...)
}

// drifted returns a retainKeys map with one field removed, changed or unchanged, and
// one more field. Merge keys stay, because they identify elements.
func (g *generator) drifted(s smp.Schema, v model.Value) model.Value {
	var members, keys []model.Member
	for name, value := range v.Members() {
		if m := (model.Member{Name: name, Value: value}); isKeyName(name) {
			keys = append(keys, m)
		} else {
			members = append(members, m)
		}
	}
	if len(members) == 0 {
		return v
	}
	at := g.intn("member", len(members))
	field, _ := s.Member(members[at].Name)
	switch g.intn("member drifts", 4) {
	case 0:
		members[at].Value = g.value(field, documentDepth-2)
	case 1:
		members[at].Value = g.touched(field, members[at].Value, documentDepth-2)
	case 2:
		members = slices.Delete(members, at, at+1)
	}
	for name, field := range s.Fields() {
		if _, has := v.Get(name); !has && !isKeyName(name) && g.intn("name of others", 3) > 0 {
			members = append(members, model.Member{Name: name, Value: g.value(field, documentDepth-2)})
		}
	}
	if _, free := s.Values(); free {
		members = append(members, model.Member{Name: g.name(), Value: g.scalar(0)})
	}
	return newMap(append(members, keys...)...)
}

func (g *generator) otherElements(s smp.Schema, o, m, c model.Value) (modified, current model.Value) {
	ours, theirs := m.AppendElements(nil), c.AppendElements(nil)
	retains := s.RetainKeys() || s.Element().RetainKeys()
	for i, element := range ours {
		same := func(other model.Value) bool { return s.Keyed() && sameKeys(s, element, other) }
		if at := slices.IndexFunc(theirs, same); at >= 0 && isMap(element) {
			var was model.Value
			if old := o.AppendElements(nil); slices.ContainsFunc(old, same) {
				was = old[slices.IndexFunc(old, same)]
			}
			ours[i], theirs[at] = g.otherHands(s.Element(), retains, was, element, theirs[at])
		}
	}
	if len(theirs) > 0 && g.oneIn("element of others", 2) {
		theirs = slices.Insert(theirs, g.intn("place", len(theirs)+1), g.another(s, pick(g, "element", theirs)))
	}
	return newList(ours...), newList(theirs...)
}

// another returns a copy of an element, sometimes with changed contents or another
// recommended key.
func (g *generator) another(s smp.Schema, element model.Value) model.Value {
	keys := keysOf(s)
	if !s.Keyed() || !isMap(element) {
		return element
	}
	if len(keys) > len(s.Keys()) && g.intn("another key", 3) > 0 {
		name := keys[len(s.Keys())+g.intn("which key", len(keys)-len(s.Keys()))]
		return newMap(append(element.AppendMembers(nil), model.Member{Name: name, Value: g.keyValue(s, name)})...)
	}
	members := g.members(s.Element(), 1)
	for _, name := range keys {
		value, _ := element.Get(name)
		members = append(members, model.Member{Name: name, Value: value})
	}
	return newMap(members...)
}

// sameKeys reports whether all merge keys of two elements are equal.
func sameKeys(s smp.Schema, a, b model.Value) bool {
	return !slices.ContainsFunc(keysOf(s), func(name string) bool {
		x, _ := a.Get(name)
		y, _ := b.Get(name)
		return !model.Equal(x, y)
	})
}

// directivesAsData are fields that would be directives in a patch.
var directivesAsData = []model.Member{
	{Name: patchName, Value: model.NewString("delete")},
	{Name: patchName, Value: model.NewString("replace")},
	{Name: retainKeysName, Value: newList(model.NewString("a"))},
	{Name: orderListPrefix + "a", Value: newList(model.NewString("a"))},
	{Name: deleteListPrefix + "a", Value: newList(model.NewString("a"))},
	{Name: patchMergeKeyName, Value: newList(model.NewString("k"))},
}

// plant adds a directive, as data, at the same place in some of the documents.
func (g *generator) plant(documents ...*model.Value) {
	var path model.Path
	v := *documents[0]
	for range documentDepth {
		if v.Len() == 0 || !g.oneIn("deeper", 2) {
			break
		}
		at := g.intn("where", v.Len())
		if isList(v) {
			path, v = path.Append(model.Index(at)), v.At(at)
		} else {
			m := v.AppendMembers(nil)[at]
			path, v = path.Append(model.Field(m.Name)), m.Value
		}
	}
	directive := pick(g, "directive", directivesAsData)
	chosen := 1 + g.intn("documents", 1<<len(documents)-1)
	for i, d := range documents {
		if chosen>>i&1 == 1 {
			*d = planted(*d, path, directive)
		}
	}
}

// planted returns a value with a field added to the map at a path. If there is no such map,
// the value is returned unchanged.
func planted(v model.Value, path model.Path, m model.Member) model.Value {
	switch {
	case len(path) == 0 && isMap(v):
		return newMap(append(v.AppendMembers(nil), m)...)
	case len(path) == 0:
		return v
	}
	switch step := path[0].(type) {
	case model.Field:
		if child, ok := v.Get(string(step)); ok {
			return newMap(append(v.AppendMembers(nil), model.Member{Name: string(step), Value: planted(child, path[1:], m)})...)
		}
	case model.Index:
		if elements := v.AppendElements(nil); int(step) < len(elements) {
			elements[step] = planted(elements[step], path[1:], m)
			return newList(elements...)
		}
	}
	return v
}

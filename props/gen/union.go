package gen

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// unionValues are the values of the discriminator for the members of a union, for up to two
// unions.
var unionValues = [][]string{{"a", "b", "ab", "1"}, {"b", "true", "é", "a"}}

// unsetValues are values that count as unset.
var unsetValues = [][]model.Value{
	{model.NewString("")}, {newNumber("0"), model.NewString("")}, {model.NewBool(false)}, {newNumber("1"), model.NewString("a")},
}

// addUnions sometimes adds unions to a map. Their members are fields of any type, alone or in
// groups, and a field may be in several unions. If there are too few fields, it adds some.
// The argument keys contains the merge keys of the list around the map. They are never
// members, but one may be the discriminator.
func (g *generator) addUnions(t *smp.Definition, depth int, keys ...string) {
	if !g.oneIn("unions", 4) && !(g.alone && len(keys) > 0 && g.oneIn("unions of elements", 2)) {
		return
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(t.Fields)), func(name string) bool {
		return slices.Contains(directiveNames, name) || isKeyName(name)
	})
	more := g.weighted("more unions", 4, 2, 1)
	unions, shared := 1+min(more, 1), more == 2
	for _, name := range commonNames {
		if len(names) < 2+unions && !slices.Contains(names, name) {
			t.Fields[name] = g.typ(depth - 1)
			names = append(names, name)
		}
	}
	left := names
	for _, values := range unionValues[:unions] {
		u := smp.Union{}
		if shared {
			left = names
		}
		discriminator := string('t' + rune(len(t.Unions)))
		if g.oneIn("discriminator", 2) {
			if len(keys) > 0 && len(t.Unions) == 0 && g.oneIn("key as discriminator", 2) {
				discriminator = keys[min(g.intn("which key", 2*len(keys)+1), len(keys)-1)]
			}
			u.Discriminator = discriminator
			named := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
			if before := t.Fields[discriminator].Default; before.Type() == model.String {
				named.Default = before
			}
			t.Fields[discriminator] = named
		}
		for _, value := range values[:1+g.intn("members", len(values))] {
			var m smp.UnionMember
			m, left = g.unionMember(left)
			if u.Discriminator != "" {
				m.Value = value
			}
			if len(m.Fields) > 0 {
				u.Members = append(u.Members, m)
			}
		}
		if len(u.Members) > 1 || len(u.Members) == 1 && u.Discriminator != "" {
			t.Unions = append(t.Unions, u)
		}
	}
}

// unionMember generates a member with one or several fields, and returns the remaining
// names.
func (g *generator) unionMember(names []string) (m smp.UnionMember, left []string) {
	for range 1 + g.weighted("fields of a member", 3, 1) {
		if len(names) > 0 {
			at := g.intn("field of a member", len(names))
			m.Fields = append(m.Fields, names[at])
			names = slices.Delete(slices.Clone(names), at, at+1)
		}
	}
	if g.oneIn("unset values", 4) {
		m.Unset = pick(g, "unset", unsetValues)
	}
	return m, names
}

// united returns the fields of a map, changed so that most unions have at most one
// member set and a matching discriminator. A null or a value that counts as unset may
// replace a removed value.
func (g *generator) united(s smp.Schema, members []model.Member) []model.Member {
	for _, u := range s.Unions() {
		set := setMembers(u, members)
		if g.oneIn("ill-formed union", 8) {
			continue
		}
		if len(set) > 1 {
			kept := pick(g, "member of a union", set)
			members = slices.DeleteFunc(members, func(m model.Member) bool {
				other := slices.IndexFunc(set, func(o smp.UnionMember) bool { return slices.Contains(o.Fields, m.Name) })
				return other >= 0 && !slices.Equal(set[other].Fields, kept.Fields) && !isUnset(set[other], m.Value)
			})
			set = []smp.UnionMember{kept}
		}
		if len(set) == 1 && u.Discriminator != "" {
			members = g.discriminated(u, set[0].Value, members)
		}
		if len(set) == 1 {
			members = g.unset(u, set[0], g.disguised(set[0], members))
		}
	}
	return members
}

// disguised sometimes adds a field to the value of a set member that would make it a deletion
// in a patch.
func (g *generator) disguised(set smp.UnionMember, members []model.Member) []model.Member {
	if !g.odd("member like a deletion") {
		return members
	}
	for i, m := range members {
		if slices.Contains(set.Fields, m.Name) && isMap(m.Value) {
			members[i].Value = newMap(with(m.Value.AppendMembers(nil), patchName, model.NewString("delete"))...)
		}
	}
	return members
}

// unset returns the fields with additional values that count as unset. They are fields of
// other members of the union, or belong to the same member as the set field.
func (g *generator) unset(u smp.Union, set smp.UnionMember, members []model.Member) []model.Member {
	if len(set.Fields) > 1 && len(set.Unset) > 0 && g.oneIn("unset field of a group", 3) {
		name := pick(g, "field", set.Fields)
		left := slices.DeleteFunc(slices.Clone(members), func(m model.Member) bool { return m.Name == name })
		if len(setMembers(smp.Union{Members: []smp.UnionMember{set}}, left)) > 0 {
			members = with(members, name, g.respelled(pick(g, "value", set.Unset)))
		}
	}
	for _, other := range u.Members {
		if !slices.Equal(other.Fields, set.Fields) && len(other.Unset) > 0 && g.oneIn("unset", 3) {
			members = with(members, pick(g, "field", other.Fields), g.respelled(pick(g, "value", other.Unset)))
		}
	}
	return members
}

// discriminated returns members with this value of the discriminator, or, rarely, without a
// discriminator.
func (g *generator) discriminated(u smp.Union, value string, members []model.Member) []model.Member {
	if g.oneIn("no discriminator", 8) {
		return slices.DeleteFunc(members, func(m model.Member) bool { return m.Name == u.Discriminator })
	}
	return with(members, u.Discriminator, model.NewString(value))
}

// with returns members with one more member, which replaces a member with the same name.
func with(members []model.Member, name string, value model.Value) []model.Member {
	members = slices.DeleteFunc(members, func(m model.Member) bool { return m.Name == name })
	return append(members, model.Member{Name: name, Value: value})
}

// without returns a map without a field. A value that is not a map is returned unchanged.
func without(v model.Value, name string) model.Value {
	if !isMap(v) {
		return v
	}
	return newMap(slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Name == name })...)
}

// setMembers returns the members of a union that the fields of a document or patch set.
func setMembers(u smp.Union, members []model.Member) []smp.UnionMember {
	var set []smp.UnionMember
	for _, m := range u.Members {
		if slices.ContainsFunc(members, func(d model.Member) bool { return slices.Contains(m.Fields, d.Name) && !isUnset(m, d.Value) }) {
			set = append(set, m)
		}
	}
	return set
}

// isUnset reports whether a member is not set by a value of one of its fields.
func isUnset(m smp.UnionMember, v model.Value) bool {
	word, _ := v.Get(patchName)
	return v.Type() == model.Null || word.Text() == "delete" ||
		slices.ContainsFunc(m.Unset, func(u model.Value) bool { return model.Equal(u, v) })
}

// reunited returns a document in which most unions are well-formed.
func (g *generator) reunited(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = g.reunited(field, m.Value)
		}
		return newMap(g.united(s, members)...)
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = g.reunited(s.Element(), elements[i])
		}
		return newList(elements...)
	default:
		return v
	}
}

// unitedPatch returns the members of a patch for a map, changed so that most patches
// set at most one member of each union, with a matching discriminator.
func (g *generator) unitedPatch(s smp.Schema, members []model.Member) []model.Member {
	for _, u := range s.Unions() {
		if g.oneIn("patch against a union", 6) {
			continue
		}
		set := setMembers(u, members)
		for len(set) > 1 {
			other := set[len(set)-1]
			if g.intn("which member", len(set)) > 0 {
				other = set[0]
			}
			for i, m := range members {
				if slices.Contains(other.Fields, m.Name) {
					members[i].Value = model.NewNull()
				}
			}
			set = setMembers(u, members)
		}
		if len(set) == 1 {
			members = g.unset(u, set[0], members)
		}
		at := slices.IndexFunc(members, func(m model.Member) bool { return m.Name == u.Discriminator })
		switch {
		case at < 0:
		case len(set) == 1:
			members[at].Value = model.NewString(set[0].Value)
		case u.Discriminator != "" && g.intn("discriminator of a member", 3) > 0:
			members[at].Value = model.NewString(pick(g, "discriminator", u.Members).Value)
		}
	}
	return members
}

// unionDrift changes the fields of a map as others would: it sometimes sets another member of
// a union, in addition to the set member or in place of it.
func (g *generator) unionDrift(s smp.Schema, members []model.Member) []model.Member {
	for _, u := range s.Unions() {
		if !g.oneIn("union drifts", 2) {
			continue
		}
		theirs := pick(g, "member of others", u.Members)
		if g.oneIn("in place of another", 2) {
			members = slices.DeleteFunc(members, func(m model.Member) bool {
				return slices.ContainsFunc(u.Members, func(o smp.UnionMember) bool { return slices.Contains(o.Fields, m.Name) })
			})
		}
		if u.Discriminator != "" && g.oneIn("discriminator of others", 2) {
			members = with(members, u.Discriminator, model.NewString(theirs.Value))
		}
		name := pick(g, "field", theirs.Fields)
		field, _ := s.Field(name)
		members = g.disguised(theirs, with(members, name, g.value(field, documentDepth-2)))
	}
	return members
}

package openapi

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The names in an entry of x-kubernetes-unions. The last is this package's own.
const (
	discriminatorName = "discriminator"
	unionFieldsName   = "fields-to-discriminateBy"
	unsetValuesName   = "unset-values"
)

// published are values that Kubernetes publishes for fields of its own, from their
// names in Go, with those that its servers take instead.
var published = map[[2]string]string{
	{"localhostProfile", "LocalhostProfile"}: "Localhost",
	{"queuing", "Queuing"}:                   "Queue",
}

// unions reads the unions of a map: those that x-kubernetes-unions names, else those
// that oneOf tells of.
func (r *reader) unions(at *place, k *keywords) ([]smp.Union, error) {
	switch {
	case r.noUnions:
		return nil, nil
	case !present(k.unions):
		return constrained(k), nil
	}
	if k.unions.Type() != model.List {
		return nil, r.fault(at, unionsKeyword, "%s is a list, not a %s", unionsKeyword, k.unions.Type())
	}
	var unions []smp.Union
	for i, v := range k.unions.Elements() {
		u, err := r.union(site{v, at.member(unionsKeyword).element(i)})
		if err != nil {
			return nil, err
		}
		if len(u.Members) > 1 || u.Discriminator != "" { // else it says nothing, as some published ones do
			unions = append(unions, u)
		}
	}
	return unions, nil
}

func (r *reader) union(s site) (u smp.Union, err error) {
	if s.value.Type() != model.Map {
		return u, fault(s.at.path(r.base), "a union is a map, not a %s", s.value.Type())
	}
	if v, ok := s.value.Get(discriminatorName); ok {
		if u.Discriminator, err = r.text(s.at, discriminatorName, v); err != nil {
			return u, err
		}
	}
	fields, err := r.unionMap(s, unionFieldsName)
	if err != nil {
		return u, err
	}
	// Only this package writes unset-values, and it writes all values as they are.
	_, own := s.value.Get(unsetValuesName)
	members, memberOf := map[string]*smp.UnionMember{}, map[string]*smp.UnionMember{} // by value, by field
	var values []string
	for name, v := range fields.Members() {
		value, err := r.text(s.at.member(unionFieldsName), name, v)
		if err != nil {
			return u, err
		}
		if takes, ok := published[[2]string{name, value}]; ok && u.Discriminator != "" && !own {
			value = takes
		}
		m := members[value]
		if m == nil {
			m = &smp.UnionMember{}
			members[value], values = m, append(values, value)
			if u.Discriminator != "" {
				m.Value = value
			}
		}
		m.Fields = append(m.Fields, name)
		memberOf[name] = m
	}
	unset, err := r.unionMap(s, unsetValuesName)
	if err != nil {
		return u, err
	}
	for name, v := range unset.Members() {
		if v.Type() != model.List {
			return u, r.fault(s.at.member(unsetValuesName), name, "values that count as unset are a list, not a %s", v.Type())
		}
		if m := memberOf[name]; m != nil {
			m.Unset = v.AppendElements(m.Unset)
		}
	}
	for _, value := range values {
		u.Members = append(u.Members, *members[value])
	}
	return u, nil
}

// unionMap returns a map in an entry of x-kubernetes-unions, absent if it is.
func (r *reader) unionMap(s site, name string) (model.Value, error) {
	v, ok := s.value.Get(name)
	if ok && v.Type() != model.Map {
		return v, r.fault(s.at, name, "%s is a map, not a %s", name, v.Type())
	}
	return v, nil
}

// withKeys returns what is said of a list, or of the element of a list with these keys,
// with the keys in it if a union of the elements has one of them in a member. Such a
// union is dropped: every element has the key. A document that names the union in an
// extension is faulty, unless it is a CustomResourceDefinition.
func (r *reader) withKeys(said *saying, keys []string) (*saying, error) {
	element := said
	if said.kind == smp.ListType {
		t, err := r.place(smp.Definition{}, said)
		if err != nil || len(t.Keys) == 0 || said.keywords.items.Type() != model.Map {
			return said, err
		}
		keys = slices.Concat(t.Keys, t.Recommended)
		if element, err = r.read(site{said.keywords.items, said.structure.at.member(itemsKeyword)}, 0); err != nil {
			return said, err
		}
	}
	if len(keys) == 0 || element.kind != smp.MapType || present(element.keywords.unions) && !r.custom {
		return said, nil
	}
	unions, err := r.unions(element.structure.at, element.keywords)
	if err != nil {
		return said, err
	}
	if _, dropped := withoutKeys(unions, keys); len(dropped) > 0 {
		with := *said
		with.keys = keys
		return &with, nil
	}
	return said, nil
}

// withoutKeys parts the unions of which no member has a key from the others. Those that
// share a discriminator are one union.
func withoutKeys(unions []smp.Union, keys []string) (kept, dropped []smp.Union) {
	discriminators := map[string]bool{}
	hasKey := func(u smp.Union) bool { return keyIn(u, keys) != "" }
	for _, u := range unions {
		if hasKey(u) && u.Discriminator != "" {
			discriminators[u.Discriminator] = true
		}
	}
	for _, u := range unions {
		if hasKey(u) || discriminators[u.Discriminator] {
			dropped = append(dropped, u)
		} else {
			kept = append(kept, u)
		}
	}
	return kept, dropped
}

// keyIn returns the first of some keys that is in a member of a union, or nothing.
func keyIn(u smp.Union, keys []string) string {
	for _, key := range keys {
		if slices.ContainsFunc(u.Members, func(m smp.UnionMember) bool { return slices.Contains(m.Fields, key) }) {
			return key
		}
	}
	return ""
}

// constrained returns the unions that oneOf says a map with properties has, its own
// and those in its allOf. A oneOf that is anything else than a choice of fields says
// something of values, not of unions.
func constrained(k *keywords) []smp.Union {
	lists := []model.Value{k.oneOf}
	if k.allOf.Type() == model.List {
		for _, part := range k.allOf.Elements() {
			list, _ := part.Get(oneOfKeyword)
			lists = append(lists, list)
		}
	}
	var unions []smp.Union
	for _, list := range lists {
		if u, ok := choice(list, k.properties); ok {
			unions = append(unions, u)
		}
	}
	return unions
}

// choice returns the union that a oneOf describes: alternatives that each require
// another field. What all require is no member. An alternative that has nothing but a
// not is for none of them. One that asks for more than its field holds for fewer maps,
// so that two fields would not always be too many.
func choice(list, properties model.Value) (u smp.Union, ok bool) {
	if list.Type() != model.List || properties.Type() != model.Map {
		return u, false
	}
	var some []model.Value
	for _, part := range list.Elements() {
		if _, not := part.Get("not"); !not || part.Len() > 1 {
			some = append(some, part)
		}
	}
	times := map[string]int{}
	for _, part := range some {
		for _, name := range requiredNames(part) {
			times[name]++
		}
	}
	for _, part := range some {
		own := slices.DeleteFunc(requiredNames(part), func(name string) bool { return times[name] == len(some) })
		if len(own) != 1 || times[own[0]] > 1 || !asksForNoMore(part, own[0]) {
			return smp.Union{}, false
		}
		if _, known := properties.Get(own[0]); !known {
			return smp.Union{}, false
		}
		u.Members = append(u.Members, smp.UnionMember{Fields: own})
	}
	return u, len(u.Members) > 1
}

// asksForNoMore reports whether an alternative says nothing but what it requires, and
// perhaps which fields of the field that is its own exclude one another: that one needs
// not be well-formed to be set.
func asksForNoMore(part model.Value, own string) bool {
	for name, v := range part.Members() {
		switch name {
		case requiredKeyword, typeKeyword, "title", "description":
		case propertiesKeyword:
			for field, said := range v.Members() {
				if field != own || !onlyChooses(said) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyChooses reports whether what is said of a field limits no value that it has,
// aside from which fields are in there, of those that oneOf chooses from.
func onlyChooses(said model.Value) bool {
	for name, v := range said.Members() {
		switch name {
		case typeKeyword, "title", "description":
		case oneOfKeyword:
			for _, part := range v.Elements() {
				_, not := part.Get("not")
				required := requiredNames(part)
				if !(not && part.Len() == 1) && (len(required) != 1 || !asksForNoMore(part, required[0])) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// requiredNames returns the fields that an alternative requires, each once, sorted.
func requiredNames(part model.Value) []string {
	required, _ := part.Get(requiredKeyword)
	if required.Type() != model.List {
		return nil
	}
	var names []string
	for _, v := range required.Elements() {
		if v.Type() == model.String {
			names = append(names, v.Text())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// unionMembers writes the unions of a map.
func unionMembers(unions []smp.Union) []model.Member {
	if len(unions) == 0 {
		return nil
	}
	entries := make([]model.Value, len(unions))
	for i, u := range unions {
		entries[i] = unionValue(u)
	}
	return []model.Member{member(unionsKeyword, newList(entries...))}
}

func unionValue(u smp.Union) model.Value {
	var members, fields, unset []model.Member
	if u.Discriminator != "" {
		members = append(members, member(discriminatorName, model.NewString(u.Discriminator)))
	}
	for _, m := range u.Members {
		value := m.Value
		if value == "" {
			value = m.Fields[0] // equal for the fields of one member
		}
		for _, name := range m.Fields {
			fields = append(fields, member(name, model.NewString(value)))
			if _, ok := published[[2]string{name, value}]; ok && unset == nil && u.Discriminator != "" {
				unset = []model.Member{} // so that the value is read as it is
			}
		}
		if len(m.Unset) > 0 {
			unset = append(unset, member(m.Fields[0], newList(m.Unset...)))
		}
	}
	members = append(members, member(unionFieldsName, newMap(fields...)))
	if unset != nil {
		members = append(members, member(unsetValuesName, newMap(unset...)))
	}
	return newMap(members...)
}

package openapi

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the names in an entry of x-kubernetes-unions. Only this package defines the last name.
const (
	discriminatorName = "discriminator"
	unionFieldsName   = "fields-to-discriminateBy"
	unsetValuesName   = "unset-values"
)

// published maps wrong values of two fields to the values that servers accept. Kubernetes publishes
// the Go names by mistake.
var published = map[[2]string]string{
	{"localhostProfile", "LocalhostProfile"}: "Localhost",
	{"queuing", "Queuing"}:                   "Queue",
}

// unions reads the unions of a map from x-kubernetes-unions or, if that is missing,
// from oneOf.
func (r *reader) unions(at *place, k *keywords) ([]smp.Union, error) {
	switch {
	case r.noUnions:
		return nil, nil
	case !present(k.unions):
		return constrained(k), nil
	}
	if k.unions.Type() != model.List {
		return nil, r.fault(at, unionsKeyword, "expected a list, got %s", k.unions.Type().Noun())
	}
	var unions []smp.Union
	for i, v := range k.unions.Elements() {
		u, err := r.union(site{v, at.member(unionsKeyword).element(i)})
		if err != nil {
			return nil, err
		}
		if len(u.Members) > 1 || u.Discriminator != "" { // a union of one field without a discriminator has no effect; Kubernetes publishes some
			unions = append(unions, u)
		}
	}
	return unions, nil
}

func (r *reader) union(s site) (u smp.Union, err error) {
	if s.value.Type() != model.Map {
		return u, fault(s.at.path(r.base), "expected a map, got %s", s.value.Type().Noun())
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
	// Only this package writes unset-values. Such an entry has the values that servers accept.
	_, own := s.value.Get(unsetValuesName)
	members, memberOf := map[string]*smp.UnionMember{}, map[string]*smp.UnionMember{} // the first map is by value, the second by field
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
			return u, r.fault(s.at.member(unsetValuesName), name, "expected a list of values, got %s", v.Type().Noun())
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

// unionMap returns a map in an entry of x-kubernetes-unions, or an absent value if the map is
// missing.
func (r *reader) unionMap(s site, name string) (model.Value, error) {
	v, ok := s.value.Get(name)
	if ok && v.Type() != model.Map {
		return v, r.fault(s.at, name, "expected a map, got %s", v.Type().Noun())
	}
	return v, nil
}

// withKeys returns the meaning of a list, or of an element of a list with the given keys. If a
// member of a union of the elements contains one of the keys, the union is dropped, because every
// element has the key. The result contains the keys. In x-kubernetes-unions such a union is an
// error, except in a CustomResourceDefinition.
func (r *reader) withKeys(meant *meaning, keys []string) (*meaning, error) {
	element := meant
	if meant.typ == smp.ListType {
		t, err := r.place(smp.Definition{}, meant)
		if err != nil || len(t.Keys) == 0 || meant.keywords.items.Type() != model.Map {
			return meant, err
		}
		keys = slices.Concat(t.Keys, t.Recommended)
		if element, err = r.read(site{meant.keywords.items, meant.structure.at.member(itemsKeyword)}, 0); err != nil {
			return meant, err
		}
	}
	if len(keys) == 0 || element.typ != smp.MapType || present(element.keywords.unions) && !r.custom {
		return meant, nil
	}
	unions, err := r.unions(element.structure.at, element.keywords)
	if err != nil {
		return meant, err
	}
	if _, dropped := withoutKeys(unions, keys); len(dropped) > 0 {
		with := *meant
		with.keys = keys
		return &with, nil
	}
	return meant, nil
}

// withoutKeys separates the unions. A union is dropped if a member contains one of the keys. Unions
// that share a discriminator count as one union.
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

// keyIn returns the first of the keys that is in a member of a union, or "".
func keyIn(u smp.Union, keys []string) string {
	for _, key := range keys {
		if slices.ContainsFunc(u.Members, func(m smp.UnionMember) bool { return slices.Contains(m.Fields, key) }) {
			return key
		}
	}
	return ""
}

// constrained returns the unions that the oneOf of a map with properties describes, and
// the oneOfs in its allOf. Any other oneOf constrains values and is not a union.
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

// choice returns the union that a oneOf describes. Each alternative must require a different field.
// Fields that all alternatives require are in no member, and an alternative that contains only the
// keyword not adds no member. Alternatives must not have other constraints, because they would
// match fewer maps, and servers might accept two fields.
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

// asksForNoMore reports whether an alternative has no constraints except its required fields. Its
// own field may have a oneOf that chooses among the fields in it, because the field counts as set
// even if it violates that oneOf.
func asksForNoMore(part model.Value, own string) bool {
	for name, v := range part.Members() {
		switch name {
		case requiredKeyword, typeKeyword, "title", "description":
		case propertiesKeyword:
			for field, schema := range v.Members() {
				if field != own || !onlyChooses(schema) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyChooses reports whether the schema of a field does not constrain its value,
// except for a oneOf that chooses among the fields in it.
func onlyChooses(schema model.Value) bool {
	for name, v := range schema.Members() {
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

// requiredNames returns the fields that an alternative requires, sorted and without
// duplicates.
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

// unionMembers returns the members of a schema object that describe the unions of a map.
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
			value = m.Fields[0] // the value is the same for all fields of the member
		}
		for _, name := range m.Fields {
			fields = append(fields, member(name, model.NewString(value)))
			if _, ok := published[[2]string{name, value}]; ok && unset == nil && u.Discriminator != "" {
				unset = []model.Member{} // an empty map of unset-values, so that the value is read unchanged
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

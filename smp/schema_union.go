package smp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A Union is a group of fields of a map that exclude each other (rules union-member,
// union-discriminator, union-target). The fields are called members, and only one member may be
// set. A member may also consist of several fields. A map may have several unions.
//
// For example, emptyDir and configMap are members of the union of a volume.
type Union struct {
	// Discriminator is the string field that names the member that is set. It is empty if the union
	// has no discriminator. Unions of one map with the same discriminator are joined into one
	// union. In this union, members with the same Value are joined into one member.
	Discriminator string
	// Members exclude each other. A union without a discriminator has at least two members. A union
	// with a discriminator may have only one member. All other values of the discriminator mean
	// that this member is not set.
	Members []UnionMember
}

// A UnionMember is one of the choices of a Union.
type UnionMember struct {
	// Value is the value of the discriminator if this member is set. It is empty if the union has
	// no discriminator. No two members of a union have the same Value, unless it is empty.
	Value string
	// Fields are the fields of the member. Most members have one field. If a member has several
	// fields, some or all of them may be set. Each of Fields is a named field of the map. A merge
	// key of a list cannot be a field of a member.
	Fields []string
	// Unset are scalars that count as absent in each of Fields, such as "" in an optional string.
	// Null always counts as absent. An empty map or list never counts as absent.
	Unset []model.Value
}

// Unions returns the unions of a map, sorted by discriminator. The members of a union are sorted by
// their first field. The result is nil if the map has no unions. The caller may change the slices.
func (s Schema) Unions() []Union { return cloneUnions(s.get().shape.unions) }

func cloneUnions(unions []Union) []Union {
	unions = slices.Clone(unions)
	for i := range unions {
		members := slices.Clone(unions[i].Members)
		for j := range members {
			members[j].Fields = slices.Clone(members[j].Fields)
			members[j].Unset = slices.Clone(members[j].Unset)
		}
		unions[i].Members = members
	}
	return unions
}

// sortedUnions returns a copy of unions in the order of Schema.Unions. The result is nil if unions
// is empty.
func sortedUnions(unions []Union) []Union {
	if len(unions) == 0 {
		return nil
	}
	unions = cloneUnions(unions)
	for _, u := range unions {
		for i := range u.Members {
			u.Members[i].sort()
		}
	}
	unions = joinedUnions(unions)
	for _, u := range unions {
		slices.SortFunc(u.Members, func(a, b UnionMember) int { return slices.Compare(a.Fields, b.Fields) })
	}
	slices.SortFunc(unions, func(a, b Union) int {
		return cmp.Or(
			cmp.Compare(a.Discriminator, b.Discriminator),
			slices.CompareFunc(a.Members, b.Members, func(x, y UnionMember) int { return slices.Compare(x.Fields, y.Fields) }),
		)
	})
	return unions
}

func (m *UnionMember) sort() {
	slices.Sort(m.Fields)
	slices.SortFunc(m.Unset, func(a, b model.Value) int { return cmp.Compare(a.JSON(), b.JSON()) })
	m.Unset = slices.CompactFunc(m.Unset, model.Equal)
}

// joinedUnions joins the unions that share a discriminator. Members with the same value become one
// member. It has the fields and the Unset values of both.
func joinedUnions(unions []Union) []Union {
	type memberKey struct{ discriminator, value string }
	places, members := map[string]int{}, map[memberKey]int{}
	var joined []Union
	for _, u := range unions {
		at, again := places[u.Discriminator]
		if u.Discriminator == "" || !again {
			at = len(joined)
			joined = append(joined, Union{Discriminator: u.Discriminator})
			places[u.Discriminator] = at
		}
		into := &joined[at]
		before := len(into.Members)
		for _, m := range u.Members {
			n, known := members[memberKey{u.Discriminator, m.Value}]
			if known && n < before && u.Discriminator != "" {
				same := &into.Members[n]
				same.Fields, same.Unset = append(same.Fields, m.Fields...), append(same.Unset, m.Unset...)
				same.sort()
				same.Fields = slices.Compact(same.Fields)
				continue
			}
			members[memberKey{u.Discriminator, m.Value}] = len(into.Members)
			into.Members = append(into.Members, m)
		}
	}
	return joined
}

func equalUnions(a, b []Union) bool {
	return slices.EqualFunc(a, b, func(x, y Union) bool {
		return x.Discriminator == y.Discriminator && slices.EqualFunc(x.Members, y.Members, func(x, y UnionMember) bool {
			return x.Value == y.Value && slices.Equal(x.Fields, y.Fields) && slices.EqualFunc(x.Unset, y.Unset, model.Equal)
		})
	})
}

// inMember reports whether a field of a map is in a member of one of its unions.
func (s *shape) inMember(name string) bool {
	return slices.ContainsFunc(s.unions, func(u Union) bool { return u.hasMember(name) })
}

func (union *Union) hasMember(name string) bool {
	return slices.ContainsFunc(union.Members, func(m UnionMember) bool { return slices.Contains(m.Fields, name) })
}

// checkUnions rejects unions that the map cannot have. locked has the same meaning as in check.
func (s *shape) checkUnions(locked bool) error {
	discriminators := map[string]bool{}
	for _, u := range s.unions {
		if err := s.checkUnion(u, locked); err != nil {
			return err
		}
		discriminators[u.Discriminator] = true
	}
	for _, u := range s.unions {
		for _, m := range u.Members {
			for _, name := range m.Fields {
				if name != "" && discriminators[name] {
					return fmt.Errorf("%q is both the discriminator of a union and a field of a member", name)
				}
			}
		}
	}
	return nil
}

func (s *shape) checkUnion(u Union, locked bool) error {
	if u.Discriminator != "" {
		field, ok := s.find(u.Discriminator, locked)
		switch {
		case !ok:
			return fmt.Errorf("the union has the discriminator %q, but the map has no such field", u.Discriminator)
		case field.fault != nil:
			return field.fault
		case field.shape.typ != ScalarType && field.shape.typ != AnyType:
			return fmt.Errorf("discriminator %q: expected a string, got a %s", u.Discriminator, field.shape.typ)
		}
	}
	if n := len(u.Members); n == 0 || n == 1 && u.Discriminator == "" {
		got := "none"
		if n == 1 {
			got = fmt.Sprintf("only the member %q", strings.Join(u.Members[0].Fields, ", "))
		}
		return fmt.Errorf("a union requires two members, or a discriminator and one member, got %s", got)
	}
	fields, values := map[string]bool{}, map[string]bool{}
	for _, m := range u.Members {
		switch {
		case len(m.Fields) == 0:
			return fmt.Errorf("a member of a union has no fields; expected at least one")
		case u.Discriminator == "" && m.Value != "":
			return fmt.Errorf("the member with %q has a value, which requires a union with a discriminator", m.Fields[0])
		case u.Discriminator != "" && m.Value == "":
			return fmt.Errorf("the member with %q has no value, which a union with a discriminator requires", m.Fields[0])
		case m.Value != "" && values[m.Value]:
			return fmt.Errorf("two members of a union have the value %q; expected a different value for each", m.Value)
		}
		values[m.Value] = true
		for _, name := range m.Fields {
			if s.index(name) < 0 {
				return fmt.Errorf("the union has the field %q, but the map does not", name)
			}
			if fields[name] {
				return fmt.Errorf("the union has the field %q twice", name)
			}
			fields[name] = true
		}
		for _, v := range m.Unset {
			if !v.IsScalar() {
				return fmt.Errorf("expected only scalars as unset values of %q", m.Fields[0])
			}
		}
	}
	return nil
}

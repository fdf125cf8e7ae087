package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
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
func (s Schema) Unions() []Union {
	var unions []Union
	for _, u := range schema.CloneUnions(s.get().Shape.Unions) {
		union := Union{Discriminator: u.Discriminator}
		for _, m := range u.Members {
			union.Members = append(union.Members, UnionMember(m))
		}
		unions = append(unions, union)
	}
	return unions
}

// sortedUnions returns unions as the unions of a node. The result is nil if unions is empty.
func sortedUnions(unions []Union) []schema.Union {
	var out []schema.Union
	for _, u := range unions {
		union := schema.Union{Discriminator: u.Discriminator}
		for _, m := range u.Members {
			union.Members = append(union.Members, schema.Member(m))
		}
		out = append(out, union)
	}
	return schema.SortedUnions(out)
}

// checkUnions rejects unions that the map cannot have. locked has the same meaning as in check.
func checkUnions(s *schema.Shape, locked bool) error {
	discriminators := map[string]bool{}
	for _, u := range s.Unions {
		if err := checkUnion(s, u, locked); err != nil {
			return err
		}
		discriminators[u.Discriminator] = true
	}
	for _, u := range s.Unions {
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

func checkUnion(s *schema.Shape, u schema.Union, locked bool) error {
	if u.Discriminator != "" {
		field, ok := s.Find(u.Discriminator, locked)
		switch {
		case !ok:
			return fmt.Errorf("the union has the discriminator %q, but the map has no such field", u.Discriminator)
		case field.Fault != nil:
			return field.Fault
		case field.Shape.Type != schema.Scalar && field.Shape.Type != schema.Any:
			return fmt.Errorf("discriminator %q: expected a string, got a %s", u.Discriminator, field.Shape.Type)
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
			if s.Index(name) < 0 {
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

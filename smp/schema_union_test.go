package smp_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An override replaces the unions of one map only.
func TestOverrideUnions(t *testing.T) {
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"one": {Ref: "m"}, "two": {Ref: "m"}}}, func(string) (smp.Definition, bool) {
		return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": {}, "b": {}, "t": text, "m": mapOf(nil)}}, true
	})
	if err != nil {
		t.Fatal(err)
	}
	unions := []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"b"}}, {Fields: []string{"a"}}}}}
	got, err := s.With(overridden("one"), smp.Override{Unions: unions})
	if err != nil {
		t.Fatal(err)
	}
	one, _ := got.Field("one")
	if u := one.Unions(); len(u) != 1 || len(u[0].Members) != 2 || u[0].Members[0].Fields[0] != "a" {
		t.Errorf("there are unions %v", u)
	}
	if two, _ := got.Field("two"); two.Unions() != nil || got.Equal(s) {
		t.Error("the other field has a union too, or none is part of what Equal compares")
	}
	if back, err := got.With(overridden("one"), smp.Override{Unions: []smp.Union{}}); err != nil || !back.Equal(s) {
		t.Errorf("no unions: %v", err)
	}
	member := func(value string, fields ...string) smp.UnionMember {
		return smp.UnionMember{Value: value, Fields: fields}
	}
	for _, o := range []struct {
		path   string
		unions []smp.Union
		want   string
	}{
		{"one.a", unions, `a union requires a map with declared fields; the schema has type any here`},
		{"one", []smp.Union{{Members: unions[0].Members[:1]}}, `a union requires two members, or a discriminator and one member, got only the member "b"`},
		{"one", []smp.Union{{Discriminator: "a", Members: unions[0].Members[:1]}}, `the member with "b" has no value, which a union with a discriminator requires`},
		{"one", []smp.Union{{Members: []smp.UnionMember{member("A", "a"), member("", "b")}}}, `the member with "a" has a value, which requires a union with a discriminator`},
		{"one", []smp.Union{unions[0], {Discriminator: "a", Members: []smp.UnionMember{member("B", "b")}}}, `"a" is both the discriminator of a union and a field of a member`},
		{"one", []smp.Union{{Discriminator: "x", Members: []smp.UnionMember{member("A", "a")}}}, `the union has the discriminator "x", but the map has no such field`},
		{"one", []smp.Union{{Discriminator: "m", Members: []smp.UnionMember{member("A", "a")}}}, `discriminator "m": expected a string, got a map`},
		{"one", []smp.Union{{Members: []smp.UnionMember{member("", "a"), member("")}}}, `a member of a union has no fields; expected at least one`},
		{"one", []smp.Union{{Discriminator: "t", Members: []smp.UnionMember{member("A", "a"), member("A", "b")}}}, `two members of a union have the value "A"; expected a different value for each`},
		{"one", []smp.Union{{Members: []smp.UnionMember{member("", "a"), member("", "x")}}}, `the union has the field "x", but the map does not`},
		{"one", []smp.Union{{Members: []smp.UnionMember{member("", "a"), member("", "b", "a")}}}, `the union has the field "a" twice`},
		{"one", []smp.Union{{Members: []smp.UnionMember{member("", "a"), {Fields: []string{"b"}, Unset: []model.Value{model.MustParse(`[]`)}}}}}, `expected only scalars as unset values of "b"`},
	} {
		_, err := s.With(overridden(o.path), smp.Override{Unions: o.unions})
		var e *smp.Error
		if want := "schema: " + o.path + ": invalid-schema: " + o.want; !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// Unions with the same discriminator are joined: if a patch sets a member of one of them, the
// members of all of them are cleared.
func TestUnionsShareDiscriminator(t *testing.T) {
	members := func(pairs ...string) (u smp.Union) {
		u.Discriminator = "t"
		for i := 0; i < len(pairs); i += 2 {
			u.Members = append(u.Members, smp.UnionMember{Value: pairs[i], Fields: []string{pairs[i+1]}})
		}
		return u
	}
	s := schemaOf(t, smp.Definition{
		Type:   smp.MapType,
		Fields: map[string]smp.Definition{"t": text, "a": text, "b": text, "c": text, "d": text},
		Unions: []smp.Union{members("A", "a", "B", "b"), members("C", "c"), members("A", "d")},
	})
	if u := s.Unions(); len(u) != 1 || len(u[0].Members) != 3 || !slices.Equal(u[0].Members[0].Fields, []string{"a", "d"}) {
		t.Fatalf("there are unions %v", u)
	}
	e := smp.Engine{Unions: true}
	got, err := e.Apply(s, model.MustParse(`{"t":"C","c":"one"}`), model.MustParse(`{"a":"two"}`))
	if want := `{"t":"A","a":"two"}`; err != nil || got.JSON() != want {
		t.Errorf("%s, %v; want %s", got.JSON(), err, want)
	}
	if _, err := e.Apply(s, model.MustParse(`{}`), model.MustParse(`{"a":"one","c":"two"}`)); err == nil {
		t.Error("two members are set, and nothing is rejected")
	}
	for name, other := range map[string]smp.Definition{
		"a value goes with two fields": {
			Type: smp.MapType, Fields: map[string]smp.Definition{"t": text, "a": text, "b": text}, Unions: []smp.Union{members("A", "a", "A", "b")},
		},
		"a discriminator is a map": {
			Type: smp.MapType, Fields: map[string]smp.Definition{"t": mapOf(nil), "a": text, "b": text}, Unions: []smp.Union{members("A", "a", "B", "b")},
		},
	} {
		if _, err := smp.NewSchema(other, nil); err == nil {
			t.Errorf("%s, and nothing is rejected", name)
		}
	}
	schemaOf(t, smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"t": {}, "a": text, "b": text}, Unions: []smp.Union{members("A", "a", "B", "b")}})
	two := smp.Definition{
		Type: smp.MapType, Fields: map[string]smp.Definition{"t": text, "a": text, "b": text},
		Unions: []smp.Union{members("A", "a"), members("B", "a")},
	}
	if _, err := smp.NewSchema(two, nil); err == nil {
		t.Error("a field goes with two values, and nothing is rejected")
	}
}

func overridden(path string) model.Path {
	p, err := model.ParsePath(path)
	if err != nil {
		panic(err)
	}
	return p
}

// A key of a list cannot be in a member of a union of its elements.
func TestUnionsWithKeys(t *testing.T) {
	element := smp.Definition{
		Type: smp.MapType, Fields: map[string]smp.Definition{"t": text, "a": text, "b": text, "c": text},
		Unions: []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"a"}}, {Fields: []string{"b", "c"}}}}},
	}
	list := func(keys ...string) smp.Definition {
		return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: keys[:1], Recommended: keys, Element: &element}
	}
	for _, keys := range [][]string{{"a"}, {"t", "c"}} {
		_, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"l": list(keys...)}}, nil)
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Path.String() != "properties.l" {
			t.Errorf("keys %q: %v", keys, err)
		}
	}
	s := schemaOf(t, smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"l": list("t")}})
	var e *smp.Error
	if _, err := s.With(overridden("l"), smp.Override{Keys: []string{"b"}}); !errors.As(err, &e) || e.Code != smp.InvalidSchema || !e.Path.Equal(overridden("l")) {
		t.Errorf("with another key: %v", err)
	}
	element.Unions = []smp.Union{{Discriminator: "t", Members: []smp.UnionMember{{Value: "A", Fields: []string{"a"}}}}}
	schemaOf(t, smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"l": list("t")}}) // a discriminator may be a key
}

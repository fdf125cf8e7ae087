package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An override says what a map's unions are, there and nowhere else.
func TestOverrideUnions(t *testing.T) {
	s, err := smp.NewSchema(smp.Type{Kind: smp.MapType, Fields: map[string]smp.Type{"one": {Ref: "m"}, "two": {Ref: "m"}}}, func(string) (smp.Type, bool) {
		return smp.Type{Kind: smp.MapType, Fields: map[string]smp.Type{"a": {}, "b": {}}}, true
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
	for _, o := range []struct {
		path   string
		unions []smp.Union
	}{
		{"one.a", unions},
		{"one", []smp.Union{{Members: unions[0].Members[:1]}}},
		{"one", []smp.Union{{Discriminator: "a", Members: unions[0].Members[:1]}}},
	} {
		_, err := s.With(overridden(o.path), smp.Override{Unions: o.unions})
		var e *smp.Error
		if !errors.As(err, &e) || e.Kind != smp.InvalidSchema || !e.Path.Equal(overridden(o.path)) {
			t.Errorf("%s, %v: %v", o.path, o.unions, err)
		}
	}
}

func overridden(path string) model.Path {
	p, err := model.ParsePath(path)
	if err != nil {
		panic(err)
	}
	return p
}

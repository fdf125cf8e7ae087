package model_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// An unlike is a visit of DifferingMembers.
type unlike struct {
	name string
	x, y model.Value
}

// allUnlike returns all visits, or at most the given number.
func allUnlike(a, b model.Value, most int) []unlike {
	var all []unlike
	model.ForTests.DifferingMembers(a, b, func(name string, x, y model.Value) bool {
		all = append(all, unlike{name, x, y})
		return len(all) != most
	})
	return all
}

// plainUnlike computes the visits of DifferingMembers with Get, name by name.
func plainUnlike(a, b model.Value, parsed bool) []unlike {
	var all []unlike
	for name, y := range b.Members() {
		if x, _ := a.Get(name); x != y && !(parsed && x.JSON() == y.JSON()) {
			all = append(all, unlike{name, x, y})
		}
	}
	for name, x := range a.Members() {
		if _, ok := b.Get(name); !ok {
			all = append(all, unlike{name, x, model.Value{}})
		}
	}
	return all
}

// DifferingMembers agrees with Get and the text of each member.
func TestDifferingMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(2).Draw(t, "tree")
		a := parsedOrWrapped(t, x)
		b := a
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0: // the same text except for a few places
			if b = editMap(t, a, []drawn{a}); rapid.Bool().Draw(t, "edited as it is") {
				a.v = model.MustParse(a.v.JSON())
				checkUnlike(t, a.v, editMap(t, a, []drawn{b}).v, false)
			}
		case 1: // members in another order
			members := rapid.Permutation(x.members).Draw(t, "order")
			b.x.members = members
			b.v = model.MustParse(b.x.spelled(t))
		case 2:
			b.v = model.MustParse(x.spelled(t))
		default:
			b.x = mapGen(2).Draw(t, "other")
			b.v = model.MustParse(b.x.spelled(t))
		}
		parsed := rapid.IntRange(0, 3).Draw(t, "parsed") > 0
		if parsed {
			a.v, b.v = model.MustParse(a.v.JSON()), model.MustParse(b.v.JSON())
		} else if rapid.Bool().Draw(t, "edited") {
			a.v, _ = editMap(t, a, []drawn{a, b}).v.WithMembers(member("certainly edited", model.NewNull()))
		} else {
			b.v = build(t, b.x)
		}
		if rapid.Bool().Draw(t, "swapped") {
			a, b = b, a
		}
		checkUnlike(t, a.v, b.v, parsed)
	})
}

// checkUnlike compares the visits with the results of Get and the text of each member.
func checkUnlike(t *rapid.T, a, b model.Value, parsed bool) {
	want := plainUnlike(a, b, parsed)
	if got := allUnlike(a, b, -1); !slices.Equal(got, want) {
		t.Fatalf("%s and %s: %d, want %d", a.Canonical(), b.Canonical(), len(got), len(want))
	}
	if n := len(want); n > 0 {
		n = rapid.IntRange(1, n).Draw(t, "until")
		if got := allUnlike(a, b, n); !slices.Equal(got, want[:n]) {
			t.Fatalf("%s and %s, the first %d: %v, want %v", a.JSON(), b.JSON(), n, got, want[:n])
		}
	}
}

// Some texts have a common beginning, and some have their members in another order.
func TestUnlikeTexts(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want []string
	}{
		{`{"a":1,"b":2}`, `{"a":12,"b":2}`, []string{"a"}}, // the spellings agree up to the end of the first text
		{`{"a":12,"b":2}`, `{"a":1,"b":2}`, []string{"a"}},
		{`{"a":1}`, `{"a":12}`, []string{"a"}},
		{`{"a":1}`, `{"a": 1}`, nil},
		{`{"a":1,"b":1}`, `{"a":1,"b": 1}`, nil},
		{`{"a":1,"b":1}`, `{"\u0061":1,"b":2}`, []string{"b"}},
		{`{"a":1,"b":2,"c":3}`, `{"c":3,"b":2,"a":1}`, nil},
		{`{"a":1,"b":2,"c":3}`, `{"c":3,"b":4,"a":1}`, []string{"b"}},
		{`{"a":1,"b":2,"c":3}`, `{"a":1,"c":3}`, []string{"b"}},
		{`{"a":1,"c":3}`, `{"a":1,"b":2,"c":3}`, []string{"b"}},
		{`{"a":1,"b":2}`, `{"a":1,"c":2}`, []string{"c", "b"}},
		{`{"a":{"x":1},"b":{"x":1}}`, `{"a":{"x":1},"b":{"x":1,"y":2}}`, []string{"b"}},
		{`{"a":[1,2],"b":1,"c":[3]}`, `{"a":[1,3],"b":1,"c":[4]}`, []string{"a", "c"}},
		{`{}`, `{"a":null}`, []string{"a"}},
		{`{"a":null}`, `{}`, []string{"a"}},
		{`[1]`, `{"a":1}`, []string{"a"}},
		{`{"a":1}`, `1`, []string{"a"}},
		{`[1]`, `[2]`, nil},
	} {
		var got []string
		for _, u := range allUnlike(model.MustParse(test.a), model.MustParse(test.b), -1) {
			got = append(got, u.name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s and %s: %q, want %q", test.a, test.b, got, test.want)
		}
	}
	if got := allUnlike(model.Value{}, model.Value{}, -1); got != nil {
		t.Errorf("nothing: %v", got)
	}
}

// A value that is not a map has no members. A member that is removed and added again
// is one member.
func TestDifferingFromNoMap(t *testing.T) {
	parsed := model.MustParse(`{"a":1,"b":[2]}`)
	wrapped, err := model.WrapAny(map[string]any{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	without, err := parsed.WithMembers(member("a", model.Value{}))
	if err != nil {
		t.Fatal(err)
	}
	again, err := without.WithMembers(member("a", model.NewNull()))
	if err != nil {
		t.Fatal(err)
	}
	list, err := model.NewList(parsed)
	if err != nil {
		t.Fatal(err)
	}
	wrappedList, err := model.WrapAny([]any{1})
	if err != nil {
		t.Fatal(err)
	}
	wrappedText, err := model.WrapAny("x")
	if err != nil {
		t.Fatal(err)
	}
	values := []model.Value{parsed, wrapped, wrappedList, wrappedText, without, again, {}, model.NewNull(), list, model.MustParse("[]")}
	for _, a := range values {
		for _, b := range values {
			if got, want := allUnlike(a, b, -1), plainUnlike(a, b, false); len(got) != len(want) {
				t.Errorf("%s and %s: %d, want %d", a.JSON(), b.JSON(), len(got), len(want))
			}
		}
	}
}

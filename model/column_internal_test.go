package model

import (
	"strings"
	"testing"
)

// A projection is equal to the result of Parse for its text, and has the members that Get finds.
func TestProject(t *testing.T) {
	const text = `[{"k":"a"},{"x":1,"k":"\u0061"},{"k":"","x":2}]`
	for _, list := range []string{
		text, `[{"k":"a"}]`, `[{"k":"a"},{"k":""}]`, " [ {\n \"k\" : \"a\" } ] ",
		"[" + strings.Repeat(`{"k":"a longer text"},`, 12) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},{"x":"b","k":"c"},{"k":"sixteen bytes.."},{"k":"seventeen bytes.."},`, 9) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, smallMap-1) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, smallMap) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, 5*smallMap) + `{"k":"` + strings.Repeat("long", 100) + `"}]`,
	} {
		for _, name := range []string{"k", "$k", "", "\xff", "longer than eight", strings.Repeat("k", longName+1)} {
			v := MustParse(strings.ReplaceAll(list, `"k"`, string(appendQuoted(nil, validText(name)))))
			got, ok := ForTests.Project(new(Builder), v, validText(name))
			if !ok || got.Len() != v.Len() {
				t.Fatalf("%.200s: no projection on %.20q", v.JSON(), name)
			}
			want := MustParse(got.JSON())
			if err := sameDocument(got.doc, want.doc); err != nil {
				t.Errorf("%.200s: %v", got.JSON(), err)
			}
			wrapped, err := WrapAny(v.ToAny())
			if p, ok := ForTests.Project(new(Builder), wrapped, validText(name)); err != nil || !ok || !Equal(p, got) {
				t.Errorf("%.200s, wrapped, has the projection %s", v.JSON(), p.JSON())
			}
			projected := got.AppendElements(nil)
			for i, e := range v.Elements() {
				p := projected[i]
				a, _ := e.Get(validText(name))
				if b, _ := p.Get(validText(name)); p.Len() != 1 || a.JSON() != b.JSON() {
					t.Errorf("%.200s: element %d is %s", v.JSON(), i, p.JSON())
				}
			}
		}
	}
	for _, name := range []string{"k\n", `"\`} {
		v := MustParse(strings.ReplaceAll(text, `"k"`, string(appendQuoted(nil, name))))
		if v, ok := ForTests.Project(new(Builder), v, name); ok {
			t.Errorf("%q has the projection %s", name, v.JSON())
		}
	}
	for _, none := range []string{
		"[]",
		`[{"k":"a"},{"k":1}]`, `[{"k":"a"},{}]`, `[{"k":"a"},"k"]`, `[["k"]]`, `[{"k":null}]`, `[{"k":{"k":"b"}}]`, `[{"x":"k"}]`,
		`{"k":"a"}`, `"k"`, `null`,
	} {
		if v, ok := ForTests.Project(new(Builder), MustParse(none), "k"); ok {
			t.Errorf("%s has the projection %s", none, v.JSON())
		}
		wrapped, _ := WrapAny(MustParse(none).ToAny())
		if v, ok := ForTests.Project(new(Builder), wrapped, "k"); ok {
			t.Errorf("%s, wrapped, has the projection %s", none, v.JSON())
		}
	}
	empty, _ := MustParse(`{"l":[{"k":"a"},{"k":"b"},{}],"k":"c","m":"more than thirty-two bytes of text"}`).Get("l")
	if v, ok := ForTests.Project(new(Builder), empty, "k"); ok {
		t.Errorf("%s has the projection %s", empty.JSON(), v.JSON())
	}
	lists := MustParse("[[" + strings.Repeat(`{"k":"some text"},`, 12) + `{"k":"b"}],{"k":"after it"},"more than thirty-two bytes of text"]`)
	if v, _ := ForTests.Project(new(Builder), lists.At(0), "k"); v.JSON() != lists.At(0).JSON() {
		t.Errorf("%s has the projection %s", lists.At(0).JSON(), v.JSON())
	}
	built, err := MustParse(text).WithElements(nil, MustParse(`{"k":"b"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []Value{built, {}} {
		if v, ok := ForTests.Project(new(Builder), v, "k"); ok {
			t.Errorf("a built list has the projection %s", v.JSON())
		}
	}
}

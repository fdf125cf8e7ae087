package model

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A projection is what Parse makes of its text, and has the members that Get
// finds.
func TestProject(t *testing.T) {
	const text = `[{"k":"a"},{"x":1,"k":"\u0061"},{"k":"","x":2}]`
	for _, list := range []string{
		text, "[]", `[{"k":"a"}]`, `[{"k":"a"},{"k":""}]`, " [ {\n \"k\" : \"a\" } ] ",
		"[" + strings.Repeat(`{"k":"a longer text"},`, 12) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},{"x":"b","k":"c"},{"k":"sixteen bytes.."},{"k":"seventeen bytes.."},`, 9) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, smallMap-1) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, smallMap) + `{"k":"b"}]`,
		"[" + strings.Repeat(`{"k":"a"},`, 5*smallMap) + `{"k":"` + strings.Repeat("long", 100) + `"}]`,
	} {
		for _, name := range []string{"k", "$k", "k\n", "", `"\`, "\xff", "longer than eight", strings.Repeat("k", longName+1)} {
			v := MustParse(strings.ReplaceAll(list, `"k"`, string(appendQuoted(nil, validText(name)))))
			got, ok := v.Project(validText(name), nil, nil)
			if !ok || got.Len() != v.Len() {
				t.Fatalf("%.200s: no projection on %.20q", v.JSON(), name)
			}
			want := MustParse(got.JSON())
			if err := sameDocument(got.settled().doc, want.doc); err != nil {
				t.Errorf("%.200s: %v", got.JSON(), err)
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
	for _, none := range []string{
		`[{"k":"a"},{"k":1}]`, `[{"k":"a"},{}]`, `[{"k":"a"},"k"]`, `[["k"]]`, `[{"k":null}]`, `[{"k":{"k":"b"}}]`, `[{"x":"k"}]`,
		`{"k":"a"}`, `"k"`, `null`,
	} {
		if v, ok := MustParse(none).Project("k", nil, nil); ok {
			t.Errorf("%s has the projection %s", none, v.JSON())
		}
	}
	empty, _ := MustParse(`{"l":[{"k":"a"},{"k":"b"},{}],"k":"c","m":"more than thirty-two bytes of text"}`).Get("l")
	if v, ok := empty.Project("k", nil, nil); ok {
		t.Errorf("%s has the projection %s", empty.JSON(), v.JSON())
	}
	lists := MustParse("[[" + strings.Repeat(`{"k":"some text"},`, 12) + `{"k":"b"}],{"k":"after it"},"more than thirty-two bytes of text"]`)
	if v, _ := lists.At(0).Project("k", nil, nil); v.JSON() != lists.At(0).JSON() {
		t.Errorf("%s has the projection %s", lists.At(0).JSON(), v.JSON())
	}
	built, err := MustParse(text).WithElements(nil, MustParse(`{"k":"b"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []Value{built, {}} {
		if v, ok := v.Project("k", nil, nil); ok {
			t.Errorf("a built list has the projection %s", v.JSON())
		}
	}
}

// Whatever is first asked of a projection, the answer is that of the parsed list.
func TestProjectionIsItsText(t *testing.T) {
	texts := []string{"b", "e", "x"}
	questions := map[string]func(Value) any{
		"JSON":      func(v Value) any { return v.JSON() },
		"GoString":  func(v Value) any { return v.GoString() },
		"Canonical": func(v Value) any { return v.Canonical() },
		"ToAny":     func(v Value) any { return fmt.Sprint(v.ToAny()) },
		"Hash":      func(v Value) any { return v.Hash() },
		"Len":       func(v Value) any { return v.Len() },
		"flags":     func(v Value) any { return []bool{v.HasNull(), v.HasDollar(), v.HasOwnDollar()} },
		"At":        func(v Value) any { return v.At(v.Len()/2).JSON() + v.At(-1).JSON() + v.At(v.Len()).JSON() },
		"Elements":  func(v Value) any { return asText(v.AppendElements(nil)) },
		"Column": func(v Value) any {
			var all []Value
			for e, m := range v.Column("k") {
				all = append(all, e, m)
			}
			return asText(all)
		},
		"Spelled": func(v Value) any {
			var all []Value
			for e, n := range v.Spelled("k", texts) {
				all = append(all, e.Value, NewInt(int64(e.Index)), NewInt(int64(n)))
			}
			return asText(all)
		},
		"SameColumn": func(v Value) any {
			w := MustParse(v.JSON())
			return []bool{SameColumn(v, w, "k"), SameColumn(w, v, "k"), SameColumn(v, v, "k"), SameColumn(v, w, "l")}
		},
		"Project": func(v Value) any {
			p, ok := v.Project("k", nil, nil)
			return ok && p.JSON() != v.JSON()
		},
		"Equal": func(v Value) any {
			w := MustParse(v.JSON())
			other, err := w.WithElements([]Element{{0, NewNull()}})
			return []any{Equal(v, w), Equal(w, v), Equal(v, v), Equal(v, other), Equal(other, v), Compare(v, w), Compare(w, v), err}
		},
		"Differing": func(v Value) any {
			other, err := MustParse(v.JSON()).WithElements([]Element{{1, NewNull()}})
			var all []Value
			for _, pair := range [][2]Value{{v, other}, {other, v}, {v, MustParse(v.JSON())}} {
				Differing(pair[0], pair[1], func(i int, x, y Value) bool {
					all = append(all, NewInt(int64(i)), x, y)
					return true
				})
			}
			return []any{asText(all), err}
		},
		"WithElements": func(v Value) any {
			w, err := v.WithElements([]Element{{0, Value{}}, {1, NewInt(7)}}, NewInt(8))
			same, err2 := v.WithElements(nil)
			return []any{w.JSON(), same.JSON(), err, err2}
		},
		"NewList": func(v Value) any {
			w, err := NewList(v, v)
			inner := w.At(1).At(0)
			more, err2 := w.WithElements([]Element{{1, inner}}, w)
			return []any{w.JSON(), inner.JSON(), more.JSON(), w.height(), more.height(), err, err2}
		},
		"NewMap": func(v Value) any {
			w, err := NewMap(Member{"$x", v}, Member{"y", v})
			got, _ := w.Get("y")
			gone, err2 := w.WithMembers(Member{Name: "$x"})
			return []any{w.JSON(), got.JSON(), gone.JSON(), gone.HasDollar(), gone.Compact().JSON(), err, err2}
		},
		"Compact": func(v Value) any { return v.Compact().JSON() },
		"Near": func(v Value) any {
			w, err := Parse([]byte(v.JSON()), Near(v))
			return []any{w.JSON(), err}
		},
		"others": func(v Value) any {
			m, ok := v.Get("k")
			return []any{v.IsScalar(), v.Text(), v.Spells(""), v.AppendMembers(nil), m.Kind(), ok}
		},
	}
	for _, name := range []string{"k", "$k"} {
		for _, n := range []int{0, 1, 3, 100} {
			text := "[" + strings.TrimSuffix(strings.Repeat(`{"n":1,"k":"a"},{"k":"b","l":[{}]},{"k":"\u0065","l":null},`, n), ",") + "]"
			list := MustParse(strings.ReplaceAll(text, `"k"`, `"`+name+`"`))
			for question, answer := range questions {
				if n == 0 && (question == "WithElements" || question == "Equal" || question == "Differing") {
					continue // there is nothing to change
				}
				p, ok := list.Project(name, nil, nil)
				if !ok {
					t.Fatalf("%.100s has no projection", list.JSON())
				}
				want := answer(MustParse(p.JSON()))
				for range 2 {
					if got := answer(p); !reflect.DeepEqual(got, want) {
						t.Errorf("%s of %d elements: got %.200v, want %.200v", question, 3*n, got, want)
					}
				}
			}
		}
	}
}

func asText(values []Value) (texts []string) {
	for _, v := range values {
		texts = append(texts, v.JSON())
	}
	return texts
}

// Project tells of the elements that it passes as Spelled does, and ends where it
// is told to.
func TestProjectVisits(t *testing.T) {
	list := MustParse("[" + strings.Repeat(`{"k":"a"},{"k":"b","l":1},{"l":1,"k":"\u0063"},`, 20) + `{"k":"d"}]`)
	texts := []string{"c", "a", "d"}
	var want, got []string
	tell := func(e Element, n int) string { return fmt.Sprint(e.Index, e.Value.JSON(), n) }
	for e, n := range list.Spelled("k", texts) {
		want = append(want, tell(e, n))
	}
	for left := len(want); left >= 0; left-- {
		got = nil
		_, ok := list.Project("k", texts, func(e Element, n int) bool {
			got = append(got, tell(e, n))
			return len(got) != left
		})
		if wanted := want[:max(left, 1)]; ok != (left == 0) || left > 0 && !slices.Equal(got, wanted) || left == 0 && !slices.Equal(got, want) {
			t.Errorf("%d visits: %t, got %v, want %v", left, ok, got, want)
		}
	}
}

// Many may look into a projection at once, and all see the same.
func TestProjectionLookedIntoAtOnce(t *testing.T) {
	list := MustParse("[" + strings.Repeat(`{"k":"a","l":1},`, 2000) + `{"k":"b"}]`)
	for range 20 {
		p, _ := list.Project("k", nil, nil)
		seen := make([]Value, 8)
		var all sync.WaitGroup
		for i := range seen {
			all.Go(func() { seen[i] = p.At(2000) })
		}
		all.Wait()
		for _, v := range seen {
			if v != seen[0] || v.JSON() != `{"k":"b"}` {
				t.Fatalf("got %s and %s", v.JSON(), seen[0].JSON())
			}
		}
	}
}

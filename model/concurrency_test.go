package model_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// Many goroutines may read and edit one value at once, while others parse with
// the same scratch memory.
func TestConcurrentUse(t *testing.T) {
	parsed := model.MustParse(deployment())
	edited, err := parsed.WithMembers(member("status", model.Value{}), member("extra", model.MustParse(wideMap(100))))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range 20 {
				for _, v := range []model.Value{parsed, edited} {
					useEverything(t, v)
					name := fmt.Sprintf("new-%d-%d", g, i)
					w, err := v.WithMembers(member(name, v), member("kind", model.Value{}))
					if err != nil || w.Len() != v.Len() {
						t.Errorf("%d members, %v", w.Len(), err)
					}
					if x, ok := w.Get(name); !ok || x != v {
						t.Error("the new member is another value")
					}
				}
				text := fmt.Sprintf(`{"goroutine":%d,"turn":%d,"list":[%s]}`, g, i, each(50, func(n int) string { return fmt.Sprint(g * n) }))
				again, err := model.ParseString(edited.JSON()+" ", model.Near(parsed))
				if err != nil || !model.Equal(again, edited) {
					t.Errorf("a text read with the help of another is wrong: %v", err)
				}
				v, err := model.ParseString(text)
				if err != nil || v.JSON() != text {
					t.Errorf("%v", err)
				}
				if again := model.MustParse(v.Canonical()); !model.Equal(v, again) {
					t.Error("a text read at the same time as others is wrong")
				}
			}
		}()
	}
	wait.Wait()
	if parsed.JSON() != deployment() {
		t.Error("the value changed")
	}
}

// useEverything calls all functions that read a value.
func useEverything(t *testing.T, v model.Value) {
	again, err := model.ParseString(v.JSON())
	if err != nil || !model.Equal(v, again) || v.Hash() != again.Hash() || model.Compare(v, again) != 0 {
		t.Errorf("a value and its text are different: %v", err)
	}
	if v.Canonical() != again.Canonical() || v.HasNull() != again.HasNull() || v.HasDollar() != again.HasDollar() {
		t.Error("a value and its text are different")
	}
	p := model.Path{model.Field("spec"), model.Field("template"), model.Field("spec"), model.Field("containers"), model.Key{{Name: "name", Value: model.NewString("container-2")}}, model.Field("image")}
	if image, ok := p.Lookup(v); !ok || image.Text() != "registry.example.com/image:2" {
		t.Errorf("got %#v", image)
	}
}

// No operation changes its operands.
func TestOperandsDoNotChange(t *testing.T) {
	text := `{"a":{"b":[1,2,{"c":null}],"$d":"e"},"f":[[],{}]}`
	parsed := model.MustParse(text)
	built := build(t, treeOf(parsed))
	members := []model.Member{member("a", model.Value{}), member("g", parsed), member("\xff", built)}
	elements := []model.Element{{Index: 1, Value: parsed}, {Index: 0}}
	for _, v := range []model.Value{parsed, built} {
		before := v.JSON()
		f, _ := v.Get("f")
		w, err := v.WithMembers(members...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.WithMembers(member("g", w)); err != nil {
			t.Fatal(err)
		}
		l, err := f.WithElements(elements, v, f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.WithElements([]model.Element{{Index: 2, Value: l}}, l); err != nil {
			t.Fatal(err)
		}
		list := v.AppendElements(v.AppendElements(nil))
		m := v.AppendMembers(nil)
		for i := range m {
			m[i] = model.Member{}
		}
		clear(list)
		v.ToAny().(map[string]any)["a"] = nil
		if v.JSON() != before || f.JSON() != `[[],{}]` {
			t.Errorf("%s became %s", before, v.JSON())
		}
	}
	if members[2].Name != "\xff" || elements[0].Index != 1 || elements[1].Index != 0 {
		t.Error("arguments were changed")
	}
}

// A built value does not change when the slices that it was built from do.
func TestConstructorsCopy(t *testing.T) {
	members := []model.Member{member("a", model.NewInt(1)), member("b", model.NewInt(2))}
	elements := []model.Value{model.NewInt(1), model.NewInt(2)}
	m, err := model.NewMap(members...)
	if err != nil {
		t.Fatal(err)
	}
	l := newList(t, elements...)
	members[0], elements[0] = member("x", model.NewNull()), model.NewNull()
	if m.JSON() != `{"a":1,"b":2}` || l.JSON() != `[1,2]` {
		t.Errorf("got %s, %s", m.JSON(), l.JSON())
	}
}

package model_test

import (
	"errors"
	"math"
	"reflect"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

func wrap(t tester, goTree any) model.Value {
	t.Helper()
	v, err := model.WrapAny(goTree)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return v
}

func TestWrapAnyGivesWhatFromAnyDoes(t *testing.T) {
	part := model.MustParse(`[ 1.0, {"x" : null} ]`)
	for _, goTree := range []any{
		nil, true, "a\n\"é", 1, int8(-2), uint64(math.MaxUint64), 0.1, float32(0.1), 1e21, part,
		map[string]any{"b": 1, "a": []any{nil, "x"}, "": map[string]any{"c": true}},
		map[string]any{"b": map[string]string{"x": "1", "$a\n": "2"}, "c": []string{"a"}, "d": map[string]string(nil)},
		[]any{[]map[string]any{{"a": 1}, nil}, part, []model.Value{part, model.NewNull()}},
		map[string]model.Value{"b": part},
	} {
		want, err := model.FromAny(goTree)
		if err != nil {
			t.Fatal(err)
		}
		v := wrap(t, goTree)
		if !model.Equal(v, want) || !model.Equal(want, v) || v.Canonical() != want.Canonical() {
			t.Errorf("%#v: got %s, want %s", goTree, v.Canonical(), want.Canonical())
		}
		if v.HasNull() != want.HasNull() || v.HasDollar() != want.HasDollar() || v.HasOwnDollar() != want.HasOwnDollar() {
			t.Errorf("%#v: flags %v %v %v", goTree, v.HasNull(), v.HasDollar(), v.HasOwnDollar())
		}
		if err := model.CheckAny(goTree); err != nil || v.Err() != nil {
			t.Errorf("%#v: %v, %v", goTree, err, v.Err())
		}
	}
	for goTree, want := range map[any]string{1.0: "1.0", -3.0: "-3.0", float32(80): "80.0", 1e20: "100000000000000000000.0", math.Copysign(0, -1): "-0.0"} {
		if v := wrap(t, goTree); v.JSON() != want || v.ToAny() != goTree && v.ToAny() != float64(80) {
			t.Errorf("%v is spelled %s", goTree, v.JSON())
		}
	}
	if m, l := wrap(t, map[string]any(nil)), wrap(t, []any(nil)); m.JSON() != "{}" || l.JSON() != "[]" {
		t.Errorf("nil maps and slices: %#v, %#v", m, l)
	}
}

// DifferingMembers of two wrapped documents agrees with Equal.
func TestWrappedDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(3).Draw(t, "tree")
		y := editMap(t, drawn{model.MustParse(x.spelled(t)), x}, nil).x
		a, b := wrap(t, x.goTree()), wrap(t, y.goTree())
		var want []unlike
		for _, u := range plainUnlike(a, b, false) {
			if !model.Equal(u.x, u.y) {
				want = append(want, u)
			}
		}
		if got := allUnlike(a, b, -1); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s and %s: %v, want %v", a.JSON(), b.JSON(), got, want)
		}
		if got := allUnlike(a, b, 1); len(want) > 0 && !reflect.DeepEqual(got, want[:1]) {
			t.Fatalf("%s and %s, the first: %v, want %v", a.JSON(), b.JSON(), got, want[:1])
		}
		list := tree{typ: model.List, elements: []tree{x, y, x}}
		other := tree{typ: model.List, elements: []tree{y, y, x}}
		differing := 0
		model.ForTests.DifferingElements(wrap(t, list.goTree()), wrap(t, other.goTree()), func(i int, p, q model.Value) bool {
			differing++
			if i != 0 || !model.Equal(p, a) || !model.Equal(q, b) {
				t.Fatalf("element %d: %s and %s", i, p.JSON(), q.JSON())
			}
			return false
		})
		if equal := model.Equal(a, b); equal != (differing == 0) || equal != (len(want) == 0) || equal != model.Equal(model.MustParse(a.JSON()), model.MustParse(b.JSON())) {
			t.Fatalf("%s and %s: equal %v", a.JSON(), b.JSON(), equal)
		}
	})
}

// If two maps were compared, an edit of one equals the other exactly if it makes all
// the differing members equal. This also holds for later maps in the same memory.
func TestEditsOfWhatWasCompared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := mapGen(3).Draw(t, "tree")
		a := wrap(t, x.goTree())
		for range 3 {
			other := editMap(t, drawn{a, x}, nil).x.goTree()
			b := wrap(t, other)
			edited, left := a, false
			for _, u := range allUnlike(a, b, -1) {
				changes := []model.Member{member(u.name, u.y)}
				switch rapid.IntRange(0, 5).Draw(t, "change") {
				case 0:
					left, changes = true, nil
				case 1:
					left, changes = true, []model.Member{member(u.name, model.Value{}), member("instead of "+u.name, model.NewNull())}
				}
				var err error
				if edited, err = edited.WithMembers(changes...); err != nil {
					t.Fatal(err)
				}
			}
			added, err := edited.WithMembers(member("another one", model.NewNull()))
			if err != nil || model.Equal(added, b) || model.Equal(edited, b) == left {
				t.Fatalf("%s and %s: equal %v, %v", edited.JSON(), b.JSON(), !left, err)
			}
			for name := range b.Members() {
				if c, err := b.WithMembers(member(name, b)); !left && (err != nil || model.Equal(edited, c)) {
					t.Fatalf("%s is %s, %v", edited.JSON(), c.JSON(), err)
				}
			}
			again, err := a.WithMembers(member("another one", model.NewNull()))
			if c := wrap(t, again.ShareAny()); err != nil || !model.Equal(again, c) {
				t.Fatalf("%s is not %s, %v", again.JSON(), c.JSON(), err)
			}
		}
	})
}

// An edit gives new maps and lists where something changed, and nowhere else.
func TestShareAny(t *testing.T) {
	type odd struct{}
	kept, list := map[string]any{"x": odd{}}, []any{map[string]any{"a": 1}, "b", nil, int32(7)}
	goTree := map[string]any{"kept": kept, "list": list, "gone": 1, "number": uint8(3)}
	before := map[string]any{"kept": kept, "list": list, "gone": 1, "number": uint8(3)}
	v := wrap(t, goTree)
	was, _ := v.Get("list")
	now, err := was.WithElements([]model.Element{{Index: 1}, {Index: 2, Value: model.NewBool(true)}}, model.NewString("new"))
	if err != nil {
		t.Fatal(err)
	}
	edited, err := v.WithMembers(member("list", now), member("gone", model.Value{}), member("added", model.NewInt(1)))
	if err != nil {
		t.Fatal(err)
	}
	got := edited.ShareAny()
	want := map[string]any{"kept": kept, "list": []any{list[0], true, int32(7), "new"}, "number": uint8(3), "added": int64(1)}
	if !reflect.DeepEqual(got, want) || edited.Err() != nil {
		t.Errorf("got %#v, %v", got, edited.Err())
	}
	if !reflect.DeepEqual(goTree, before) || len(list) != 4 {
		t.Errorf("the tree changed to %#v", goTree)
	}
	same := func(a, b any) bool { return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() }
	m := got.(map[string]any)
	if !same(m["kept"], kept) || !same(m["list"].([]any)[0], list[0]) || !same(v.ShareAny(), goTree) {
		t.Error("what did not change is not shared")
	}
	if same(m, goTree) || same(m["list"], list) {
		t.Error("what changed is shared")
	}
	m["kept2"], m["list"].([]any)[1] = 1, 2
	if !reflect.DeepEqual(goTree, before) || list[1] != "b" {
		t.Error("what changed is shared")
	}
	if v := wrap(t, map[string]any(nil)); !same(v.ShareAny(), map[string]any(nil)) {
		t.Error("a nil map comes back as another")
	}
	if v, err := wrap(t, map[string]any(nil)).WithMembers(member("a", model.NewNull())); err != nil || !reflect.DeepEqual(v.ShareAny(), map[string]any{"a": nil}) {
		t.Errorf("an edit of a nil map: %#v, %v", v.ShareAny(), err)
	}
}

// A value that is not JSON is an error as soon as it is used.
func TestWrapAnyTellsOfWhatIsNoJSON(t *testing.T) {
	loop := map[string]any{}
	loop["a"], loop["b"] = loop, []any{loop, loop}
	other := map[string]any{}
	other["a"], other["b"] = other, []any{other, other}
	type named string
	for _, bad := range []any{func() {}, named("x"), math.NaN(), math.Inf(-1), float32(math.Inf(1)), "\xff", map[string]any{"\xff": 1}, []any{make(chan int)}, map[string]string{"a": "\xff"}, []model.Value{{}}, model.Value{}, loop} {
		goTree := map[string]any{"a": map[string]any{"bad": bad, "b": 1}, "c": 2}
		if _, err := model.FromAny(goTree); err == nil {
			t.Fatalf("%T is none", bad)
		}
		if err := model.CheckAny(goTree); err == nil {
			t.Errorf("%T: checked", bad)
		}
		v := wrap(t, goTree)
		if _, ok := v.Get("c"); !ok || v.Err() != nil {
			t.Errorf("%T: an error before it is looked at: %v", bad, v.Err())
		}
		edited, err := v.WithMembers(member("c", model.NewNull()))
		if err != nil {
			t.Fatal(err)
		}
		built, err := model.NewMap(member("x", model.NewNull()), member("y", edited))
		if err != nil {
			t.Fatal(err)
		}
		if v.Compact().Type() != model.Map {
			t.Errorf("%T: cannot be written", bad)
		}
		_, want := model.FromAny(goTree)
		for _, v := range []model.Value{v, edited, built} {
			var e *model.Error
			if err := v.Err(); err == nil || err.Error() != want.Error() || !errors.As(err, &e) {
				t.Errorf("%T: got %v, want %v", bad, err, want)
			}
		}
	}
	for _, bad := range []any{func() {}, math.NaN(), "\xff", model.Value{}, []model.Value{{}}} {
		if v, err := model.WrapAny(bad); err == nil || v.Type() != model.Absent {
			t.Errorf("%T is wrapped as %#v", bad, v)
		}
	}
	// No call hangs or panics.
	for _, look := range []func(a, b model.Value){
		func(a, b model.Value) { model.Equal(a, b) },
		func(a, b model.Value) { a.HasDollar(); b.HasNull() },
		func(a, b model.Value) { a.Hash(); b.JSON() },
		func(a, b model.Value) { a.ToAny(); b.Canonical() },
		func(a, b model.Value) { model.Compare(a, b) },
	} {
		a, b := wrap(t, loop), wrap(t, other)
		look(a, b)
		var e *model.Error
		if err := errors.Join(a.Err(), b.Err()); !errors.As(err, &e) || e.Code != model.Limit {
			t.Errorf("a map in itself: %.100v", err)
		}
	}
}

// Goroutines may share wrapped values, and read the tree at the same time.
func TestConcurrentWrapped(t *testing.T) {
	goTree := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		m := map[string]any{}
		for i := range 40 {
			m[name+string(rune('A'+i))] = []any{i, map[string]any{"name": name, "$x": nil}}
		}
		goTree[name] = m
	}
	v, same := wrap(t, goTree), wrap(t, goTree)
	want := v.Canonical()
	shared := wrap(t, goTree)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for _, name := range []string{"a", "b", "c", "a"} {
				m, _ := shared.Get(name)
				for j := range 20 {
					list, _ := m.Get(name + string(rune('A'+(i*j)%40)))
					list.At(j % 2).HasNull()
				}
			}
			edited, err := shared.WithMembers(member("d", model.NewInt(int64(i))))
			if err != nil || edited.Len() != 4 || len(edited.ShareAny().(map[string]any)) != 4 {
				t.Errorf("an edit: %v", err)
			}
			if !model.Equal(shared, v) || !model.Equal(same, shared) || shared.Canonical() != want || shared.Hash() != v.Hash() || shared.Err() != nil {
				t.Error("a shared value is another")
			}
		}()
	}
	wait.Wait()
}

// A Go tree may be as deep as a document, and no deeper.
func TestWrapDepth(t *testing.T) {
	for _, list := range []bool{false, true} {
		for _, inner := range []any{nil, map[string]any{}, []any{}, map[string]any{"a": 1}, []any{"x"}} {
			levels := model.HardMaxDepth
			if inner != nil {
				levels--
			}
			for more := range 2 {
				tree := inner
				for range levels + more {
					if list {
						tree = []any{tree}
					} else {
						tree = map[string]any{"a": tree}
					}
				}
				if err := model.CheckAny(tree); (err == nil) != (more == 0) {
					t.Errorf("lists: %t, %v in %d levels: %v", list, inner, levels+more, err)
				}
			}
		}
	}
}

// A value in a wrapped tree that is not JSON is an error of every value that was built
// from the tree, once it was used.
func TestErrOfBuiltValues(t *testing.T) {
	for name, build := range map[string]func(bad model.Value) (model.Value, error){
		"member": func(bad model.Value) (model.Value, error) { return model.MustParse(`{}`).WithMembers(member("a", bad)) },
		"changed": func(bad model.Value) (model.Value, error) {
			return model.MustParse(`{"a":1}`).WithMembers(member("a", bad))
		},
		"element": func(bad model.Value) (model.Value, error) { return model.MustParse(`[1]`).WithElements(nil, bad) },
		"replaced": func(bad model.Value) (model.Value, error) {
			return model.MustParse(`[1]`).WithElements([]model.Element{{Value: bad}})
		},
	} {
		bad, err := model.WrapAny(map[string]any{"x": math.NaN()})
		if err != nil {
			t.Fatal(err)
		}
		v, err := build(bad)
		if err != nil {
			t.Fatal(err)
		}
		bad.Get("x")
		if v.Err() == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
}

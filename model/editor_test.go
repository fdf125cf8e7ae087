package model_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// An Editor makes the same changes as WithMembers, whatever calls of Get are in between.
func TestEditor(t *testing.T) {
	small := model.MustParse(`{ "a" : 1 ,"\u0062":{"x":[]},"":null,"$c":{"$d":null}, "aa":{} }`)
	large := model.MustParse(wideMap(100))
	values := []model.Value{{}, model.MustParse("{}"), small, large, model.MustParse(`[{"a":1,"b":2},{"a":3}]`).At(1),
		edit(t, small, member("b", model.Value{}), member("new", small), member("a", large.Compact())),
		edit(t, small, member("a", get(t, small, "aa")), member("aa", get(t, small, "a"))),
		edit(t, large, member("key-000050", model.Value{}), member("new", small)),
		edit(t, large, manyMembers(300)...),
	}
	names := []string{"a", "b", "", "$c", "aa", "new", "$new", "absent", "key-000050", "key-000051", "not \xff valid"}
	settings := []model.Value{{}, {}, model.NewNull(), small, edit(t, small, member("x", model.NewBool(true))), get(t, small, "a"), get(t, small, "$c")}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		v := values[r.IntN(len(values))]
		var e model.Editor
		if r.IntN(2) == 0 { // use the editor for another map first
			e.Reset(model.NewNull(), new(model.Builder))
			e.Set("a", small)
			e.Reset(small, new(model.Builder))
			e.Get("a")
			e.Set("a", model.Value{})
		}
		e.Reset(v, new(model.Builder))
		var changes []model.Member
		for range r.IntN(6) {
			name := names[r.IntN(len(names))]
			if r.IntN(4) > 0 {
				got, ok := e.Get(name)
				if want, wantOK := v.Get(name); got != want || ok != wantOK {
					t.Fatalf("%.100s, %q: got %.100s, %v, want %.100s", v.JSON(), name, got.JSON(), ok, want.JSON())
				}
				if r.IntN(4) == 0 {
					continue
				}
			}
			c := member(name, settings[r.IntN(len(settings))])
			if old, _ := v.Get(name); r.IntN(6) == 0 {
				c.Value = old
			}
			e.Set(c.Name, c.Value)
			changes = append(changes, c)
		}
		got, err := e.Value()
		if err != nil {
			t.Fatal(err)
		}
		sameMap(t, got, edit(t, v, changes...))
	}
}

// sameMap fails if two maps differ in any visible property.
func sameMap(t *testing.T, got, want model.Value) {
	t.Helper()
	if got.JSON() != want.JSON() || got.Len() != want.Len() || !model.Equal(got, want) {
		t.Fatalf("got %s, want %s", got.JSON(), want.JSON())
	}
	if got.HasNull() != want.HasNull() || got.HasDollar() != want.HasDollar() || got.HasOwnDollar() != want.HasOwnDollar() {
		t.Fatalf("%s: other names are in it than it says", got.JSON())
	}
	for name, member := range want.Members() {
		if now, ok := got.Get(name); !ok || now.JSON() != member.JSON() {
			t.Fatalf("%s: %q is %s, want %s", got.JSON(), name, now.JSON(), member.JSON())
		}
	}
}

// A map without changes is the same value.
func TestEditorWithoutChanges(t *testing.T) {
	v := model.MustParse(`{"a":1,"b":{"c":2}}`)
	for range 2 {
		var e model.Editor
		e.Reset(v, new(model.Builder))
		for _, name := range []string{"b", "a", "absent"} {
			now, _ := e.Get(name)
			e.Set(name, now)
		}
		if got, err := e.Value(); got != v || err != nil {
			t.Fatalf("got %s, %v", got.JSON(), err)
		}
		v = edit(t, v, member("d", v))
	}
	for _, other := range []model.Value{model.NewNull(), model.NewString("a"), model.MustParse("[1]")} {
		var e model.Editor
		e.Reset(other, new(model.Builder))
		if _, ok := e.Get("a"); ok {
			t.Errorf("%s has members", other.JSON())
		}
		if got, err := e.Value(); got != other || err != nil {
			t.Errorf("got %s, %v", got.JSON(), err)
		}
		e.Set("a", v)
		e.Set("a", model.Value{})
		_, err := e.Value()
		_, want := other.WithMembers(member("a", v))
		if unsupported := (*model.Error)(nil); !errors.As(err, &unsupported) || unsupported.Code != model.Unsupported || err.Error() != want.Error() {
			t.Errorf("got %v, want %v", err, want)
		}
	}
}

// An editor has the same limit of depth as WithMembers.
func TestEditorDepth(t *testing.T) {
	deep := model.NewNull()
	var err error
	for err == nil {
		var e model.Editor
		e.Reset(model.MustParse(`{"a":1}`), new(model.Builder))
		e.Get("a")
		e.Set("a", deep)
		var next model.Value
		if next, err = e.Value(); err == nil {
			deep = next
		}
	}
	if _, want := model.NewMap(member("a", deep)); want == nil || err.Error() != want.Error() {
		t.Errorf("got %v, want %v", err, want)
	}
	if deep = edit(t, deep, member("a", model.NewNull())); deep.JSON() != `{"a":null}` {
		t.Errorf("got %s", deep.JSON())
	}
}

func get(t *testing.T, v model.Value, name string) model.Value {
	t.Helper()
	member, ok := v.Get(name)
	if !ok {
		t.Fatalf("%s has no %q", v.JSON(), name)
	}
	return member
}

func manyMembers(n int) []model.Member {
	var members []model.Member
	for i := range n {
		members = append(members, member("added-"+string(rune('a'+i%26))+string(rune('a'+i/26)), model.NewInt(int64(i))))
	}
	return members
}

package patches

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// widgetSchema has defaults wherever a schema can have them.
const widgetSchema = `{"type": "object", "properties": {
	"a": {"type": "integer", "default": 1},
	"b": {"type": "integer"},
	"n": {"type": "integer", "default": 1, "nullable": true},
	"map": {"type": "object", "default": {}, "properties": {"a": {"type": "integer", "default": 1}, "b": {"type": "integer"}}},
	"free": {"type": "object", "additionalProperties": {"type": "integer", "default": 2}},
	"fixed": {"type": "object", "x-kubernetes-map-type": "atomic", "properties": {"a": {"type": "integer", "default": 1}, "b": {"type": "integer"}}},
	"atomic": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer", "default": 1}, "b": {"type": "integer"}}}},
	"keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b", "a"], "items":
		{"type": "object", "required": ["b", "a"], "properties": {"a": {"type": "integer", "default": 1}, "b": {"type": "integer"}, "n": {"type": "integer", "default": 1}}}},
	"set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "integer"}}}}`

func widget(t *testing.T) (smp.Schema, openapi.Defaults) {
	t.Helper()
	crd, err := openapi.ReadCRD(model.MustParse(`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec":
		{"group": "example.com", "names": {"kind": "Widget"}, "versions": [{"name": "v1", "schema": {"openAPIV3Schema": ` + widgetSchema + `}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := crd.Defaults("v1")
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// A patch has the same result on a server with and without TakeDefaults. With TakeDefaults, a
// second run sends nothing, and values that only a server filled in are not conflicts.
func TestTakeDefaults(t *testing.T) {
	s, d := widget(t)
	source := rand.New(rand.NewPCG(1, 2))
	sentAgain, filled := 0, 0
	for range 4000 {
		raw := Documents{}
		raw.Original.Value, raw.Modified.Value = anyWidget(source), anyWidget(source)
		raw.Current.Value = d.Fill(anyWidget(source))
		taken := raw
		if err := taken.TakeDefaults(s, d); err != nil {
			t.Fatal(err)
		}
		stored := func(t3 Documents) model.Value {
			patch, _, err := t3.patch(engine.Engine{}, s, smp.ThreeWayOptions{})
			if err != nil {
				t.Fatal(err)
			}
			result, err := smp.Apply(s, t3.Current.Value, patch)
			if err != nil {
				t.Fatal(err)
			}
			return d.Fill(result)
		}
		got, want := stored(taken), stored(raw)
		if !model.Equal(unordered(t, got), unordered(t, want)) {
			t.Fatalf("original %s\nmodified %s\ncurrent %s\ngives %s\nand not %s", raw.Original.Value.JSON(),
				raw.Modified.Value.JSON(), raw.Current.Value.JSON(), got.Canonical(), want.Canonical())
		}
		again := Documents{Original: raw.Modified, Modified: raw.Modified}
		again.Current.Value = want
		if patch, _, _ := again.patch(engine.Engine{}, s, smp.ThreeWayOptions{}); patch.Len() > 0 {
			sentAgain++
		}
		if err := again.TakeDefaults(s, d); err != nil {
			t.Fatal(err)
		}
		if patch, _, err := again.patch(engine.Engine{}, s, smp.ThreeWayOptions{}); err != nil || patch.Len() > 0 {
			t.Fatalf("modified %s\ncurrent %s\nsends %s, %v", raw.Modified.Value.JSON(), want.Canonical(), patch.JSON(), err)
		}
		if raw.Original.Value.HasNull() {
			continue // a server may have read null as the default, or as absent
		}
		server := Documents{Original: raw.Original, Modified: raw.Modified}
		server.Current.Value = d.Fill(raw.Original.Value)
		if !model.Equal(server.Current.Value, raw.Original.Value) && !model.Equal(raw.Original.Value, raw.Modified.Value) {
			filled++
		}
		for _, prepare := range []func() error{func() error { return nil }, func() error { return server.TakeDefaults(s, d) }} {
			if err := prepare(); err != nil {
				t.Fatal(err)
			}
			if _, conflicts, err := server.patch(engine.Engine{}, s, smp.ThreeWayOptions{}); err != nil || len(conflicts) > 0 {
				t.Fatalf("original %s\nmodified %s\nhas conflicts %v, %v", raw.Original.Value.JSON(), raw.Modified.Value.JSON(), conflicts, err)
			}
		}
	}
	if sentAgain == 0 || filled == 0 {
		t.Errorf("without defaults %d patches were sent again, and %d changed documents got defaults: the inputs try nothing", sentAgain, filled)
	}
}

// These are the new values of original and modified. They are absent if the documents do not
// change.
func TestTakeDefaultsCases(t *testing.T) {
	s, d := widget(t)
	for _, test := range []struct{ name, original, modified, current, wantOriginal, wantModified string }{
		{"original differs from modified by defaults only", `{"atomic":[{"a":1,"b":0}]}`, `{"atomic":[{"b":0}]}`, `{"atomic":[{"a":1,"b":2}]}`, `{"atomic":[{"b":0}]}`, ""},
		{"an explicit default that modified drops", `{"a":1}`, `{}`, `{"a":0}`, "", ""},
		{"a default that current lacks", `{}`, `{"a":1}`, `{}`, "", ""},
		{"a default of what is absent", `{}`, `{"a":2}`, `{"a":1}`, `{"a":1}`, ""},
		{"a null that is a default", `{}`, `{"a":null}`, `{"a":1}`, `{"a":1}`, `{"a":1}`},
		{"elements that share their keys", `{}`, `{"keyed":[{"b":0},{"b":0,"a":1}]}`, `{"keyed":[{"b":0,"a":1,"n":1}]}`, "", ""},
		{"elements that share their keys in current", `{}`, `{"keyed":[{"b":0}]}`, `{"keyed":[{"b":0,"a":1,"n":1},{"b":0,"a":1,"n":1}]}`, "", ""},
		{"elements that share their keys in both", `{}`, `{"keyed":[{"b":0},{"b":0,"a":1}]}`, `{"keyed":[{"b":0,"a":1,"n":1},{"b":0,"a":1,"n":1}]}`, "", ""},
		{"elements that are no maps", `{}`, `{"keyed":[0,{"b":0}]}`, `{"keyed":[1,{"b":0,"a":1}]}`, "", `{"keyed":[0,{"b":0,"a":1}]}`},
		{"other kinds", `{"map":[]}`, `{"map":1,"keyed":{}}`, `{"map":{"a":1},"keyed":[]}`, "", ""},
		{"documents that are no maps", `null`, `[]`, `{"a":1}`, "", ""},
	} {
		taken := Documents{}
		taken.Original.Value, taken.Modified.Value, taken.Current.Value = model.MustParse(test.original), model.MustParse(test.modified), model.MustParse(test.current)
		if err := taken.TakeDefaults(s, d); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for _, is := range []struct {
			got         model.Value
			want, stays string
		}{{taken.Original.Value, test.wantOriginal, test.original}, {taken.Modified.Value, test.wantModified, test.modified}} {
			if is.want == "" {
				is.want = is.stays
			}
			if !model.Equal(is.got, model.MustParse(is.want)) {
				t.Errorf("%s: %s becomes %s, and not %s", test.name, is.stays, is.got.JSON(), is.want)
			}
		}
	}
}

// Without defaults, nothing changes.
func TestTakeNoDefaults(t *testing.T) {
	s, _ := widget(t)
	source := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		raw := Documents{}
		raw.Original.Value, raw.Modified.Value, raw.Current.Value = anyWidget(source), anyWidget(source), anyWidget(source)
		taken := raw
		if err := taken.TakeDefaults(s, openapi.Defaults{}); err != nil || taken.Original.Value != raw.Original.Value || taken.Modified.Value != raw.Modified.Value {
			t.Fatalf("%v, or a document was changed", err)
		}
	}
}

// unordered returns a document with its keyed list sorted, because the places of
// elements that only current has depend on other parts of the patch.
func unordered(t *testing.T, v model.Value) model.Value {
	t.Helper()
	keyed, ok := v.Get("keyed")
	if !ok {
		return v
	}
	elements := keyed.AppendElements(nil)
	slices.SortFunc(elements, model.Compare)
	list, err := model.NewList(elements...)
	if err == nil {
		v, err = v.WithMembers(model.Member{Name: "keyed", Value: list})
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// anyWidget returns a document of the widget schema.
func anyWidget(source *rand.Rand) model.Value {
	number := func() any { return source.IntN(3) }
	fields := func(names ...string) map[string]any {
		m := map[string]any{}
		for _, name := range names {
			switch source.IntN(8) {
			case 0:
				m[name] = nil
			case 1, 2, 3:
				m[name] = number()
			}
		}
		return m
	}
	doc := fields("a", "b", "n")
	some := func(name string, make func() any) {
		if source.IntN(3) > 0 {
			doc[name] = make()
		}
	}
	list := func(make func(i int) any) any {
		l := []any{}
		for i := range source.IntN(4) {
			l = append(l, make(i))
		}
		return l
	}
	some("map", func() any { return fields("a", "b") })
	some("fixed", func() any { return fields("a", "b") })
	some("free", func() any { return fields("x", "y", "z") })
	some("atomic", func() any { return list(func(int) any { return fields("a", "b") }) })
	some("set", func() any { return list(func(i int) any { return i }) })
	some("keyed", func() any {
		return list(func(i int) any {
			element := fields("a", "n")
			element["b"] = i
			if element["a"] == nil {
				delete(element, "a") // no null keys
			}
			return element
		})
	})
	v, err := model.FromAny(doc)
	if err != nil {
		panic(err) // impossible for such trees
	}
	return v
}

package openapi_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
	"pgregory.net/rapid"
)

// defaultsOf returns the defaults of a CRD whose resources have this schema.
func defaultsOf(t rapid.TB, schema string) openapi.Defaults {
	t.Helper()
	crd, err := openapi.ReadCRD(model.MustParse(`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec": {"group": "example.com", "names": {"kind": "Widget"}, "versions": [{"name": "v1", "schema": {"openAPIV3Schema": ` + schema + `}}, {"name": "v2"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	if bare, err := crd.Defaults("v2"); err != nil || !bare.None() {
		t.Errorf("a version without schema: %v, and defaults: %t", err, !bare.None())
	}
	var e *smp.Error
	if _, err := crd.Defaults("v3"); !errors.As(err, &e) || e.Code != smp.UnknownKind {
		t.Errorf("a version that is not served: %v", err)
	}
	d, err := crd.Defaults("v1")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDefaultsFill(t *testing.T) {
	d := defaultsOf(t, `{"type": "object", "default": {"scalar": 7}, "properties": {
		"scalar": {"type": "integer", "default": 1},
		"nullable": {"type": "integer", "default": 1, "nullable": true},
		"none": {"type": "integer"},
		"null": {"type": "integer", "default": null},
		"nested": {"type": "object", "properties": {"inner": {"type": "string", "default": "x"}}},
		"whole": {"type": "object", "default": {}, "properties": {"inner": {"type": "string", "default": "x"}}},
		"list": {"type": "array", "items": {"type": "object", "default": {"b": 2}, "properties": {"a": {"type": "integer", "default": 1}, "c": {"type": "integer"}}}},
		"names": {"type": "array", "items": {"type": "string"}},
		"free": {"type": "object", "additionalProperties": {"type": "integer", "default": 3}},
		"open": {"type": "object", "additionalProperties": true, "properties": {"a": {"type": "integer", "default": 1}}},
		"lists": {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {"a": {"default": [{}]}}}}}
	}}`)
	const always = `"scalar": 1, "nullable": 1, "whole": {"inner": "x"}`
	for _, test := range []struct{ value, want string }{
		{`{}`, `{` + always + `}`},
		{`{"scalar": 5, "nullable": 6, "whole": {"inner": "y"}}`, `{"scalar": 5, "nullable": 6, "whole": {"inner": "y"}}`},
		{`{"scalar": null, "nullable": null}`, `{"scalar": 1, "nullable": null, "whole": {"inner": "x"}}`},
		{`{"none": null, "null": null, "unknown": null}`, `{` + always + `, "unknown": null}`},
		{`{"nested": {}}`, `{` + always + `, "nested": {"inner": "x"}}`},
		{`{"nested": null, "whole": {"more": 1}}`, `{"scalar": 1, "nullable": 1, "whole": {"more": 1, "inner": "x"}}`},
		{`{"nested": "other", "list": 1}`, `{` + always + `, "nested": "other", "list": 1}`},
		{`{"list": [{}, {"a": 2, "c": null}, null]}`, `{` + always + `, "list": [{"a": 1}, {"a": 2}, {"a": 1, "b": 2}]}`},
		{`{"names": ["a", null]}`, `{` + always + `, "names": ["a", null]}`},
		{`{"free": {"a": null, "b": 4}}`, `{` + always + `, "free": {"a": 3, "b": 4}}`},
		{`{"open": {"b": null}}`, `{` + always + `, "open": {"b": null, "a": 1}}`},
		{`{"lists": [[{}], []]}`, `{` + always + `, "lists": [[{"a": [{}]}], []]}`},
		{`[]`, `[]`},
		{`null`, `{"scalar": 7, "nullable": 1, "whole": {"inner": "x"}}`},
	} {
		got := d.Fill(model.MustParse(test.value))
		if want := model.MustParse(test.want); !model.Equal(got, want) {
			t.Errorf("%s becomes %s, and not %s", test.value, got.JSON(), test.want)
		}
	}
	if got := d.Member("none").Fill(model.Value{}); got.Type() != model.Absent {
		t.Errorf("what is absent, without default, becomes %s", got.JSON())
	}
	if got := d.Member("whole").Fill(model.Value{}); got.JSON() != `{"inner":"x"}` {
		t.Errorf("an absent property becomes %s", got.JSON())
	}
	// Fill does not add elements, and does not add members that are not in properties.
	for _, absent := range []openapi.Defaults{d.Member("list").Element(), d.Member("free").Member("any")} {
		if got := absent.Fill(model.Value{}); got.Type() != model.Absent {
			t.Errorf("what is no property becomes %s", got.JSON())
		}
	}
	for name, none := range map[string]openapi.Defaults{
		"zero": {}, "unknown": d.Member("unknown"), "true": d.Member("open").Member("b"), "no items": d.Member("scalar").Element(),
	} {
		if !none.None() {
			t.Errorf("%s: there is something said of defaults", name)
		}
	}
}

// An absent key counts as the value that a server fills in (rule keys-default), if the key is a
// scalar that is not nullable.
func TestKeyDefaultsAreFilledIn(t *testing.T) {
	filled := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		property := newMap(t, []model.Member{
			{Name: "type", Value: model.NewString("string")},
			{Name: "default", Value: model.MustParse(rapid.SampledFrom([]string{`"TCP"`, `""`, `null`}).Draw(t, "default"))},
		})
		if rapid.Bool().Draw(t, "without default") {
			property = model.MustParse(`{"type": "string"}`)
		}
		items := newMap(t, []model.Member{
			{Name: "type", Value: model.NewString("object")},
			{Name: "default", Value: model.MustParse(rapid.SampledFrom([]string{`{}`, `{"key": "UDP"}`}).Draw(t, "default of elements"))},
			{Name: "required", Value: model.MustParse(rapid.SampledFrom([]string{`[]`, `["key"]`}).Draw(t, "required"))},
			{Name: "properties", Value: newMap(t, []model.Member{{Name: "key", Value: property}})},
		})
		crd, err := openapi.ReadCRD(model.MustParse(crdWith(`{"openAPIV3Schema": {"type": "object", "properties": {"list": {"type": "array",
			"default": [{"key": "SCTP"}], "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"], "items": ` + items.JSON() + `}}}}`)))
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
		list, _ := s.Field("list")
		got, has := list.KeyDefault("key")
		want, fills := d.Member("list").Element().Fill(model.MustParse(`{}`)).Get("key")
		if has != fills || !model.Equal(got, want) {
			t.Fatalf("elements %s: the key counts as %s, and a server fills in %s", items.JSON(), got.JSON(), want.JSON())
		}
		filled[fills]++
	})
	if (filled[true] < 10 || filled[false] < 10) && !testing.Short() {
		t.Errorf("%d keys were filled in and %d were not: the property says little", filled[true], filled[false])
	}
}

// Fill returns a value without missing defaults unchanged and does not copy it.
func TestDefaultsFillNothing(t *testing.T) {
	d := defaultsOf(t, `{"properties": {"a": {"default": 1}, "l": {"items": {"properties": {"a": {"default": 1}}}}}}`)
	v := model.MustParse(`{"a":2,"l":[{"a":3}]}`)
	if got := d.Fill(v); got != v {
		t.Errorf("got %s", got.JSON())
	}
}

// Fill ignores errors in the schema, because reading the schema already reports them.
func TestDefaultsOfFaultySchema(t *testing.T) {
	d := defaultsOf(t, `{"properties": [1], "items": [], "additionalProperties": "x", "nullable": 3}`)
	v := model.MustParse(`{"a":[null],"b":{}}`)
	if got := d.Fill(v); !model.Equal(got, v) {
		t.Errorf("got %s", got.JSON())
	}
}

// For any schema and value, Fill is idempotent and does not change its argument.
func TestDefaultsFillAgain(t *testing.T) {
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		schema := newMap(t, []model.Member{
			{Name: "properties", Value: newMap(t, []model.Member{
				{Name: "type", Value: drawObject(t, 2)},
				{Name: "whole", Value: newMap(t, []model.Member{{Name: "default", Value: drawObject(t, 2)}, {Name: "properties", Value: drawObject(t, 2)}})},
				{Name: "items", Value: drawObject(t, 3)},
				{Name: "required", Value: newMap(t, []model.Member{{Name: "items", Value: drawObject(t, 2)}})},
			})},
			{Name: "additionalProperties", Value: drawObject(t, 3)},
		})
		d := defaultsOf(t, schema.JSON())
		v := drawObject(t, 3)
		before := v.JSON()
		once := d.Fill(v)
		if again := d.Fill(once); !model.Equal(again, once) {
			t.Fatalf("%s becomes %s, and then %s", before, once.JSON(), again.JSON())
		}
		if v.JSON() != before {
			t.Fatalf("the value %s became %s", before, v.JSON())
		}
		if !model.Equal(once, v) {
			filled++
		}
	})
	if filled < 30 && !testing.Short() {
		t.Errorf("%d values were filled: the property says little", filled)
	}
}

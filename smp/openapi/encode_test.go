package openapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
	"pgregory.net/rapid"
)

// Reading the result of Encode returns an equal schema. The result can be read as a value or as
// text, with or without list types, and as version 2.
func TestEncodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ, definitions := drawTypes(t)
		s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) {
			d, ok := definitions[name]
			return d, ok
		})
		if err != nil {
			t.Fatalf("the generator made a type that is none: %v", err)
		}
		checkRoundTrip(t, s)
	})
}

func checkRoundTrip(t interface{ Fatalf(string, ...any) }, s smp.Schema) {
	doc := openapi.Encode(s)
	text := doc.JSON()
	parsed, err := model.ParseString(text)
	if err != nil {
		t.Fatalf("Encode writes no JSON: %v\n%s", err, text)
	}
	v2, err := model.ParseString(strings.ReplaceAll(definitionsOf(parsed), "#/components/schemas/", "#/definitions/"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	for _, back := range []struct {
		name string
		doc  model.Value
		opts []openapi.Option
	}{
		{"value", doc, nil}, {"text", parsed, nil}, {"with list types", parsed, listTypes}, {"version 2", v2, nil},
		{"lazily", parsed, []openapi.Option{openapi.Lazily()}},
	} {
		d, err := openapi.Read(back.doc, back.opts...)
		if err != nil {
			t.Fatalf("%s: %v\n%s", back.name, err, text)
		}
		got, err := d.Schema(openapi.Root)
		if err != nil {
			t.Fatalf("%s: %v\n%s", back.name, err, text)
		}
		if !got.Equal(s) {
			t.Fatalf("%s: another schema:\n%s\n%s", back.name, text, openapi.Encode(got).JSON())
		}
	}
	for _, place := range []string{"#/components/schemas/", "#/definitions/"} {
		schemas, _ := model.Path{model.Field("components"), model.Field("schemas")}.Lookup(model.MustParse(strings.ReplaceAll(text, "#/components/schemas/", place)))
		root, _ := schemas.Get(openapi.Root)
		got, err := openapi.SchemaWith(root, schemas.Get, openapi.Lazily())
		if err != nil || !got.Equal(s) {
			t.Fatalf("with definitions in %s: another schema, %v:\n%s", place, err, text)
		}
	}
}

// definitionsOf returns a version 2 document with the definitions of a version 3 one.
func definitionsOf(doc model.Value) string {
	components, _ := doc.Get("components")
	schemas, _ := components.Get("schemas")
	return `{"swagger":"2.0","definitions":` + schemas.JSON() + `}`
}

// The generator of types generates every feature that TestEncodeRoundTrip should test.
func TestTypeGenerator(t *testing.T) {
	wanted := []string{
		`"x-kubernetes-patch-strategy":"merge"`, `"x-kubernetes-patch-strategy":"merge,retainKeys"`,
		`"x-kubernetes-patch-strategy":"replace"`, `"x-kubernetes-patch-strategy":"replace,retainKeys"`, `"x-kubernetes-patch-strategy":"retainKeys"`,
		`"x-kubernetes-patch-merge-key":"name"`, `"x-kubernetes-patch-merge-key":"port,`,
		`"x-kubernetes-recommended-patch-merge-key":"name,`, `"x-kubernetes-list-map-keys":["name"]`, `"x-kubernetes-list-map-keys":["name",`,
		`"allOf":[{"$ref":"#/components/schemas/type1"}]`, `"$ref":"#/components/schemas/type2"`, `"oneOf":[`, `"default":`,
		`"additionalProperties":{}`, `"additionalProperties":{"type":"object"`, `"items":{"type":"array"`, `"properties":{`,
		`"x-smp-marks":["not-stored"]`, `"filled-in","immutable","quantity"`, `"quantity","time","base64"]`, `"x-smp-alias-of":"`,
		`"allOf":[{"$ref":"#/components/schemas/type1"}],"x-smp-marks":[`,
	}
	for i := range 500 {
		types := rapid.Custom(func(t *rapid.T) string {
			typ, definitions := drawTypes(t)
			s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) {
				d, ok := definitions[name]
				return d, ok
			})
			if err != nil {
				t.Fatalf("%v", err)
			}
			return openapi.Encode(s).JSON()
		})
		text := types.Example(i)
		missing := wanted[:0]
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				missing = append(missing, w)
			}
		}
		wanted = missing
	}
	if len(wanted) > 0 {
		t.Errorf("not drawn in 500 examples: %s", wanted)
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		name        string
		typ         smp.Definition
		definitions map[string]smp.Definition
		want        string // the field components.schemas of the result
	}{
		{"anything", smp.Definition{}, nil, `{"root":{}}`},
		{"scalars", smp.Definition{Type: smp.ScalarType}, nil, `{"root":{"oneOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]}}`},
		{"integer", integer, nil, `{"root":{"type":"integer"}}`},
		{"number", num, nil, `{"root":{"type":"number"}}`},
		{"int-or-string", intOrStr, nil, `{"root":{"oneOf":[{"type":"string"},{"type":"integer"}]}}`},
		{
			"keyed list",
			with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.RetainKeys, t.Recommended = true, []string{"port", "name"} }), nil,
			`{"root":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"port":{"type":"integer"},"protocol":{"type":"string","default":"TCP"}}},
			"x-kubernetes-patch-strategy":"merge,retainKeys","x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":"port,name"}}`,
		},
		{
			"map keys",
			with(merged(listOf(smp.Definition{}), "port", "name"), func(t *smp.Definition) { t.MapKeys = true }), nil,
			`{"root":{"type":"array","items":{},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port,name",
			"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","name"]}}`,
		},
		{
			"recursion",
			smp.Definition{Ref: "a", Strategy: smp.Replace}, map[string]smp.Definition{"a": fields(map[string]smp.Definition{"a": {Ref: "a"}, "b": str})},
			`{"root":{"allOf":[{"$ref":"#/components/schemas/type1"}],"x-kubernetes-patch-strategy":"replace"},
			"type1":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/type1"},"b":{"type":"string"}}}}`,
		},
		{
			"shared",
			fields(map[string]smp.Definition{"x": {Ref: "a"}, "y": listOf(smp.Definition{Ref: "a"}), "z": {Ref: "b"}}),
			map[string]smp.Definition{"a": fields(map[string]smp.Definition{"b": str}), "b": mapOf(str)},
			`{"root":{"type":"object","properties":{"x":{"$ref":"#/components/schemas/type1"},"y":{"type":"array","items":{"$ref":"#/components/schemas/type1"}},"z":{"type":"object","additionalProperties":{"type":"string"}}}},
			"type1":{"type":"object","properties":{"b":{"type":"string"}}}}`,
		},
	} {
		s := build(t, c.typ, c.definitions)
		components, _ := openapi.Encode(s).Get("components")
		got, _ := components.Get("schemas")
		if want := model.MustParse(c.want); !model.Equal(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got.JSON(), want.JSON())
		}
		checkRoundTrip(t, s)
	}
	if got, want := openapi.Encode(smp.Schemaless).JSON(), `{"openapi":"3.0.3","info":{"title":"strategic merge patch schema","version":"1"},"paths":{},"components":{"schemas":{"root":{}}}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Encode writes a chain of definitions that is longer than the limit of depth in such a way that
// the chain can be read.
func TestEncodeDeep(t *testing.T) {
	const n = 20_000
	s, err := smp.NewSchema(smp.Definition{Ref: "0"}, func(name string) (smp.Definition, bool) {
		var i int
		if _, err := fmt.Sscan(name, &i); err != nil || i > n {
			return smp.Definition{}, false
		}
		if i == n {
			return str, true
		}
		return listOf(smp.Definition{Ref: fmt.Sprint(i + 1)}), true
	})
	if err != nil {
		t.Fatal(err)
	}
	checkRoundTrip(t, s)
}

func TestEncodeResources(t *testing.T) {
	for _, text := range []string{serviceV2, serviceV3} {
		s, err := read(t, text).Kind("v1", "Service")
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, s)
	}
	crd, err := openapi.ReadCRD(model.MustParse(gatewayCRD))
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range crd.Versions() {
		s, err := crd.Schema(version)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, s)
	}
}

// After an override, a definition can have several variants in one schema.
func TestEncodeOverridden(t *testing.T) {
	s := build(t, smp.Definition{Ref: "a"}, map[string]smp.Definition{"a": fields(map[string]smp.Definition{
		"a": {Ref: "a"}, "rules": listOf(portType), "x": {Ref: "open"}, "y": {Ref: "open"}, "z": {Type: smp.MapType},
	}), "open": loose(fields(map[string]smp.Definition{"a": listOf(str)}))})
	for _, c := range []struct {
		path     model.Path
		override smp.Override
	}{
		{model.Path{model.Field("rules")}, smp.Override{Keys: []string{"name"}}},
		{model.Path{model.Field("a"), model.Field("a"), model.Field("rules")}, smp.Override{Keys: []string{"name", "port"}}},
		{model.Path{model.Field("a"), model.Field("z")}, smp.Override{Strategy: smp.Replace}},
		{model.Path{model.Field("z"), model.Field("new")}, smp.Override{Keys: []string{"name"}}},
		{model.Path{model.Field("x"), model.Field("b")}, smp.Override{Keys: []string{"name"}}},
		{model.Path{model.Field("a")}, smp.Override{RetainKeys: true}},
	} {
		var err error
		if s, err = s.With(c.path, c.override); err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, s)
	}
}

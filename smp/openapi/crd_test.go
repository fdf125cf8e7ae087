package openapi_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

//go:embed testdata/gateway.crd.json
var gatewayCRD string

func resource(others map[string]smp.Definition) smp.Definition {
	t := fields(map[string]smp.Definition{"apiVersion": str, "kind": str, "metadata": openapi.ObjectMeta()})
	for name, f := range others {
		t.Fields[name] = f
	}
	return t
}

// loose returns a type whose maps may have members that are not declared.
func loose(t smp.Definition) smp.Definition {
	return with(t, func(t *smp.Definition) { t.Values = &anything })
}

func TestCRD(t *testing.T) {
	crd, err := openapi.ReadCRD(model.MustParse(gatewayCRD))
	if err != nil {
		t.Fatal(err)
	}
	if crd.Group() != "net.example.com" || crd.Kind() != "Gateway" || !slices.Equal(crd.Versions(), []string{"v1beta1", "v1"}) {
		t.Errorf("got %s, %s, %q", crd.Group(), crd.Kind(), crd.Versions())
	}
	got, err := crd.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	listener := fields(map[string]smp.Definition{
		"port":     with(integer, func(t *smp.Definition) { t.Default = model.NewInt(80) }),
		"protocol": with(str, func(t *smp.Definition) { t.Default = model.NewString("TCP") }),
		"target":   intOrStr,
	})
	want := build(t, resource(map[string]smp.Definition{
		"spec": required(with(fields(map[string]smp.Definition{
			"listeners": required(with(merged(listOf(listener), "port", "protocol"), func(t *smp.Definition) { t.MapKeys = true })),
			"hosts":     merged(listOf(str)),
			"args":      listOf(str),
			"selector":  replaced(fields(map[string]smp.Definition{"matchLabels": mapOf(str)})),
			"backup":    loose(resource(nil)),
			"settings":  {Type: smp.MapType},
			"raw":       anything,
		}), func(t *smp.Definition) {
			t.Unions = []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"selector"}}, {Fields: []string{"hosts"}}}}}
		})),
		"status": fields(map[string]smp.Definition{"ready": boolean}),
	}), nil)
	if !got.Equal(want) {
		t.Errorf("\ngot  %s\nwant %s", openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
	}
	spec, _ := got.Field("spec")
	listeners, _ := spec.Field("listeners")
	if def, ok := listeners.KeyDefault("protocol"); !ok || def.Text() != "TCP" {
		t.Errorf("protocol has default %s, want TCP", def.JSON())
	}
	if def, ok := listeners.KeyDefault("port"); !ok || def.JSON() != "80" {
		t.Errorf("port is required and has default %s, want 80", def.JSON())
	}
}

func TestCRDWithoutSchema(t *testing.T) {
	crd, err := openapi.ReadCRD(model.MustParse(gatewayCRD))
	if err != nil {
		t.Fatal(err)
	}
	got, err := crd.Schema("v1beta1")
	if err != nil {
		t.Fatal(err)
	}
	if want := build(t, loose(resource(nil)), nil); !got.Equal(want) {
		t.Errorf("got %s", openapi.Encode(got).JSON())
	}
}

// crdWith returns a CRD with a single served version, v1, that has the given schema.
func crdWith(schema string) string {
	return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"group":"g.io","names":{"kind":"K"},
		"versions":[{"name":"v1","served":true,"storage":true,"schema":` + schema + `}]}}`
}

// A custom resource has the fields apiVersion, kind and metadata, even if its schema does not
// declare them.
func TestCRDRoots(t *testing.T) {
	for _, c := range []struct {
		name, schema string
		want         smp.Definition
	}{
		{"null schema", `null`, loose(resource(nil))},
		{"empty schema", `{}`, loose(resource(nil))},
		{"null in schema", `{"openAPIV3Schema":null}`, loose(resource(nil))},
		{"nothing said", `{"openAPIV3Schema":{}}`, loose(resource(nil))},
		{"anything", `{"openAPIV3Schema":{"x-kubernetes-preserve-unknown-fields":true}}`, loose(resource(nil))},
		{"object", `{"openAPIV3Schema":{"type":"object"}}`, loose(resource(nil))},
		{"free-form", `{"openAPIV3Schema":{"type":"object","additionalProperties":{"type":"string"}}}`,
			with(resource(nil), func(t *smp.Definition) { t.Values = &str })},
		{"embedded", `{"openAPIV3Schema":{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"a":{"type":"string"}}}}`, resource(map[string]smp.Definition{"a": str})},
		{"preserving", `{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"}},"x-kubernetes-preserve-unknown-fields":true}}`, loose(resource(map[string]smp.Definition{"a": str}))},
		{"other metadata", `{"openAPIV3Schema":{"type":"object","properties":{"kind":{"type":"integer"},"metadata":{"type":"array"}}}}`, resource(nil)},
		{"by reference", `{"openAPIV3Schema":{"$ref":"#/definitions/r","definitions":{"r":{"type":"object","properties":{"a":{"type":"string"}}}}}}`, resource(map[string]smp.Definition{"a": str})},
		{"recursive", `{"openAPIV3Schema":{"type":"object","properties":{"a":{"items":{"$ref":"#/properties/b"}},"b":{"type":"boolean"}}}}`, resource(map[string]smp.Definition{"a": listOf(boolean), "b": boolean})},
	} {
		crd, err := openapi.ReadCRD(model.MustParse(crdWith(c.schema)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := crd.Schema("v1")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if want := build(t, c.want, nil); !got.Equal(want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
		}
	}
}

// In v1beta1, a CRD can have a single version, and a single schema for all versions.
func TestBetaCRD(t *testing.T) {
	const object = `{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}}`
	beta := func(spec string) string {
		return `{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition","spec":{"group":"g.io","names":{"kind":"K"},` + spec + `}}`
	}
	pruned := resource(map[string]smp.Definition{"a": fields(map[string]smp.Definition{"b": str})})
	preserved := loose(resource(map[string]smp.Definition{"a": loose(fields(map[string]smp.Definition{"b": str}))}))
	for _, c := range []struct {
		name, spec string
		want       map[string]smp.Definition
	}{
		{"single version", `"version":"v1","validation":` + object, map[string]smp.Definition{"v1": preserved}},
		{"single version, pruned", `"version":"v1","preserveUnknownFields":false,"versions":[],"validation":` + object, map[string]smp.Definition{"v1": pruned}},
		{"without validation", `"version":"v1"`, map[string]smp.Definition{"v1": loose(resource(nil))}},
		{"nulls", `"version":"v1","preserveUnknownFields":null,"versions":null,"validation":null`, map[string]smp.Definition{"v1": loose(resource(nil))}},
		{"shared schema", `"version":"v1","versions":[{"name":"v1","served":true},{"name":"v2","served":true}],"preserveUnknownFields":false,"validation":` + object, map[string]smp.Definition{"v1": pruned, "v2": pruned}},
		{"own schema", `"versions":[{"name":"v1","served":true},{"name":"v2","served":true,"schema":` + object + `}],"preserveUnknownFields":false`, map[string]smp.Definition{"v1": loose(resource(nil)), "v2": pruned}},
	} {
		crd, err := openapi.ReadCRD(model.MustParse(beta(c.spec)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(crd.Versions()) != len(c.want) {
			t.Errorf("%s: versions %q", c.name, crd.Versions())
		}
		for _, version := range crd.Versions() {
			got, err := crd.Schema(version)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if want := build(t, c.want[version], nil); !got.Equal(want) {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", c.name, version, openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
			}
		}
	}
}

// In v1, preserveUnknownFields is also supported, for compatibility. The field spec.validation is
// ignored.
func TestPreservingCRD(t *testing.T) {
	text := strings.Replace(strings.Replace(crdWith(`{"openAPIV3Schema":{"type":"object","properties":{"a":{"properties":{"b":{"type":"string"}}}}}}`),
		`"group"`, `"preserveUnknownFields":true,"validation":{"openAPIV3Schema":{"type":"string"}},"group"`, 1),
		`"versions":[`, `"versions":[{"name":"v0"},`, 1)
	crd, err := openapi.ReadCRD(model.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := crd.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	if want := build(t, loose(resource(map[string]smp.Definition{"a": loose(fields(map[string]smp.Definition{"b": str}))})), nil); !got.Equal(want) {
		t.Errorf("got %s", openapi.Encode(got).JSON())
	}
	if got, err = crd.Schema("v0"); err != nil || !got.Equal(build(t, loose(resource(nil)), nil)) {
		t.Errorf("got %s, %v", openapi.Encode(got).JSON(), err)
	}
}

func TestCRDFaults(t *testing.T) {
	const head = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",`
	const betaHead = `{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition",`
	const named = `"spec":{"group":"g.io","names":{"kind":"K"},`
	for _, c := range []struct{ text, path string }{
		{`null`, "."},
		{`[]`, "."},
		{`{}`, "."},
		{`{"kind":1}`, "kind"},
		{`{"kind":"Deployment","apiVersion":"apps/v1"}`, "kind"},
		{`{"kind":"CustomResourceDefinition"}`, "."},
		{`{"kind":"CustomResourceDefinition","apiVersion":""}`, "apiVersion"},
		{`{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v2"}`, "apiVersion"},
		{`{"kind":"CustomResourceDefinition","apiVersion":"v1"}`, "apiVersion"},
		{head + `"spec":null}`, "."},
		{head + `"spec":[]}`, "spec"},
		{head + `"spec":{"group":"g.io"}}`, "spec"},
		{head + `"spec":{"names":{"kind":"K"}}}`, "spec"},
		{head + `"spec":{"group":1,"names":{"kind":"K"}}}`, "spec.group"},
		{head + `"spec":{"group":"g.io","names":"K"}}`, "spec.names"},
		{head + `"spec":{"group":"g.io","names":{}}}`, "spec.names"},
		{head + `"spec":{"group":"g.io","names":{"kind":[]}}}`, "spec.names.kind"},
		{head + named + `"version":"v1"}}`, "spec"},
		{head + named + `"versions":{}}}`, "spec.versions"},
		{head + named + `"versions":["v1"]}}`, "spec.versions[0]"},
		{head + named + `"versions":[{"served":true}]}}`, "spec.versions[0]"},
		{head + named + `"versions":[{"name":"v1","served":"true"}]}}`, "spec.versions[0].served"},
		{head + named + `"versions":[{"name":"v1","schema":[]}]}}`, "spec.versions[0].schema"},
		{head + named + `"versions":[{"name":"v1"},{"name":"v2","schema":{"openAPIV3Schema":true}}]}}`, "spec.versions[1].schema.openAPIV3Schema"},
		{head + named + `"versions":[],"preserveUnknownFields":"no"}}`, "spec.preserveUnknownFields"},
		{betaHead + named + `"versions":[]}}`, "spec"},
		{betaHead + named + `"version":1}}`, "spec.version"},
		{betaHead + named + `"versions":1}}`, "spec.versions"},
		{betaHead + named + `"version":"v1","validation":true}}`, "spec.validation"},
		{betaHead + named + `"version":"v1","validation":{"openAPIV3Schema":[]}}}`, "spec.validation.openAPIV3Schema"},
	} {
		_, err := openapi.ReadCRD(model.MustParse(c.text))
		wantFault(t, c.text, err, smp.InvalidSchema, c.path)
	}
}

// The path of an error in a schema starts at the CRD. An error in one version does not affect the
// other versions.
func TestCRDSchemaFaults(t *testing.T) {
	const at = "spec.versions[0].schema.openAPIV3Schema"
	for _, c := range []struct{ schema, path string }{
		{`{"type":"string"}`, at},
		{`{"type":"array"}`, at},
		{`{"properties":[]}`, at + ".properties"},
		{`{"properties":{"a":{"type":"x"}}}`, at + ".properties.a.type"},
		{`{"properties":{"a":{"$ref":"#/definitions/b"}}}`, at + `.properties.a["$ref"]`},
		{`{"properties":{"a":{"items":` + port + `,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["x"]}}}`, at + ".properties.a"},
		{`{"$ref":"#/definitions/b","definitions":{"b":{"properties":{"a":{"items":` + port + `,"x-kubernetes-patch-strategy":"merge"}}}}}`, at + ".definitions.b.properties.a"},
	} {
		crd, err := openapi.ReadCRD(model.MustParse(crdWith(`{"openAPIV3Schema":` + c.schema + `}`)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = crd.Schema("v1")
		wantFault(t, c.schema, err, smp.InvalidSchema, c.path)
	}
	crd, err := openapi.ReadCRD(model.MustParse(gatewayCRD))
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"v1alpha1", "v2", ""} {
		_, err := crd.Schema(version)
		wantFault(t, version, err, smp.UnknownKind, "spec.versions")
	}
}

func TestObjectMeta(t *testing.T) {
	meta := build(t, openapi.ObjectMeta(), nil)
	field := func(names ...string) smp.Schema {
		s, ok := meta, true
		for _, name := range names {
			if s, ok = s.Field(name); !ok {
				t.Fatalf("no field %q", names)
			}
		}
		return s
	}
	for _, name := range []string{"labels", "annotations"} {
		if v, ok := field(name).Values(); !ok || v.Scalars() != smp.StringScalar || field(name).Strategy() != smp.Merge {
			t.Errorf("%s is no merging map of strings", name)
		}
	}
	if f := field("finalizers"); !f.Set() {
		t.Error("finalizers are no set")
	}
	if f := field("ownerReferences"); !slices.Equal(f.Keys(), []string{"uid"}) || f.Element().Strategy() != smp.Merge {
		t.Error("ownerReferences are not keyed by uid")
	}
	if f := field("managedFields"); f.Merging() || f.Type() != smp.ListType {
		t.Error("managedFields are not atomic")
	}
	if !meta.Declared() || field("generation").Scalars() != smp.IntegerScalar {
		t.Error("metadata is not declared")
	}
	again := openapi.ObjectMeta()
	delete(again.Fields, "name")
	if _, ok := openapi.ObjectMeta().Fields["name"]; !ok {
		t.Error("types share their fields")
	}
}

// A union is ignored if one of its members is a key of the list. This is also true behind $ref or
// allOf, but not for the same type outside of the list.
func TestCRDUnionWithKey(t *testing.T) {
	const item = `{"type":"object","properties":{"name":{"type":"string"},"a":{"type":"string"},"b":{"type":"string"}},
		"allOf":[{"oneOf":[{"required":["name"]},{"required":["a"]}]},{"oneOf":[{"required":["a"]},{"required":["b"]}]}]}`
	list := func(items string) string {
		return `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":` + items + `}`
	}
	crd, err := openapi.ReadCRD(model.MustParse(crdWith(`{"openAPIV3Schema":{"type":"object","properties":{
		"one":` + list(item) + `,"alone":` + item + `,"refers":` + list(`{"$ref":"#/properties/alone"}`) + `,
		"extension":` + list(`{"type":"object","properties":{"name":{"type":"string"},"a":{},"b":{}},"x-kubernetes-unions":[
			{"discriminator":"b","fields-to-discriminateBy":{"name":"N"}},{"discriminator":"b","fields-to-discriminateBy":{"a":"A"}}]}`) + `}}}`)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"one": 1, "alone": 2, "refers": 1, "extension": 0} {
		field, _ := s.Field(name)
		if field.Type() == smp.ListType {
			field = field.Element()
		}
		if u := field.Unions(); len(u) != want {
			t.Errorf("%s: there are unions %v, not %d", name, u, want)
		}
	}
	problems, err := crd.IgnoredUnions("v1")
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		"extension: the union of name is ignored: every element contains name, which is a key of the list",
		"extension: the union of a is ignored: a member of another union with the same discriminator contains a key of the list",
		"one: the union of a, name is ignored: every element contains name, which is a key of the list",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, problems\n%s", err, strings.Join(got, "\n"))
	}
	if all, err := crd.CheckKeys("v1"); err != nil || len(all) <= len(problems) {
		t.Errorf("CheckKeys lists %d problems, %v", len(all), err)
	}
}

// Unions from oneOf with a key as a member are ignored in every document. Unions from an extension
// with a key as a member are an error.
func TestUnionWithKey(t *testing.T) {
	list := func(said string) (smp.Schema, error) {
		return openapi.Schema(model.MustParse(`{"type":"object","properties":{"list":{"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name",
			"items":{"type":"object","properties":{"name":{"type":"string"},"a":{}},` + said + `}}}}`))
	}
	s, err := list(`"oneOf":[{"required":["name"]},{"required":["a"]}]`)
	if field, _ := s.Field("list"); err != nil || field.Element().Unions() != nil {
		t.Errorf("unions %v, %v", field.Element().Unions(), err)
	}
	_, err = list(`"x-kubernetes-unions":[{"fields-to-discriminateBy":{"name":"N","a":"A"}}]`)
	if want := `schema: properties.list: invalid-schema: merge key "name" is in a member of a union of the elements (rule union-member)`; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

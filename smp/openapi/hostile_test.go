package openapi_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// If a keyword has a value of the wrong type, the error names the keyword. The keyword is not
// ignored, and there is no panic.
func TestKeywordsOfWrongKinds(t *testing.T) {
	values := map[model.Type]string{
		model.Null: `null`, model.Bool: `true`, model.Number: `1`, model.String: `"other"`, model.List: `[1]`, model.Map: `{"a":1}`,
	}
	for _, c := range []struct {
		keyword string
		object  string // %s is replaced by keyword and value
		takes   []model.Type
	}{
		{"$ref", `{%s}`, nil},
		{"type", `{%s}`, nil},
		{"required", `{"properties":{"a":{}},%s}`, nil},
		{"properties", `{%s}`, nil},
		{"items", `{"type":"array",%s}`, []model.Type{model.Map}},
		{"additionalProperties", `{"type":"object",%s}`, []model.Type{model.Bool, model.Map}},
		{"allOf", `{%s}`, nil},
		{"oneOf", `{%s}`, nil},
		{"anyOf", `{%s}`, nil},
		{"x-kubernetes-patch-strategy", `{"type":"object",%s}`, nil},
		{"x-kubernetes-patch-strategy", `{"type":"array",%s}`, nil},
		{"x-kubernetes-patch-strategy", `{"type":"string",%s}`, nil},
		{"x-kubernetes-patch-strategy", `{"$ref":"#/properties/y",%s}`, nil},
		{"x-kubernetes-patch-merge-key", `{"type":"array","x-kubernetes-patch-strategy":"merge",%s}`, []model.Type{model.String}},
		{"x-kubernetes-recommended-patch-merge-key", `{"type":"array",%s}`, []model.Type{model.String}},
		{"x-kubernetes-list-type", `{"type":"array",%s}`, nil},
		{"x-kubernetes-list-map-keys", `{"type":"array","x-kubernetes-list-type":"map",%s}`, nil},
		{"x-kubernetes-map-type", `{"type":"object",%s}`, nil},
		{"x-kubernetes-preserve-unknown-fields", `{"type":"object",%s}`, []model.Type{model.Bool}},
		{"x-kubernetes-embedded-resource", `{"type":"object",%s}`, []model.Type{model.Bool}},
		{"x-kubernetes-int-or-string", `{%s}`, []model.Type{model.Bool}},
		{"x-smp-marks", `{"type":"string",%s}`, nil},
		{"x-smp-alias-of", `{"type":"string",%s}`, []model.Type{model.String}},
	} {
		for kind, value := range values {
			object := fmt.Sprintf(c.object, strconv.Quote(c.keyword)+":"+value)
			_, err := openapi.Schema(model.MustParse(`{"properties":{"x":` + object + `,"y":{},"other":{}}}`))
			if slices.Contains(c.takes, kind) {
				if err != nil {
					t.Errorf("%s: %v", object, err)
				}
				continue
			}
			var e *smp.Error
			if !errors.As(err, &e) || e.Code != smp.InvalidSchema || len(e.Path) < 3 || e.Path[2] != model.Step(model.Field(c.keyword)) {
				t.Errorf("%s: error %v, want a fault of %s", object, err, c.keyword)
			}
		}
	}
}

// A merge key must be a scalar field of the elements, regardless of the keyword that specifies it
// and of the form in which the elements are described.
func TestMergeKeysThatNameNoScalar(t *testing.T) {
	elements := map[string]string{
		"map":           `{"properties":{"k":{"type":"object"},"name":{"type":"string"}}}`,
		"list":          `{"properties":{"k":{"type":"array"},"name":{"type":"string"}}}`,
		"map behind":    `{"properties":{"k":{"$ref":"#/$defs/map"},"name":{"type":"string"}}}`,
		"map in allOf":  `{"properties":{"k":{"allOf":[{"$ref":"#/$defs/map"}]},"name":{"type":"string"}}}`,
		"free-form map": `{"additionalProperties":{"type":"object"}}`,
		"referred to":   `{"$ref":"#/$defs/element"}`,
	}
	const defs = `"$defs":{"map":{"properties":{"a":{}}},"element":{"properties":{"k":{"$ref":"#/$defs/map"},"name":{"type":"string"}}}}`
	for how, keywords := range map[string]string{
		"merge key":                `"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k"`,
		"second part of the key":   `"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name,k"`,
		"recommended key":          `"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name","x-kubernetes-recommended-patch-merge-key":"name,k"`,
		"map keys":                 `"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"]`,
		"map keys with a strategy": `"x-kubernetes-patch-strategy":"merge","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"]`,
		"recommended by map keys":  `"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name","k"]`,
	} {
		for what, element := range elements {
			_, err := openapi.Schema(model.MustParse(`{"properties":{"l":{"items":`+element+`,`+keywords+`}},`+defs+`}`), openapi.ListTypes())
			wantFault(t, how+" that names a "+what, err, smp.InvalidSchema, "properties.l")
		}
	}
}

// Tuples are also rejected in definitions and in CRDs.
func TestTuples(t *testing.T) {
	const tuple = `{"type":"array","items":[{"type":"string"},{"type":"integer"}]}`
	for text, path := range map[string]string{
		`{"items":` + tuple + `}`:                                                   "items.items",
		`{"additionalProperties":` + tuple + `}`:                                    "additionalProperties.items",
		`{"allOf":[` + tuple + `]}`:                                                 "allOf[0].items",
		`{"$ref":"#/$defs/t","$defs":{"t":` + tuple + `}}`:                          `["$defs"].t.items`,
		`{"properties":{"a":{"$ref":"#/$defs/t"}},"$defs":{"t":` + tuple + `}}`:     `["$defs"].t.items`,
		`{"type":"array","items":[],"x-kubernetes-patch-strategy":"merge"}`:         "items",
		`{"type":"array","items":[{}],"x-kubernetes-list-type":"set"}`:              "items",
		`{"type":"array","items":[{"$ref":"#"}],"x-kubernetes-list-type":"atomic"}`: "items",
	} {
		_, err := openapi.Schema(model.MustParse(text), openapi.ListTypes())
		wantFault(t, text, err, smp.InvalidSchema, path)
	}
	crd, err := openapi.ReadCRD(model.MustParse(crdWith(`{"openAPIV3Schema":{"properties":{"spec":` + tuple + `}}}`)))
	if err != nil {
		t.Fatal(err)
	}
	_, err = crd.Schema("v1")
	wantFault(t, "CRD", err, smp.InvalidSchema, "spec.versions[0].schema.openAPIV3Schema.properties.spec.items")
}

// A resource without schema can be patched, and its lists can be given keys.
func TestCRDWithoutSchemaIsUsable(t *testing.T) {
	crd, err := openapi.ReadCRD(model.MustParse(`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"group":"g.io","names":{"kind":"K"},"versions":[{"name":"v1","served":true}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Schema("v1")
	if err != nil {
		t.Fatal(err)
	}
	keyed, err := s.With(model.Path{model.Field("spec"), model.Field("rules")}, smp.Override{Keys: []string{"name"}})
	if err != nil {
		t.Fatal(err)
	}
	original := model.MustParse(`{"metadata":{"finalizers":["a"]},"spec":{"size":1,"rules":[{"name":"a"},{"name":"b","x":1}]}}`)
	patch := model.MustParse(`{"metadata":{"finalizers":["b"]},"spec":{"rules":[{"name":"b","y":2}]}}`)
	for want, schema := range map[string]smp.Schema{
		`{"metadata":{"finalizers":["a","b"]},"spec":{"size":1,"rules":[{"name":"b","y":2}]}}`:                    s,
		`{"metadata":{"finalizers":["a","b"]},"spec":{"size":1,"rules":[{"name":"a"},{"name":"b","x":1,"y":2}]}}`: keyed,
	} {
		got, err := smp.Apply(schema, original, patch)
		if err != nil || !model.Equal(got, model.MustParse(want)) {
			t.Errorf("got %s, %v, want %s", got.JSON(), err, want)
		}
	}
}

// largeDocuments contains kinds of documents of n definitions. In all of them, the first definition
// refers to all others, directly or through other definitions.
var largeDocuments = map[string]func(n, i int) string{
	"chain of fields": func(n, i int) string {
		return `{"properties":{"next":` + refAfter(n, i) + `}}`
	},
	"chain of keyed lists": func(n, i int) string {
		return `{"type":"object","properties":{"k":{"type":"string"},"l":{"items":{"properties":{"k":{"type":"string"},"below":` + refAfter(n, i) +
			`}},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k"}}}`
	},
	"chain of allOf": func(n, i int) string {
		return `{"type":"object","additionalProperties":{"allOf":[` + refAfter(n, i) + `],"default":{}}}`
	},
	"all to the first and the next": func(n, i int) string {
		return `{"properties":{"first":{"$ref":"#/definitions/d0"},"next":` + refAfter(n, i) + `}}`
	},
	"side by side": func(n, i int) string {
		if i > 0 {
			return `{"properties":{"a":{"type":"string"}}}`
		}
		var b strings.Builder
		b.WriteString(`{"properties":{"a":{}`)
		for j := 1; j < n; j++ {
			fmt.Fprintf(&b, `,"p%d":{"$ref":"#/definitions/d%d"}`, j, j)
		}
		return b.String() + `}}`
	},
}

// refAfter returns a reference to the next definition, or a scalar after the last one.
func refAfter(n, i int) string {
	if i == n-1 {
		return `{"type":"string"}`
	}
	return fmt.Sprintf(`{"$ref":"#/definitions/d%d"}`, i+1)
}

func documentOf(n int, definition func(n, i int) string) model.Value {
	var b strings.Builder
	b.WriteString(`{"definitions":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"d%d":%s`, i, definition(n, i))
	}
	return model.MustParse(b.String() + `}}`)
}

// The work is linear in the number of definitions that are used.
func TestManyReachedDefinitions(t *testing.T) {
	for name, definition := range largeDocuments {
		schema := func(root model.Value) {
			doc, err := openapi.Read(root)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := doc.Schema("d0"); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		work := func(n int) float64 {
			root := documentOf(n, definition)
			return testing.AllocsPerRun(2, func() { schema(root) })
		}
		if small, big := work(300), work(600); big > 2.4*small {
			t.Errorf("%s: %v allocations, %v for twice the definitions", name, small, big)
		}
		t.Run(name, func(t *testing.T) {
			cputime.CheckGrowth(t, 1250, cputime.Built, func(n int) func() {
				root := documentOf(n, definition)
				return func() { schema(root) }
			})
		})
	}
}

// The time to read a union with many members and unset values is linear in their number.
func TestManyUnionMembers(t *testing.T) {
	cputime.CheckGrowth(t, 2500, cputime.Built, func(n int) func() {
		var properties, fields, unset []string
		for i := range n {
			properties = append(properties, fmt.Sprintf(`"f%d":{}`, i))
			fields = append(fields, fmt.Sprintf(`"f%d":"v%d"`, i, i))
			unset = append(unset, fmt.Sprintf(`"f%d":[0]`, i))
		}
		object := model.MustParse(`{"properties":{` + strings.Join(properties, ",") +
			`},"x-kubernetes-unions":[{"fields-to-discriminateBy":{` + strings.Join(fields, ",") + `},"unset-values":{` + strings.Join(unset, ",") + `}}]}`)
		return func() {
			s, err := openapi.Schema(object)
			if err != nil || len(s.Unions()[0].Members[n-1].Unset) != 1 {
				t.Fatal(err)
			}
		}
	})
}

// Circular references are rejected after a bounded number of steps, for 100000 definitions as well
// as for three.
func TestCirclesWithoutContent(t *testing.T) {
	for name, link := range map[string]string{
		"references": `{"$ref":"#/definitions/d%d"}`,
		"allOf":      `{"allOf":[{"$ref":"#/definitions/d%d"}]}`,
		"oneOf":      `{"oneOf":[{"$ref":"#/definitions/d%d"},{"type":"null"}]}`,
		"anyOf":      `{"anyOf":[{"type":"string"},{"$ref":"#/definitions/d%d"}]}`,
		"place":      `{"$ref":"#/definitions/d%d","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k"}`,
	} {
		for _, n := range []int{1, 3, 99, 100_000} {
			doc, err := openapi.Read(documentOf(n, func(n, i int) string { return fmt.Sprintf(link, (i+1)%n) }))
			if err != nil {
				t.Fatal(err)
			}
			var e *smp.Error
			if _, err := doc.Schema("d0"); !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Path.String() == "." {
				t.Errorf("%s in a circle of %d: error %v", name, n, err)
			}
		}
	}
}

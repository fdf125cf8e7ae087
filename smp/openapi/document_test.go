package openapi_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// serviceV2 and serviceV3 describe the same kind, in the two forms that API servers publish.
const serviceV2 = `{"swagger":"2.0","info":{},"paths":{},"definitions":{
"core.Service":{
	"description":"a service","type":"object",
	"properties":{
		"apiVersion":{"type":"string"},"kind":{"type":"string"},
		"metadata":{"$ref":"#/definitions/meta.ObjectMeta","description":"m"},
		"spec":{"$ref":"#/definitions/core.ServiceSpec","x-kubernetes-patch-strategy":"retainKeys"}},
	"x-kubernetes-group-version-kind":[{"group":"","kind":"Service","version":"v1"},{"group":"","kind":"Service","version":"v1"}]},
"core.ServiceSpec":{"type":"object","properties":{
	"selector":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-map-type":"atomic"},
	"ports":{"type":"array","items":{"$ref":"#/definitions/core.ServicePort"},
		"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"],
		"x-kubernetes-patch-merge-key":"port","x-kubernetes-patch-strategy":"merge"}}},
"core.ServicePort":{"type":"object","required":["port"],"properties":{
	"port":{"type":"integer","format":"int32"},
	"protocol":{"type":"string"},
	"targetPort":{"$ref":"#/definitions/util.IntOrString"},
	"weight":{"$ref":"#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity"},
	"expires":{"$ref":"#/definitions/meta.Time"}}},
"util.IntOrString":{"type":"string","format":"int-or-string"},
"io.k8s.apimachinery.pkg.api.resource.Quantity":{"type":"string"},
"meta.Time":{"type":"string","format":"date-time"},
"meta.ObjectMeta":{"type":"object","properties":{
	"name":{"type":"string"},
	"finalizers":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge","x-kubernetes-list-type":"set"}}}}}`

const serviceV3 = `{"openapi":"3.0.0","info":{},"paths":{},"components":{"schemas":{
"core.Service":{
	"description":"a service","type":"object",
	"properties":{
		"apiVersion":{"type":"string"},"kind":{"type":"string"},
		"metadata":{"allOf":[{"$ref":"#/components/schemas/meta.ObjectMeta"}],"default":{},"description":"m"},
		"spec":{"allOf":[{"$ref":"#/components/schemas/core.ServiceSpec"}],"default":{},"x-kubernetes-patch-strategy":"retainKeys"}},
	"x-kubernetes-group-version-kind":[{"group":"","kind":"Service","version":"v1"}]},
"core.ServiceSpec":{"type":"object","properties":{
	"selector":{"type":"object","additionalProperties":{"type":"string","default":""},"x-kubernetes-map-type":"atomic"},
	"ports":{"type":"array","items":{"allOf":[{"$ref":"#/components/schemas/core.ServicePort"}],"default":{}},
		"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"],
		"x-kubernetes-patch-merge-key":"port","x-kubernetes-patch-strategy":"merge"}}},
"core.ServicePort":{"type":"object","required":["port"],"properties":{
	"port":{"type":"integer","format":"int32","default":0},
	"protocol":{"type":"string"},
	"targetPort":{"allOf":[{"$ref":"#/components/schemas/util.IntOrString"}],"default":{}},
	"weight":{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity"},
	"expires":{"$ref":"#/components/schemas/meta.Time"}}},
"util.IntOrString":{"oneOf":[{"type":"integer"},{"type":"string"}],"format":"int-or-string"},
"io.k8s.apimachinery.pkg.api.resource.Quantity":{"oneOf":[{"type":"string"},{"type":"number"}]},
"meta.Time":{"type":"string","format":"date-time"},
"meta.ObjectMeta":{"type":"object","properties":{
	"name":{"type":"string"},
	"finalizers":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge","x-kubernetes-list-type":"set"}}}}}}`

func serviceType(selectorDefault model.Value, selector smp.Strategy) smp.Definition {
	value := str
	value.Default = selectorDefault
	return fields(map[string]smp.Definition{
		"apiVersion": str, "kind": str,
		"metadata": fields(map[string]smp.Definition{"name": str, "finalizers": merged(listOf(str))}),
		"spec": with(fields(map[string]smp.Definition{
			"selector": with(mapOf(value), func(t *smp.Definition) { t.Strategy = selector }),
			"ports": with(merged(listOf(fields(map[string]smp.Definition{
				"port": required(integer), "protocol": str, "targetPort": intOrStr, "weight": quantity, "expires": str,
			})), "port"), func(t *smp.Definition) { t.Recommended, t.MapKeys = []string{"port", "protocol"}, true }),
		}), func(t *smp.Definition) { t.RetainKeys = true }),
	})
}

func read(t testing.TB, text string, opts ...openapi.Option) *openapi.Document {
	t.Helper()
	doc, err := openapi.Read(model.MustParse(text), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocumentVersions(t *testing.T) {
	for _, c := range []struct {
		name, text, pointer string
		opts                []openapi.Option
		want                smp.Definition
	}{
		{"v2", serviceV2, "#/definitions/core.Service", nil, serviceType(model.Value{}, smp.Merge)},
		{"v3", serviceV3, "#/components/schemas/core.Service", nil, serviceType(model.NewString(""), smp.Merge)},
		{"v2 with list types", serviceV2, "#/definitions/core.Service", listTypes, serviceType(model.Value{}, smp.Replace)},
		{"v3 with list types", serviceV3, "#/components/schemas/core.Service", listTypes, serviceType(model.NewString(""), smp.Replace)},
	} {
		doc, want := read(t, c.text, c.opts...), build(t, c.want, nil)
		check := func(how string, got smp.Schema, err error) {
			t.Helper()
			if err != nil {
				t.Errorf("%s %s: %v", c.name, how, err)
			} else if !got.Equal(want) {
				t.Errorf("%s %s:\ngot  %s\nwant %s", c.name, how, openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
			}
		}
		got, err := doc.Schema("core.Service")
		check("by name", got, err)
		got, err = doc.Schema(c.pointer)
		check("by pointer", got, err)
		got, err = doc.Kind("v1", "Service")
		check("by kind", got, err)
	}
}

func TestQuantity(t *testing.T) {
	for _, text := range []string{serviceV2, serviceV3} {
		s, err := read(t, text).Schema("io.k8s.apimachinery.pkg.api.resource.Quantity")
		if err != nil || s.Scalars() != smp.StringScalar|smp.NumberScalar {
			t.Errorf("got %v, %v", s.Scalars(), err)
		}
	}
}

// The patch strategy of a definition applies wherever it is referred to, unless the reference
// overrides it.
func TestReferenceOverrides(t *testing.T) {
	doc := read(t, `{"definitions":{
		"list":{"type":"array","items":`+port+`,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port"},
		"map":{"type":"object","x-kubernetes-map-type":"atomic"},
		"typed":{"type":"array","items":`+port+`,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]},
		"all":{"properties":{
			"asDefined":{"$ref":"#/definitions/list"},
			"otherKey":{"$ref":"#/definitions/list","x-kubernetes-patch-merge-key":"name"},
			"moreKeys":{"$ref":"#/definitions/list","x-kubernetes-recommended-patch-merge-key":"port,name"},
			"replaced":{"$ref":"#/definitions/list","x-kubernetes-patch-strategy":"replace"},
			"retained":{"allOf":[{"$ref":"#/definitions/list"}],"x-kubernetes-patch-strategy":"merge,retainKeys"},
			"map":{"$ref":"#/definitions/map"},
			"granular":{"$ref":"#/definitions/map","x-kubernetes-map-type":"granular"},
			"merged":{"$ref":"#/definitions/map","x-kubernetes-patch-strategy":"merge"},
			"typed":{"$ref":"#/definitions/typed"},
			"atomic":{"$ref":"#/definitions/typed","x-kubernetes-list-type":"atomic"},
			"both":{"$ref":"#/definitions/typed","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port"}
		}}}}`, openapi.ListTypes())
	got, err := doc.Schema("all")
	if err != nil {
		t.Fatal(err)
	}
	ports := listOf(portType)
	want := build(t, fields(map[string]smp.Definition{
		"asDefined": merged(ports, "port"),
		"otherKey":  merged(ports, "name"),
		"moreKeys":  with(merged(ports, "port"), func(t *smp.Definition) { t.Recommended = []string{"port", "name"} }),
		"replaced":  ports,
		"retained":  with(merged(ports, "port"), func(t *smp.Definition) { t.RetainKeys = true }),
		"map":       replaced(smp.Definition{Type: smp.MapType}),
		"granular":  {Type: smp.MapType},
		"merged":    {Type: smp.MapType},
		"typed":     with(merged(ports, "port", "protocol"), func(t *smp.Definition) { t.MapKeys = true }),
		"atomic":    ports,
		"both":      with(merged(ports, "port"), func(t *smp.Definition) { t.Recommended, t.MapKeys = []string{"port", "protocol"}, true }),
	}), nil)
	if !got.Equal(want) {
		t.Errorf("\ngot  %s\nwant %s", openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
	}
}

// JSONSchemaProps refers to itself through maps, lists and its own fields.
func TestRecursion(t *testing.T) {
	doc := read(t, `{"components":{"schemas":{"props":{"type":"object","properties":{
		"$ref":{"type":"string"},
		"not":{"$ref":"#/components/schemas/props"},
		"allOf":{"type":"array","items":{"allOf":[{"$ref":"#/components/schemas/props"}]},"x-kubernetes-list-type":"atomic"},
		"properties":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/props"}},
		"items":{"$ref":"#/components/schemas/orArray"}}},
		"orArray":{}}}}`)
	got, err := doc.Schema("props")
	if err != nil {
		t.Fatal(err)
	}
	ref := smp.Definition{Ref: "props"}
	want := build(t, ref, map[string]smp.Definition{"props": fields(map[string]smp.Definition{
		"$ref": str, "not": ref, "allOf": listOf(ref), "properties": mapOf(ref), "items": anything,
	})})
	if !got.Equal(want) {
		t.Errorf("\ngot  %s\nwant %s", openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
	}
	for range 10 {
		got, _ = got.Field("not")
	}
	if _, ok := got.Field("allOf"); !ok {
		t.Error("the recursion ends")
	}

	root, err := openapi.Schema(model.MustParse(`{"properties":{"name":{"type":"string"},"children":{"items":{"$ref":"#"},"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want = build(t, ref, map[string]smp.Definition{"props": fields(map[string]smp.Definition{"name": str, "children": merged(listOf(ref), "name")})})
	if !root.Equal(want) {
		t.Errorf("\ngot  %s\nwant %s", openapi.Encode(root).JSON(), openapi.Encode(want).JSON())
	}
}

// References are unescaped as JSON pointers and as URLs.
func TestPointers(t *testing.T) {
	doc := read(t, `{"definitions":{"a/b~c d%":{"type":"string"},"~1":{"type":"boolean"},"":{"type":"integer"},
		"list":{"items":{"$ref":"#/definitions/a~1b~0c%20d%25"}},
		"deep":{"$ref":"#/definitions/deeper/properties/x/oneOf/1"},
		"deeper":{"properties":{"x":{"oneOf":[{},{"type":"boolean"}]}}}}}`)
	for ref, want := range map[string]smp.Definition{
		"a/b~c d%":                     str,
		"#/definitions/a~1b~0c d%25":   str,
		"#/definitions/a~1b~0c%20d%25": str,
		"#/definitions/%7E01":          boolean,
		"~1":                           boolean,
		"#/definitions/":               integer,
		"":                             integer,
		"list":                         listOf(str),
		"#/definitions/list/items":     str,
		"deep":                         boolean,
		"#/definitions/deeper":         fields(map[string]smp.Definition{"x": anything}),
		"#/definitions/deeper/properties/x/oneOf/0": anything,
	} {
		got, err := doc.Schema(ref)
		if err != nil {
			t.Errorf("%s: %v", ref, err)
		} else if !got.Equal(build(t, want, nil)) {
			t.Errorf("%s: got %s", ref, openapi.Encode(got).JSON())
		}
	}
}

func TestKindNames(t *testing.T) {
	doc := read(t, `{"definitions":{
		"a":{"type":"string","x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"A"},{"group":"g.io","version":"v2","kind":"A"}]},
		"100%":{"type":"boolean","x-kubernetes-group-version-kind":[{"version":"v1","kind":"A"}]},
		"c1":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"C"}]},
		"c2":{"x-kubernetes-group-version-kind":[{"group":"g.io","version":"v1","kind":"B"},{"group":"g.io","version":"v1","kind":"C"}]}}}`)
	for _, c := range []struct {
		apiVersion, kind string
		want             smp.Definition
	}{
		{"g.io/v1", "A", str}, {"g.io/v2", "A", str}, {"v1", "A", boolean}, {"g.io/v1", "B", anything},
	} {
		got, err := doc.Kind(c.apiVersion, c.kind)
		if err != nil {
			t.Errorf("%s %s: %v", c.apiVersion, c.kind, err)
		} else if !got.Equal(build(t, c.want, nil)) {
			t.Errorf("%s %s: got %s", c.apiVersion, c.kind, openapi.Encode(got).JSON())
		}
	}
	_, err := doc.Kind("g.io/v1", "a")
	wantFault(t, "other case", err, smp.UnknownKind, ".")
	_, err = doc.Kind("v2", "A")
	wantFault(t, "other version", err, smp.UnknownKind, ".")
	_, err = doc.Kind("g.io/v1", "C")
	wantFault(t, "defined twice", err, smp.InvalidSchema, "definitions.c2.x-kubernetes-group-version-kind")
}

func TestDocumentFaults(t *testing.T) {
	for _, c := range []struct{ name, text, path string }{
		{"list", `[]`, "."},
		{"null", `null`, "."},
		{"definitions", `{"definitions":[]}`, "definitions"},
		{"components", `{"components":1}`, "components"},
		{"schemas", `{"components":{"schemas":null}}`, "components.schemas"},
		{"defs", `{"$defs":"x"}`, `["$defs"]`},
	} {
		_, err := openapi.Read(model.MustParse(c.text))
		wantFault(t, c.name, err, smp.InvalidSchema, c.path)
		_, err = openapi.Schema(model.MustParse(c.text))
		wantFault(t, c.name, err, smp.InvalidSchema, c.path)
	}
	_, err := openapi.Read(model.Value{})
	wantFault(t, "absent", err, smp.InvalidSchema, ".")

	for _, c := range []struct{ text, ref, path string }{
		{`{"definitions":{"a":{}}}`, "b", "definitions"},
		{`{"swagger":"2.0"}`, "b", "."},
		{`{"definitions":{"a":{}}}`, "#/definitions/b", "definitions"},
		{`{"definitions":{"a":{"items":{}}}}`, "#/definitions/a/items/x/y", "definitions.a.items"},
		{`{"definitions":{"a":{}}}`, "#a", "."},
		{`{"definitions":{"a":{}}}`, "#", "."},
		{`{"components":{"schemas":{"a":{}}}}`, "#", "."},
		{`{"swagger":"2.0","type":"object"}`, "#", "."},
		{`{"openapi":"3.1.0"}`, "#", "."},
		{`{"definitions":{"a":true}}`, "a", "definitions.a"},
	} {
		_, err := read(t, c.text).Schema(c.ref)
		wantFault(t, c.text+" "+c.ref, err, smp.InvalidSchema, c.path)
	}

	for _, c := range []struct{ extension, path string }{
		{`{}`, ""},
		{`["x"]`, "[0]"},
		{`[{"group":"","version":"v1","kind":1}]`, "[0].kind"},
		{`[{"version":"v1","kind":"K"},{"group":null,"version":2,"kind":1}]`, "[1].group"},
	} {
		_, err := read(t, `{"definitions":{"a":{"x-kubernetes-group-version-kind":`+c.extension+`}}}`).Kind("v1", "K")
		wantFault(t, c.extension, err, smp.InvalidSchema, "definitions.a.x-kubernetes-group-version-kind"+c.path)
	}
}

// A schema object can have its own definitions. A document with nothing but definitions is not a
// schema.
func TestBareDocument(t *testing.T) {
	for _, text := range []string{
		`{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`,
		`{"type":"string","definitions":{"a":true}}`,
	} {
		got, err := read(t, text).Schema("#")
		if err != nil || got.Type() != smp.ScalarType {
			t.Errorf("%s: got %s, %v", text, got.Type(), err)
		}
	}
	if got, err := openapi.Schema(model.MustParse(`{"description":"anything"}`)); err != nil || got.Type() != smp.AnyType {
		t.Errorf("got %s, %v", got.Type(), err)
	}
}

// large returns a document with a kind that refers to one definition. The document also has n
// invalid definitions, which nothing refers to.
func large(n int) string {
	var b strings.Builder
	b.WriteString(`{"definitions":{"kind":{"properties":{"a":{"$ref":"#/definitions/part"}},"x-kubernetes-group-version-kind":[{"version":"v1","kind":"K"}]},"part":{"type":"string"}`)
	for i := range n {
		fmt.Fprintf(&b, `,"filler%d":{"type":"object","properties":{"a":{"type":"no type"},"b":{"$ref":"#/definitions/nothing%d"}}}`, i, i)
	}
	b.WriteString(`}}`)
	return b.String()
}

// The work to build a schema depends only on the definitions that the schema refers to. It is the
// same for a document that is a thousand times larger.
func TestOnlyReachedIsRead(t *testing.T) {
	work := func(n int) float64 {
		root := model.MustParse(large(n))
		return testing.AllocsPerRun(20, func() {
			doc, err := openapi.Read(root)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := doc.Schema("kind"); err != nil {
				t.Fatal(err)
			}
			if _, err := doc.Kind("v1", "K"); err != nil {
				t.Fatal(err)
			}
		})
	}
	small, big := work(100), work(100_000)
	if small != big {
		t.Errorf("%v allocations with 100 other definitions, %v with 100000", small, big)
	}
	doc := read(t, large(100))
	if _, err := doc.Schema("filler7"); err == nil {
		t.Error("the other definitions are not faulty")
	}
}

// The work is linear in the size of the document, even if many places refer to a definition
// that is expensive to resolve.
func TestWorkIsLinear(t *testing.T) {
	repeat := func(n int, part string) string {
		return strings.TrimPrefix(strings.Repeat(","+part, n), ",")
	}
	properties := func(n int, part string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"p%d":%s`, i, part)
		}
		return b.String()[1:]
	}
	for name, doc := range map[string]func(n int) string{
		"union": func(n int) string {
			return `{"properties":{` + properties(n, `{"$ref":"#/$defs/u"}`) + `},"$defs":{"u":{"oneOf":[` + repeat(n, `{"type":"string"}`) + `]}}}`
		},
		"constraints": func(n int) string {
			return `{"properties":{` + properties(n, `{"$ref":"#/$defs/u"}`) + `},"$defs":{"u":{"allOf":[` + repeat(n, `{"pattern":"x"}`) + `,{"type":"object"}]}}}`
		},
		"fields": func(n int) string {
			return `{"properties":{` + properties(n, `{"$ref":"#/$defs/u"}`) + `},"$defs":{"u":{"properties":{` + properties(n, `{"type":"string"}`) + `}}}}`
		},
		"chain": func(n int) string {
			var b strings.Builder
			b.WriteString(`{"$defs":{"d0":{"type":"string"}`)
			for i := range 80 {
				fmt.Fprintf(&b, `,"d%d":{"$ref":"#/$defs/d%d"}`, i+1, i)
			}
			b.WriteString(`},"properties":{` + properties(n, `{"$ref":"#/$defs/d80"}`) + `}}`)
			return b.String()
		},
		"sets": func(n int) string {
			return strings.Repeat(`{"x-kubernetes-list-type":"set","items":`, n) + `{}` + strings.Repeat(`}`, n)
		},
		"kinds": func(n int) string {
			return `{"definitions":{` + properties(n, `{"x-kubernetes-group-version-kind":[{"version":"v1","kind":"K"}]}`) + `,"a":{}}}`
		},
	} {
		work := func(n int) float64 {
			root := model.MustParse(doc(n))
			return testing.AllocsPerRun(3, func() {
				d, err := openapi.Read(root, openapi.ListTypes())
				if err != nil {
					t.Fatal(err)
				}
				_, _ = d.Schema("#")
				_, _ = d.Kind("v1", "K")
			})
		}
		if small, big := work(200), work(400); big > 2.5*small {
			t.Errorf("%s: %v allocations, %v for twice the size", name, small, big)
		}
	}
}

// Documents are shared between goroutines; run with -race.
func TestConcurrentUse(t *testing.T) {
	doc := read(t, serviceV3)
	want, err := doc.Schema("core.Service")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	failures := make(chan error, 16)
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if got, err := doc.Kind("v1", "Service"); err != nil || !got.Equal(want) {
				failures <- errors.Join(errors.New("other schema by kind"), err)
			}
			if got, err := doc.Schema("core.Service"); err != nil || !got.Equal(want) {
				failures <- errors.Join(errors.New("other schema by name"), err)
			}
		}()
	}
	wg.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}

// A zero Document has no kinds, and SchemaWith without a function has no definitions.
func TestZeroDocument(t *testing.T) {
	_, ofKind := new(openapi.Document).Kind("v1", "Pod")
	_, ofReference := openapi.SchemaWith(model.MustParse(`{"$ref":"#/definitions/x"}`), nil)
	for code, err := range map[smp.Code]error{smp.UnknownKind: ofKind, smp.InvalidSchema: ofReference} {
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("got %v, want an error with code %s", err, code)
		}
	}
}

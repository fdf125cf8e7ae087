package strategicpatch_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"k8s.io/kube-openapi/pkg/util/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/smp"
	strategicpatch "github.com/strategicpatch/smp/smp/strategicpatch/kubeopenapi"
)

func extended(s *spec.Schema, extensions map[string]any) spec.Schema {
	out := *s
	out.Extensions = extensions
	return out
}

var merging = map[string]any{"x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"}

// version3 returns the schema of a map with a keyed list. The schema has references.
func version3() strategicpatch.PatchMetaFromOpenAPIV3 {
	element := new(spec.Schema).Typed("object", "").
		SetProperty("name", *spec.StringProperty()).SetProperty("value", *spec.StringProperty())
	root := new(spec.Schema).Typed("object", "").
		SetProperty("list", extended(spec.ArrayProperty(spec.RefSchema("#/components/schemas/a~1b%25")), merging)).
		SetProperty("plain", *spec.ArrayProperty(spec.RefSchema("#/components/schemas/a~1b%25"))).
		SetProperty("values", *spec.MapProperty(spec.StringProperty())).
		SetProperty("wrong", extended(spec.ArrayProperty(spec.StringProperty()), map[string]any{"x-kubernetes-patch-strategy": 1})).
		SetProperty("channel", extended(spec.StringProperty(), map[string]any{"x-kubernetes-patch-strategy": make(chan int)})).
		SetProperty("gone", *spec.RefSchema("#/components/schemas/gone")).
		SetProperty("tuple", spec.Schema{SchemaProps: spec.SchemaProps{Items: &spec.SchemaOrArray{Schemas: []spec.Schema{{}, {}}}}})
	return strategicpatch.PatchMetaFromOpenAPIV3{Schema: root, SchemaList: map[string]*spec.Schema{"a/b%": element, "nil": nil}}
}

// A reference is a reference to a schema of version 2.
type reference struct {
	proto.BaseSchema
	name string
	to   proto.Schema
}

func (r *reference) Accept(v proto.SchemaVisitor) { v.VisitReference(r) }
func (r *reference) GetName() string              { return r.name }
func (r *reference) Reference() string            { return r.name }
func (r *reference) SubSchema() proto.Schema      { return r.to }

// version2 returns the same schema as version3, in version 2.
func version2() strategicpatch.PatchMetaFromOpenAPI {
	text := &proto.Primitive{Type: "string"}
	element := &reference{name: "a/b%", to: &proto.Kind{Fields: map[string]proto.Schema{"name": text, "value": text}}}
	with := func(s proto.BaseSchema, extensions map[string]any) proto.BaseSchema {
		s.Extensions = extensions
		return s
	}
	return strategicpatch.NewPatchMetaFromOpenAPI(&proto.Kind{Fields: map[string]proto.Schema{
		"list":    &proto.Array{BaseSchema: with(proto.BaseSchema{}, merging), SubType: element},
		"plain":   &proto.Array{SubType: element},
		"values":  &proto.Map{SubType: text},
		"wrong":   &proto.Array{BaseSchema: with(proto.BaseSchema{}, map[string]any{"x-kubernetes-patch-strategy": 1}), SubType: text},
		"channel": &proto.Arbitrary{BaseSchema: with(proto.BaseSchema{}, map[string]any{"x-kubernetes-patch-strategy": make(chan int)})},
		"gone":    &reference{name: "gone"},
		"tuple":   &proto.Array{BaseSchema: with(proto.BaseSchema{}, map[string]any{"x-kubernetes-patch-strategy": []any{}})},
	}})
}

func TestBothVersions(t *testing.T) {
	for name, schema := range map[string]strategicpatch.LookupPatchMeta{"version 2": version2(), "version 3": version3()} {
		var wait sync.WaitGroup
		for range 4 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				original := `{"list":[{"name":"a","value":"1"}],"plain":[{"name":"a"}],"values":{"a":"b"}}`
				patch := `{"list":[{"name":"a","value":"2"}],"plain":[{"name":"b"}],"values":{"c":"d"}}`
				got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(original), []byte(patch), schema)
				want := `{"list":[{"name":"a","value":"2"}],"plain":[{"name":"b"}],"values":{"a":"b","c":"d"}}`
				if err != nil || string(got) != want {
					t.Errorf("%s: %s, %v; want %s", name, got, err, want)
				}
			}()
		}
		wait.Wait()
		for _, field := range []string{"wrong", "channel", "gone", "tuple"} {
			before, after := fmt.Appendf(nil, `{%q:[{"x":[1]}]}`, field), fmt.Appendf(nil, `{%q:[{"x":[2]}]}`, field)
			_, err := strategicpatch.CreateThreeWayMergePatch(before, after, before, schema, true)
			_, _, looked := schema.LookupPatchMetadataForStruct(field)
			for _, err := range []error{err, looked} {
				var fault *smp.Error
				if !errors.As(err, &fault) || fault.Code != smp.InvalidSchema {
					t.Errorf("%s: %s: %v", name, field, err)
				}
			}
		}
	}
}

func TestLookups(t *testing.T) {
	for name, schema := range map[string]strategicpatch.LookupPatchMeta{"version 2": version2(), "version 3": version3()} {
		_, meta, err := schema.LookupPatchMetadataForSlice("list")
		if err != nil || !slices.Equal(meta.GetPatchStrategies(), []string{"merge"}) || meta.GetPatchMergeKey() != "name" {
			t.Errorf("%s: %v, %v", name, meta, err)
		}
		var missing strategicpatch.FieldNotFoundError
		if _, _, err := schema.LookupPatchMetadataForStruct("none"); !errors.As(err, &missing) {
			t.Errorf("%s: %v", name, err)
		}
		if schema.Name() == "" {
			t.Errorf("%s has no name", name)
		}
	}
	for _, none := range []strategicpatch.LookupPatchMeta{strategicpatch.PatchMetaFromOpenAPI{}, strategicpatch.PatchMetaFromOpenAPIV3{}} {
		got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(`{"a":{"b":1}}`), []byte(`{"a":{"c":2}}`), none)
		if err != nil || string(got) != `{"a":{"b":1,"c":2}}` {
			t.Errorf("without schema: %s, %v", got, err)
		}
		_ = none.Name()
	}
}

// Version 3 accepts a list for any field, also in the result of a lookup. Version 2 accepts a list
// only for a field that is a list.
func TestListsForAnyField(t *testing.T) {
	original, patch := []byte(`{"values":[1]}`), []byte(`{"values":[2]}`)
	if got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, version3()); err != nil || string(got) != `{"values":[2]}` {
		t.Errorf("version 3: %s, %v", got, err)
	}
	if got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, version2()); err == nil {
		t.Errorf("version 2: %s", got)
	}
	elements, _, err := version3().LookupPatchMetadataForSlice("list")
	if err != nil {
		t.Fatal(err)
	}
	original, patch = []byte(`{"value":[1]}`), []byte(`{"value":[2]}`)
	if got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, elements); err != nil || string(got) != `{"value":[2]}` {
		t.Errorf("version 3, elements: %s, %v", got, err)
	}
	value, _, err := elements.LookupPatchMetadataForSlice("value")
	if err != nil || value.Name() != "scalar" {
		t.Errorf("version 3, elements of no list: %v, %v", value, err)
	}
	if _, _, err := version2().LookupPatchMetadataForSlice("values"); err == nil {
		t.Error("version 2 has elements of a field that is no list")
	}
	// A map is accepted only if its fields are declared.
	original, patch = []byte(`{"x":{"a":1}}`), []byte(`{"x":{"a":2}}`)
	values, _, err := version3().LookupPatchMetadataForStruct("values")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, values); err == nil {
		t.Errorf("version 3, undeclared fields: %s", got)
	}
}

// Schemas are cached, up to a limit.
func TestSchemasAreKept(t *testing.T) {
	kept := version3()
	first, err := kept.MergeSchema()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := kept.MergeSchema(); again != first {
		t.Error("it is made twice")
	}
	other := strategicpatch.PatchMetaFromOpenAPIV3{Schema: kept.Schema, SchemaList: map[string]*spec.Schema{}}
	if schema, _ := other.MergeSchema(); schema == first {
		t.Error("other definitions make the same")
	}
	for range 300 {
		if _, err := version2().MergeSchema(); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := kept.MergeSchema(); again == first {
		t.Error("all are kept")
	}
}

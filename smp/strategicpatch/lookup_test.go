package strategicpatch_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// openAPI is an OpenAPI document with the schema of pod.
const openAPI = `{"components":{"schemas":{
	"pod":{"type":"object","properties":{"metadata":{"$ref":"#/components/schemas/metadata"},"spec":{"$ref":"#/components/schemas/spec"}}},
	"metadata":{"type":"object","properties":{"name":{"type":"string"},"labels":{"type":"object","additionalProperties":{"type":"string"}},
		"finalizers":{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"}}},
	"spec":{"type":"object","properties":{"replicas":{"type":"integer"},"node":{"type":"string"},
		"selector":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-patch-strategy":"replace"},
		"strategy":{"type":"object","properties":{"type":{"type":"string"},"rolling":{"type":"object"}},"x-kubernetes-patch-strategy":"retainKeys"},
		"containers":{"type":"array","items":{"$ref":"#/components/schemas/container"},
			"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name"}}},
	"container":{"type":"object","properties":{"name":{"type":"string"},"image":{"type":"string"},"args":{"type":"array","items":{"type":"string"}}}}}}}`

func TestSchemasThatAreNoStructs(t *testing.T) {
	var metas []strategicpatch.LookupPatchMeta
	for _, document := range []any{[]byte(openAPI), model.MustParse(openAPI), decode(t, openAPI)} {
		meta, err := strategicpatch.NewPatchMetaFromOpenAPI(document, "pod")
		if err != nil {
			t.Fatalf("%T: %v", document, err)
		}
		metas = append(metas, meta)
	}
	metas = append(metas, strategicpatch.PatchMetaFromStruct{T: reflect.TypeFor[pod]()}, strategicpatch.PatchMetaFromStruct{T: reflect.TypeFor[*pod]()})
	for i, meta := range metas {
		got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(
			[]byte(`{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}}`), []byte(`{"spec":{"containers":[{"name":"b","image":"2"}]}}`), meta)
		if want := `{"spec":{"containers":[{"image":"1","name":"a"},{"image":"2","name":"b"}]}}`; err != nil || string(got) != want {
			t.Errorf("schema %d: %s, %v", i, got, err)
		}
	}
	schemaless := strategicpatch.NewPatchMetaFromSchema(smp.Schemaless)
	if got, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta([]byte(`{"a":[1]}`), []byte(`{"a":[2]}`), schemaless); err != nil || string(got) != `{"a":[2]}` {
		t.Errorf("without schema: %s, %v", got, err)
	}
	if got, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(`{"a":1}`), []byte(`{}`), strategicpatch.PatchMetaFromSchema{}); err == nil {
		t.Errorf("the zero value: %s", got)
	}
}

func TestOpenAPIThatIsNone(t *testing.T) {
	if _, err := strategicpatch.NewPatchMetaFromOpenAPI([]byte(`{`), "pod"); err != mergepatch.ErrBadJSONDoc {
		t.Errorf("no JSON: %v", err)
	}
	for _, test := range []struct {
		document any
		ref      string
	}{
		{[]byte(openAPI), "node"}, {[]byte(`[]`), "pod"}, {func() {}, "pod"},
	} {
		if _, err := strategicpatch.NewPatchMetaFromOpenAPI(test.document, test.ref); err == nil {
			t.Errorf("%T, %s is taken", test.document, test.ref)
		}
	}
}

func TestLookup(t *testing.T) {
	fromOpenAPI, err := strategicpatch.NewPatchMetaFromOpenAPI([]byte(openAPI), "pod")
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []strategicpatch.LookupPatchMeta{schema(t), fromOpenAPI} {
		below, meta, err := root.LookupPatchMetadataForStruct("spec")
		if err != nil || below.Name() != "map" || len(meta.GetPatchStrategies()) > 0 || meta.GetPatchMergeKey() != "" {
			t.Fatalf("spec: %v, %+v, %v", below, meta, err)
		}
		_, meta, err = below.LookupPatchMetadataForStruct("strategy")
		if err != nil || !slices.Equal(meta.GetPatchStrategies(), []string{"retainKeys"}) {
			t.Errorf("strategy: %+v, %v", meta, err)
		}
		_, meta, err = below.LookupPatchMetadataForStruct("selector")
		if err != nil || !slices.Equal(meta.GetPatchStrategies(), []string{"replace"}) {
			t.Errorf("selector: %+v, %v", meta, err)
		}
		element, meta, err := below.LookupPatchMetadataForSlice("containers")
		if err != nil || !slices.Equal(meta.GetPatchStrategies(), []string{"merge"}) || meta.GetPatchMergeKey() != "name" {
			t.Fatalf("containers: %+v, %v", meta, err)
		}
		if _, meta, err = element.LookupPatchMetadataForSlice("args"); err != nil || len(meta.GetPatchStrategies()) > 0 {
			t.Errorf("args: %+v, %v", meta, err)
		}
		_, _, err = element.LookupPatchMetadataForStruct("nmae")
		var missing strategicpatch.FieldNotFoundError
		if !errors.As(err, &missing) || missing.Field != "nmae" || missing.Path != "spec.containers" {
			t.Errorf("a field that is not there: %v", err)
		}
		if _, _, err = below.LookupPatchMetadataForSlice("node"); err == nil || errors.As(err, &missing) {
			t.Errorf("a scalar as list: %v", err)
		}
	}
	meta := strategicpatch.PatchMeta{}
	meta.SetPatchStrategies([]string{"merge"})
	meta.SetPatchMergeKey("uid")
	if !slices.Equal(meta.GetPatchStrategies(), []string{"merge"}) || meta.GetPatchMergeKey() != "uid" {
		t.Errorf("set and got %+v", meta)
	}
	var none strategicpatch.PatchMetaFromStruct
	if _, _, err := none.LookupPatchMetadataForStruct("a"); err == nil || none.Name() != "nil" {
		t.Errorf("a lookup in no type: %v", err)
	}
	if _, _, err := none.LookupPatchMetadataForSlice("a"); err == nil {
		t.Error("a lookup of a list in no type")
	}
	var schemaless strategicpatch.PatchMetaFromSchema
	if below, _, err := schemaless.LookupPatchMetadataForSlice("a"); err != nil || below.Name() != "any" {
		t.Errorf("a lookup without schema: %v", err)
	}
}

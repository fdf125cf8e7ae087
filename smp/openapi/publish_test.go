package openapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// For every kind, reading the encoded schema returns an equal schema.
func TestEncodeKinds(t *testing.T) {
	var kinds []openapi.KindSchema
	for _, k := range kubernetes.Kinds() {
		if strings.HasPrefix(k.APIVersion, "apiextensions.k8s.io/") || k.APIVersion == "v1" || k.APIVersion == "apps/v1" {
			kinds = append(kinds, openapi.KindSchema{APIVersion: k.APIVersion, Kind: k.Kind, Schema: kubernetes.MustLookup(k.APIVersion, k.Kind)})
		}
	}
	if len(kinds) < 20 {
		t.Fatalf("%d kinds", len(kinds))
	}
	d, err := openapi.Read(openapi.EncodeKinds(kinds...))
	if err != nil {
		t.Fatal(err)
	}
	older, err := openapi.Read(openapi.EncodeKustomize(kinds...))
	if err != nil {
		t.Fatal(err)
	}
	unmarked, err := openapi.Read(withoutMarks(openapi.EncodeKinds(kinds...)))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		if s, err := d.Kind(k.APIVersion, k.Kind); err != nil || !s.Equal(k.Schema) {
			t.Errorf("%s/%s is read back as another schema, %v", k.APIVersion, k.Kind, err)
		}
		want, err := unmarked.Kind(k.APIVersion, k.Kind)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := older.Kind(k.APIVersion, k.Kind); err != nil || !s.Equal(want) {
			t.Errorf("%s/%s for kustomize is read back as another schema, %v", k.APIVersion, k.Kind, err)
		}
	}
	if _, err := d.Kind("v1", "Deployment"); err == nil {
		t.Error("a kind that was not published is there")
	}
	if text := openapi.EncodeKustomize(kinds...).JSON(); strings.Contains(text, `"allOf":[`) || strings.Contains(text, "#/components") {
		t.Error("kustomize cannot read the references")
	} else if strings.Contains(text, "x-smp-") {
		t.Error("the document for kustomize has marks")
	}
}

// withoutMarks returns a document without the marks in it.
func withoutMarks(v model.Value) model.Value {
	members, elements := v.AppendMembers(nil), v.AppendElements(nil)
	switch v.Type() {
	case model.Map:
		members = slices.DeleteFunc(members, func(m model.Member) bool { return strings.HasPrefix(m.Name, "x-smp-") })
		for i := range members {
			members[i].Value = withoutMarks(members[i].Value)
		}
		v, _ = model.NewMap(members...)
	case model.List:
		for i := range elements {
			elements[i] = withoutMarks(elements[i])
		}
		v, _ = model.NewList(elements...)
	}
	return v
}

// The keys of a list with several keys are written in the form that kustomize expects.
func TestEncodeKustomizeKeys(t *testing.T) {
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": text, "b": text}}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"list": {
		Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"a", "b"}, Element: &element,
	}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := openapi.EncodeKustomize(openapi.KindSchema{APIVersion: "v1", Kind: "Thing", Schema: s}).JSON()
	if !strings.Contains(got, `"x-kubernetes-list-map-keys":["a","b"]`) {
		t.Errorf("got %s", got)
	}
}

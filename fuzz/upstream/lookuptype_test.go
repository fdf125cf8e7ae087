package upstream_test

import (
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/typed"
)

// The Go type of every built-in kind has the schema of the kind. The types of the fields spec
// and status have the schemas of these fields.
func TestLookupType(t *testing.T) {
	specs := 0
	for _, k := range table.Kinds(table.NewScheme()) {
		if !strings.HasPrefix(k.Type.PkgPath(), "k8s.io/api/") {
			continue // this is a type of apimachinery
		}
		want, ok := kubernetes.Lookup(k.APIVersion, k.Kind.Kind)
		if got, found := kubernetes.LookupType(k.Type); found != ok || got != want {
			t.Errorf("%s: %v is found: %t; has another schema: %t", k.Kind, k.Type, found, got != want)
		}
		for _, name := range []string{"Spec", "Status"} {
			field, has := k.Type.FieldByName(name)
			if !has || field.Type.Name() != k.Kind.Kind+name {
				continue
			}
			specs++
			below, _ := want.Field(strings.ToLower(name))
			if got, found := kubernetes.LookupType(reflect.PointerTo(field.Type)); !found || got != below {
				t.Errorf("%s: the %s is found: %t", k.Kind, name, found)
			}
		}
	}
	if specs < 50 {
		t.Errorf("only %d specs were looked up", specs)
	}
	for _, other := range []reflect.Type{nil, reflect.TypeFor[smp.Error](), reflect.TypeFor[string](), reflect.TypeFor[corev1.Toleration](), reflect.TypeFor[map[string]any]()} {
		if _, found := kubernetes.LookupType(other); found {
			t.Errorf("%v is found", other)
		}
	}
}

// With the schema of its type, a pod template clears the other fields of a union.
func TestUnionsOfPodTemplate(t *testing.T) {
	schema, ok := kubernetes.LookupType(reflect.TypeFor[corev1.PodTemplateSpec]())
	if !ok {
		t.Fatal("there is no schema")
	}
	engine := typed.Engine[*corev1.PodTemplateSpec]{Specification: true, Engine: smp.Engine{Unions: true}, Schema: schema}
	base := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Volumes: []corev1.Volume{{
		Name: "tmp", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{}},
	}}}}
	got, _, err := engine.Overlay(base, typed.Raw("emptyDir", []byte(`{"spec":{"volumes":[{"name":"tmp","emptyDir":{}}]}}`)))
	if err != nil || got.Spec.Volumes[0].ConfigMap != nil || got.Spec.Volumes[0].EmptyDir == nil {
		t.Errorf("got %v, %v", got, err)
	}
	for _, part := range []any{corev1.Container{}, corev1.Volume{}, &corev1.PodSpec{}} {
		if _, ok := kubernetes.LookupType(reflect.TypeOf(part)); !ok {
			t.Errorf("%T is not found", part)
		}
	}
}

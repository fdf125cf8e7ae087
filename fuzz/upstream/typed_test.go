package upstream_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	fuzz "github.com/google/gofuzz"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/typed"
)

func deployment() *appsv1.Deployment {
	replicas := int32(3)
	return &appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: metav1.ObjectMeta{Name: "web", Labels: map[string]string{"app": "web"}},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}},
			Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{
				{
					Name: "web", Image: "web:1", Ports: []corev1.ContainerPort{{ContainerPort: 53, Protocol: corev1.ProtocolUDP}, {ContainerPort: 53, Protocol: corev1.ProtocolTCP}},
					Resources:     corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("100m")}},
					LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Port: intstr.FromString("http")}}},
				},
				{Name: "log", Image: "log:1"},
			}}},
		},
	}
}

// Package typed supports the difficult types of Kubernetes: quantities, ports that are
// numbers or names, times, embedded and inlined structs, and two ports with the same number.
func TestTypedObjectsOfKubernetes(t *testing.T) {
	live := deployment()
	got, err := typed.Apply(live, []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"web","resources":{"limits":{"memory":"1Gi"}},`+
		`"livenessProbe":{"httpGet":{"port":8080}}}]}}}}`))
	want := deployment()
	web := &want.Spec.Template.Spec.Containers[0]
	web.Resources.Limits["memory"] = resource.MustParse("1Gi")
	web.LivenessProbe.HTTPGet.Port = intstr.FromInt32(8080)
	if err != nil || !equality.Semantic.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !equality.Semantic.DeepEqual(live, deployment()) {
		t.Error("the original has changed")
	}

	modified := deployment()
	modified.Spec.Template.Spec.Containers[0].Ports[0].Name = "dns"
	patch, err := typed.Engine[*appsv1.Deployment]{}.Diff(live, modified, smp.DiffOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err = typed.Apply(live, patch); err != nil || !equality.Semantic.DeepEqual(got, modified) {
		t.Errorf("%s makes %+v, %v", patch, got, err)
	}

	// The patch of a partial object contains only its fields.
	partial := &appsv1.Deployment{Spec: appsv1.DeploymentSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers: []corev1.Container{{Name: "log", Image: "log:2"}}}}}}
	patch, err = typed.Patch(partial)
	if wanted := `{"spec":{"template":{"spec":{"containers":[{"name":"log","image":"log:2"}]}}}}`; err != nil || string(patch) != wanted {
		t.Errorf("got %s, %v, want %s", patch, err, wanted)
	}
	var object runtime.Object = deployment()
	merged, reports, err := typed.Overlay(object, typed.Values("images", partial))
	want = deployment()
	want.Spec.Template.Spec.Containers[1].Image = "log:2"
	if err != nil || !equality.Semantic.DeepEqual(merged, want) {
		t.Errorf("got %+v, %v", merged, err)
	}
	if len(reports) != 1 || len(reports[0].Changes) != 1 || reports[0].Changes[0].Path.String() != "spec.template.spec.containers[name=log].image" {
		t.Errorf("got %v", reports)
	}
}

func TestTypedUnstructured(t *testing.T) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(deployment())
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.DeepCopyJSON(content)
	e := typed.Engine[*unstructured.Unstructured]{Schema: kubernetes.MustLookup("apps/v1", "Deployment")}
	got, err := e.Apply(&unstructured.Unstructured{Object: content}, []byte(`{"spec":{"replicas":5,"template":{"spec":{"containers":[{"name":"log","image":"log:2"}]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := deployment()
	*want.Spec.Replicas, want.Spec.Template.Spec.Containers[1].Image = 5, "log:2"
	var back appsv1.Deployment
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(got.Object, &back); err != nil || !equality.Semantic.DeepEqual(&back, want) {
		t.Errorf("got %v, %v", got.Object, err)
	}
	if err := unstructured.SetNestedField(got.Object, "other", "metadata", "labels", "app"); err != nil || !reflect.DeepEqual(content, before) {
		t.Errorf("the original has become %v, %v", content, err)
	}
}

// A nil slice without omitempty, such as the containers of a PodSpec, and a zero time count as missing.
func TestTypedNilFields(t *testing.T) {
	live := deployment()
	live.CreationTimestamp = metav1.Unix(1e9, 0)
	injected := corev1.Container{Name: "sidecar", Image: "mesh:1"}
	live.Spec.Template.Spec.Containers = append(live.Spec.Template.Spec.Containers, injected)
	replicas := int32(5)
	desired := &appsv1.Deployment{Spec: appsv1.DeploymentSpec{Replicas: &replicas}}
	patch, err := typed.Engine[*appsv1.Deployment]{}.ThreeWay(nil, desired, live, smp.ThreeWayOptions{Overwrite: true})
	if want := `{"spec":{"replicas":5}}`; err != nil || string(patch) != want {
		t.Errorf("got %s, %v, want %s", patch, err, want)
	}
	patch, err = typed.Engine[*appsv1.Deployment]{}.ThreeWay(deployment(), desired, live, smp.ThreeWayOptions{Overwrite: true})
	if err != nil {
		t.Fatal(err)
	}
	got, err := typed.Apply(live, patch)
	if err != nil || !equality.Semantic.DeepEqual(got.Spec.Template.Spec.Containers, []corev1.Container{injected}) || !got.CreationTimestamp.Equal(&live.CreationTimestamp) {
		t.Errorf("%s makes %+v, %v", patch, got, err)
	}
}

// Typed clients return Secrets without apiVersion and kind. They have no stringData.
func TestTypedSecret(t *testing.T) {
	secret := func(text map[string]string, data map[string][]byte) *corev1.Secret {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "s"}, StringData: text, Data: data}
	}
	patch, err := typed.ThreeWay(secret(map[string]string{"a": "x", "b": "x"}, nil), secret(map[string]string{"a": "y"}, nil),
		secret(nil, map[string][]byte{"a": []byte("x"), "b": []byte("x"), "c": []byte("x")}))
	if want := `{"data":{"a":"eQ==","b":null}}`; err != nil || string(patch) != want {
		t.Errorf("got %s, %v, want %s", patch, err, want)
	}
}

// For objects of all kinds with random content, the patch of Diff turns one object into
// another, and the layer of Values creates an object from nothing.
func TestTypedRoundTrips(t *testing.T) {
	f := filler(3)
	tried, impossible := 0, 0
	for _, k := range table.Kinds(table.NewScheme()) {
		from, to := plain(t, f, k.Type), plain(t, f, k.Type)
		// A patch cannot change the type of an object.
		reflect.ValueOf(to).Elem().FieldByName("TypeMeta").Set(reflect.ValueOf(from).Elem().FieldByName("TypeMeta"))
		keepVersion(t, from, to)
		patch, err := typed.Diff(from, to)
		var e *smp.Error
		if errors.As(err, &e) && e.Code == smp.NotRepresentable {
			impossible++
		} else if got, err := typed.Apply(from, patch); err != nil || !alike(t, got, to) {
			t.Errorf("%s: the patch of Diff is wrong by %s, %v", k, difference(t, to, got), err)
		}
		got, _, err := typed.Overlay(reflect.New(k.Type).Interface(), typed.Values("all", from))
		if err != nil || !alike(t, got, from) {
			t.Errorf("%s: what Values says is wrong by %s, %v", k, difference(t, from, got), err)
		}
		tried++
	}
	t.Logf("%d kinds, %d without a patch", tried, impossible)
	if tried < 100 || impossible > tried/2 {
		t.Error("too few")
	}
}

// keepVersion gives an object without a resourceVersion that of another object, because a patch does not
// remove it.
func keepVersion(t *testing.T, from, to any) {
	t.Helper()
	have, err := meta.CommonAccessor(from)
	if err != nil {
		return // a kind without metadata
	}
	want, err := meta.CommonAccessor(to)
	if err != nil {
		t.Fatal(err)
	}
	if want.GetResourceVersion() == "" {
		want.SetResourceVersion(have.GetResourceVersion())
	}
}

// plain returns an object that is the result if it is applied as a patch to an empty object.
// It contains no nulls, and each element has a unique key.
func plain(t *testing.T, f *fuzz.Fuzzer, kind reflect.Type) any {
	t.Helper()
	for {
		object, made := reflect.New(kind).Interface(), reflect.New(kind).Interface()
		f.Fuzz(object)
		text := strings.ReplaceAll(asJSON(t, object), `{"b":null}`, `{}`)
		if err := json.Unmarshal([]byte(text), object); err != nil {
			t.Fatal(err)
		}
		if made, err := typed.Apply(made, []byte(text)); err == nil && alike(t, made, object) {
			return object
		}
	}
}

// alike reports whether two objects are equal, except for zero values that only one of them
// contains.
func alike(t *testing.T, a, b any) bool {
	t.Helper()
	return equality.Semantic.DeepEqual(a, b) || asJSON(t, a) == asJSON(t, b)
}

func difference(t *testing.T, want, got any) string {
	t.Helper()
	patch, err := jsonpatch.DiffJSON([]byte(asJSON(t, want)), []byte(asJSON(t, got)))
	if err != nil {
		t.Fatal(err)
	}
	return string(patch)
}

func asJSON(t *testing.T, x any) string {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

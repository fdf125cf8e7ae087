// Command program uses the two packages as controllers and command line tools do, and prints
// the results. It imports apimachinery. A test runs it unchanged, and with the two imports
// replaced.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

func main() {
	twoWay()
	threeWay()
	preconditions()
	maps()
	faults()
}

// deployment returns a controller's wanted object as a Go value.
func deployment(image string, replicas int32) *appsv1.Deployment {
	return &appsv1.Deployment{
		TypeMeta:   metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"},
		ObjectMeta: metav1.ObjectMeta{Name: "web", Labels: map[string]string{"app": "web"}, Finalizers: []string{"example.com/a"}},
		Spec: appsv1.DeploymentSpec{
			Replicas: &replicas,
			Strategy: appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType},
			Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
				Containers: []corev1.Container{{
					Name: "web", Image: image, Command: []string{"sh", "-c", "a < b && c > d"},
					Env:   []corev1.EnvVar{{Name: "MODE", Value: "é"}, {Name: "LEVEL", Value: "1"}},
					Ports: []corev1.ContainerPort{{ContainerPort: 80}},
				}},
				Volumes: []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
			}},
		},
	}
}

func encode(object any) []byte {
	text, err := json.Marshal(object)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return text
}

// show prints one answer, and the results of the functions that classify errors.
func show(what string, text []byte, err error) {
	switch {
	case mergepatch.IsConflict(err):
		fmt.Printf("%s: a conflict\n", what)
	case mergepatch.IsPreconditionFailed(err):
		fmt.Printf("%s: a precondition failed\n", what)
	case err == mergepatch.ErrBadJSONDoc:
		fmt.Printf("%s: %v\n", what, err)
	case err != nil:
		fmt.Printf("%s: an error\n", what)
	default:
		fmt.Printf("%s: %s\n", what, text)
	}
}

func twoWay() {
	before := encode(deployment("web:1", 1))
	changed := deployment("web:2", 3)
	changed.Labels["tier"] = "front"
	changed.Finalizers = append(changed.Finalizers, "example.com/b")
	changed.Spec.Template.Spec.Containers[0].Env = changed.Spec.Template.Spec.Containers[0].Env[:1]
	changed.Spec.Template.Spec.Containers = append(changed.Spec.Template.Spec.Containers, corev1.Container{Name: "log", Image: "log:1"})
	changed.Spec.Template.Spec.Volumes[0].VolumeSource = corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/data"}}
	after := encode(changed)

	patch, err := strategicpatch.CreateTwoWayMergePatch(before, after, appsv1.Deployment{})
	show("two-way", patch, err)
	result, err := strategicpatch.StrategicMergePatch(before, patch, &appsv1.Deployment{})
	show("applied", result, err)
	back, err := strategicpatch.CreateTwoWayMergePatch(after, before, &appsv1.Deployment{})
	show("back", back, err)
	none, err := strategicpatch.CreateTwoWayMergePatch(before, before, appsv1.Deployment{})
	show("no change", none, err)
	first, err := strategicpatch.CreateTwoWayMergePatch(nil, before, appsv1.Deployment{})
	show("from nothing", first, err)
}

func threeWay() {
	schema, err := strategicpatch.NewPatchMetaFromStruct(appsv1.Deployment{})
	if err != nil {
		fmt.Println(err)
		return
	}
	applied := encode(deployment("web:1", 1))
	wanted := encode(deployment("web:2", 1))
	live := deployment("web:1", 1)
	live.ResourceVersion = "7"
	live.Annotations = map[string]string{"example.com/injected": "true"}
	patch, err := strategicpatch.CreateThreeWayMergePatch(applied, wanted, encode(live), schema, false)
	show("three-way", patch, err)

	live.Spec.Template.Spec.Containers = append(live.Spec.Template.Spec.Containers, corev1.Container{Name: "sidecar", Image: "proxy:1"})
	patch, err = strategicpatch.CreateThreeWayMergePatch(applied, wanted, encode(live), schema, false)
	show("beside a sidecar", patch, err)

	live.Spec.Template.Spec.Containers[0].Image = "web:hotfix"
	patch, err = strategicpatch.CreateThreeWayMergePatch(applied, wanted, encode(live), schema, false)
	show("changed by both", patch, err)
	patch, err = strategicpatch.CreateThreeWayMergePatch(applied, wanted, encode(live), schema, true)
	show("overwritten", patch, err)

	var scaled int32 = 5
	live = deployment("web:1", 1)
	live.Spec.Replicas = &scaled
	patch, err = strategicpatch.CreateThreeWayMergePatch(applied, applied, encode(live), schema, false)
	show("scaled by another", patch, err)
	patch, err = strategicpatch.CreateThreeWayMergePatch(applied, applied, encode(live), schema, true)
	show("scaled back", patch, err)
}

func preconditions() {
	schema, err := strategicpatch.NewPatchMetaFromStruct(&appsv1.Deployment{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fns := []mergepatch.PreconditionFunc{
		mergepatch.RequireKeyUnchanged("apiVersion"),
		mergepatch.RequireKeyUnchanged("kind"),
		mergepatch.RequireMetadataKeyUnchanged("name"),
	}
	before := deployment("web:1", 1)
	renamed := deployment("web:1", 1)
	renamed.Name = "other"
	patch, err := strategicpatch.CreateTwoWayMergePatch(encode(before), encode(renamed), appsv1.Deployment{}, fns...)
	show("renamed", patch, err)
	patch, err = strategicpatch.CreateThreeWayMergePatch(encode(before), encode(renamed), encode(before), schema, true, fns...)
	show("renamed, three-way", patch, err)
	patch, err = strategicpatch.CreateThreeWayMergePatch(encode(before), encode(deployment("web:2", 1)), encode(before), schema, true, fns...)
	show("not renamed", patch, err)
}

func maps() {
	before := strategicpatch.JSONMap{"data": map[string]interface{}{"a": "1", "b": "<2>"}, "immutable": false}
	after := strategicpatch.JSONMap{"data": map[string]interface{}{"a": "1", "c": "3"}}
	patch, err := strategicpatch.CreateTwoWayMergeMapPatch(before, after, corev1.ConfigMap{})
	show("maps", encode(patch), err)
	result, err := strategicpatch.StrategicMergeMapPatch(before, patch, corev1.ConfigMap{})
	show("maps applied", encode(result), err)

	schema, err := strategicpatch.NewPatchMetaFromStruct(corev1.ConfigMap{})
	show("schema of "+schema.Name(), nil, err)
	left := map[string]interface{}{"data": map[string]interface{}{"a": "1"}}
	right := map[string]interface{}{"data": map[string]interface{}{"a": "2"}}
	conflict, err := strategicpatch.MergingMapsHaveConflicts(left, right, schema)
	show(fmt.Sprintf("patches in conflict: %t", conflict), nil, err)
	conflict, err = mergepatch.HasConflicts(left, left)
	show(fmt.Sprintf("a patch in conflict with itself: %t", conflict), nil, err)
	show("a deletion", encode(strategicpatch.CreateDeleteDirective("name", "a")), nil)
}

func faults() {
	_, err := strategicpatch.StrategicMergePatch([]byte(`{`), []byte(`{}`), corev1.Pod{})
	show("no document", nil, err)
	_, err = strategicpatch.StrategicMergePatch([]byte(`{"spec":{"containers":[{"name":"a"}]}}`), []byte(`{"spec":{"containers":[{"image":"b"}]}}`), corev1.Pod{})
	show("no merge key", nil, err)
	_, err = strategicpatch.CreateTwoWayMergePatch(nil, nil, "a string")
	show("no struct", nil, err)
	text, err := strategicpatch.StrategicMergePatch([]byte(`{"data":{"a":"1","a":"2"}}`), []byte(`{"data":{"b":null}}`), corev1.ConfigMap{})
	show("a name twice", text, err)
}

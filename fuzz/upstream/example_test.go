package upstream_test

import (
	"fmt"
	"log"
	"reflect"

	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/typed"
)

// This is the example of the manual. It uses types of k8s.io/api, which the root module does
// not require.
func Example_podTemplate() {
	template := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers: []corev1.Container{{Name: "app", Image: "app:1"}, {Name: "proxy", Image: "proxy:7"}},
	}}

	override := corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "app", Image: "app:2"}}}}
	result, reports, err := typed.Overlay(template, typed.Values("user", override))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Spec.Containers[0].Image, result.Spec.Containers[1].Image, reports[0].Changes)
	// Output:
	// app:2 proxy:7 [spec.containers[name=app].image changed]
}

// The strict engine of the manual rejects a port that the zero engine changes, and clears the
// other fields of a union.
func Example_strictPodTemplate() {
	template := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers: []corev1.Container{{Name: "app", Ports: []corev1.ContainerPort{{ContainerPort: 53, Protocol: "UDP"}}}},
		Volumes:    []corev1.Volume{{Name: "data", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
	}}
	override := corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers: []corev1.Container{{Name: "app", Ports: []corev1.ContainerPort{{ContainerPort: 53, Protocol: "TCP"}}}},
	}}
	result, reports, err := typed.Overlay(template, typed.Values("user", override))
	fmt.Println(result.Spec.Containers[0].Ports[0].Protocol, err)

	schema, _ := kubernetes.LookupType(reflect.TypeFor[corev1.PodTemplateSpec]())
	engine := typed.Engine[corev1.PodTemplateSpec]{
		Specification: true, Engine: smp.Engine{Unions: true, Strict: true}, Schema: schema,
	}
	result, reports, err = engine.Overlay(template, typed.Values("user", override))
	fmt.Println(err)

	volume := []byte(`{"spec": {"volumes": [{"name": "data", "configMap": {"name": "c"}}]}}`)
	result, reports, err = engine.Overlay(template, typed.Raw("volume", volume))
	fmt.Println(result.Spec.Volumes[0].EmptyDir == nil, reports[0].Changes, err)
	// Output:
	// TCP <nil>
	// layer "user": spec.containers[0].ports[0]: ambiguous-merge-key: containerPort alone finds the element and changes its protocol (rule keys-recommended)
	// true [spec.volumes[name=data].configMap added spec.volumes[name=data].emptyDir removed] <nil>
}

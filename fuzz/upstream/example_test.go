package upstream_test

import (
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"

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

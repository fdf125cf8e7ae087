package upstream_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	clients "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/server"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/typed"
	"github.com/strategicpatch/smp/smp/yaml"
)

// These programs are written as by a user who has read only go doc.

// This program calls Apply for a custom resource. All texts are YAML, and values are printed
// as JSON.
func Example_applyWithDefinition() {
	definition, err := yaml.Parse([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gateways.example.com}
spec:
  group: example.com
  names: {kind: Gateway, plural: gateways}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              listeners:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, port: {type: integer}}}
`))
	if err != nil {
		log.Fatal(err)
	}
	crd, err := openapi.ReadCRD(definition)
	if err != nil {
		log.Fatal(err)
	}
	schema, err := crd.Schema("v1")
	if err != nil {
		log.Fatal(err)
	}
	live, err := yaml.Parse([]byte("kind: Gateway\nspec:\n  listeners:\n  - {name: http, port: 80}\n  - {name: https, port: 443}\n"))
	if err != nil {
		log.Fatal(err)
	}
	patch, err := yaml.Parse([]byte(`{spec: {listeners: [{name: http, port: 8080}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	result, err := smp.Apply(schema, live, patch)
	fmt.Println(result, err)
	text, err := json.Marshal(map[string]any{"result": result})
	fmt.Println(string(text), err)
	// Output:
	// {"kind":"Gateway","spec":{"listeners":[{"name":"http","port":8080},{"name":"https","port":443}]}} <nil>
	// {"result":{"kind":"Gateway","spec":{"listeners":[{"name":"http","port":8080},{"name":"https","port":443}]}}} <nil>
}

// This program prints the conflicts of a three-way merge. The error contains no values,
// because they may be secrets.
func Example_conflicts() {
	engine := cluster.Engine{}
	_, err := engine.ThreeWayJSON(kubernetes.MustLookup("v1", "Secret"),
		[]byte(`{"data":{"password":"b2xk","user":"YQ=="}}`),
		[]byte(`{"data":{"password":"bmV3","user":"YQ=="}}`),
		[]byte(`{"data":{"password":"b3RoZXI=","user":"YQ=="}}`), smp.ThreeWayOptions{})
	fmt.Println(err)
	var conflicts *smp.ConflictError
	if errors.As(err, &conflicts) {
		for _, c := range conflicts.Conflicts {
			fmt.Println(c)
			fmt.Println(c.Path, c.Code, c.Left, c.Right)
		}
	}
	// Output:
	// conflict: modified and current changed 1 value differently: data.password (both-changed) (rule threeway-conflict)
	// data.password: both-changed: "bmV3" and "b3RoZXI="
	// data.password both-changed "bmV3" "b3RoZXI="
}

// An overlay with a misspelled field changes nothing, and the mistake is reported. With
// Strict, the overlay is rejected.
func Example_overlayWithTypo() {
	pod := corev1.Pod{Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "app", Image: "app:1"}}}}
	typo := []byte(`{"spec":{"conatiners":[{"name":"app","image":"app:2"}]}}`)

	result, reports, err := typed.Overlay(pod, typed.Raw("typo", typo))
	fmt.Println(result.Spec.Containers[0].Image, reports[0].Changes, err)

	strict := typed.Engine[corev1.Pod]{Engine: smp.Engine{Strict: true}}
	_, _, err = strict.Overlay(pod, typed.Raw("typo", typo))
	var e *smp.Error
	fmt.Println(errors.As(err, &e), e.Code, e.Path)
	// Output:
	// app:1 [] <nil>
	// true unknown-field spec.conatiners
}

// This program contains a fake server, and a client that recognizes its errors.
func Example_fakeServer() {
	live := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1}}`)
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		patch, _ := io.ReadAll(r.Body)
		result, err := server.Patch(r.Header.Get("Content-Type"), live, patch)
		w.Header().Set("Content-Type", "application/json")
		var e *server.Error
		if errors.As(err, &e) {
			w.WriteHeader(e.Reason.Code())
			_, _ = w.Write(e.StatusJSON())
			return
		}
		live = result
		_, _ = w.Write(live)
	}))
	defer fake.Close()

	deployments := clients.NewForConfigOrDie(&rest.Config{Host: fake.URL}).AppsV1().Deployments("default")
	patch := func(kind types.PatchType, text string) (*appsv1.Deployment, error) {
		return deployments.Patch(context.Background(), "web", kind, []byte(text), metav1.PatchOptions{})
	}
	got, err := patch(types.StrategicMergePatchType, `{"spec":{"replicas":3}}`)
	fmt.Println(*got.Spec.Replicas, err)
	_, err = patch(types.MergePatchType, `{"metadata":{"name":"other"}}`)
	fmt.Println(apierrors.IsBadRequest(err), err)
	// Output:
	// 3 <nil>
	// true metadata.name: expected "web", got "other"
}

// After three imports are changed, the patch for the TCP port 53 is correct.
func Example_dropIn() {
	service := func(name string) []byte {
		text, err := json.Marshal(corev1.Service{Spec: corev1.ServiceSpec{Ports: []corev1.ServicePort{
			{Port: 53, Protocol: corev1.ProtocolUDP}, {Port: 53, Protocol: corev1.ProtocolTCP, Name: name},
		}}})
		if err != nil {
			log.Fatal(err)
		}
		return text
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(service("a"), service("b"), corev1.Service{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := strategicpatch.StrategicMergePatch(service("a"), patch, corev1.Service{})
	if err != nil {
		log.Fatal(err)
	}
	var got corev1.Service
	err = json.Unmarshal(result, &got)
	fmt.Println(got.Spec.Ports[0].Protocol, got.Spec.Ports[1].Protocol, got.Spec.Ports[1].Name, err)

	schema, err := strategicpatch.NewPatchMetaFromStruct(corev1.Service{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = strategicpatch.CreateThreeWayMergePatch(service("a"), service("b"), service("c"), schema, false)
	fmt.Println(mergepatch.IsConflict(err))
	// Output:
	// UDP TCP b <nil>
	// true
}

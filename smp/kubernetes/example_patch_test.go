package kubernetes_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func Example() {
	live := []byte(`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"app","image":"app:1"},{"name":"proxy","image":"proxy:7"}]}}`)
	patch := []byte(`{"spec":{"containers":[{"name":"app","image":"app:2"}]}}`)

	result, err := kubernetes.Apply(live, patch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result))
	// Output:
	// {"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy","image":"proxy:7"}]}}
}

// A cluster identifies ports by number alone, so this patch, which was meant for the TCP port,
// changes the UDP port.
func ExampleApply() {
	service := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}}`)
	patch := []byte(`{"spec":{"ports":[{"port":53,"protocol":"TCP","targetPort":5353}]}}`)
	result, err := kubernetes.Apply(service, patch)
	fmt.Println(string(result), err)
	// Output:
	// {"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"TCP","targetPort":5353},{"port":53,"protocol":"TCP"}]}} <nil>
}

// Diff writes a patch that changes the TCP port on every cluster.
func ExampleDiff() {
	original := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}}`)
	modified := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP","targetPort":5353}]}}`)
	patch, err := kubernetes.Diff(original, modified)
	fmt.Println(string(patch), err)
	// Output:
	// {"spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP","targetPort":5353},{"$patch":"replace"}]}} <nil>
}

// Someone else has scaled the Deployment and added a label. The patch removes the label tier
// and keeps the changes of others.
func ExampleThreeWay() {
	lastApplied := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"labels":{"app":"web","tier":"front"}},"spec":{"paused":true}}`)
	modified := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"labels":{"app":"web"}},"spec":{"minReadySeconds":5}}`)
	live := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"labels":{"app":"web","tier":"front","team":"a"}},"spec":{"paused":true,"replicas":3}}`)
	patch, err := kubernetes.ThreeWay(lastApplied, modified, live, smp.ThreeWayOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(patch))

	result, err := kubernetes.Apply(live, patch)
	fmt.Println(string(result), err)
	// Output:
	// {"metadata":{"labels":{"tier":null}},"spec":{"minReadySeconds":5,"paused":null}}
	// {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"labels":{"app":"web","team":"a"}},"spec":{"replicas":3,"minReadySeconds":5}} <nil>
}

// An object of a kind that is not built in is an error. Its lists merge by the schema of its
// CustomResourceDefinition, and are replaced without one.
func ExampleApply_unknownKind() {
	cart := []byte(`{"apiVersion":"shop.example/v1","kind":"Cart","spec":{"size":1}}`)
	patch := []byte(`{"spec":{"size":2}}`)

	result, err := kubernetes.Apply(cart, patch)
	var e *smp.Error
	if errors.As(err, &e) && e.Code == smp.UnknownKind {
		result, err = smp.ApplyJSON(smp.Schemaless, cart, patch)
	}
	fmt.Println(string(result), err)
	// Output:
	// {"apiVersion":"shop.example/v1","kind":"Cart","spec":{"size":2}} <nil>
}

// Like kubectl apply, this program keeps the last applied manifest in an annotation of the object.
// The patch removes b, which the new manifest lacks, keeps c, which somebody else has added, and
// updates the annotation.
func ExampleThreeWay_lastApplied() {
	annotation := model.Path{model.Field("metadata"), model.Field("annotations"), model.Field("kubectl.kubernetes.io/last-applied-configuration")}
	manifest := model.MustParse(`{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1"}}`) // without the annotation
	live := model.MustParse(`{"apiVersion":"v1","kind":"ConfigMap",
		"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"data\":{\"a\":\"0\",\"b\":\"2\"}}"}},
		"data":{"a":"0","b":"2","c":"3"}}`)

	var lastApplied model.Value // stays empty if nobody has applied a manifest
	var err error
	if stored, ok := annotation.Lookup(live); ok {
		if lastApplied, err = model.Parse([]byte(stored.Text())); err != nil {
			log.Fatal(err)
		}
		if lastApplied, err = annotation.Set(lastApplied, stored); err != nil { // or else the annotation is a conflict
			log.Fatal(err)
		}
	}
	modified, err := annotation.Set(manifest, model.NewString(manifest.JSON()))
	if err != nil {
		log.Fatal(err)
	}
	patch, err := kubernetes.ThreeWay(lastApplied.AppendJSON(nil), modified.AppendJSON(nil), live.AppendJSON(nil), smp.ThreeWayOptions{})
	fmt.Println(string(patch), err)
	// Output:
	// {"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"a\":\"1\"}}"}},"data":{"a":"1","b":null}} <nil>
}

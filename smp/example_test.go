package smp_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/structtag"
)

func ExampleApplyJSON() {
	schema, ok := kubernetes.Lookup("v1", "Service")
	if !ok {
		log.Fatal("there is no such kind")
	}
	original := []byte(`{"spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}}`)
	patch := []byte(`{"spec":{"ports":[{"$patchMergeKey":["port","protocol"],"port":53,"protocol":"TCP","targetPort":5353}]}}`)

	result, err := smp.ApplyJSON(schema, original, patch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result))
	// Output:
	// {"spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP","targetPort":5353}]}}
}

func ExampleApplyJSON_structTags() {
	type Rule struct {
		Name   string   `json:"name"`
		Weight int      `json:"weight,omitempty"`
		Hosts  []string `json:"hosts,omitempty" patchStrategy:"merge"`
	}
	type Route struct {
		Rules []Rule `json:"rules" patchStrategy:"merge" patchMergeKey:"name"`
	}

	schema, err := structtag.Of[Route]()
	if err != nil {
		log.Fatal(err)
	}
	result, err := smp.ApplyJSON(schema,
		[]byte(`{"rules":[{"name":"a","weight":1},{"name":"b"}]}`),
		[]byte(`{"rules":[{"name":"a","hosts":["example.org"]}]}`))
	fmt.Println(string(result), err)

	_, err = smp.ApplyJSON(schema, []byte(`{}`), []byte(`{"rules":[{"weight":2}]}`))
	var e *smp.Error
	if errors.As(err, &e) {
		fmt.Println(e.Kind, "in the", e.Document, "at", e.Path)
	}
	// Output:
	// {"rules":[{"name":"a","weight":1,"hosts":["example.org"]},{"name":"b"}]} <nil>
	// missing-merge-key in the patch at rules[0]
}

func ExampleDiffJSON() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	patch, err := smp.DiffJSON(schema,
		[]byte(`{"metadata":{"finalizers":["a","b"]},"spec":{"containers":[{"name":"app","image":"app:1"}]}}`),
		[]byte(`{"metadata":{"finalizers":["b"]},"spec":{"containers":[{"name":"app","image":"app:2"}]}}`))
	fmt.Println(string(patch), err)
	// Output:
	// {"metadata":{"$deleteFromPrimitiveList/finalizers":["a"],"$setElementOrder/finalizers":["b"]},"spec":{"containers":[{"name":"app","image":"app:2"}],"$setElementOrder/containers":[{"name":"app"}]}} <nil>
}

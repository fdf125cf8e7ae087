package smp_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/structtag"
)

// This is the example of the package documentation.
func Example() {
	schema := kubernetes.MustLookup("v1", "Pod")
	original := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:1"},{"name":"proxy","image":"proxy:7"}]}}`)
	patch := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2"}]}}`)

	result, err := smp.Apply(schema, original, patch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result)

	back, err := smp.Diff(schema, result, original)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(back)
	// Output:
	// {"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy","image":"proxy:7"}]}}
	// {"spec":{"containers":[{"name":"app","image":"app:1"}],"$setElementOrder/containers":[{"name":"app"},{"name":"proxy"}]}}
}

// A patch changes one container and not the other one, because containers merge by name.
func ExampleApply() {
	schema, ok := kubernetes.Lookup("v1", "Pod")
	if !ok {
		log.Fatal("there is no such kind")
	}
	original := model.MustParse(`{"spec":{"containers":[
		{"name":"app","image":"app:1","args":["-v"]},
		{"name":"proxy","image":"proxy:7"}]}}`)
	patch := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2","args":null}]}}`)

	result, err := smp.Apply(schema, original, patch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(result.AppendCanonical(nil)))
	// Output:
	// {"spec":{"containers":[{"image":"app:2","name":"app"},{"image":"proxy:7","name":"proxy"}]}}
}

// The ports of a Service merge by port. Two ports with the same number differ by protocol;
// $patchMergeKey selects by both keys.
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

// The schema comes from struct tags.
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
	// Output:
	// {"rules":[{"name":"a","weight":1,"hosts":["example.org"]},{"name":"b"}]} <nil>
}

// The fields of an Error describe the problem: its class, document, path and rule.
func ExampleError() {
	schema, _ := kubernetes.Lookup("v1", "Service")
	_, err := smp.ApplyJSON(schema, []byte(`{}`), []byte(`{"spec":{"ports":[{"targetPort":80}]}}`))

	var e *smp.Error
	if errors.As(err, &e) && e.Code == smp.MissingMergeKey {
		fmt.Println(e.Code, "in the", e.Document, "at", e.Path, "by rule", e.Rule)
	}
	fmt.Println(err)
	// Output:
	// missing-merge-key in the patch at spec.ports[0] by rule keyed-merge
	// patch: spec.ports[0]: missing-merge-key: missing merge key "port" (rule keyed-merge)
}

// Invalid JSON is an error with the offset of the fault.
func ExampleError_syntax() {
	schema, _ := kubernetes.Lookup("v1", "Service")
	_, err := smp.ApplyJSON(schema, []byte(`{}`), []byte(`{"spec":{"ports":[}}`))

	var e *smp.Error
	var fault *model.Error
	if errors.As(err, &e) && errors.As(err, &fault) {
		fmt.Println(e.Code, "in the", e.Document, "at", e.Path, "byte", fault.Offset)
	}
	// Output:
	// syntax in the patch at spec.ports[0] byte 18
}

// Without Strict, a field that the schema does not define is merged, which hides misspellings.
func ExampleEngine_strict() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	original, patch := []byte(`{"spec":{"replicas":1}}`), []byte(`{"spec":{"replica":2}}`)

	result, err := smp.ApplyJSON(schema, original, patch)
	fmt.Println(string(result), err)

	_, err = smp.Engine{Strict: true}.ApplyJSON(schema, original, patch)
	fmt.Println(err)
	// Output:
	// {"spec":{"replicas":1,"replica":2}} <nil>
	// patch: spec.replica: unknown-field: unknown field (rule unknown-field)
}

// Trace receives every decision of the engine in order. An event has a place and a rule.
func ExampleEngine_trace() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	engine := smp.Engine{Trace: func(e smp.Event) { fmt.Println(e.Path, e.Rule) }}
	_, err := engine.ApplyJSON(schema,
		[]byte(`{"spec":{"containers":[{"name":"app","image":"app:1"}],"hostname":"a"}}`),
		[]byte(`{"spec":{"containers":[{"name":"app","image":"app:2"}],"hostname":null}}`))
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// . map-merge
	// spec map-merge
	// spec.containers[name=app] keyed-merge
	// spec.containers[name=app] map-merge
	// spec.containers[name=app].name scalar
	// spec.containers[name=app].image scalar
	// spec.containers order-default
	// spec.hostname null-deletes
}

// An engine that ignores a directive behaves like a server that does not support it.
func ExampleEngine_ignore() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	original := []byte(`{"metadata":{"finalizers":["a","b"]}}`)
	patch := []byte(`{"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}}`)

	result, err := smp.ApplyJSON(schema, original, patch)
	fmt.Println(string(result), err)

	older := smp.Engine{Ignore: smp.DeleteFromPrimitiveList}
	result, err = older.ApplyJSON(schema, original, patch)
	fmt.Println(string(result), err)
	// Output:
	// {"metadata":{"finalizers":["b"]}} <nil>
	// {"metadata":{"finalizers":["a","b"]}} <nil>
}

// The result can use the memory of the original if the original is no longer needed.
func ExampleEngine_AppendApplyJSON() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	original := []byte(`{"spec":{"replicas":1,"paused":true}}`)
	result, err := smp.Engine{}.AppendApplyJSON(original[:0], schema, original, []byte(`{"spec":{"paused":null}}`))
	fmt.Println(string(result), err)
	// Output:
	// {"spec":{"replicas":1}} <nil>
}

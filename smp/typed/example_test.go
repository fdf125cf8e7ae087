package typed_test

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/typed"
)

// The tags are those of k8s.io/api, so containers merge by name.
type Deployment struct {
	Replicas   *int32      `json:"replicas,omitempty"`
	Paused     bool        `json:"paused"`
	Containers []Container `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
}

type Container struct {
	Name  string   `json:"name"`
	Image string   `json:"image"`
	Args  []string `json:"args,omitempty"`
}

func ExampleApply() {
	live := Deployment{Containers: []Container{{Name: "web", Image: "web:1"}, {Name: "log", Image: "log:1"}}}
	live, err := typed.Apply(live, []byte(`{"replicas": 3, "containers": [{"name": "web", "image": "web:2"}]}`))
	fmt.Println(*live.Replicas, live.Containers, err)
	// Output:
	// 3 [{web web:2 []} {log log:1 []}] <nil>
}

func ExampleDiff() {
	original := Deployment{Containers: []Container{{Name: "web", Image: "web:1"}}}
	modified := Deployment{Containers: []Container{{Name: "web", Image: "web:2"}}}
	patch, err := typed.Diff(original, modified)
	fmt.Println(string(patch), err)
	// Output:
	// {"containers":[{"name":"web","image":"web:2"}],"$setElementOrder/containers":[{"name":"web"}]} <nil>
}

// An autoscaler has set the replicas of the live object, and a webhook has injected a sidecar. The new
// release of the owner changes the image, and also the replicas, which it no longer owns. Keep leaves
// the replicas to the autoscaler. The sidecar stays without an option, because containers merge.
func ExampleEngine_ThreeWay() {
	replicas := func(n int32) *int32 { return &n }
	lastApplied := Deployment{Replicas: replicas(2), Containers: []Container{{Name: "web", Image: "web:1"}}}
	release := Deployment{Replicas: replicas(3), Containers: []Container{{Name: "web", Image: "web:2"}}}
	live := Deployment{Replicas: replicas(8), Containers: []Container{{Name: "web", Image: "web:1"}, {Name: "sidecar", Image: "mesh:1"}}}

	engine := typed.Engine[Deployment]{}
	_, err := engine.ThreeWay(lastApplied, release, live, smp.ThreeWayOptions{})
	var conflict *smp.ConflictError
	fmt.Println(errors.As(err, &conflict) && conflict.Conflicts[0].Path.String() == "replicas")

	opts := smp.ThreeWayOptions{}
	opts.Keep = []smp.KeepPath{smp.KeepAt(model.Path{model.Field("replicas")})}
	patch, err := engine.ThreeWay(lastApplied, release, live, opts)
	fmt.Println(string(patch), err)

	live, err = engine.Apply(live, patch)
	fmt.Println(*live.Replicas, live.Containers, err)
	// Output:
	// true
	// {"containers":[{"name":"web","image":"web:2"}],"$setElementOrder/containers":[{"name":"web"}]} <nil>
	// 8 [{web web:2 []} {sidecar mesh:1 []}] <nil>
}

// A layer from Values does not contain zero fields, such as paused or the image of log here. A
// layer from JSON can contain zeros, null and directives.
func ExampleOverlay() {
	base := Deployment{Paused: true, Containers: []Container{{Name: "web", Image: "web:1"}, {Name: "log", Image: "log:1"}}}
	team := Deployment{Containers: []Container{{Name: "web", Image: "web:2"}, {Name: "log", Args: []string{"-v"}}}}
	night := []byte(`{"replicas": 0, "containers": [{"name": "log", "$patch": "delete"}]}`)

	result, reports, err := typed.Overlay(base, typed.Values("team", team), typed.Raw("night", night))
	fmt.Println(*result.Replicas, result.Paused, result.Containers, err)
	for _, report := range reports {
		fmt.Println(report.Layer, report.Changes)
	}
	// Output:
	// 0 true [{web web:2 []}] <nil>
	// team [containers[name=log].args added containers[name=web].image changed]
	// night [containers[name=log] removed replicas added]
}

func ExamplePatch() {
	patch, err := typed.Patch(Deployment{Containers: []Container{{Name: "web", Image: "web:2"}}})
	fmt.Println(string(patch), err)
	// Output:
	// {"containers":[{"name":"web","image":"web:2"}]} <nil>
}

// By the specification, $patchMergeKey selects a port by its number and its protocol. Go types have no
// field for it, so this program adds it to the patch. Without it, the patch would change the protocol
// of port 53, which is an error with Strict.
func ExamplePatch_patchMergeKey() {
	type port struct {
		ContainerPort int32  `json:"containerPort"`
		Protocol      string `json:"protocol,omitempty"`
	}
	type container struct {
		Ports []port `json:"ports" patchStrategy:"merge" patchMergeKey:"containerPort" recommendedPatchMergeKey:"containerPort,protocol"`
	}
	base := container{Ports: []port{{53, "UDP"}}}

	patch, _ := typed.Patch(container{Ports: []port{{53, "TCP"}}})
	place := model.Path{model.Field("ports"), model.Index(0), model.Field("$patchMergeKey")}
	changed, _ := place.Set(model.MustParse(string(patch)), model.MustParse(`["containerPort", "protocol"]`))

	result, _, err := typed.Engine[container]{Specification: true}.Overlay(base, typed.Raw("user", changed.AppendJSON(nil)))
	fmt.Println(result.Ports, err)

	strict := typed.Engine[container]{Specification: true, Engine: smp.Engine{Strict: true}}
	_, _, err = strict.Overlay(base, typed.Raw("user", patch))
	var e *smp.Error
	fmt.Println(errors.As(err, &e) && e.Code == smp.AmbiguousMergeKey)
	// Output:
	// [{53 UDP} {53 TCP}] <nil>
	// true
}

// By the specification, new elements come last.
func ExampleEngine_specification() {
	live := Deployment{Containers: []Container{{Name: "web", Image: "web:1"}}}
	patch := []byte(`{"containers": [{"name": "log", "image": "log:1"}]}`)

	cluster, _ := typed.Apply(live, patch)
	specification, err := typed.Engine[Deployment]{Specification: true}.Apply(live, patch)
	fmt.Println(cluster.Containers, specification.Containers, err)
	// Output:
	// [{log log:1 []} {web web:1 []}] [{web web:1 []} {log log:1 []}] <nil>
}

// Maps have no struct tags, so the engine needs a schema. The same is true for
// unstructured.Unstructured of apimachinery.
func ExampleEngine() {
	pod := map[string]any{"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "image": "web:1"}}}}
	e := typed.Engine[map[string]any]{
		Schema: kubernetes.MustLookup("v1", "Pod"),
	}
	result, err := e.Apply(pod, []byte(`{"spec":{"containers":[{"name":"web","tty":true}]}}`))
	fmt.Println(result["spec"], err)
	// Output:
	// map[containers:[map[image:web:1 name:web tty:true]]] <nil>
}

// An API server rejects strategic merge patches of custom resources. This example merges with the
// schema of the CustomResourceDefinition, and creates a merge patch of the result. The listener of
// the other team is kept, and the resourceVersion makes the server reject the patch if the object
// has changed in the meantime.
func ExampleEngine_customResource() {
	definition := model.MustParse(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec": {"group": "example.com", "names": {"kind": "Gateway"}, "versions": [{"name": "v1", "served": true, "schema": {"openAPIV3Schema": {
			"type": "object", "properties": {"spec": {"type": "object", "properties": {"listeners": {
				"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
				"items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}}
			}}}}
		}}}]}
	}`)
	crd, err := openapi.ReadCRD(definition)
	if err != nil {
		fmt.Println(err)
		return
	}
	schema, err := crd.Schema("v1")
	if err != nil {
		fmt.Println(err)
		return
	}

	// This is the type of unstructured.Unstructured.Object. A Go struct works, too.
	object := func(text string) map[string]any {
		return model.MustParse(text).ToAny().(map[string]any)
	}
	applied := object(`{"spec": {"listeners": [{"name": "http", "port": 80}]}}`)
	desired := object(`{"spec": {"listeners": [{"name": "http", "port": 8080}]}}`)
	live := object(`{"apiVersion": "example.com/v1", "kind": "Gateway", "metadata": {"name": "a", "resourceVersion": "7"},
		"spec": {"listeners": [{"name": "http", "port": 80}, {"name": "other-team", "port": 90}]}}`)

	engine := typed.Engine[map[string]any]{Specification: true, Schema: schema}
	patch, err := engine.ThreeWay(applied, desired, live, smp.ThreeWayOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := engine.Apply(live, patch)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Without the resourceVersion in the first argument, AsMergePatch adds it to the merge patch.
	delete(live["metadata"].(map[string]any), "resourceVersion")
	before, err := model.FromAny(live)
	if err != nil {
		fmt.Println(err)
		return
	}
	after, err := model.FromAny(result)
	if err != nil {
		fmt.Println(err)
		return
	}
	mergePatch, err := smp.AsMergePatch(before, after)
	fmt.Println(mergePatch.Canonical(), err)
	// Output:
	// {"metadata":{"resourceVersion":"7"},"spec":{"listeners":[{"name":"http","port":8080},{"name":"other-team","port":90}]}} <nil>
}

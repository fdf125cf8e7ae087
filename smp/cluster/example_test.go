package cluster_test

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func Example() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	original := model.MustParse(`{"spec": {"strategy": {"type": "Recreate"}}}`)
	patch := model.MustParse(`{"spec": {"strategy": {"$patch": "delete"}}}`)

	specified, _ := smp.Apply(schema, original, patch)
	stored, _ := cluster.Engine{}.Apply(schema, original, patch)
	fmt.Println(specified)
	fmt.Println(stored)
	for _, d := range cluster.Differences(schema, original, patch) {
		fmt.Println(d, "-", d.What())
	}
	// Output:
	// {"spec": {}}
	// {"spec": {"strategy": {}}}
	// map-delete-leaves-empty - $patch: delete empties an existing map instead of removing its field, unless the map has strategy replace
}

func ExampleEngine_Apply_trace() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	original := model.MustParse(`{"spec": {"containers": [{"name": "web"}]}}`)
	patch := model.MustParse(`{"spec": {"containers": [{"name": "log"}]}}`)

	trace := func(e cluster.Event) {
		if e.Divergence != 0 {
			fmt.Println(e.Path, e.Divergence)
		}
	}
	result, _ := cluster.Engine{Trace: trace}.Apply(schema, original, patch)
	fmt.Println(result)
	// Output:
	// spec.containers new-elements-first
	// {"spec": {"containers": [{"name": "log"},{"name": "web"}]}}
}

func ExampleEngine_Compose() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	image := model.MustParse(`{"spec": {"containers": [{"name": "web", "image": "web:2"}]}}`)
	debug := model.MustParse(`{"spec": {"containers": [{"name": "web", "env": [{"name": "DEBUG", "$patch": "delete"}]}]}}`)

	e := cluster.Engine{Requires: func(at model.Path) { fmt.Println("requires", at) }}
	composed, _ := e.Compose(schema, image, debug)
	fmt.Println(composed)
	// Output:
	// requires spec.containers[name=web]
	// {"spec":{"containers":[{"name":"web","image":"web:2","env":[{"name": "DEBUG", "$patch": "delete"}]}]}}
}

func ExampleEngine_Conflicts() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	left := model.MustParse(`{"spec": {"containers": [{"name": "web", "image": "web:2", "tty": true}]}}`)
	right := model.MustParse(`{"spec": {"containers": [{"name": "web", "image": "web:3"}]}}`)

	conflicts, _ := cluster.Engine{}.Conflicts(schema, left, right)
	for _, c := range conflicts {
		fmt.Println(c.Path, c.Code, c.Left, c.Right)
	}
	// Output:
	// spec.containers[name=web].image both-changed "web:2" "web:3"
}

func ExampleEngine_Diff() {
	schema, _ := kubernetes.Lookup("v1", "Service")
	original := model.MustParse(`{"spec": {"ports": [{"port": 80}], "type": "NodePort"}}`)
	modified := model.MustParse(`{"spec": {"ports": [{"port": 80, "name": "http"}], "type": "NodePort"}}`)

	patch, _ := cluster.Engine{}.Diff(schema, original, modified, smp.DiffOptions{})
	fmt.Println(patch)
	// Output:
	// {"spec":{"ports":[{"port":80,"name":"http"}],"$setElementOrder/ports":[{"port":80}]}}
}

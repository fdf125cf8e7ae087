package smp_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A diff contains the changes, and the merge keys that identify the changed elements.
func ExampleDiff() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	original := model.MustParse(`{"spec":{"hostname":"a","containers":[{"name":"app","image":"app:1"},{"name":"proxy"}]}}`)
	modified := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy"}]}}`)

	patch, err := smp.Diff(schema, original, modified)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(patch.JSON())

	result, err := smp.Apply(schema, original, patch)
	fmt.Println(model.Equal(result, modified), err)
	// Output:
	// {"spec":{"containers":[{"name":"app","image":"app:2"}],"$setElementOrder/containers":[{"name":"app"},{"name":"proxy"}],"hostname":null}}
	// true <nil>
}

// The patch removes values from a set with a directive. Another directive contains the order
// of a changed list.
func ExampleDiffJSON() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	patch, err := smp.DiffJSON(schema,
		[]byte(`{"metadata":{"finalizers":["a","b"]},"spec":{"containers":[{"name":"app","image":"app:1"}]}}`),
		[]byte(`{"metadata":{"finalizers":["b"]},"spec":{"containers":[{"name":"app","image":"app:2"}]}}`))
	fmt.Println(string(patch), err)
	// Output:
	// {"metadata":{"$deleteFromPrimitiveList/finalizers":["a"],"$setElementOrder/finalizers":["b"]},"spec":{"containers":[{"name":"app","image":"app:2"}],"$setElementOrder/containers":[{"name":"app"}]}} <nil>
}

// Omit leaves out directives that an older server does not support. Requires receives those
// that the change needs.
func ExampleDiffOptions() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	original, modified := []byte(`{"metadata":{"finalizers":["a","b"]}}`), []byte(`{"metadata":{"finalizers":["b"]}}`)

	var required smp.Directives
	options := smp.DiffOptions{Omit: smp.SetElementOrder, Requires: &required}
	patch, err := smp.Engine{}.DiffJSON(schema, original, modified, options)
	fmt.Println(string(patch), err)
	fmt.Println("requires", required)
	// Output:
	// {"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}} <nil>
	// requires $deleteFromPrimitiveList
}

// The option Unchanged contains the paths that a patch must not change.
func ExampleDiffOptions_unchanged() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	name, err := model.ParsePath("metadata.name")
	if err != nil {
		log.Fatal(err)
	}
	_, err = smp.Engine{}.DiffJSON(schema,
		[]byte(`{"metadata":{"name":"web"}}`),
		[]byte(`{"metadata":{"name":"www"}}`),
		smp.DiffOptions{Unchanged: []model.Path{name}})
	fmt.Println(err)
	// Output:
	// modified: metadata.name: precondition: this field must not change
}

// The patch for the live document is made from the last applied document, the new one and the
// live one. It removes the field that the user removed, and keeps the additions of others.
func ExampleThreeWay() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	original := model.MustParse(`{"metadata":{"labels":{"app":"web","tier":"front"}},"spec":{"paused":true}}`)
	modified := model.MustParse(`{"metadata":{"labels":{"app":"web"}},"spec":{"paused":false}}`)
	current := model.MustParse(`{"metadata":{"labels":{"app":"web","tier":"front","team":"a"}},"spec":{"paused":true,"replicas":3}}`)

	patch, err := smp.ThreeWay(schema, original, modified, current)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(patch.JSON())

	result, err := smp.Apply(schema, current, patch)
	fmt.Println(result.JSON(), err)
	// Output:
	// {"metadata":{"labels":{"tier":null}},"spec":{"paused":false}}
	// {"metadata":{"labels":{"app":"web","team":"a"}},"spec":{"paused":false,"replicas":3}} <nil>
}

// If the user and somebody else changed a value differently, the error lists all such
// conflicts. With Overwrite, the patch sends the user's values.
func ExampleConflictError() {
	schema, _ := kubernetes.Lookup("apps/v1", "Deployment")
	original := []byte(`{"spec":{"replicas":1,"paused":false}}`)
	modified := []byte(`{"spec":{"replicas":2,"paused":true}}`)
	current := []byte(`{"spec":{"replicas":5,"paused":false}}`)

	_, err := smp.Engine{}.ThreeWayJSON(schema, original, modified, current, smp.ThreeWayOptions{})
	var e *smp.ConflictError
	if errors.As(err, &e) {
		for _, c := range e.Conflicts {
			fmt.Println(c)
		}
	}

	patch, err := smp.Engine{}.ThreeWayJSON(schema, original, modified, current, smp.ThreeWayOptions{Overwrite: true})
	fmt.Println(string(patch), err)
	// Output:
	// spec.replicas: both-changed: 2 and 5
	// {"spec":{"replicas":2,"paused":true}} <nil>
}

// Compose combines two patches into one with the same effect.
func ExampleCompose() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	first := model.MustParse(`{"spec":{"hostname":"a","containers":[{"name":"app","image":"app:1"}]}}`)
	second := model.MustParse(`{"spec":{"hostname":null,"containers":[{"name":"app","tty":true},{"name":"proxy","$patch":"delete"}]}}`)

	both, err := smp.Compose(schema, first, second)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(both.JSON())
	// Output:
	// {"spec":{"hostname":null,"containers":[{"name":"app","image":"app:1","tty":true},{"name":"proxy","$patch":"delete"}]}}
}

// If two patches have no conflicts, they can be applied in either order.
func ExampleConflicts() {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	left := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy","$patch":"delete"}]}}`)
	right := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"app:3","tty":true},{"name":"proxy","tty":true}]}}`)

	conflicts, err := smp.Conflicts(schema, left, right)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range conflicts {
		fmt.Println(c)
	}
	// Output:
	// spec.containers[name=app].image: both-changed: "app:2" and "app:3"
	// spec.containers[name=proxy]: left-deleted: {"name":"proxy","$patch":"delete"} and {"name":"proxy","tty":true}
}

// Lint finds mistakes in a patch without an object. Rejected is set if Apply would reject the
// patch.
func ExampleLint() {
	schema, ok := kubernetes.Lookup("v1", "Service")
	if !ok {
		log.Fatal("there is no such kind")
	}
	patch := model.MustParse(`{"spec":{"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"},{"targetPort":80}]}}`)
	for _, p := range smp.Lint(schema, patch) {
		fmt.Println(p, p.Rejected)
	}
	// Output:
	// spec.ports[0]: ambiguous-merge-key: the element matches by port alone, and protocol is changed if it differs; use $patchMergeKey to match by both, or, for a cluster, write the whole list with $patch: replace (rule lint) false
	// spec.ports[1]: ambiguous-merge-key: an earlier element of the list has the same port; use $patchMergeKey with protocol to distinguish the two (rule lint) false
	// spec.ports[2]: missing-merge-key: missing merge key "port" (rule keyed-merge) true
}

// API servers reject strategic merge patches of custom resources. They accept a JSON Merge
// Patch, which replaces whole lists.
func ExampleAsMergePatch() {
	original := model.MustParse(`{"spec":{"class":"a","hosts":["x.example","y.example"]}}`)
	result := model.MustParse(`{"spec":{"hosts":["x.example"]}}`)
	patch, err := smp.AsMergePatch(original, result)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(patch.JSON())
	// Output:
	// {"spec":{"hosts":["x.example"],"class":null}}
}

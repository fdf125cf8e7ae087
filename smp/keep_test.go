package smp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func keepPaths(t testing.TB, texts ...string) []smp.KeepPath {
	t.Helper()
	var paths []smp.KeepPath
	for _, text := range texts {
		p, err := smp.ParseKeepPath(text)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}

// Keep returns the paths that match nothing, in the order of the argument. It does not return a
// path that matches inside a value that another path keeps.
func TestKeepUnmatched(t *testing.T) {
	desired := model.MustParse(`{"spec":{"replicas":1,"containers":[{"name":"new","image":"a"},{"name":"app","image":"a"}],"only":{"desired":1}},"null":null}`)
	live := model.MustParse(`{"spec":{"containers":[{"name":"app","image":"b"},{"name":"proxy","image":"c"}],"whole":{"a":{"b":1}}}}`)
	paths := keepPaths(t, "spec.replicas", "spec.nowhere", "spec.containers[name=app].image", "spec.containers[name=proxy].image", "spec.containers[name=new].image",
		"spec.containers[name=other]", "spec.whole", "spec.whole.a.b", "spec.whole.c", "spec.only.desired", "**.b", "**.c", "null", "spec.containers[*].args", "spec.containers[7]")
	_, unmatched, err := smp.Keep(smp.Schemaless, desired, live, paths)
	var got []string
	for _, p := range unmatched {
		got = append(got, p.String())
	}
	want := "spec.nowhere spec.containers[name=new].image spec.containers[name=other] spec.whole.c **.c null spec.containers[*].args spec.containers[7]"
	if text := strings.Join(got, " "); err != nil || text != want {
		t.Errorf("got %s, %v\nwant %s", text, err, want)
	}
	var reported []smp.KeepPath
	opts := smp.DiffOptions{Keep: paths, Unmatched: &reported}
	if _, err := (smp.Engine{}).Diff(smp.Schemaless, live, desired, opts); err != nil || len(reported) != len(unmatched) {
		t.Errorf("Diff reports %v, %v", reported, err)
	}
	reported = nil
	if _, err := (smp.Engine{}).ThreeWay(smp.Schemaless, model.Value{}, desired, live, smp.ThreeWayOptions{DiffOptions: opts, Overwrite: true}); err != nil || len(reported) != len(unmatched) {
		t.Errorf("ThreeWay reports %v, %v", reported, err)
	}
}

// A document that does not exist has nothing to keep.
func TestKeepWithoutLive(t *testing.T) {
	desired := model.MustParse(`{"spec":{"replicas":1}}`)
	for _, live := range []model.Value{{}, model.NewNull()} {
		if got, _, err := smp.Keep(smp.Schemaless, desired, live, keepPaths(t, "spec")); err != nil || !model.Same(got, desired) {
			t.Errorf("got %v, %v", got, err)
		}
	}
	if _, _, err := smp.Keep(smp.Schema{}, desired, desired, nil); err == nil {
		t.Error("no error without a schema")
	}
}

// A kept value has the bytes that it has in live.
func TestKeepBytes(t *testing.T) {
	live := model.MustParse(`{"a":1.50,"b":{"z":1e2,"y":null},"c":[1.0]}`)
	got, _, err := smp.Keep(smp.Schemaless, model.MustParse(`{"a":1.5,"b":{"y":1},"c":[1],"d":1}`), live, keepPaths(t, "a", "b", "c[0]"))
	if want := `{"a":1.50,"b":{"z":1e2,"y":null},"c":[1.0],"d":1}`; err != nil || got.JSON() != want {
		t.Errorf("got %s, %v\nwant %s", got.JSON(), err, want)
	}
}

func ExampleKeep() {
	schema := kubernetes.MustLookup("apps/v1", "Deployment")
	live := model.MustParse(`{"spec":{"replicas":5,"template":{"spec":{"containers":[{"name":"app","image":"app:1"},{"name":"proxy","image":"proxy:1"}]}}}}`)
	desired := model.MustParse(`{"spec":{"replicas":2,"template":{"spec":{"containers":[{"name":"app","image":"app:2"}]}}}}`)
	var paths []smp.KeepPath
	for _, text := range []string{"spec.replicas", "spec.template.spec.containers[name=proxy]"} {
		path, err := smp.ParseKeepPath(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		paths = append(paths, path)
	}
	kept, unmatched, err := smp.Keep(schema, desired, live, paths)
	fmt.Println(kept, unmatched, err)

	options := smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{Keep: paths}}
	patch, err := cluster.Engine{}.ThreeWay(schema, live, desired, live, options)
	fmt.Println(patch, err)
	// Output:
	// {"spec":{"replicas":5,"template":{"spec":{"containers":[{"name":"app","image":"app:2"},{"name":"proxy","image":"proxy:1"}]}}}} [] <nil>
	// {"spec":{"template":{"spec":{"containers":[{"name":"app","image":"app:2"}],"$setElementOrder/containers":[{"name":"app"},{"name":"proxy"}]}}}} <nil>
}

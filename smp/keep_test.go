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
	opts.Keep = nil // nothing is left from the call before
	if _, err := (smp.Engine{}).ThreeWay(smp.Schemaless, model.Value{}, desired, live, smp.ThreeWayOptions{DiffOptions: opts, Overwrite: true}); err != nil || reported != nil {
		t.Errorf("ThreeWay without Keep reports %v, %v", reported, err)
	}
	reported = paths
	if _, err := (smp.Engine{}).Diff(smp.Schemaless, live, desired, opts); err != nil || reported != nil {
		t.Errorf("Diff without Keep reports %v, %v", reported, err)
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

// Elements of live that have keys that desired lacks, duplicates, aliases and paths that match
// nothing.
func TestKeepPlaces(t *testing.T) {
	port := mapOf(map[string]smp.Definition{"port": number, "protocol": text, "x": {}})
	ports := keyedBy(port, "port")
	ports.Recommended = []string{"port", "protocol"}
	triples := keyedBy(mapOf(map[string]smp.Definition{"a": number, "b": number, "c": number, "x": {}}), "a")
	triples.Recommended = []string{"a", "b", "c"}
	withDefault := number
	withDefault.Default = model.NewInt(80)
	alias := smp.Definition{Marks: smp.Marks{AliasOf: "first"}}
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"ports": ports, "triples": triples, "named": keyedBy(mapOf(map[string]smp.Definition{"name": text, "x": {}}), "name"),
		"listeners": keyedByMapKeys(mapOf(map[string]smp.Definition{"port": withDefault, "x": {}}), "port"),
		"first":     {}, "second": alias, "any": {},
	}))
	for _, c := range []struct{ reason, desired, live, paths, want, unmatched string }{
		{"a key has its default", `{"listeners":[{"x":1}]}`, `{"listeners":[{"x":2}]}`, "listeners[port=80].x", `{"listeners":[{"x":2}]}`, ""},
		{"an element with equal keys comes before one with more keys", `{"ports":[{"port":53,"x":1}]}`, `{"ports":[{"port":53,"x":2},{"port":53,"protocol":"TCP","x":3}]}`,
			"ports[*].x", `{"ports":[{"port":53,"x":2}]}`, ""},
		{"an element with equal keys is no candidate for another one", `{"ports":[{"port":53,"x":1},{"port":53,"protocol":"UDP","x":1}]}`,
			`{"ports":[{"port":53,"protocol":"UDP","x":2},{"port":53,"protocol":"TCP","x":3}]}`,
			"ports[*].x", `{"ports":[{"port":53,"x":3},{"port":53,"protocol":"UDP","x":2}]}`, ""},
		{"an element that is added is no candidate", `{"ports":[{"port":53,"x":1}]}`, `{"ports":[{"port":53,"protocol":"UDP","x":2},{"port":53,"protocol":"TCP","x":3}]}`,
			"ports[protocol=TCP] ports[*].x", `{"ports":[{"port":53,"x":2},{"port":53,"protocol":"TCP","x":3}]}`, ""},
		{"a pair that is kept leaves two candidates", `{"triples":[{"a":1,"b":1,"x":1},{"a":1,"x":1}]}`,
			`{"triples":[{"a":1,"b":1,"c":1,"x":2},{"a":1,"b":2,"c":1,"x":3},{"a":1,"b":2,"c":2,"x":4}]}`,
			"triples[a=1,b=1,c=1] triples[*].x", `{"triples":[{"a":1,"b":1,"c":1,"x":2},{"a":1,"x":1}]}`, ""},
		{"duplicates have the order of live", `{"named":[{"name":"b"},{"name":"a","x":8},{"name":"a","x":9}]}`,
			`{"named":[{"name":"a","x":1},{"name":"a","x":2},{"name":"b"},{"name":"a","x":3}]}`,
			"named[name=a]", `{"named":[{"name":"b"},{"name":"a","x":1},{"name":"a","x":2},{"name":"a","x":3}]}`, ""},
		{"an index counts in live", `{"named":[{"name":"a"},{"name":"b"}]}`, `{"named":[{"name":"a"}]}`, "named[1]", `{"named":[{"name":"a"},{"name":"b"}]}`, "named[1]"},
		{"a value is compared with live", `{"ports":[{"port":53,"x":1}]}`, `{"ports":[{"port":53,"protocol":"TCP","x":2}]}`, "ports[x=1]", `{"ports":[{"port":53,"x":1}]}`, "ports[x=1]"},
		{"an element of desired alone is not reached", `{"any":[{"a":1}]}`, `{"any":[]}`, "any[0].a", `{"any":[{"a":1}]}`, "any[0].a"},
		{"the first path with keys decides", `{"any":{"l":[{"id":1,"name":"x","v":1}]}}`, `{"any":{"l":[{"id":2,"name":"x","v":2},{"id":1,"name":"y","v":3}]}}`,
			"any.*[id=1].v any.l[name=x].v", `{"any":{"l":[{"id":1,"name":"x","v":3}]}}`, ""},
		{"an alias is kept, too", `{"first":1,"second":1}`, `{"first":2,"second":2}`, "first", `{"first":2,"second":2}`, ""},
		{"a map that is not empty stays", `{"any":{"m":{"a":1,"b":2},"n":{"a":1}}}`, `{}`, "any.m.a any.n.a", `{"any":{"m":{"b":2}}}`, ""},
		{"paths match inside kept values", `{}`, `{"any":{"f":{"x":1},"i":[1],"k":[{"name":"a"}],"v":["b"],"w":{"x":1}}}`,
			"any.f any.f.x any.i any.i[0] any.k any.k[name=a] any.v any.v[=b] any.w any.w.*", `{"any":{"f":{"x":1},"i":[1],"k":[{"name":"a"}],"v":["b"],"w":{"x":1}}}`, ""},
	} {
		paths := keepPaths(t, strings.Fields(c.paths)...)
		got, unmatched, err := smp.Keep(s, model.MustParse(c.desired), model.MustParse(c.live), paths)
		var left []string
		for _, p := range unmatched {
			left = append(left, p.String())
		}
		if text := strings.Join(left, " "); err != nil || !model.Equal(got, model.MustParse(c.want)) || text != c.unmatched {
			t.Errorf("%s: got %s, %v; unmatched %q", c.reason, got, err, text)
		}
	}
}

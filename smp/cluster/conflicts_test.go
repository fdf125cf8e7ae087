package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A value that a patch contains twice is one conflict.
func TestConflictOfARepeatedValue(t *testing.T) {
	schema, _ := kubernetes.Lookup("v1", "Pod")
	left := model.MustParse(`{"metadata": {"finalizers": ["a", "b", "a"]}}`)
	right := model.MustParse(`{"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"]}}`)
	found, err := cluster.Engine{}.Conflicts(schema, left, right)
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, %v", found, err)
	}
	if got := found[0].Path.String(); got != "metadata.finalizers[=a]" {
		t.Errorf("got %s", got)
	}
}

// For a cluster a conflict has the list of a directive, if a patch has nothing else for a
// field. Two delete lists commute.
func TestConflictsOfDirectives(t *testing.T) {
	deletes := model.MustParse(`{"$deleteFromPrimitiveList/set":["y"]}`)
	found, err := cluster.Engine{}.Conflicts(diffSchema(t), model.MustParse(`{"$setElementOrder/set":["x"]}`), deletes)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if c := found[0]; c.Code != smp.BothChanged || c.Path.String() != "set" || c.Left.JSON() != `["x"]` || c.Right.JSON() != `["y"]` {
		t.Errorf("%v", c)
	}
	found, err = cluster.Engine{}.Conflicts(diffSchema(t), model.MustParse(`{"$deleteFromPrimitiveList/set":["x"]}`), deletes)
	if err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// A cluster copies what is new and checks it only when it merges it. So Strict rejects a
// value of the wrong type in the patch that comes second, and its order matters.
func TestConflictsOfWrongTypes(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"c":     mapOf(map[string]smp.Definition{"b": {Type: smp.ListType, Element: &text}, "d": text}),
		"keyed": keyedBy(mapOf(map[string]smp.Definition{"k": text, "b": {Type: smp.ListType, Element: &text}}), "k"),
	}))
	e := cluster.Engine{Strict: true}
	for _, test := range []struct{ left, right, path string }{
		{`{"c":{}}`, `{"c":{"b":false}}`, "c"},
		{`{"c":{"b":false}}`, `{"c":{}}`, "c"},
		{`{"c":{}}`, `{"c":{"x":1}}`, "c"},
		{`{"keyed":[{"k":"a"}]}`, `{"keyed":[{"k":"a","b":1}]}`, "keyed"},
		{`{"c":{}}`, `{"c":{"b":[1]}}`, ""}, // which nobody checks
		{`{"c":{"b":false}}`, `{"c":{"b":false}}`, ""},
		{`{"keyed":[{"k":"a"}]}`, `{"c":{"b":false}}`, ""},
	} {
		found, err := e.Conflicts(s, model.MustParse(test.left), model.MustParse(test.right))
		var paths []string
		for _, c := range found {
			paths = append(paths, c.Path.String())
		}
		if got := strings.Join(paths, " "); err != nil || got != test.path {
			t.Errorf("%s and %s: conflicts at %q, %v; want %q", test.left, test.right, got, err, test.path)
		}
		results := map[string]bool{}
		for _, patches := range [2][2]string{{test.left, test.right}, {test.right, test.left}} {
			document, err := model.MustParse(`{}`), error(nil)
			for _, patch := range patches {
				if err == nil {
					document, err = e.Apply(s, document, model.MustParse(patch))
				}
			}
			results[fmt.Sprint(document.Canonical(), err != nil)] = true
		}
		if differ := len(results) > 1; differ != (test.path != "") {
			t.Errorf("%s and %s: the order matters: %v", test.left, test.right, differ)
		}
	}
}

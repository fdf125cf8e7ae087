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

// A duplicate value of a patch is reported as one conflict.
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

// If a directive is the only change of a patch to a field, a conflict contains the list of the
// directive. Two delete lists are not a conflict.
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

// A cluster copies a new value without checking it, and checks it when a later patch merges it.
// With Strict, a value of the wrong type is therefore an error only in the second patch, and the
// order of the patches matters.
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
		{`{"c":{}}`, `{"c":{"b":[1]}}`, ""}, // a server does not check this value
		{`{"keyed":[{"k":"a"}]}`, `{"keyed":[{"k":"a","b":["x"]}]}`, ""},
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

// Conflicts returns each place with its code and both values, and requires the places that
// make the answer correct.
func TestConflicts(t *testing.T) {
	s := traceSchema(t)
	tests := []struct {
		name, left, right string
		want              string // the conflicts, and the places that are required
		always            string // the conflicts if no place may be required
	}{
		{
			"fields",
			`{"name":"a"}`, `{"name":"b"}`,
			`name both-changed "a" "b"`, `name both-changed "a" "b"`,
		},
		{
			"the same field",
			`{"name":"a"}`, `{"name":"a"}`,
			``, ``,
		},
		{
			"other fields",
			`{"name":"a"}`, `{"set":["b"]}`,
			``, ``,
		},
		{
			"a null",
			`{"name":null}`, `{"name":"b"}`,
			`name left-deleted null "b"`, `name left-deleted null "b"`,
		},
		{
			"an order, and a deletion of an element",
			`{"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`requires list[name=b]`, `list both-changed [{"name":"a"},{"name":"b"}] [{"name":"a","$patch":"delete"}]`,
		},
		{
			"an order of one element, and its deletion",
			`{"$setElementOrder/list":[{"name":"a"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`list both-changed [{"name":"a"}] [{"name":"a","$patch":"delete"}]`, `list both-changed [{"name":"a"}] [{"name":"a","$patch":"delete"}]`,
		},
		{
			"an order with an element without key, and a deletion",
			`{"$setElementOrder/list":[{"value":"b"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`list both-changed [{"value":"b"}] [{"name":"a","$patch":"delete"}]`, `list both-changed [{"value":"b"}] [{"name":"a","$patch":"delete"}]`,
		},
		{
			"an order, and an element",
			`{"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"}]}`,
			``, ``,
		},
		{
			"an order, and a deletion of all values",
			`{"$setElementOrder/set":["a"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`,
			`set both-changed ["a"] ["a"]`, `set both-changed ["a"] ["a"]`,
		},
		{
			"an order with a value, and a deletion of all values",
			`{"set":["b"],"$setElementOrder/set":["a","b"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`,
			``, ``,
		},
		{
			"a deletion, and an element",
			`{"list":[{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","value":"x"}]}`,
			`list[name=a] left-deleted {"name":"a","$patch":"delete"} {"name":"a","value":"x"}`, `list[name=a] left-deleted {"name":"a","$patch":"delete"} {"name":"a","value":"x"}`,
		},
		{
			"an element, and a deletion",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`list[name=a] right-deleted {"name":"a","value":"x"} {"name":"a","$patch":"delete"}`, `list[name=a] right-deleted {"name":"a","value":"x"} {"name":"a","$patch":"delete"}`,
		},
		{
			"two deletions",
			`{"list":[{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			``, ``,
		},
		{
			"a deletion with an element, and a deletion",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`list[name=a] right-deleted {"name":"a","value":"x"} {"name":"a","$patch":"delete"}`, `list[name=a] right-deleted {"name":"a","value":"x"} {"name":"a","$patch":"delete"}`,
		},
		{
			"deletions with the same element",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"},{"name":"b"}]}`,
			``, ``,
		},
		{
			"deletions with other elements",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"y"}]}`,
			`list[name=a] both-changed {"name":"a","value":"x"} {"name":"a","value":"y"}`, `list[name=a] both-changed {"name":"a","value":"x"} {"name":"a","value":"y"}`,
		},
		{
			"elements",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","value":"y"}]}`,
			`list[name=a].value both-changed "x" "y"`, `list[name=a].value both-changed "x" "y"`,
		},
		{
			"elements that set other fields",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","set":["y"]}]}`,
			``, ``,
		},
		{
			"elements, one with a null",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","set":null}]}`,
			`requires list[name=a]`, `list[name=a] both-changed {"name":"a","value":"x"} {"name":"a","set":null}`,
		},
		{
			"lists with elements in another order",
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b"},{"name":"a"}]}`,
			``, ``,
		},
		{
			"values that one adds and the other deletes",
			`{"set":["a","b"]}`, `{"$deleteFromPrimitiveList/set":["a","b"]}`,
			`set[=a] right-deleted "a" absent, set[=b] right-deleted "b" absent`, `set[=a] right-deleted "a" absent, set[=b] right-deleted "b" absent`,
		},
		{
			"a value that one deletes and adds",
			`{"set":["a","b"]}`, `{"set":["a"],"$deleteFromPrimitiveList/set":["a","b"]}`,
			`set[=b] right-deleted "b" absent`, `set[=b] right-deleted "b" absent`,
		},
		{
			"a later value that one deletes and adds",
			`{"set":["a","b"]}`, `{"set":["b","a"],"$deleteFromPrimitiveList/set":["b"]}`,
			`set both-changed ["a","b"] ["b","a"]`, `set both-changed ["a","b"] ["b","a"]`,
		},
		{
			"a value deleted by the left one",
			`{"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["a"]}`,
			`set[=a] left-deleted absent "a"`, `set[=a] left-deleted absent "a"`,
		},
		{
			"numbers in other spellings",
			`{"set":[1e0,1.0]}`, `{"$deleteFromPrimitiveList/set":[1.0]}`,
			`set[=1.0] right-deleted 1.0 absent, set[=1e0] right-deleted 1e0 absent`, `set[=1.0] right-deleted 1.0 absent, set[=1e0] right-deleted 1e0 absent`,
		},
		{
			"numbers in several spellings",
			`{"numbers":[{"id":1.5,"value":"x"},{"id":15e-1,"value":"x"}]}`, `{"numbers":[{"id":1.5,"value":"y"}]}`,
			`numbers both-changed [{"id":1.5,"value":"x"},{"id":15e-1,"value":"x"}] [{"id":1.5,"value":"y"}]`, `numbers both-changed [{"id":1.5,"value":"x"},{"id":15e-1,"value":"x"}] [{"id":1.5,"value":"y"}]`,
		},
		{
			"elements of a list, and a list of another",
			`{"list":[{"name":"b","value":"x"},{"name":"a","value":"x","set":["a"]}]}`, `{"list":[{"name":"a","value":"y","$deleteFromPrimitiveList/set":["a"]},{"name":"b","value":"y"}]}`,
			`list[name=a].set[=a] right-deleted "a" absent, list[name=a].value both-changed "x" "y", list[name=b].value both-changed "x" "y", requires list[name=a]`, `list[name=a] both-changed {"name":"a","value":"x","set":["a"]} {"name":"a","value":"y","$deleteFromPrimitiveList/set":["a"]}, list[name=b].value both-changed "x" "y"`,
		},
		{
			"labels",
			`{"labels":{"b":"x","a":"x"}}`, `{"labels":{"a":"y","b":"y"}}`,
			`labels.a both-changed "x" "y", labels.b both-changed "x" "y"`, `labels.a both-changed "x" "y", labels.b both-changed "x" "y"`,
		},
		{
			"retained names",
			`{"inner":{"$retainKeys":["name"]}}`, `{"inner":{"value":"x"}}`,
			`inner.value left-deleted absent "x"`, `inner.value left-deleted absent "x"`,
		},
		{
			"retained names of the right one",
			`{"inner":{"value":"x"}}`, `{"inner":{"$retainKeys":["name"]}}`,
			`inner.value right-deleted "x" absent`, `inner.value right-deleted "x" absent`,
		},
		{
			"retained names, and a null",
			`{"inner":{"$retainKeys":["name"]}}`, `{"inner":{"value":null}}`,
			``, ``,
		},
		{
			"a replaced map",
			`{"inner":{"$patch":"replace","name":"a"}}`, `{"inner":{"name":"b"}}`,
			`inner both-changed {"$patch":"replace","name":"a"} {"name":"b"}`, `inner both-changed {"$patch":"replace","name":"a"} {"name":"b"}`,
		},
		{
			"a replaced map, and the same field",
			`{"inner":{"$patch":"replace","name":"a"}}`, `{"inner":{"name":"a"}}`,
			`requires inner`, `inner both-changed {"$patch":"replace","name":"a"} {"name":"a"}`,
		},
		{
			"a replaced list",
			`{"list":[{"$patch":"replace"},{"name":"a"}]}`, `{"list":[{"name":"b"}]}`,
			`list both-changed [{"$patch":"replace"},{"name":"a"}] [{"name":"b"}]`, `list both-changed [{"$patch":"replace"},{"name":"a"}] [{"name":"b"}]`,
		},
		{
			"an atomic list",
			`{"atomic":["a"]}`, `{"atomic":["b"]}`,
			`atomic both-changed ["a"] ["b"]`, `atomic both-changed ["a"] ["b"]`,
		},
		{
			"a map and a list",
			`{"any":{"a":1}}`, `{"any":[1]}`,
			`any both-changed {"a":1} [1]`, `any both-changed {"a":1} [1]`,
		},
		{
			"two places in one map",
			`{"any":{"a":1,"b":{"c":1}}}`, `{"any":{"b":{"c":2},"a":2}}`,
			`any.a both-changed 1 2, any.b.c both-changed 1 2`, `any.a both-changed 1 2, any.b.c both-changed 1 2`,
		},
		{
			"values of a set with the same path as a number",
			`{"set":[1,0.5]}`, `{"$deleteFromPrimitiveList/set":[5e-1]}`,
			`set[=0.5] right-deleted 0.5 absent`, `set[=0.5] right-deleted 0.5 absent`,
		},
		{
			"names that are quoted in a path",
			`{"x y":1,"a":1,"inner":{"x y":1,"name":"a"}}`, `{"x y":2,"a":2,"inner":{"x y":2,"name":"b"}}`,
			`["x y"] both-changed 1 2, a both-changed 1 2, inner.name both-changed "a" "b", inner["x y"] both-changed 1 2`, `["x y"] both-changed 1 2, a both-changed 1 2, inner.name both-changed "a" "b", inner["x y"] both-changed 1 2`,
		},
		{
			"a value of an element that a patch contains twice",
			`{"list":[{"name":"a","set":["x","y","x"]}]}`, `{"list":[{"name":"a","$deleteFromPrimitiveList/set":["x"]}]}`,
			`list[name=a].set[=x] right-deleted "x" absent, requires list[name=a]`, `list[name=a] both-changed {"name":"a","set":["x","y","x"]} {"name":"a","$deleteFromPrimitiveList/set":["x"]}`,
		},
	}
	for _, test := range tests {
		var required []string
		conflicts := func(e cluster.Engine) string {
			found, err := e.Conflicts(s, model.MustParse(test.left), model.MustParse(test.right))
			if err != nil {
				return err.Error()
			}
			var all []string
			for _, c := range found {
				all = append(all, fmt.Sprint(c.Path, " ", c.Code, " ", jsonOf(c.Left), " ", jsonOf(c.Right)))
			}
			return strings.Join(append(all, required...), ", ")
		}
		always := conflicts(cluster.Engine{})
		got := conflicts(cluster.Engine{Requires: func(place model.Path) { required = append(required, "requires "+place.String()) }})
		if got != test.want || always != test.always {
			t.Errorf("%s: found\n%s, always\n%s", test.name, got, always)
		}
	}
}

package cluster_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A composed patch contains only the necessary parts, and requires only the necessary places. The
// laws in package props test that a composed patch is correct.
func TestComposedPatches(t *testing.T) {
	s := traceSchema(t)
	tests := []struct {
		name, first, then string
		want              string // the patch and the places that it requires, or the place of the error
		always            string // want if no place may be required
	}{
		{
			"a marker with elements that have a null",
			`{"list":[{"name":"a"}]}`, `{"list":[{"$patch":"replace"},{"name":"b","value":null}]}`,
			`{"list":[{"$patch":"replace"},{"name":"b","value":null}]} list`, `refused at list`,
		},
		{
			"a marker with plain elements",
			`{"list":[{"name":"a"}]}`, `{"list":[{"$patch":"replace"},{"name":"b"}]}`,
			`{"list":[{"$patch":"replace"},{"name":"b"}]}`, `{"list":[{"$patch":"replace"},{"name":"b"}]}`,
		},
		{
			"a null, and elements",
			`{"list":null}`, `{"list":[{"name":"b"}]}`,
			`{"list":[{"name":"b"},{"$patch":"replace"}]}`, `refused at list`,
		},
		{
			"a null, and elements that have a null",
			`{"list":null}`, `{"list":[{"name":"b","value":null}]}`,
			`{"list":[{"name":"b"},{"$patch":"replace"}]}`, `refused at list`,
		},
		{
			"a null, and a marker with elements",
			`{"list":null}`, `{"list":[{"$patch":"replace"},{"name":"b"}]}`,
			`{"list":[{"name":"b"},{"$patch":"replace"}]}`, `refused at list`,
		},
		{
			"a null, and a deletion",
			`{"list":null}`, `{"list":[{"name":"b","$patch":"delete"}]}`,
			`{"list":[{"$patch":"replace"}]}`, `refused at list`,
		},
		{
			"a marker, and elements",
			`{"list":[{"$patch":"replace"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"b"},{"name":"a","value":"y"}]}`,
			`{"list":[{"name":"b"},{"name":"a","value":"y"},{"$patch":"replace"}]}`, `{"list":[{"name":"b"},{"name":"a","value":"y"},{"$patch":"replace"}]}`,
		},
		{
			"a marker, and an order",
			`{"list":[{"$patch":"replace"},{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a"},{"$patch":"replace"}]}`, `{"list":[{"name":"b"},{"name":"a"},{"$patch":"replace"}]}`,
		},
		{
			"a marker, and a null in an element",
			`{"list":[{"$patch":"replace"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","value":null}]}`,
			`{"list":[{"name":"a"},{"$patch":"replace"}]}`, `{"list":[{"name":"a"},{"$patch":"replace"}]}`,
		},
		{
			"a marker with a directive, and an element",
			`{"list":[{"$patch":"replace"},{"name":"a","$x":1}]}`, `{"list":[{"name":"b"}]}`,
			`refused at list`, `refused at list`,
		},
		{
			"a marker with a null, and an element",
			`{"list":[{"$patch":"replace"},{"name":"a","value":null}]}`, `{"list":[{"name":"b"}]}`,
			`{"list":[{"name":"b"},{"name":"a","value":null},{"$patch":"replace"}]} list`, `refused at list`,
		},
		{
			"an atomic list",
			`{"atomic":["a"]}`, `{"atomic":["b"]}`,
			`{"atomic":["b"]}`, `{"atomic":["b"]}`,
		},
		{
			"an atomic list with a null",
			`{"atomic":["a"]}`, `{"atomic":[{"x":null}]}`,
			`{"atomic":[{"x":null}]} atomic`, `refused at atomic`,
		},
		{
			"an atomic list with a null after a null",
			`{"atomic":null}`, `{"atomic":[{"x":null}]}`,
			`refused at atomic`, `refused at atomic`,
		},
		{
			"an atomic list after a null",
			`{"atomic":null}`, `{"atomic":["b"]}`,
			`{"atomic":["b"]}`, `{"atomic":["b"]}`,
		},
		{
			"an order list of an atomic list",
			`{"atomic":["a"]}`, `{"$setElementOrder/atomic":["a"]}`,
			`refused at ["$setElementOrder/atomic"]`, `refused at ["$setElementOrder/atomic"]`,
		},
		{
			"sets",
			`{"set":["a","b"]}`, `{"set":["c","a"]}`,
			`{"set":["a","b","c"]}`, `{"set":["a","b","c"]}`,
		},
		{
			"a set, and a delete list",
			`{"set":["a","b"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`,
			`{"set":["b"],"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["b"],"$deleteFromPrimitiveList/set":["a"]}`,
		},
		{
			"a set, and a delete list of all",
			`{"set":["a"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`,
			`{"set":[],"$deleteFromPrimitiveList/set":["a"]}`, `{"set":[],"$deleteFromPrimitiveList/set":["a"]}`,
		},
		{
			"a delete list, and a set",
			`{"$deleteFromPrimitiveList/set":["a","b"]}`, `{"set":["a"]}`,
			`{"set":["a"],"$deleteFromPrimitiveList/set":["b"]}`, `{"set":["a"],"$deleteFromPrimitiveList/set":["b"]}`,
		},
		{
			"delete lists",
			`{"$deleteFromPrimitiveList/set":["a","b"]}`, `{"$deleteFromPrimitiveList/set":["b","c"]}`,
			`{"$deleteFromPrimitiveList/set":["a","b","c"]}`, `{"$deleteFromPrimitiveList/set":["a","b","c"]}`,
		},
		{
			"a set that is deleted and added",
			`{"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["a"],"$deleteFromPrimitiveList/set":["a"]}`,
			`refused at set`, `refused at set`,
		},
		{
			"the same value in both lists of the first patch",
			`{"set":["a"],"$deleteFromPrimitiveList/set":["a"]}`, `{"set":["b"]}`,
			`refused at set`, `refused at set`,
		},
		{
			"two other values in both lists",
			`{"set":["a"],"$deleteFromPrimitiveList/set":["b"]}`, `{"set":["c"],"$deleteFromPrimitiveList/set":["d"]}`,
			`{"set":["a","c"],"$deleteFromPrimitiveList/set":["b","d"]}`, `{"set":["a","c"],"$deleteFromPrimitiveList/set":["b","d"]}`,
		},
		{
			"values of two types",
			`{"set":["a"]}`, `{"set":[1]}`,
			`refused at set`, `refused at set`,
		},
		{
			"a null, and a set",
			`{"set":null}`, `{"set":["a"]}`,
			`refused at set`, `refused at set`,
		},
		{
			"sets, and an order",
			`{"set":["a","b"]}`, `{"set":["c"],"$setElementOrder/set":["c","a","b"]}`,
			`{"set":["c","a","b"],"$setElementOrder/set":["c","a","b"]}`, `{"set":["a","b","c"]}`,
		},
		{
			"sets, the first with an order",
			`{"set":["b","a"],"$setElementOrder/set":["b","a"]}`, `{"set":["c"]}`,
			`{"set":["b","a","c"],"$setElementOrder/set":["b","a","c"]}`, `{"set":["b","a","c"],"$setElementOrder/set":["b","a","c"]}`,
		},
		{
			"an order, and a set",
			`{"$setElementOrder/set":["b","a"]}`, `{"set":["c"]}`,
			`{"set":["c"],"$setElementOrder/set":["c","b","a"]}`, `{"set":["c"],"$setElementOrder/set":["c","b","a"]}`,
		},
		{
			"a set, and an order",
			`{"set":["a","b"]}`, `{"$setElementOrder/set":["b","a"]}`,
			`{"set":["b","a"],"$setElementOrder/set":["b","a"]}`, `{"set":["a","b"]}`,
		},
		{
			"two orders",
			`{"$setElementOrder/set":["a","b"]}`, `{"$setElementOrder/set":["c","b"]}`,
			`{"$setElementOrder/set":["a","c","b"]}`, `{"$setElementOrder/set":["a","c","b"]}`,
		},
		{
			"an order, and a delete list",
			`{"$setElementOrder/set":["a","b"]}`, `{"$deleteFromPrimitiveList/set":["a"]}`,
			`{"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["b"]}`, `{"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["b"]}`,
		},
		{
			"an order, and an empty set",
			`{"$setElementOrder/set":["a","b"]}`, `{"set":[]}`,
			`{"set":[]}`, `{"set":[]}`,
		},
		{
			"an order, and a delete list with an order",
			`{"$setElementOrder/set":["a","b","c"]}`, `{"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["c","b"]}`,
			`{"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["c","b"]}`, `{"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["c","b"]}`,
		},
		{
			"elements",
			`{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"}]}`,
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b"}]}`,
		},
		{
			"elements, and an order",
			`{"list":[{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a"}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"b"}]}`,
		},
		{
			"elements with orders",
			`{"list":[{"name":"a"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"c"}],"$setElementOrder/list":[{"name":"c"},{"name":"a"}]}`,
			`{"list":[{"name":"c"},{"name":"a"}],"$setElementOrder/list":[{"name":"c"},{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"c"},{"name":"a"}],"$setElementOrder/list":[{"name":"c"},{"name":"a"},{"name":"b"}]}`,
		},
		{
			"elements with orders, and a deletion",
			`{"list":[{"name":"a"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`,
			`{"list":[{"name":"a"},{"name":"b","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"b","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`,
		},
		{
			"elements with orders, and a deletion of one that is added",
			`{"list":[{"name":"a"},{"name":"c"}],"$setElementOrder/list":[{"name":"a"},{"name":"c"}]}`, `{"list":[{"name":"c","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`,
			`{"list":[{"name":"a"},{"name":"c","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"c","$patch":"delete"}],"$setElementOrder/list":[{"name":"a"}]}`,
		},
		{
			"an order, and elements",
			`{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"c"}]}`,
			`{"list":[{"name":"c"}],"$setElementOrder/list":[{"name":"c"},{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"c"}],"$setElementOrder/list":[{"name":"c"},{"name":"b"},{"name":"a"}]}`,
		},
		{
			"an order, and a deletion",
			`{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`{"list":[{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
		},
		{
			"a deletion in the first patch, and an element",
			`{"list":[{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","value":"x"}]}`,
			`{"list":[{"name":"a","value":"x"},{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","value":"x"},{"name":"a","$patch":"delete"}]}`,
		},
		{
			"a deletion and an element, and an element",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","set":["y"]}]}`,
			`{"list":[{"name":"a","value":"x","set":["y"]},{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","value":"x","set":["y"]},{"name":"a","$patch":"delete"}]}`,
		},
		{
			"a deletion and an element, and a null in it",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","value":null}]}`,
			`{"list":[{"name":"a"},{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a"},{"name":"a","$patch":"delete"}]}`,
		},
		{
			"a deletion and an element with a null, and an element",
			`{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":null}]}`, `{"list":[{"name":"a","set":["y"]}]}`,
			`refused at list[0]`, `refused at list[0]`,
		},
		{
			"an element, and a deletion",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
			`{"list":[{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","$patch":"delete"}]}`,
		},
		{
			"an element, and a deletion and an element",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":"y"}]}`,
			`{"list":[{"name":"a","value":"y"},{"name":"a","$patch":"delete"}]}`, `{"list":[{"name":"a","value":"y"},{"name":"a","$patch":"delete"}]}`,
		},
		{
			"an element, and a deletion and an element with a null",
			`{"list":[{"name":"a","value":"x"}]}`, `{"list":[{"name":"a","$patch":"delete"},{"name":"a","value":null}]}`,
			`{"list":[{"name":"a","value":null},{"name":"a","$patch":"delete"}]} list`, `refused at list`,
		},
		{
			"an element with a null, and another element with an order",
			`{"list":[{"name":"a","value":null}]}`, `{"list":[{"name":"b"}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"a","value":null}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]} list`, `refused at list`,
		},
		{
			"an element with a null and an order, and another element",
			`{"list":[{"name":"a","value":null}],"$setElementOrder/list":[{"name":"a"}]}`, `{"list":[{"name":"b"}]}`,
			`{"list":[{"name":"a","value":null},{"name":"b"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"}]} list`, `refused at list`,
		},
		{
			"an element with a null, and another element",
			`{"list":[{"name":"a","value":null}]}`, `{"list":[{"name":"b"}]}`,
			`{"list":[{"name":"a","value":null},{"name":"b"}]}`, `{"list":[{"name":"a","value":null},{"name":"b"}]}`,
		},
		{
			"an element, and another element with a null and no list before",
			`{"list":[{"name":"a"}],"$setElementOrder/list":[{"name":"a"}]}`, `{"list":[{"name":"a","value":null}]}`,
			`{"list":[{"name":"a","value":null}],"$setElementOrder/list":[{"name":"a"}]} list[name=a]`, `refused at list`,
		},
		{
			"an element that retains, and one with a map",
			`{"list":[{"name":"a","$retainKeys":["name"]}]}`, `{"list":[{"name":"a","inner":{"x":1}}]}`,
			`{"list":[{"name":"a","inner":{"x":1}},{"name":"a","$patch":"delete"}]} list[name=a]`, `refused at list[0]`,
		},
		{
			"an element that retains, and one with a scalar",
			`{"list":[{"name":"a","$retainKeys":["name"]}]}`, `{"list":[{"name":"a","value":"x"}]}`,
			`{"list":[{"name":"a","value":"x","$retainKeys":["name","value"]}]} list[name=a]`, `refused at list[0]`,
		},
		{
			"a directive in a map that a server does not decode, because its name has another case",
			`{"Inner":{}}`, `{"Inner":{"value":"x","$retainKeys":["value"]}}`,
			`{"Inner":{"value":"x","$retainKeys":["value"]}} Inner`, `refused at Inner`,
		},
		{
			"a map that retains, and a map in it",
			`{"any":{"a":1,"$retainKeys":["a"]}}`, `{"any":{"b":{"c":1}}}`,
			`{"any":{"a":1,"b":{"c":1},"$patch":"replace"}} any`, `refused at any`,
		},
		{
			"a map that retains, and a list in it",
			`{"any":{"a":1,"$retainKeys":["a"]}}`, `{"any":{"b":["c"]}}`,
			`{"any":{"a":1,"b":["c"],"$patch":"replace"}} any`, `refused at any`,
		},
		{
			"a map that retains, and a scalar in it",
			`{"any":{"a":1,"$retainKeys":["a"]}}`, `{"any":{"b":2}}`,
			`{"any":{"a":1,"b":2,"$retainKeys":["a","b"]}} any`, `refused at any`,
		},
		{
			"a map, and one that retains",
			`{"any":{"a":1,"b":{"c":2}}}`, `{"any":{"a":3,"$retainKeys":["a"]}}`,
			`{"any":{"a":3,"$retainKeys":["a"]}} any`, `refused at any`,
		},
		{
			"a map that retains a map, and a map in it",
			`{"any":{"a":{},"$retainKeys":["a"]}}`, `{"any":{"b":{"c":1}}}`,
			`refused at any.b`, `refused at any`,
		},
		{
			"a map that retains nothing, and a map in it",
			`{"any":{"$retainKeys":[]}}`, `{"any":{"b":{"c":1}}}`,
			`{"any":{"b":{"c":1},"$patch":"replace"}} any`, `refused at any`,
		},
		{
			"maps that retain different names",
			`{"inner":{"name":"a","$retainKeys":["name","value"]}}`, `{"inner":{"set":["x"],"$retainKeys":["set","value"]}}`,
			`refused at inner.set`, `refused at inner.set`,
		},
		{
			"a replaced map, and a field",
			`{"inner":{"$patch":"replace","name":"a"}}`, `{"inner":{"value":"b"}}`,
			`{"inner":{"name":"a","value":"b","$patch":"replace"}} inner`, `refused at inner`,
		},
		{
			"a field, and a deletion of the map",
			`{"inner":{"name":"a"}}`, `{"inner":{"$patch":"delete"}}`,
			`{"inner":{"$patch":"delete"}} inner`, `refused at inner`,
		},
		{
			"a null, and a map",
			`{"inner":null}`, `{"inner":{"name":"a"}}`,
			`{"inner":{"name":"a","$patch":"replace"}} inner`, `refused at inner`,
		},
		{
			"a null, and a map with a null",
			`{"inner":null}`, `{"inner":{"name":"a","value":null}}`,
			`{"inner":{"name":"a","$patch":"replace"}} inner`, `refused at inner`,
		},
		{
			"two requirements, of which the second one implies the first",
			`{"list":[{"name":"a","value":"x","set":["a"]}],"any":{"b":1}}`, `{"list":[{"name":"a","value":null},{"name":"b","value":null}],"any":{"$patch":"delete"}}`,
			`{"list":[{"name":"a","value":null,"set":["a"]},{"name":"b","value":null}],"any":{"$patch":"delete"}} any list[name=a]`, `refused at any`,
		},
		{
			"an element twice",
			`{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"},{"name":"b"}]}`,
			`refused at list[1]`, `refused at list[1]`,
		},
		{
			"an element twice in the first patch",
			`{"list":[{"name":"a"},{"name":"a"}]}`, `{"list":[{"name":"b"}]}`,
			`refused at list`, `refused at list`,
		},
		{
			"an element of the second patch that is not a map",
			`{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"},1]}`,
			`refused at list[1]`, `refused at list[1]`,
		},
		{
			"an element of the second patch with a fault below",
			`{"list":[{"name":"x"},{"name":"a","inner":{"$patch":"x"}}]}`, `{"list":[{"name":"b"},{"name":"a","inner":{}}]}`,
			`refused at list[1].inner`, `refused at list[1]`,
		},
		{
			"a list, and an order that names an element twice",
			`{"list":[{"name":"a"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"},{"name":"b"}]}`,
			`{"list":[{"name":"a"}],"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"a"}]}`,
		},
		{
			"a list, and an order with an element without key",
			`{"list":[{"name":"a"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"value":"a"}]}`,
			`refused at ["$setElementOrder/list"]`, `refused at ["$setElementOrder/list"]`,
		},
		{
			"an order with an element without key, and another order",
			`{"$setElementOrder/list":[{"name":"b"},{"value":"a"}]}`, `{"$setElementOrder/list":[{"name":"b"}]}`,
			`refused at ["$setElementOrder/list"]`, `refused at ["$setElementOrder/list"]`,
		},
		{
			"two orders of elements",
			`{"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"c"},{"name":"b"}]}`,
			`{"$setElementOrder/list":[{"name":"a"},{"name":"c"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"a"},{"name":"c"},{"name":"b"}]}`,
		},
	}
	for _, test := range tests {
		var required []string
		compose := func(e cluster.Engine) string {
			got, err := e.Compose(s, model.MustParse(test.first), model.MustParse(test.then))
			var fault *smp.Error
			if errors.As(err, &fault) && fault.Code == smp.NotComposable {
				return "refused at " + fault.Path.String()
			}
			return strings.Join(append([]string{got.JSON()}, required...), " ")
		}
		always := compose(cluster.Engine{})
		got := compose(cluster.Engine{Requires: func(place model.Path) { required = append(required, place.String()) }})
		if got != test.want || always != test.always {
			t.Errorf("%s: composed\n%s, always\n%s", test.name, got, always)
		}
	}
}

// If the first patch may add a container, and the second one removes a value that the first one
// sets there, Compose refuses them: a cluster would copy the container with the directive. A
// removal of another value shows that the container exists.
func TestComposeRefusesToRemoveWhatMayBeNew(t *testing.T) {
	s, ok := kubernetes.Lookup("v1", "Pod")
	if !ok {
		t.Fatal("there is no schema")
	}
	in := func(container string) model.Value {
		return model.MustParse(`{"spec":{"containers":[{"name":"c",` + container + `}]}}`)
	}
	added := in(`"image":"i","command":["x"],"env":[{"name":"A","value":"a"},{"name":"B","value":"b"}],"ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"1","memory":"1Gi"}}`)
	for then, refusedAt := range map[string]string{
		`"env":[{"name":"B","$patch":"delete"}]`:                `env[0]`,
		`"env":[{"name":"C","value":"c"},{"$patch":"replace"}]`: `env`,
		`"ports":[{"containerPort":80,"$patch":"delete"}]`:      `ports[0]`,
		`"resources":{"limits":{"cpu":null}}`:                   `resources.limits.cpu`,
		`"env":[{"name":"D","$patch":"delete"}]`:                "",
		`"volumeMounts":[{"mountPath":"/x","$patch":"delete"}]`: "",
		`"resources":{"limits":{"storage":null}}`:               "",
		`"command":null`: "",
		`"env":[{"name":"B","value":"c"}],"resources":{"limits":null}`: "",
	} {
		composed, err := cluster.Engine{Requires: func(model.Path) {}}.Compose(s, added, in(then))
		var fault *smp.Error
		switch {
		case refusedAt == "" && err != nil:
			t.Errorf("%s: %v", then, err)
		case refusedAt != "" && (!errors.As(err, &fault) || fault.Code != smp.NotComposable || fault.Path.String() != "spec.containers[0]."+refusedAt):
			t.Errorf("%s: composed to %s, %v; want an error at %s", then, composed.JSON(), err, refusedAt)
		}
	}
	deletion := model.MustParse(`{"spec":{"containers":[{"name":"c","$patch":"delete"}]}}`)
	if _, err := (cluster.Engine{}).Compose(s, added, deletion); err != nil {
		t.Errorf("the container itself cannot be deleted: %v", err)
	}
}

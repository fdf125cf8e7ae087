package cluster_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func podKind(t *testing.T) smp.Schema {
	t.Helper()
	s, ok := kubernetes.Lookup("v1", "Pod")
	if !ok {
		t.Fatal("the table has no v1 Pod")
	}
	return s
}

// servers contains engines with different options, so that each engine shows a divergence that
// another one does not show.
var servers = map[string]cluster.Engine{
	"decoded":    {},
	"go-types":   {BeforeDecoding: true},
	"openapi-v2": {BeforeDecoding: true, Lookup: cluster.OpenAPIV2},
	"openapi-v3": {BeforeDecoding: true, Lookup: cluster.OpenAPIV3},
}

// Some divergences of lookups and of decoding occur only in some servers.
func TestDivergencesOfServers(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"name": text, "any": {}, "lists": {Type: smp.ListType, Element: &smp.Definition{Type: smp.ListType}},
	}))
	tests := []struct {
		divergence               cluster.Divergence
		original, patch, servers string
	}{
		{cluster.FieldCaseFolded, `{}`, `{"Name":"a"}`, "decoded go-types"},
		{cluster.ListOfListsRejected, `{"lists":[[]]}`, `{"lists":[[]]}`, "decoded go-types"},
		{cluster.SchemalessRejected, `{"any":{"x":{}}}`, `{"any":{"x":{}}}`, "decoded go-types openapi-v3"},
		{cluster.WrongTypeRejected, `{"name":[]}`, `{"name":[]}`, "decoded go-types openapi-v2"},
		{cluster.WrongTypeRejected, `{"any":[1]}`, `{"any":[2]}`, "decoded go-types"},
		{cluster.UnknownFieldRejected, `{"x":{}}`, `{"x":{}}`, "decoded go-types openapi-v2 openapi-v3"},
		{cluster.DecodingDropsDirectives, `{"$x":1}`, `{}`, "decoded"},
	}
	for _, test := range tests {
		for name, e := range servers {
			has := false
			e.Trace = func(e cluster.Event) { has = has || e.Divergence == test.divergence }
			_, err := e.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
			if has != slices.Contains(strings.Fields(test.servers), name) {
				t.Errorf("%s has %s: %t; %v", name, test.divergence, has, err)
			}
		}
	}
}

func TestDivergencesAreDescribed(t *testing.T) {
	all := cluster.Divergences()
	if len(all) < 39 {
		t.Fatalf("%d divergences", len(all))
	}
	ids := map[string]bool{}
	for _, v := range all {
		id := v.String()
		if id == "" || ids[id] || v.What() == "" || strings.HasSuffix(v.What(), ".") || len(v.Rules()) == 0 {
			t.Errorf("divergence %d is %q: %q, rules %q", v, id, v.What(), v.Rules())
		}
		ids[id] = true
		if again, ok := cluster.DivergenceNamed(id); !ok || again != v {
			t.Errorf("%s is found as %s", id, again)
		}
	}
	for _, id := range []string{"", "nulls", "NULLS-KEPT"} {
		if v, ok := cluster.DivergenceNamed(id); ok {
			t.Errorf("%q is found as %s", id, v)
		}
	}
	for _, v := range []cluster.Divergence{0, all[len(all)-1] + 1, 200} {
		if got := v.String(); got != "" || v.Rules() != nil {
			t.Errorf("%d, which is no divergence, is called %q, and departs from %v", v, got, v.Rules())
		}
	}
}

// The event of a divergence contains the divergence, the rule that it departs from, and the
// place.
func TestTraceNamesDivergences(t *testing.T) {
	var events []cluster.Event
	engine := cluster.Engine{Trace: func(e cluster.Event) {
		if e.Divergence != 0 {
			events = append(events, e)
		}
	}}
	original := model.MustParse(`{"metadata":{"labels":{"a":"b"}}}`)
	if _, err := engine.Apply(podKind(t), original, model.MustParse(`{"metadata":{"labels":{"$patch":"delete"}}}`)); err != nil {
		t.Fatal(err)
	}
	if len(events) != 1 || events[0].Divergence != cluster.MapDeleteLeavesEmpty || events[0].Rule != smp.RuleMapDelete ||
		events[0].Path.String() != "metadata.labels" {
		t.Errorf("traced %v", events)
	}
}

// The trace contains only the divergences that affect the result.
func TestTraceNamesNoOtherDivergences(t *testing.T) {
	item := mapOf(map[string]smp.Definition{"name": text, "value": text, "s": {Type: smp.ListType, Strategy: smp.Merge}})
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"s":       {Type: smp.ListType, Strategy: smp.Merge},
		"list":    keyedBy(item, "name"),
		"numbers": keyedBy(mapOf(map[string]smp.Definition{"id": number}), "id"),
		"inner":   item,
	}))
	tests := []struct {
		name, original, patch, want string
	}{
		{"a delete list", `{"s":["a","b"]}`, `{"$deleteFromPrimitiveList/s":["a"]}`, ""},
		{"a delete list without a name", `{}`, `{"$deleteFromPrimitiveList/":["a"]}`, "delete-list-assigns"},
		{"a delete list that is none", `{"s":["a"]}`, `{"$deleteFromPrimitiveList/s":"a"}`, "delete-list-assigns"},
		{"an order list", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"$setElementOrder/list":[{"name":"b"},{"name":"a"}]}`, "order-interleaved"},
		{"an order list that is empty", `{"s":["a"]}`, `{"s":["b"],"$setElementOrder/s":[]}`, "new-elements-first order-check-loose order-interleaved order-comparator"},
		{"elements that are there", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b","value":"x"},{"name":"a","value":"x"}]}`, ""},
		{"new elements", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"}]}`, "new-elements-first"},
		{"new elements of an empty list", `{"list":[]}`, `{"list":[{"name":"b"}]}`, ""},
		{"a value twice", `{"s":["a","b","a"]}`, `{"s":["b"]}`, "set-dedup-reorders"},
		{"a new value", `{"s":["a"]}`, `{"s":["b"]}`, "new-elements-first"},
		{"a number", `{"numbers":[{"id":1},{"id":2}]}`, `{"numbers":[{"id":2}]}`, ""},
		{"a number that is spelled otherwise", `{"numbers":[{"id":1}]}`, `{"numbers":[{"id":1.0}]}`, "integer-float-distinct new-elements-first"},
		{"duplicates side by side", `{"list":[{"name":"b"},{"name":"a"},{"name":"a"}]}`, `{"list":[{"name":"b","value":"x"}]}`, ""},
		{"duplicates apart", `{"list":[{"name":"a"},{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"b","value":"x"}]}`, "twins-grouped"},
		{"an element with a directive", `{"list":[{"name":"a","$patch":"delete"},{"name":"b"}]}`, `{"list":[{"name":"b","value":"x"}]}`, "directive-elements-last decoding-drops-directives"},
		{"a list that is replaced", `{"list":[{"name":"a"}]}`, `{"list":[{"$patch":"replace"},{"name":"a","$patch":"delete"},{"name":"b"}]}`, ""},
		{
			"a list that is replaced, and a deletion without a key", `{"list":[{"name":"a"}]}`, `{"list":[{"$patch":"replace"},{"$patch":"delete"}]}`,
			"replaced-list-keyed",
		},
		{"fields to keep", `{"inner":{"name":"a","value":"b"}}`, `{"inner":{"$retainKeys":["name"]}}`, ""},
		{"fields to keep, and what is none", `{"inner":{"name":"a"}}`, `{"inner":{"$retainKeys":["name",1]}}`, "retain-keys-any-value"},
		{"a map that is replaced by one with a null", `{"inner":{"name":"a"}}`, `{"inner":{"$patch":"replace","value":null}}`, "nulls-kept"},
		{"other keys that are asked for", `{"list":[{"name":"a"}]}`, `{"list":[{"$patchMergeKey":["name"],"name":"a"}]}`, "patch-merge-key-unknown unknown-directive-kept decoding-drops-directives"},
		{"a directive in an element that is none", `{"list":[{"name":"a"}]}`, `{"list":[{"$x":1,"name":"a"}]}`, "unknown-directive-kept decoding-drops-directives"},
	}
	for _, test := range tests {
		var ids []string
		engine := cluster.Engine{Trace: func(e cluster.Event) {
			if id := e.Divergence.String(); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}}
		result, err := engine.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if got := strings.Join(ids, " "); got != test.want {
			t.Errorf("%s: traced %q, want %q; %s, %v", test.name, got, test.want, result.JSON(), err)
		}
	}
}

func TestDifferences(t *testing.T) {
	tests := []struct {
		name, original, patch string
		want                  []cluster.Divergence
	}{
		{"nothing", `{"spec":{"nodeName":"a"}}`, `{"spec":{"nodeName":"b"}}`, nil},
		{
			"a new container", `{"spec":{"containers":[{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"b"}]}}`,
			[]cluster.Divergence{cluster.NewElementsFirst},
		},
		{
			"two at once", `{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a"}]}}`,
			`{"metadata":{"labels":{"$patch":"delete"}},"spec":{"containers":[{"name":"b"}]}}`,
			[]cluster.Divergence{cluster.MapDeleteLeavesEmpty, cluster.NewElementsFirst},
		},
		{
			"a cluster rejects it", `{"metadata":{"annotations":{}}}`, `{"metadata":{"annotations":{"$setElementOrder/a":"b"}}}`,
			[]cluster.Divergence{cluster.DirectiveNamesReserved, cluster.MapValuesRejected},
		},
		{"a cluster drops what is rejected here", `{}`, `{"spec":{"$patch":"merge","$retainKeys":1}}`, []cluster.Divergence{cluster.DirectiveMapDropped}},
		{"a server that decodes drops it", `{"spec":{"$later":1}}`, `{"spec":{"nodeName":"a"}}`, []cluster.Divergence{cluster.DecodingDropsDirectives}},
		{
			"an element that a server decodes", `{"spec":{"tolerations":[]}}`, `{"spec":{"tolerations":[{"key":"a","$patch":"delete"}]}}`,
			[]cluster.Divergence{cluster.AtomicListDirectives, cluster.DirectivesKept},
		},
		{"a set in a new map", `{}`, `{"metadata":{"finalizers":["a","a"]}}`, []cluster.Divergence{cluster.NewListUnmerged}},
		{"elements without key in a new map", `{}`, `{"spec":{"containers":[{"image":"x"}]}}`, []cluster.Divergence{cluster.NewListUnmerged}},
		{"a list in a map that replaces", `{"metadata":{}}`, `{"metadata":{"$patch":"replace","finalizers":["a","a"]}}`, []cluster.Divergence{cluster.NewListUnmerged}},
		{
			"an element of a marked list", `{"spec":{"containers":[]}}`,
			`{"spec":{"containers":[{"$patch":"replace"},{"name":"a","$patch":"replace"}]}}`, []cluster.Divergence{cluster.ElementReplaceEmpties},
		},
		{
			"a name that is reserved", `{"metadata":{"labels":{}}}`, `{"metadata":{"labels":{"$retainKeys":"a"}}}`,
			[]cluster.Divergence{cluster.DirectiveNamesReserved},
		},
		{
			"a key that is a map", `{"spec":{"containers":[{"name":{}},{"name":"a"}]}}`, `{"spec":{"containers":[]}}`,
			[]cluster.Divergence{cluster.AnyKeyAccepted},
		},
		{
			"an order list that is none, of an atomic list", `{"spec":{"tolerations":[]}}`,
			`{"spec":{"$setElementOrder/tolerations":"a"}}`, []cluster.Divergence{cluster.OrderOnAtomic},
		},
		{"both reject it", `{"spec":{}}`, `{"spec":{"$patch":"merge"}}`, nil},
		{
			"a cluster rejects another place", `{"metadata":{"labels":{"a":"b"},"finalizers":["a"]}}`,
			`{"metadata":{"labels":{"$patch":"delete"},"finalizers":[{"$patch":"replace"},"b"]}}`, []cluster.Divergence{cluster.SetMarkerRejected},
		},
		{
			"a cluster rejects the order of a list", `{"metadata":{"labels":{"a":"b"},"finalizers":["a"]}}`,
			`{"metadata":{"labels":{"$patch":"delete"},"finalizers":null,"$setElementOrder/finalizers":["a"]}}`, []cluster.Divergence{cluster.OrderNullRejected},
		},
		{
			"a cluster rejects a place in an element", `{"spec":{"containers":[{"name":"b"},{"name":"a","resources":{"limits":{"cpu":{}}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":{}}}}],"nodeName":null}}`, []cluster.Divergence{cluster.MapValuesRejected},
		},
	}
	for _, test := range tests {
		got := cluster.Differences(podKind(t), model.MustParse(test.original), model.MustParse(test.patch))
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	// From some length on, the engine compares a list as a whole. Differences returns every cause
	// for such lists, too.
	containers := func(element string) model.Value {
		var all []string
		for i := range 40 {
			all = append(all, fmt.Sprintf(element, i))
		}
		return model.MustParse(`{"spec":{"containers":[` + strings.Join(all, ",") + `]}}`)
	}
	original, patch := containers(`{"name":"a%d","resources":{"$x":1}}`), containers(`{"name":"a%d","$x":1}`)
	if got := cluster.Differences(podKind(t), original, patch); !slices.Contains(got, cluster.DecodingDropsDirectives) {
		t.Errorf("long lists: %v", got)
	}
}

// The path of an error exists in its document, even if the patch has already changed the list.
func TestErrors(t *testing.T) {
	set := smp.Definition{Type: smp.ListType, Strategy: smp.Merge}
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"s":    set,
		"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "s": set}), "name"),
	}))
	tests := []struct {
		name, original, patch string
		document, path        string
	}{
		{"delete list, original", `{"s":[null]}`, `{"$deleteFromPrimitiveList/s":["a"]}`, "original", "s[0]"},
		{"delete list, patch", `{"s":["a"]}`, `{"$deleteFromPrimitiveList/s":["a",1]}`, "patch", `["$deleteFromPrimitiveList/s"][1]`},
		{"nameless delete list", `{"$deleteFromPrimitiveList/":["a"]}`, `{"$deleteFromPrimitiveList/":[1]}`, "patch", `["$deleteFromPrimitiveList/"]`},
		{"order list, original", `{"s":[1,"1",2]}`, `{"$setElementOrder/s":[]}`, "original", "s[1]"},
		{"order list, patch", `{}`, `{"s":[1,"1"],"$setElementOrder/s":[1,"1"]}`, "patch", "s[1]"},
		{"a duplicate made by the patch", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","s":[1,"1"]},{"name":"a","s":[2]}]}`, "patch", "list[1].s"},
		{
			"a duplicate made by the patch, sorted", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","s":[1,"1"]},{"name":"a","$setElementOrder/s":[2]}]}`,
			"patch", `list[1]["$setElementOrder/s"]`,
		},
		{
			"a duplicate that the original has", `{"list":[{},{"name":"a","s":[1,"1"]}]}`, `{"list":[{"name":"a","x":1},{"name":"a","s":[2]}]}`,
			"original", "list[1].s[1]",
		},
		{"scalars in a keyed list", `{"list":[1]}`, `{"list":[2]}`, "patch", "list"},
		{"a key that is a map, beside another element", `{"list":[{"name":{}},{"name":"a"}]}`, `{"list":[]}`, "patch", "list"},
		{"a key that is a map, beside one that merges", `{"list":[{"name":{}},{"name":"a"}]}`, `{"list":[{"name":"a"}]}`, "patch", "list"},
	}
	for _, test := range tests {
		original, patch := model.MustParse(test.original), model.MustParse(test.patch)
		_, err := cluster.Engine{}.Apply(s, original, patch)
		var e *smp.Error
		if !errors.As(err, &e) || e.Document != test.document || e.Path.String() != test.path {
			t.Errorf("%s: %v, want %s of %s", test.name, err, test.path, test.document)
		}
	}
}

// The directive $deleteFromPrimitiveList/ contains no field name. The engine applies it to the
// field with the name of the directive, so the error has the path of that field.
func TestErrorOfNamelessDeleteList(t *testing.T) {
	original, patch := model.MustParse(`{"$deleteFromPrimitiveList/":["a"]}`), model.MustParse(`{"$deleteFromPrimitiveList/":["a",1]}`)
	_, err := cluster.Engine{Lookup: cluster.OpenAPIV2}.Apply(smp.Schemaless, original, patch)
	var e *smp.Error
	if want := `["$deleteFromPrimitiveList/"][1]`; !errors.As(err, &e) || e.Path.String() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// sharing returns a patch with a shared value in place of each 0.
func sharing(patch, shared model.Value) model.Value {
	switch {
	case patch.Type() == model.Map:
		members := patch.AppendMembers(nil)
		for i := range members {
			members[i].Value = sharing(members[i].Value, shared)
		}
		patch, _ = model.NewMap(members...)
	case patch.Type() == model.List:
		elements := patch.AppendElements(nil)
		for i := range elements {
			elements[i] = sharing(elements[i], shared)
		}
		patch, _ = model.NewList(elements...)
	case patch.JSON() == "0":
		return shared
	}
	return patch
}

// A patch may share values with the original. An error about such a value has the path in the
// patch, unless the original has the value at the same path.
func TestErrorsOfSharedValues(t *testing.T) {
	s := traceSchema(t)
	original := model.MustParse(`{"list":[{"name":"a"}],"any":[1,"1"]}`)
	shared, _ := original.Get("any")
	tests := []struct {
		name  string
		patch model.Value
		want  string
	}{
		{"in an element that the patch adds", sharing(model.MustParse(`{"list":[{"name":"b","set":0},{"name":"b","set":[2]}]}`), shared), "list[1].set"},
		{"in an element that the patch changes", sharing(model.MustParse(`{"list":[{"name":"a","set":0},{"name":"a","set":[2]}]}`), shared), "list[1].set"},
	}
	for _, test := range tests {
		_, err := cluster.Engine{}.Apply(s, original, test.patch)
		var e *smp.Error
		if !errors.As(err, &e) || e.Document != "patch" || e.Path.String() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// An error has the code of the problem, and names the rule.
func TestKindsOfErrors(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"s":    {Type: smp.ListType, Strategy: smp.Merge},
		"list": keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name"),
	}))
	tests := []struct {
		name, original, patch string
		kind                  smp.Code
		rule                  smp.Rule
	}{
		{"lists in a set", `{"s":[["a"]]}`, `{"s":[]}`, smp.WrongType, smp.RuleNoNestedLists},
		{"an order list without a field", `{}`, `{"$setElementOrder":[]}`, smp.InvalidDirective, smp.RuleDataNames},
		{
			"a deletion by a key that is a map, in a list that replaces one with another such key", `{"list":[{"name":{}}]}`,
			`{"list":[{"$patch":"replace"},{"$patch":"delete","name":{"a":1}}]}`, smp.InvalidMergeKey, smp.RuleKeyedDelete,
		},
		{"nulls in a set", `{"s":[null]}`, `{"s":[]}`, smp.WrongType, smp.RuleKeyedOriginal},
		{"two kinds in a set", `{"s":[1,["a"]]}`, `{"s":[]}`, smp.WrongType, smp.RuleKeyedOriginal},
		{
			"a key that is a map where the order list has a text", `{}`, `{"list":[{"name":{}}],"$setElementOrder/list":[{"name":"a"}]}`,
			smp.OrderMismatch, smp.RuleOrderDirective,
		},
		{
			"a key that is a map there too", `{}`, `{"list":[{"name":{}}],"$setElementOrder/list":[{"name":{}}]}`,
			smp.InvalidMergeKey, smp.RuleOrderDirective,
		},
	}
	for _, test := range tests {
		_, err := cluster.Engine{}.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != test.kind || e.Rule != test.rule {
			t.Errorf("%s: %v, want %s by rule %s", test.name, err, test.kind, test.rule)
		}
	}
}

// If patches cannot be composed, the error names the second patch and has a path in it.
func TestComposeErrors(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name"),
	}))
	tests := []struct{ name, first, then, path string }{
		{"a delete and an order list", `{"list":[{"name":"a"}]}`, `{"$deleteFromPrimitiveList/list":[],"$setElementOrder/list":[],"list":[{"name":"a"}]}`, "list"},
		{
			"a delete and an order list in the first patch",
			`{"$deleteFromPrimitiveList/list":[],"$setElementOrder/list":[],"list":[{"name":"a"}]}`, `{"list":[{"name":"a"}]}`, "list",
		},
		{"a duplicate", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"},{"name":"b"}]}`, "list[1]"},
		{"two faults", `{"a":[1],"list":[{"name":"b"}]}`, `{"list":[{"name":"b","$patch":"replace"}],"a":[{"$patch":"replace"}]}`, "a"},
		{"a duplicate in the first patch", `{"list":[{"name":"a"},{"name":"a"}]}`, `{"list":[{"name":"a"}]}`, "list"},
	}
	for _, test := range tests {
		_, err := cluster.Engine{}.Compose(s, model.MustParse(test.first), model.MustParse(test.then))
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.NotComposable || e.Document != "patches[1]" || e.Path.String() != test.path {
			t.Errorf("%s: %v, want %s", test.name, err, test.path)
		}
	}
}

// Compose and Conflicts return the error of a patch that Apply rejects for every object. A patch with
// a fault in a field applies to objects without the field.
func TestRejectedPatches(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name"),
		"map":  mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text}), "name")}),
	}))
	for _, test := range []struct {
		patch string
		code  smp.Code // empty if some objects accept the patch
		path  string
	}{
		{`{"$setElementOrder/list":1}`, smp.InvalidDirective, `["$setElementOrder/list"]`},
		{`{"$patch":"nothing"}`, smp.InvalidDirective, `["$patch"]`},
		{`{"$retainKeys":1}`, smp.InvalidDirective, `["$retainKeys"]`},
		{`{"$retainKeys":["list"],"map":{}}`, smp.RetainKeysMismatch, `map`},
		{`{"list":[{"name":"a"},{"name":"b"}],"$setElementOrder/list":[{"name":"a"}]}`, smp.OrderMismatch, `["$setElementOrder/list"]`},
		{`{"list":[{"name":"a"}],"$setElementOrder/list":[{}]}`, smp.MissingMergeKey, `["$setElementOrder/list"]`},
		{`{"$setElementOrder/$setElementOrder/a":[]}`, smp.UnknownField, `["$setElementOrder/$setElementOrder/a"]`},
		{`{"list":[],"$setElementOrder/list":[]}`, "", ""}, // an object may have a list
		{`{"map":{"$setElementOrder/list":1}}`, "", ""},
		{`{"map":{"$patch":"nothing"}}`, "", ""},
		{`{"list":[{"value":"x"}]}`, "", ""},
	} {
		patch, empty := model.MustParse(test.patch), model.MustParse(`{"list":[{"name":"z"}]}`)
		engine := cluster.Engine{}
		applies := func(original string) error {
			_, err := engine.Apply(s, model.MustParse(original), patch)
			return err
		}
		if everywhere := applies(`{}`) != nil && applies(`{"list":[{"name":"a"}],"map":{"list":[{"name":"b"}]}}`) != nil; everywhere != (test.code != "") {
			t.Errorf("%s: rejected for both objects: %t", test.patch, everywhere)
		}
		_, composed := engine.Compose(s, empty, patch)
		_, first := engine.Compose(s, patch, empty)
		_, left := engine.Conflicts(s, patch, empty)
		_, right := engine.Conflicts(s, empty, patch)
		for document, err := range map[string]error{"patches[1]": composed, "patches[0]": first, "left": left, "right": right} {
			var e *smp.Error
			switch {
			case test.code == "" && errors.As(err, &e) && e.Code != smp.NotComposable:
				t.Errorf("%s: %v", test.patch, err)
			case test.code != "" && (!errors.As(err, &e) || e.Code != test.code || e.Document != document || e.Path.String() != test.path):
				t.Errorf("%s: %v, want %s: %s: %s", test.patch, err, document, test.path, test.code)
			}
		}
	}
}

// A deletion that cannot be expressed is an error about the original.
func TestDiffErrors(t *testing.T) {
	original, modified := model.MustParse(`{"$deleteFromPrimitiveList/":1}`), model.MustParse(`{"":1}`)
	_, err := cluster.Engine{}.Diff(smp.Schemaless, original, modified, smp.DiffOptions{})
	var e *smp.Error
	if !errors.As(err, &e) || e.Document != "original" || e.Path.String() != `["$deleteFromPrimitiveList/"]` {
		t.Errorf("%v", err)
	}
}

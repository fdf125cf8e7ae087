package strategicpatch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

type pod struct {
	Metadata metadata `json:"metadata"`
	Spec     spec     `json:"spec"`
}

type metadata struct {
	Name       string            `json:"name"`
	Version    string            `json:"resourceVersion,omitempty"`
	Labels     map[string]string `json:"labels,omitempty"`
	Finalizers []string          `json:"finalizers,omitempty" patchStrategy:"merge"`
	Empty      []string          `json:"empty,omitempty" patchStrategy:"merge"`
	Lists      []string          `json:"lists,omitempty" patchStrategy:"merge"`
}

type spec struct {
	Replicas   int               `json:"replicas,omitempty"`
	Ratio      float64           `json:"ratio,omitempty"`
	Node       string            `json:"node,omitempty"`
	Selector   map[string]string `json:"selector,omitempty" patchStrategy:"replace"`
	Strategy   strategy          `json:"strategy" patchStrategy:"retainKeys"`
	Containers []container       `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
}

type strategy struct {
	Type    string            `json:"type,omitempty"`
	Rolling map[string]string `json:"rolling,omitempty"`
}

type container struct {
	Name  string   `json:"name"`
	Image string   `json:"image,omitempty"`
	Args  []string `json:"args,omitempty"`
}

func schema(t testing.TB) strategicpatch.LookupPatchMeta {
	t.Helper()
	meta, err := strategicpatch.NewPatchMetaFromStruct(&pod{})
	if err != nil {
		t.Fatal(err)
	}
	return meta
}

// A goMap is a document of Go values.
type goMap = map[string]interface{}

func decode(t testing.TB, text string) goMap {
	t.Helper()
	var m goMap
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&m); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return m
}

func encode(t testing.TB, m goMap) string {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestApplyWritesAsEncodingJSON(t *testing.T) {
	for _, test := range []struct{ original, patch, want, why string }{
		{`{"b": 1, "a" : 2}`, `{}`, `{"a":2,"b":1}`, "sorted and compact"},
		{`{"a":"<&>\u2028é\u00e9\/\b\u007f"}`, `{}`, `{"a":"\u003c\u0026\u003e\u2028éé/\b` + "\x7f" + `"}`, "escapes"},
		{`{"<":1,"é":2,"Z":3}`, `{}`, `{"\u003c":1,"Z":3,"é":2}`, "names are sorted as they are, not as they are written"},
		{`{"a":1.0,"b":1e2,"c":-0,"d":1e21,"e":1e-7,"f":-0.0}`, `{}`, `{"a":1,"b":100,"c":0,"d":1e+21,"e":1e-7,"f":-0}`, "numbers"},
		{`{"a":12345678901234567890,"b":0.10000000000000000001,"c":1e400}`, `{}`, `{"a":12345678901234567890,"b":0.10000000000000000001,"c":1e400}`, "numbers that float64 cannot hold"},
		{`{"a":1,"a":2}`, `{}`, `{"a":2}`, "the last member of a name counts"},
		{`{"a":{"x":1},"a":{"y":2}}`, `{}`, `{"a":{"y":2}}`, "and replaces the first"},
		{"{\"a\":\"\xff\"}", `{}`, `{"a":"�"}`, "what is not UTF-8"},
		{`{"a":"\ud800"}`, `{}`, `{"a":"�"}`, "a lone surrogate"},
		{`null`, `{"a":1}`, `{"a":1}`, "null is {}"},
		{`{"a":1}`, `null`, `{"a":1}`, "also as a patch"},
		{`{"a":[true,false,null]}`, `{}`, `{"a":[true,false,null]}`, "other scalars"},
	} {
		got, err := strategicpatch.StrategicMergePatch([]byte(test.original), []byte(test.patch), pod{})
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s with %s gives\n%s, %v, expected\n%s", test.why, test.original, test.patch, got, err, test.want)
		}
	}
}

func TestApply(t *testing.T) {
	original := []byte(`{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}}`)
	patch := []byte(`{"spec":{"containers":[{"name":"a","image":"2"}]}}`)
	want := `{"spec":{"containers":[{"image":"2","name":"a"},{"name":"b"}]}}`
	got, err := strategicpatch.StrategicMergePatch(original, patch, &pod{})
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
	got, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta(original, patch, schema(t))
	if err != nil || string(got) != want {
		t.Errorf("by a schema: %s, %v", got, err)
	}
	m, err := strategicpatch.StrategicMergeMapPatch(decode(t, string(original)), decode(t, string(patch)), pod{})
	if err != nil || encode(t, m) != want {
		t.Errorf("as maps: %v, %v", m, err)
	}
	m, err = strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(decode(t, string(original)), decode(t, string(patch)), schema(t))
	if err != nil || encode(t, m) != want {
		t.Errorf("as maps, by a schema: %v, %v", m, err)
	}
}

// A patch has the result that it has on a cluster. For a schema that does not come from a struct,
// the result is that of a cluster with OpenAPI documents.
func TestDialect(t *testing.T) {
	type toy struct {
		Map   map[string]string `json:"map"`
		Any   any               `json:"any"`
		Lists [][]string        `json:"lists"`
	}
	toys, err := strategicpatch.NewPatchMetaFromOpenAPI([]byte(`{"properties":{"map":{"additionalProperties":{"type":"string"}},
		"any":{},"lists":{"type":"array","items":{"type":"array","items":{"type":"string"}}}}}`), "#")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ why, original, patch, byStruct, byOpenAPI string }{
		{"a deleted map stays", `{"map":{"a":"1"}}`, `{"map":{"$patch":"delete"}}`, `{"map":{}}`, `{"map":{}}`},
		{"a directive is stored", `{}`, `{"map":{"$retainKeys":["a"]}}`, `{"map":{"$retainKeys":["a"]}}`, `{"map":{"$retainKeys":["a"]}}`},
		{"fields in another case", `{"Map":{"a":"1"}}`, `{"Map":{"b":"2"}}`, `{"Map":{"a":"1","b":"2"}}`, ""},
		{"without schema", `{"any":{"a":{"b":1}}}`, `{"any":{"a":{"b":2}}}`, "", `{"any":{"a":{"b":2}}}`},
		{"lists of lists", `{"lists":[["a"]]}`, `{"lists":[["b"]]}`, "", `{"lists":[["b"]]}`},
	} {
		check := func(by, want string, got []byte, err error) {
			if string(got) != want || (err != nil) != (want == "") {
				t.Errorf("%s, by %s: %s, %v, expected %s", test.why, by, got, err, want)
			}
		}
		got, err := strategicpatch.StrategicMergePatch([]byte(test.original), []byte(test.patch), toy{})
		check("struct", test.byStruct, got, err)
		got, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(test.original), []byte(test.patch), toys)
		check("OpenAPI", test.byOpenAPI, got, err)
	}
}

func TestDiff(t *testing.T) {
	original := []byte(`{"metadata":{"labels":{"a":"1","b":"2"}},"spec":{"containers":[{"name":"a"},{"name":"b"}]}}`)
	modified := []byte(`{"metadata":{"labels":{"a":"1"}},"spec":{"containers":[{"name":"a","image":"2"}]}}`)
	want := `{"metadata":{"labels":{"b":null}},"spec":{"$setElementOrder/containers":[{"name":"a"}],` +
		`"containers":[{"image":"2","name":"a"},{"$patch":"delete","name":"b"}]}}`
	got, err := strategicpatch.CreateTwoWayMergePatch(original, modified, pod{})
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
	got, err = strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, schema(t))
	if err != nil || string(got) != want {
		t.Errorf("by a schema: %s, %v", got, err)
	}
	m, err := strategicpatch.CreateTwoWayMergeMapPatch(decode(t, string(original)), decode(t, string(modified)), pod{})
	if err != nil || encode(t, m) != want {
		t.Errorf("as maps: %v, %v", m, err)
	}
	m, err = strategicpatch.CreateTwoWayMergeMapPatchUsingLookupPatchMeta(decode(t, string(original)), decode(t, string(modified)), schema(t))
	if err != nil || encode(t, m) != want {
		t.Errorf("as maps, by a schema: %v, %v", m, err)
	}
	for _, empty := range [][]byte{nil, {}, []byte("{}"), []byte("null")} {
		if got, err := strategicpatch.CreateTwoWayMergePatch(empty, []byte(`{"a":1}`), pod{}); err != nil || string(got) != `{"a":1}` {
			t.Errorf("from %q: %s, %v", empty, got, err)
		}
		if got, err := strategicpatch.CreateTwoWayMergePatch(empty, empty, pod{}); err != nil || string(got) != `{}` {
			t.Errorf("from and to %q: %s, %v", empty, got, err)
		}
	}
}

func TestDocumentsThatAreNone(t *testing.T) {
	apply := func(original, patch []byte) error {
		_, err := strategicpatch.StrategicMergePatch(original, patch, pod{})
		return err
	}
	for _, bad := range []string{``, ` `, `[]`, `1`, `"a"`, `{`, `{} {}`, `{"a":01}`, strings.Repeat(`{"a":`, 10001) + `1` + strings.Repeat(`}`, 10001)} {
		text := bad[:min(len(bad), 10)]
		if err := apply([]byte(bad), []byte(`{}`)); err != mergepatch.ErrBadJSONDoc {
			t.Errorf("original %q: %v", text, err)
		}
		if err := apply([]byte(`{}`), []byte(bad)); err != mergepatch.ErrBadJSONDoc {
			t.Errorf("patch %q: %v", text, err)
		}
		if bad == "" {
			continue // diffs accept an empty document as {}
		}
		for i := range 3 {
			documents := [3][]byte{}
			documents[i] = []byte(bad)
			if _, err := strategicpatch.CreateThreeWayMergePatch(documents[0], documents[1], documents[2], schema(t), true); err != mergepatch.ErrBadJSONDoc {
				t.Errorf("document %d %q: %v", i, text, err)
			}
		}
	}
	if err := apply(nil, nil); err != nil {
		t.Errorf("nil documents: %v", err)
	}
	deep := strings.Repeat(`{"a":`, 10000) + `1` + strings.Repeat(`}`, 10000)
	if err := apply([]byte(deep), nil); err != nil {
		t.Errorf("10000 levels: %v", err)
	}
}

// An invalid tag is an error only of calls that use the field.
func TestMisspelledTags(t *testing.T) {
	type misspelled struct {
		List  []container `json:"list" patchStrategy:"merge" patchMergeKey:"nmae"`
		Other []container `json:"other" patchStrategy:"merge" patchMergeKey:"name"`
	}
	lookup, err := strategicpatch.NewPatchMetaFromStruct(misspelled{})
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"other", "list", "other"} {
		before, after := fmt.Appendf(nil, `{%q:[{"name":"a"}]}`, field), fmt.Appendf(nil, `{%q:[{"name":"a","image":"b"}]}`, field)
		left := map[string]any{field: []any{map[string]any{"name": "a", "image": "b"}}}
		right := map[string]any{field: []any{map[string]any{"name": "a", "image": "c"}}}
		calls := map[string]func() error{
			"apply": func() (err error) { _, err = strategicpatch.StrategicMergePatch(before, after, misspelled{}); return },
			"diff": func() (err error) {
				_, err = strategicpatch.CreateTwoWayMergePatch(before, after, misspelled{})
				return
			},
			"three-way": func() (err error) {
				_, err = strategicpatch.CreateThreeWayMergePatch(before, after, before, lookup, false)
				return
			},
			"conflicts": func() (err error) { _, err = strategicpatch.MergingMapsHaveConflicts(left, right, lookup); return },
			"struct":    func() (err error) { _, _, err = lookup.LookupPatchMetadataForStruct(field); return },
			"slice":     func() (err error) { _, _, err = lookup.LookupPatchMetadataForSlice(field); return },
		}
		for name, call := range calls {
			var fault *smp.Error
			switch err := call(); {
			case field == "other" && err != nil:
				t.Errorf("%s of a field without fault: %v", name, err)
			case field == "list" && (!errors.As(err, &fault) || fault.Code != smp.InvalidSchema):
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestStructsThatAreNone(t *testing.T) {
	for _, none := range []any{nil, 1, []pod{}, map[string]any{}, new(*pod)} {
		if _, err := strategicpatch.NewPatchMetaFromStruct(none); err == nil {
			t.Errorf("%T is taken", none)
		}
		if _, err := strategicpatch.StrategicMergePatch(nil, nil, none); err == nil {
			t.Errorf("Apply takes %T", none)
		}
		if _, err := strategicpatch.CreateTwoWayMergePatch(nil, nil, none); err == nil {
			t.Errorf("Diff takes %T", none)
		}
	}
	for _, none := range []strategicpatch.LookupPatchMeta{
		nil, strategicpatch.PatchMetaFromStruct{}, (*strategicpatch.PatchMetaFromStruct)(nil), (*strategicpatch.PatchMetaFromSchema)(nil),
	} {
		want := "expected a schema, got nil"
		if _, ok := none.(strategicpatch.PatchMetaFromStruct); ok {
			want = "schema: invalid-schema: expected a Go type, got nil"
		}
		if _, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(nil, nil, none); err == nil || err.Error() != want {
			t.Errorf("Apply takes %#v: %v", none, err)
		}
		if _, err := strategicpatch.CreateThreeWayMergePatch(nil, nil, nil, none, true); err == nil {
			t.Errorf("ThreeWay takes %#v", none)
		}
		if _, err := strategicpatch.MergingMapsHaveConflicts(nil, nil, none); err == nil {
			t.Errorf("Conflicts takes %#v", none)
		}
		if _, err := strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(none); err == nil {
			t.Errorf("Compose takes %#v", none)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("GetTagStructTypeOrDie survives a list")
		}
	}()
	if got := strategicpatch.GetTagStructTypeOrDie(&pod{}); got != reflect.TypeFor[pod]() {
		t.Errorf("got %s", got)
	}
	strategicpatch.GetTagStructTypeOrDie([]pod{})
}

func TestErrorsThatCallersKnow(t *testing.T) {
	original := []byte(`{"metadata":{"finalizers":["a"],"empty":[],"lists":[["a"]]},"spec":{"strategy":{"type":"a"},"containers":[{"name":"a"}]}}`)
	for _, test := range []struct {
		patch string
		want  error
	}{
		{`{"spec":{"strategy":{"$retainKeys":["rolling"],"type":"b"}}}`, mergepatch.ErrBadPatchFormatForRetainKeys},
		{`{"spec":{"strategy":{"$retainKeys":"type","type":"b"}}}`, mergepatch.ErrBadPatchFormatForRetainKeys},
		{`{"metadata":{"$deleteFromPrimitiveList":["a"]}}`, mergepatch.ErrBadPatchFormatForPrimitiveList},
		{`{"metadata":{"$setElementOrder":["a"]}}`, mergepatch.ErrBadPatchFormatForSetElementOrderList},
		{`{"metadata":{"empty":[["a"]]}}`, mergepatch.ErrNoListOfLists},
		{`{"metadata":{"lists":["a"]}}`, mergepatch.ErrNoListOfLists},
	} {
		if _, err := strategicpatch.StrategicMergePatch(original, []byte(test.patch), pod{}); err != test.want {
			t.Errorf("%s: %v", test.patch, err)
		}
	}
	var e *smp.Error
	_, err := strategicpatch.StrategicMergePatch(original, []byte(`{"spec":{"containers":[{"image":"secret"}]}}`), pod{})
	if !errors.As(err, &e) || e.Code != smp.MissingMergeKey || e.Path.String() != "spec.containers[0]" || strings.Contains(err.Error(), "secret") {
		t.Errorf("an element without merge key: %v", err)
	}
}

func TestPreconditions(t *testing.T) {
	original, modified := []byte(`{"kind":"Pod","spec":{"node":"a"}}`), []byte(`{"kind":"Job","spec":{"node":"a"}}`)
	kind := mergepatch.RequireKeyUnchanged("kind")
	if _, err := strategicpatch.CreateTwoWayMergePatch(original, modified, pod{}, mergepatch.RequireKeyUnchanged("spec"), kind); !mergepatch.IsPreconditionFailed(err) {
		t.Errorf("two-way: %v", err)
	}
	if _, err := strategicpatch.CreateTwoWayMergeMapPatch(decode(t, string(original)), decode(t, string(modified)), pod{}, kind); !mergepatch.IsPreconditionFailed(err) {
		t.Errorf("two-way of maps: %v", err)
	}
	current := []byte(`{"kind":"Other"}`)
	if _, err := strategicpatch.CreateThreeWayMergePatch(original, modified, current, schema(t), false, kind); !mergepatch.IsPreconditionFailed(err) {
		t.Errorf("three-way, before conflicts: %v", err)
	}
	if _, err := strategicpatch.CreateThreeWayMergePatch(original, modified, current, schema(t), true, kind); !mergepatch.IsPreconditionFailed(err) {
		t.Errorf("three-way, with overwrite: %v", err)
	}
	if got, err := strategicpatch.CreateTwoWayMergePatch(original, modified, pod{}, mergepatch.RequireMetadataKeyUnchanged("name")); err != nil || string(got) != `{"kind":"Job"}` {
		t.Errorf("one that holds: %s, %v", got, err)
	}
	change := func(patch interface{}) bool {
		patch.(map[string]interface{})["added"] = "<"
		return true
	}
	if got, err := strategicpatch.CreateTwoWayMergePatch(original, modified, pod{}, change); err != nil || string(got) != `{"added":"\u003c","kind":"Job"}` {
		t.Errorf("one that changes the patch: %s, %v", got, err)
	}
}

func TestThreeWay(t *testing.T) {
	for _, test := range []struct {
		why, original, modified, current, want string
		conflict                               bool
	}{
		{"no change", `{"spec":{"node":"a"}}`, `{"spec":{"node":"a"}}`, `{"spec":{"node":"a"}}`, `{}`, false},
		{"a change", `{"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, `{"spec":{"node":"a","replicas":2}}`, `{"spec":{"node":"b"}}`, false},
		{"both the same change", `{"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, `{"spec":{"node":"b"}}`, `{}`, false},
		{"both change", `{"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, `{"spec":{"node":"c"}}`, `{"spec":{"node":"b"}}`, true},
		{"drift", `{"spec":{"node":"a"}}`, `{"spec":{"node":"a"}}`, `{"spec":{"node":"c"}}`, `{"spec":{"node":"a"}}`, true},
		{"drift that deletes", `{"spec":{"node":"a"}}`, `{"spec":{"node":"a"}}`, `{"spec":{}}`, `{"spec":{"node":"a"}}`, true},
		{"deletion of what changed", `{"spec":{"node":"a"}}`, `{"spec":{}}`, `{"spec":{"node":"c"}}`, `{"spec":{"node":null}}`, true},
		{"both add", `{}`, `{"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, `{"spec":{"node":"a"}}`, true},
		{"a number and its float", `{"spec":{"ratio":1}}`, `{"spec":{"ratio":2}}`, `{"spec":{"ratio":2.0}}`, `{}`, false},
		{"another order of an atomic list", `{"spec":{"containers":[{"name":"a","args":["x"]}]}}`,
			`{"spec":{"containers":[{"name":"a","args":["1","2"]}]}}`, `{"spec":{"containers":[{"name":"a","args":["2","1"]}]}}`, "", true},
		{"an element that current dropped", `{"spec":{"containers":[{"name":"a"},{"name":"b"}]}}`,
			`{"spec":{"containers":[{"name":"a"},{"name":"b","image":"2"}]}}`, `{"spec":{"containers":[{"name":"a"}]}}`, "", true},
		{"an element that current gave null for a key", `{"spec":{"containers":[{"name":"a"}]}}`,
			`{"spec":{"containers":[{"name":"a","image":"2"}]}}`, `{"spec":{"containers":[{"name":null}]}}`, "", true},
		{"other elements", `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}}`,
			`{"spec":{"containers":[{"name":"a","image":"2"},{"name":"b"}]}}`, `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"3"}]}}`, "", false},
		{"a set", `{"metadata":{"finalizers":["a","b"]}}`, `{"metadata":{"finalizers":["a","c"]}}`, `{"metadata":{"finalizers":["b"]}}`, "", false},
		{"the same deletion from a set", `{"metadata":{"finalizers":["a","b"]}}`, `{"metadata":{"finalizers":["b"]}}`, `{"metadata":{"finalizers":["b"]}}`, `{}`, false},
		{"duplicates in a set that others changed", `{"metadata":{"finalizers":["a"]},"spec":{"node":"a"}}`, `{"metadata":{"finalizers":["a"]},"spec":{"node":"b"}}`,
			`{"metadata":{"finalizers":["a","b","b"]},"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, false},
		{"an atomic map", `{"spec":{"selector":{"a":"1"}}}`, `{"spec":{"selector":{"a":"2"}}}`, `{"spec":{"selector":{"a":"3"}}}`, `{"spec":{"selector":{"a":"2"}}}`, true},
		{"elements without keys", `{}`, `{"spec":{"containers":[{"image":"1"},{"name":"b"}]}}`, `{"spec":{"containers":[{"image":"1"}]}}`, "", true},
		{"elements without keys that are alike", `{}`, `{"spec":{"containers":[{"image":"1"}]},"node":"b"}`, `{"spec":{"containers":[{"image":"1"}]}}`, "", false},
	} {
		o, m, c := []byte(test.original), []byte(test.modified), []byte(test.current)
		patch, err := strategicpatch.CreateThreeWayMergePatch(o, m, c, schema(t), true)
		if err != nil || test.want != "" && string(patch) != test.want {
			t.Errorf("%s: %s, %v", test.why, patch, err)
		}
		again, err := strategicpatch.CreateThreeWayMergePatch(o, m, c, schema(t), false)
		if got := mergepatch.IsConflict(err); got != test.conflict || !got && (err != nil || string(again) != string(patch)) {
			t.Errorf("%s, without overwrite: %s, %v", test.why, again, err)
		}
	}
}

func TestConflictTextHasPathsWithoutValues(t *testing.T) {
	_, err := strategicpatch.CreateThreeWayMergePatch([]byte(`{"metadata":{"labels":{"a":"hunter1","b":"1"}}}`),
		[]byte(`{"metadata":{"labels":{"a":"hunter2"}}}`), []byte(`{"metadata":{"labels":{"a":"hunter3","b":"2"}}}`), schema(t), false)
	want := "patch:\nmetadata.labels.a: set\nmetadata.labels.b: deleted\n" +
		"conflicts with changes made from original to current:\nmetadata.labels.a: set\nmetadata.labels.b: set\n"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestCompose(t *testing.T) {
	got, err := strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema(t),
		decode(t, `{"spec":{"node":"a","containers":[{"name":"a","image":"1"}]}}`),
		decode(t, `{"spec":{"node":null,"containers":[{"name":"b"}]}}`))
	if want := `{"spec":{"containers":[{"image":"1","name":"a"},{"name":"b"}],"node":null}}`; err != nil || encode(t, got) != want {
		t.Errorf("got %v, %v, expected %s", got, err, want)
	}
	if got, err := strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema(t)); err != nil || got == nil || len(got) != 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

func TestDirectivesAndComparisons(t *testing.T) {
	if got := strategicpatch.CreateDeleteDirective("name", "a"); !reflect.DeepEqual(got, goMap{"$patch": "delete", "name": "a"}) {
		t.Errorf("got %v", got)
	}
	for _, test := range []struct {
		original, modified      string
		added, removed, matches bool
	}{
		{"a", "b", false, true, false},
		{"b", "a", true, false, false},
		{"a", "a", false, false, true},
	} {
		if strategicpatch.ItemAddedToModifiedSlice(test.original, test.modified) != test.added ||
			strategicpatch.ItemRemovedFromModifiedSlice(test.original, test.modified) != test.removed ||
			strategicpatch.ItemMatchesOriginalAndModifiedSlice(test.original, test.modified) != test.matches {
			t.Errorf("%s and %s", test.original, test.modified)
		}
	}
}

// A patch that replaces a map includes the resource version, unless it removes the version.
func TestWidePatchesSayTheVersion(t *testing.T) {
	for _, test := range []struct{ original, modified, want, why string }{
		{
			`{"metadata":{"name":"n","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"a"}]}}`,
			`{"metadata":{"name":"n","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			`{"metadata":{"resourceVersion":"7"},"spec":{"$patch":"replace","containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			"replaced elsewhere",
		},
		{
			`{"metadata":{"name":"n","resourceVersion":"7","finalizers":["a","b","a"]}}`,
			`{"metadata":{"name":"n","resourceVersion":"7","finalizers":["a","c","a"]}}`,
			`{"metadata":{"$patch":"replace","finalizers":["a","c","a"],"name":"n","resourceVersion":"7"}}`,
			"metadata is replaced",
		},
		{
			`{"metadata":{"name":"n","resourceVersion":"7","finalizers":["a","b","a"]}}`,
			`{"metadata":{"name":"n","finalizers":["a","c","a"]}}`,
			`{"metadata":{"$patch":"replace","finalizers":["a","c","a"],"name":"n"}}`,
			"metadata is replaced by one without a version",
		},
		{
			`{"metadata":{"name":"n","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"a"}]}}`,
			`{"metadata":{"name":"m","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			`{"metadata":{"name":"m","resourceVersion":"7"},"spec":{"$patch":"replace","containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			"replaced elsewhere, and metadata changes",
		},
		{
			`{"metadata":{"name":"x","name":"n","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"a"}]}}`,
			`{"metadata":{"name":"n","resourceVersion":"7"},"spec":{"containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			`{"metadata":{"resourceVersion":"7"},"spec":{"$patch":"replace","containers":[{"name":"a"},{"name":"c"},{"name":"a"}]}}`,
			"a repeated name in the original",
		},
	} {
		accept := func(interface{}) bool { return true }
		for _, fns := range [][]mergepatch.PreconditionFunc{nil, {accept}} {
			got, err := strategicpatch.CreateTwoWayMergePatch([]byte(test.original), []byte(test.modified), pod{}, fns...)
			if err != nil || string(got) != test.want {
				t.Errorf("%s: %s, %v, expected %s", test.why, got, err, test.want)
			}
			inMaps, err := strategicpatch.CreateTwoWayMergeMapPatch(decode(t, test.original), decode(t, test.modified), pod{}, fns...)
			if text, _ := json.Marshal(inMaps); err != nil || string(text) != test.want {
				t.Errorf("%s, in maps: %s, %v, expected %s", test.why, text, err, test.want)
			}
		}
	}
}

// An error about a field that is not in the schema contains the reason of apimachinery and the path
// of the field.
func TestReasons(t *testing.T) {
	type endless *endless
	type item struct {
		Name string            `json:"name"`
		Pods []pod             `json:"pods"`
		Data map[string]string `json:"data"`
		P    endless           `json:"p"`
	}
	type root struct {
		Items []item          `json:"items" patchStrategy:"merge" patchMergeKey:"name"`
		Item  *item           `json:"item"`
		ByKey map[string]item `json:"byKey"`
	}
	for _, test := range []struct{ original, patch, path, reason string }{
		{`{"x":{"a":1}}`, `{"x":{"a":2}}`, "x", `unable to find api field in struct root for the json field "x"`},
		{`{"items":[{"name":"a","y":[1]}]}`, `{"items":[{"name":"a","y":[2]}]}`, "items[0].y", `unable to find api field in struct item for the json field "y"`},
		{`{"item":{"data":{"k":{"a":1}}}}`, `{"item":{"data":{"k":{"a":2}}}}`, "item.data.k", "merging an object in json but data type is not struct, instead is: map"},
		{`{"byKey":[1]}`, `{"byKey":[2]}`, "byKey", "expected slice or array type, but got: map"},
	} {
		_, err := strategicpatch.StrategicMergePatch([]byte(test.original), []byte(test.patch), root{})
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.UnknownField || e.Path.String() != test.path || e.Cause.Error() != test.reason {
			t.Errorf("%s: %v, want %s", test.patch, err, test.reason)
		} else if !strings.Contains(err.Error(), test.path) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("the message lacks the path or the reason: %v", err)
		}
	}
	_, err := strategicpatch.CreateTwoWayMergePatch([]byte(`{"x":{"a":1}}`), []byte(`{"x":{"a":2}}`), root{})
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != smp.NotRepresentable || !strings.Contains(err.Error(), `unable to find api field in struct root for the json field "x"`) {
		t.Errorf("a patch for a field that the type lacks: %v", err)
	}
	_, err = strategicpatch.StrategicMergePatch([]byte(`{"items":[{"name":"a"},{"name":"b"}]}`),
		[]byte(`{"items":[{"name":"b"},{"name":"a"}],"$setElementOrder/items":[{"name":"a"},{"name":"b"}]}`), root{})
	if !errors.As(err, &e) || e.Code != smp.OrderMismatch || err.Error() != `patch: ["$setElementOrder/items"]: order-mismatch: the order in the patch list doesn't match the $setElementOrder list (rule order-directive)` {
		t.Errorf("two orders: %v", err)
	}
	_, err = strategicpatch.StrategicMergePatch([]byte(`{"items":[{"name":"a"}]}`), []byte(`{"items":[{}]}`), root{})
	if !errors.As(err, &e) || e.Code != smp.MissingMergeKey || err.Error() != `patch: items[0]: missing-merge-key: the map does not contain declared merge key "name" (rule keyed-merge)` {
		t.Errorf("no merge key: %v", err)
	}
	document := `{"definitions":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"string"}}}}}}}`
	openAPI, err := strategicpatch.NewPatchMetaFromOpenAPI([]byte(document), "a")
	if err != nil {
		t.Fatal(err)
	}
	_, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta([]byte(`{"b":{"x":{"a":1}}}`), []byte(`{"b":{"x":{"a":2}}}`), openAPI)
	var missing strategicpatch.FieldNotFoundError
	if !errors.As(err, &missing) || missing.Field != "x" || missing.Path != "b" {
		t.Errorf("no field of a document: %v", err)
	}
}

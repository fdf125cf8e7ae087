package strategicpatch_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// The Go types of numbers are kept.
func TestMapsKeepTypes(t *testing.T) {
	original := goMap{"int": int64(80), "float": float64(80), "half": 0.5, "big": 1e22, "long": 12345678901234567890.0, "negative": math.Copysign(0, -1),
		"list": []interface{}{float64(1), int64(1), "a", true, nil}, "map": goMap{"float": float64(3)}}
	want := goMap{"int": int64(80), "float": float64(80), "half": 0.5, "big": 1e22, "long": 12345678901234567890.0, "negative": math.Copysign(0, -1),
		"list": []interface{}{float64(1), int64(1), "a", true, nil}, "map": goMap{"float": float64(3)}, "new": float64(2)}
	got, err := strategicpatch.StrategicMergeMapPatch(original, goMap{"new": float64(2)}, pod{})
	if err != nil || !reflect.DeepEqual(goMap(got), want) {
		t.Errorf("got %#v, %v", got, err)
	}
	got, err = strategicpatch.CreateTwoWayMergeMapPatch(goMap{}, want, pod{})
	if err != nil || !reflect.DeepEqual(goMap(got), want) {
		t.Errorf("a diff: %#v, %v", got, err)
	}
}

// A patch in Go maps is rejected like the same patch in JSON.
func TestMapsOfFaultyPatches(t *testing.T) {
	const patch = `{"spec":{"$patch":"unknown"}}`
	_, want := strategicpatch.StrategicMergePatch([]byte(`{"spec":{}}`), []byte(patch), &pod{})
	_, err := strategicpatch.StrategicMergeMapPatch(goMap{"spec": goMap{}}, decode(t, patch), &pod{})
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("got %v, want %v", err, want)
	}
}

// Values of Go types that encoding/json does not produce are kept, in unchanged fields and
// from the patch.
func TestMapsOfOtherTypes(t *testing.T) {
	others := goMap{
		"int": 1, "uint": uint8(2), "number": json.Number("3"), "float": float32(0.5), "text": map[string]string{"a": "b"}, "nil": goMap(nil), "list": []interface{}(nil),
	}
	got, err := strategicpatch.StrategicMergeMapPatch(others, goMap{"new": goMap{"number": uint16(4)}}, pod{})
	want := maps.Clone(others)
	want["new"] = goMap{"number": uint16(4)}
	if err != nil || !reflect.DeepEqual(goMap(got), want) {
		t.Errorf("got %#v, %v", got, err)
	}
	got, err = strategicpatch.StrategicMergeMapPatch(nil, others, pod{})
	want = maps.Clone(others)
	want["text"] = goMap{"a": "b"}
	if err != nil || !reflect.DeepEqual(goMap(got), want) {
		t.Errorf("got %#v, %v", got, err)
	}
	got, err = strategicpatch.StrategicMergeMapPatch(others, goMap{"int": 1.0, "spec": goMap{"node": "a"}}, pod{})
	want = maps.Clone(others)
	want["int"], want["spec"] = 1.0, goMap{"node": "a"}
	if err != nil || !reflect.DeepEqual(goMap(got), want) {
		t.Errorf("got %#v, %v", got, err)
	}
	original := goMap{"spec": goMap{"labels": goMap{"a": "1"}, "node": "a"}}
	got, err = strategicpatch.StrategicMergeMapPatch(original, goMap{"spec": goMap(nil)}, pod{})
	if err != nil || !reflect.DeepEqual(goMap(got), original) {
		t.Errorf("a nil map is empty: %#v, %v", got, err)
	}
}

// A value that has no JSON form is an error anywhere in a patch. In other documents, it is an error
// only if it is compared, and is kept otherwise.
func TestMapsThatAreNoJSON(t *testing.T) {
	loop := goMap{}
	loop["a"], loop["b"] = loop, loop
	deep := goMap{}
	for range 20000 {
		deep = goMap{"a": deep}
	}
	for _, test := range []struct {
		document, touching goMap
		path               string
		kind               smp.Code
	}{
		{goMap{"spec": goMap{"node": func() {}}}, goMap{"spec": goMap{"node": "x"}}, "spec.node", smp.WrongType},
		{goMap{"a": []interface{}{"x", make(chan int)}}, nil, "a[1]", smp.WrongType},
		{goMap{"a": math.NaN()}, goMap{"a": "x"}, "a", smp.WrongType},
		{goMap{"a": math.Inf(1)}, goMap{"a": "x"}, "a", smp.WrongType},
		{goMap{"a": "\xff"}, goMap{"a": "x"}, "a", smp.WrongType},
		{loop, loop, "a.a.a", smp.Limit},
		{deep, deep, "a.a.a", smp.Limit},
	} {
		check := func(document string, err error) {
			t.Helper()
			var e *smp.Error
			if !errors.As(err, &e) || e.Code != test.kind || e.Document != document || !strings.HasPrefix(e.Path.String(), test.path) {
				t.Errorf("%s: %.100v", test.path, err)
			}
		}
		result, err := strategicpatch.StrategicMergeMapPatch(test.document, goMap{"other": "x"}, pod{})
		if err != nil || fmt.Sprintf("%p%p", result["a"], result["spec"]) != fmt.Sprintf("%p%p", test.document["a"], test.document["spec"]) || result["other"] != "x" || test.document["other"] != nil {
			t.Errorf("%s: what the patch says nothing of: %v", test.path, err)
		}
		if test.kind != smp.Limit && test.touching != nil {
			_, err = strategicpatch.StrategicMergeMapPatch(test.document, test.touching, pod{})
			check("original", err)
			_, err = strategicpatch.CreateTwoWayMergeMapPatch(test.document, test.touching, pod{})
			check("original", err)
		}
		_, err = strategicpatch.StrategicMergeMapPatch(nil, test.document, pod{})
		check("patch", err)
		_, err = strategicpatch.CreateTwoWayMergeMapPatch(test.document, maps.Clone(test.document), pod{})
		if err == nil && test.kind == smp.Limit {
			t.Errorf("%s: two documents that are too deep are compared", test.path)
		}
		_, err = strategicpatch.CreateTwoWayMergeMapPatch(nil, test.document, pod{})
		check("modified", err)
		_, err = strategicpatch.MergingMapsHaveConflicts(test.document, nil, schema(t))
		check("left", err)
		_, err = strategicpatch.MergingMapsHaveConflicts(nil, test.document, schema(t))
		check("right", err)
		_, err = strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema(t), nil, test.document)
		check("patches[1]", err)
	}
}

// A result shares unchanged values with the documents. The outermost map and the maps and lists
// that contain a change are copies.
func TestMapsShare(t *testing.T) {
	same := func(a, b interface{}) bool { return fmt.Sprintf("%p", a) == fmt.Sprintf("%p", b) }
	original := decode(t, documents(t)[0])
	spec := original["spec"].(goMap)
	patch := goMap{"spec": goMap{"strategy": goMap{"new": goMap{"x": "y"}}, "containers": []interface{}{goMap{"name": "a", "image": "2"}}}}
	result, err := strategicpatch.StrategicMergeMapPatch(original, patch, pod{})
	if err != nil {
		t.Fatal(err)
	}
	after := result["spec"].(goMap)
	before, now := spec["containers"].([]interface{}), after["containers"].([]interface{})
	for place, shared := range map[string][2]interface{}{
		"metadata": {original["metadata"], result["metadata"]},
		"rolling":  {spec["strategy"].(goMap)["rolling"], after["strategy"].(goMap)["rolling"]},
		"element":  {before[0], now[0]},
		"new":      {patch["spec"].(goMap)["strategy"].(goMap)["new"], after["strategy"].(goMap)["new"]},
	} {
		if !same(shared[0], shared[1]) {
			t.Errorf("%s is not shared", place)
		}
	}
	for place, own := range map[string][2]interface{}{
		"root": {original, goMap(result)}, "spec": {spec, after}, "strategy": {spec["strategy"], after["strategy"]},
		"containers": {before, now}, "changed element": {before[1], now[1]},
	} {
		if same(own[0], own[1]) {
			t.Errorf("%s is shared", place)
		}
	}
	for name, call := range map[string]func() (strategicpatch.JSONMap, error){
		"a patch without changes": func() (strategicpatch.JSONMap, error) {
			return strategicpatch.StrategicMergeMapPatch(original, goMap{}, pod{})
		},
		"a patch for nothing": func() (strategicpatch.JSONMap, error) {
			return strategicpatch.StrategicMergeMapPatch(nil, patch, pod{})
		},
		"a diff from nothing": func() (strategicpatch.JSONMap, error) {
			return strategicpatch.CreateTwoWayMergeMapPatch(nil, original, pod{})
		},
		"one patch": func() (strategicpatch.JSONMap, error) {
			return strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema(t), patch)
		},
	} {
		got, err := call()
		if err != nil || same(goMap(got), original) || same(goMap(got), patch) {
			t.Errorf("%s: the outermost map is shared, or %v", name, err)
		}
	}
}

// documents returns related documents. They contain unordered sets, duplicates, directives and
// nulls, which a function that works in place would change.
func documents(t testing.TB) []string {
	t.Helper()
	return []string{
		`{"metadata":{"name":"p","labels":{"a":"1","b":"2"},"finalizers":["c","a","b"]},"spec":{"strategy":{"type":"x","rolling":{"a":"1"}},
			"containers":[{"name":"b","image":"1","args":["z","y"]},{"name":"a"},{"name":"c"}]}}`,
		`{"metadata":{"name":"p","labels":{"b":"3"},"finalizers":["d","a"]},"spec":{"strategy":{"type":"y"},
			"containers":[{"name":"a","image":"2"},{"name":"b","image":"1","args":["y","z"]},{"name":"d"}]}}`,
		`{"metadata":{"$setElementOrder/finalizers":["b","a"],"$deleteFromPrimitiveList/finalizers":["c"],"labels":{"$patch":"replace","a":"2"}},
			"spec":{"strategy":{"$retainKeys":["type"],"type":"y"},"containers":[{"name":"a","image":null},{"name":"b","$patch":"delete"}]}}`,
	}
}

// calls returns a call for every function of the package. Each call returns its result as text and
// then overwrites the result, but only the outermost map of a result that is a map.
func calls(t testing.TB, texts [][]byte, maps []goMap) []func() string {
	meta := schema(t)
	ofText := func(call func() ([]byte, error)) func() string {
		return func() string {
			text, err := call()
			if err != nil {
				return err.Error()
			}
			before := string(text)
			for i := range text {
				text[i] = 'X'
			}
			return before
		}
	}
	ofMaps := func(call func() (strategicpatch.JSONMap, error)) func() string {
		return func() string {
			m, err := call()
			if err != nil {
				return err.Error()
			}
			before, _ := json.Marshal(m)
			for name := range m {
				m[name] = "X"
			}
			return string(before)
		}
	}
	all := []func() string{
		ofText(func() ([]byte, error) { return strategicpatch.StrategicMergePatch(texts[0], texts[2], pod{}) }),
		ofText(func() ([]byte, error) { return strategicpatch.CreateTwoWayMergePatch(texts[0], texts[1], pod{}) }),
		ofText(func() ([]byte, error) {
			return strategicpatch.CreateThreeWayMergePatch(texts[0], texts[1], texts[0], meta, true)
		}),
		ofText(func() ([]byte, error) {
			return strategicpatch.CreateThreeWayMergePatch(texts[1], texts[0], texts[1], meta, false)
		}),
		ofMaps(func() (strategicpatch.JSONMap, error) {
			return strategicpatch.StrategicMergeMapPatch(maps[0], maps[2], pod{})
		}),
		ofMaps(func() (strategicpatch.JSONMap, error) {
			return strategicpatch.CreateTwoWayMergeMapPatch(maps[0], maps[1], pod{})
		}),
		ofMaps(func() (strategicpatch.JSONMap, error) {
			return strategicpatch.CreateTwoWayMergeMapPatch(nil, maps[1], pod{})
		}),
		ofMaps(func() (strategicpatch.JSONMap, error) {
			return strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(meta, maps[2])
		}),
		func() string {
			conflict, err := strategicpatch.MergingMapsHaveConflicts(maps[2], maps[1], meta)
			if err != nil {
				return err.Error()
			}
			return map[bool]string{true: "conflict", false: "none"}[conflict]
		},
	}
	return all
}

func TestInputsAreUnchanged(t *testing.T) {
	var texts [][]byte
	var maps, copies []goMap
	for _, text := range documents(t) {
		texts = append(texts, []byte(text))
		maps = append(maps, decode(t, text))
		copies = append(copies, decode(t, text))
	}
	for i, call := range calls(t, texts, maps) {
		first := call()
		for n, text := range documents(t) {
			if string(texts[n]) != text || !reflect.DeepEqual(maps[n], copies[n]) {
				t.Fatalf("call %d changes document %d:\n%s\n%v", i, n, texts[n], maps[n])
			}
		}
		if again := call(); again != first {
			t.Errorf("call %d gives %s, then %s", i, first, again)
		}
	}
}

func TestConcurrentCallsShareInputs(t *testing.T) {
	var texts [][]byte
	var maps []goMap
	for _, text := range documents(t) {
		texts = append(texts, []byte(text))
		maps = append(maps, decode(t, text))
	}
	all := calls(t, texts, maps)
	var want []string
	for _, call := range all {
		want = append(want, call())
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var got []string
			for _, call := range all {
				got = append(got, call())
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, alone %q", got, want)
			}
		}()
	}
	wait.Wait()
}

package strategicpatch_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
)

func TestMergingMapsHaveConflicts(t *testing.T) {
	for _, test := range []struct {
		why, left, right string
		want             bool
	}{
		{"other fields", `{"spec":{"node":"a"}}`, `{"spec":{"replicas":1}}`, false},
		{"equal values", `{"spec":{"node":"a","args":["x"]}}`, `{"spec":{"node":"a","args":["x"]}}`, false},
		{"scalars", `{"spec":{"node":"a"}}`, `{"spec":{"node":"b"}}`, true},
		{"a deletion", `{"spec":null}`, `{"spec":{"node":"b"}}`, true},
		{"deletions", `{"spec":{"node":null}}`, `{"spec":{"node":null}}`, false},
		{"numbers by value", `{"spec":{"replicas":1}}`, `{"spec":{"replicas":1.0}}`, false},
		{"a list and a map", `{"spec":[]}`, `{"spec":{}}`, true},
		{"elements", `{"spec":{"containers":[{"name":"a","image":"1"}]}}`, `{"spec":{"containers":[{"name":"b"},{"name":"a","image":"2"}]}}`, true},
		{"fields of an element", `{"spec":{"containers":[{"name":"a","image":"1"}]}}`, `{"spec":{"containers":[{"name":"a","args":[]}]}}`, false},
		{"other elements", `{"spec":{"containers":[{"name":"a","image":"1"}]}}`, `{"spec":{"containers":[{"name":"b","image":"2"}]}}`, false},
		{"elements of which the keys are null", `{"spec":{"containers":[{"name":null,"image":"1"}]}}`, `{"spec":{"containers":[{"name":"null"},{"name":null,"image":"2"}]}}`, true},
		{"null and its name", `{"spec":{"containers":[{"name":null,"image":"1"}]}}`, `{"spec":{"containers":[{"name":"null","image":"2"}]}}`, false},
		{"deletion of an element", `{"spec":{"containers":[{"name":"a","$patch":"delete"}]}}`, `{"spec":{"containers":[{"name":"a","image":"2"}]}}`, true},
		{"deletions of an element", `{"spec":{"containers":[{"name":"a","$patch":"delete"}]}}`, `{"spec":{"containers":[{"$patch":"delete","name":"a"}]}}`, false},
		{"the first of duplicates", `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"a","image":"2"}]}}`, true},
		{"the last of duplicates", `{"spec":{"containers":[{"name":"a"},{"name":"a","image":"1"}]}}`, `{"spec":{"containers":[{"name":"a","image":"2"}]}}`, true},
		{"duplicates in both", `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"a","image":"2"},{"name":"a"}]}}`, true},
		{"duplicates that say the same", `{"spec":{"containers":[{"name":"a","image":"1"},{"name":"a"}]}}`, `{"spec":{"containers":[{"name":"a","args":[]},{"name":"a","image":"1"}]}}`, false},
		{"atomic lists", `{"spec":{"containers":[{"name":"a","args":["x","y"]}]}}`, `{"spec":{"containers":[{"name":"a","args":["y","x"]}]}}`, true},
		{"empty lists", `{"spec":{"containers":[{"name":"a","args":[]}]}}`, `{"spec":{"containers":[{"name":"a","args":[]}]}}`, false},
		{"sets", `{"metadata":{"finalizers":["a"]}}`, `{"metadata":{"finalizers":["b"]}}`, false},
		{"a value added and deleted", `{"metadata":{"finalizers":["a","b"]}}`, `{"metadata":{"$deleteFromPrimitiveList/finalizers":["b"]}}`, true},
		{"one value added, another deleted", `{"metadata":{"finalizers":["a"]}}`, `{"metadata":{"$deleteFromPrimitiveList/finalizers":["b"]}}`, false},
		{"deletions from a set", `{"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}}`, `{"metadata":{"$deleteFromPrimitiveList/finalizers":["b"]}}`, false},
		{"order lists", `{"metadata":{"$setElementOrder/finalizers":["a","b"]}}`, `{"metadata":{"$setElementOrder/finalizers":["b","a"]}}`, false},
		{"retained keys", `{"spec":{"strategy":{"$retainKeys":["type"]}}}`, `{"spec":{"strategy":{"$retainKeys":["rolling"]}}}`, false},
		{"a directive in one", `{"spec":{"strategy":{"$patch":"replace"}}}`, `{"spec":{"strategy":{"type":"a"}}}`, true},
		{"two directives", `{"spec":{"strategy":{"$patch":"replace"}}}`, `{"spec":{"strategy":{"$patch":"delete"}}}`, true},
		{"one directive in both", `{"spec":{"strategy":{"$patch":"replace","type":"a"}}}`, `{"spec":{"strategy":{"$patch":"replace","type":"a"}}}`, false},
		{"an atomic map", `{"spec":{"selector":{"a":"1"}}}`, `{"spec":{"selector":{"b":"1"}}}`, true},
		{"a list that is replaced", `{"spec":{"containers":[{"$patch":"replace"}]}}`, `{"spec":{"containers":[{"name":"a"}]}}`, true},
		{"a name like a directive's", `{"metadata":{"labels":{"$setElementOrder/a":"1"}}}`, `{"metadata":{"labels":{"$setElementOrder/a":"2"}}}`, true},
		{"no schema below", `{"x":{"y":{"z":1}}}`, `{"x":{"y":{"z":2}}}`, true},
	} {
		left, right := decode(t, test.left), decode(t, test.right)
		got, err := strategicpatch.MergingMapsHaveConflicts(left, right, schema(t))
		swapped, swappedErr := strategicpatch.MergingMapsHaveConflicts(right, left, schema(t))
		if err != nil || swappedErr != nil || got != test.want || swapped != test.want {
			t.Errorf("%s: %t, %v, and the other way round %t, %v, expected %t", test.why, got, err, swapped, swappedErr, test.want)
		}
	}
}

// The test would take minutes if each duplicate were compared with each element of the other list.
func TestConflictsOfManyDuplicates(t *testing.T) {
	type port struct {
		Number int `json:"number"`
	}
	type container struct {
		Name  string `json:"name"`
		Ports []port `json:"ports" patchStrategy:"merge" patchMergeKey:"number"`
	}
	type pod struct {
		Containers []container `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(pod{})
	if err != nil {
		t.Fatal(err)
	}
	many := func(element string) string { return strings.Repeat(element+",", 9999) + element }
	left := decode(t, `{"containers":[`+many(`{"name":"a","ports":[{"number":1}]}`)+`]}`)
	right := decode(t, `{"containers":[{"name":"a","ports":[`+many(`{"number":1}`)+`]}]}`)
	if conflict, err := strategicpatch.MergingMapsHaveConflicts(left, right, meta); conflict || err != nil {
		t.Errorf("%t, %v", conflict, err)
	}
}

func TestPatchesWithoutMergeKeys(t *testing.T) {
	good := decode(t, `{"spec":{"containers":[{"name":"a"}]}}`)
	for _, test := range []struct {
		patch string
		want  string
	}{
		{`{"spec":{"containers":[{"name":"a"},{"image":"a"}]}}`, `missing-merge-key: missing merge key "name"`},
		{`{"spec":{"containers":[{"name":null},{"name":[null]}]}}`, `invalid-merge-key: merge key "name": expected a scalar, got a list`},
		{`{"spec":{"containers":[{"name":"a"},{"name":{"a":"b"}}]}}`, `invalid-merge-key: merge key "name": expected a scalar, got a map`},
		{`{"spec":{"containers":[{"name":"a"},null]}}`, `wrong-kind: expected a map, got null`},
		{`{"spec":{"containers":[{"name":"a"},"a"]}}`, `wrong-kind: expected a map, got a string`},
		{`{"spec":{"containers":[{"name":"a"},{"image":"a"},"a"]}}`, `missing-merge-key: missing merge key "name"`},
	} {
		for document, patches := range map[string][2]goMap{"left": {decode(t, test.patch), good}, "right": {good, decode(t, test.patch)}} {
			conflict, err := strategicpatch.MergingMapsHaveConflicts(patches[0], patches[1], schema(t))
			want := document + ": spec.containers[1]: " + test.want + " (rule keyed-merge)"
			if !conflict || err == nil || err.Error() != want {
				t.Errorf("%s: got %t, %v\nwant %s", test.patch, conflict, err, want)
			}
		}
	}
}

// Each path in the text of a conflict can be as long as a document. If there are many paths, the
// text contains the number of the others.
func TestConflictNamesSomePlaces(t *testing.T) {
	type object struct {
		M map[string]map[string]string `json:"m"`
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(object{})
	if err != nil {
		t.Fatal(err)
	}
	document := func(value string) []byte {
		members := map[string]string{}
		for i := range 150 {
			members[strconv.Itoa(i)] = value
		}
		text, err := json.Marshal(object{map[string]map[string]string{strings.Repeat("x", 1000): members}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	_, err = strategicpatch.CreateThreeWayMergePatch(document("a"), document("b"), document("c"), meta, false)
	if !mergepatch.IsConflict(err) {
		t.Fatalf("got %v, want a conflict", err)
	}
	if text := err.Error(); strings.Count(text, ": set") != 200 || strings.Count(text, "and 50 more") != 2 {
		t.Errorf("the text of the error names %d places, want 100 of each side and how many more: %.300s…", strings.Count(text, ": set"), text)
	}
}

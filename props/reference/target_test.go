package reference_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A merge is one row of a table: the target of a three-way merge.
type merge struct {
	name                              string
	original, modified, current, want string
}

func merges(t *testing.T, table []merge) {
	t.Helper()
	s := testSchema()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			original, modified, current, want := value(c.original), value(c.modified), value(c.current), value(c.want)
			got, err := reference.Target(s, original, modified, current)
			if err != nil || !model.Equal(got, want) {
				t.Fatalf("Target(%s, %s, %s)\n got %s, %v\nwant %s", c.original, c.modified, c.current, got.JSON(), err, c.want)
			}
			if original.JSON() != c.original || modified.JSON() != c.modified || current.JSON() != c.current {
				t.Error("an input was changed")
			}
			for _, from := range []model.Value{original, modified} {
				again, err := reference.Target(s, from, modified, got)
				if err != nil || !model.Equal(again, got) {
					t.Errorf("Target(%s, %s, %s) = %s, %v", from.JSON(), c.modified, got.JSON(), again.JSON(), err)
				}
			}
		})
	}
}

func TestTargetFields(t *testing.T) {
	merges(t, []merge{
		{"scalar: modified's", `{"name":"a"}`, `{"name":"b"}`, `{"name":"x"}`, `{"name":"b"}`},
		{"scalar: drift is undone", `{"name":"a"}`, `{"name":"a"}`, `{"name":"x"}`, `{"name":"a"}`},
		{"scalar: in place of a map", `{"any":{"a":1}}`, `{"any":"x"}`, `{"any":{"a":1,"b":2}}`, `{"any":"x"}`},
		{"map: in place of a scalar", `{"any":{"a":1,"b":1}}`, `{"any":{"a":{"c":null}}}`, `{"any":"x"}`, `{"any":{"a":{}}}`},
		{"map: original has another kind", `{"any":"x"}`, `{"any":{"a":1}}`, `{"any":{"b":2}}`, `{"any":{"a":1,"b":2}}`},
		{"atomic list: modified's", `{"args":["a"]}`, `{"args":["a"]}`, `{"args":["a","b"]}`, `{"args":["a"]}`},
		{"atomic list: nulls are data, null members are none", `{}`, `{"raw":[null,{"a":null}]}`, `{"raw":[1]}`, `{"raw":[null,{}]}`},
		{"atomic map: modified's", `{"atomic":{"name":"a"}}`, `{"atomic":{"name":"a"}}`, `{"atomic":{"name":"a","n":1}}`, `{"atomic":{"name":"a"}}`},
		{"declared map: recurses", `{"map":{"name":"a","n":1}}`, `{"map":{"name":"b"}}`, `{"map":{"name":"a","n":1,"any":2}}`, `{"map":{"name":"b","any":2}}`},
		{"free-form map: recurses", `{"labels":{"a":"1","b":"1"}}`, `{"labels":{"a":"2"}}`, `{"labels":{"a":"1","b":"3","c":"1"}}`, `{"labels":{"a":"2","c":"1"}}`},
		{"free-form map: of maps", `{"structs":{"a":{"name":"x"}}}`, `{"structs":{"a":{"name":"y"}}}`, `{"structs":{"a":{"name":"x","n":1}}}`, `{"structs":{"a":{"name":"y","n":1}}}`},
		{"map without schema: recurses", `{"any":{"a":1,"b":{"x":1}}}`, `{"any":{"a":2}}`, `{"any":{"b":{"x":1,"y":1},"c":1}}`, `{"any":{"a":2,"b":{"y":1},"c":1}}`},
		{"an empty map is there", `{"labels":{"a":"1"}}`, `{"labels":{}}`, `{"labels":{"a":"1"}}`, `{"labels":{}}`},
		{"neither has it", `{}`, `{}`, `{"name":"x","list":[{"name":"a"}],"new":{"a":1}}`, `{"name":"x","list":[{"name":"a"}],"new":{"a":1}}`},
		{"null in modified: gone", `{}`, `{"name":null,"map":{"any":null}}`, `{"name":"x","map":{"n":1,"any":{"a":1}}}`, `{"map":{"n":1}}`},
		{"null in modified: a merging list", `{}`, `{"set":null,"list":null}`, `{"set":["a"],"list":[{"name":"a"}]}`, `{}`},
		{"null in original: absent", `{"name":null,"labels":{"a":null}}`, `{"labels":{}}`, `{"name":"x","labels":{"a":"1"}}`, `{"name":"x","labels":{"a":"1"}}`},
		{"null in current: absent", `{}`, `{"map":{}}`, `{"name":null,"map":{"n":null}}`, `{"map":{}}`},
		{"documents: null and absent are empty", `null`, `{"name":"x"}`, `null`, `{"name":"x"}`},
	})
}

func TestTargetDropped(t *testing.T) {
	merges(t, []merge{
		{"scalar", `{"name":"a"}`, `{}`, `{"name":"x"}`, `{}`},
		{"current lacks it", `{"name":"a","labels":{"a":"1"}}`, `{}`, `{"n":1}`, `{"n":1}`},
		{"atomic list and map", `{"args":["a"],"atomic":{"name":"a"}}`, `{}`, `{"args":["a","b"],"atomic":{"name":"a","n":1}}`, `{}`},
		{"declared map: whole", `{"map":{"name":"a"}}`, `{}`, `{"map":{"name":"a","any":1}}`, `{}`},
		{"free-form map: what others added stays", `{"labels":{"a":"1"}}`, `{}`, `{"labels":{"a":"2","b":"1"}}`, `{"labels":{"b":"1"}}`},
		{"free-form map: nothing is left", `{"labels":{"a":"1"}}`, `{}`, `{"labels":{"a":"2"}}`, `{}`},
		{"free-form map: it was empty", `{"labels":{}}`, `{}`, `{"labels":{}}`, `{}`},
		{"free-form map: of free-form maps", `{"any":{"a":{"x":1},"b":{"x":1},"c":1}}`, `{}`, `{"any":{"a":{"x":1,"y":1},"b":{"x":1},"c":{"y":1}}}`, `{"any":{"a":{"y":1}}}`},
		{"free-form map: of declared maps", `{"structs":{"a":{"name":"x"}}}`, `{}`, `{"structs":{"a":{"name":"x","n":1},"b":{}}}`, `{"structs":{"b":{}}}`},
		{"free-form map: of sets", `{"lists":{"a":["x"],"b":["x"]}}`, `{}`, `{"lists":{"a":["x","y"],"b":["x"]}}`, `{"lists":{"a":["y"]}}`},
		{"free-form map that retains keys: whole", `{"kept":{"a":1}}`, `{}`, `{"kept":{"a":1,"b":1}}`, `{}`},
		{"free-form map that retains keys: it was empty", `{"kept":{}}`, `{}`, `{"kept":{"b":1}}`, `{}`},
		{"set", `{"set":["a","b"]}`, `{}`, `{"set":["a","c"]}`, `{"set":["c"]}`},
		{"set: nothing is left", `{"set":["a"]}`, `{}`, `{"set":["a","a"]}`, `{}`},
		{"keyed list: elements whole", `{"list":[{"name":"a"}]}`, `{}`, `{"list":[{"name":"a","value":"v"},{"name":"b"}]}`, `{"list":[{"name":"b"}]}`},
		{"keyed list: nothing is left", `{"list":[{"name":"a"}]}`, `{}`, `{"list":[{"name":"a","value":"v"}]}`, `{}`},
		{"another kind in current: whole", `{"any":{"a":1},"set":["a"]}`, `{}`, `{"any":[1],"set":"x"}`, `{}`},
		{"another kind than the schema's", `{"list":{},"volumes":{"a":1}}`, `{}`, `{"list":{"b":1},"volumes":{"a":1,"b":1}}`, `{"list":{"b":1},"volumes":{"b":1}}`},
		{"another kind in original: whole", `{"any":1,"set":{"a":1}}`, `{}`, `{"any":{"b":1},"set":["b"]}`, `{}`},
	})
}

func TestTargetRetainKeys(t *testing.T) {
	merges(t, []merge{
		{"unchanged: others' names stay", `{"union":{"foo":"a"}}`, `{"union":{"foo":"a"}}`, `{"union":{"foo":"a","bar":"x"}}`, `{"union":{"foo":"a","bar":"x"}}`},
		{"unchanged: drift is undone, and others' names go", `{"union":{"foo":"a"}}`, `{"union":{"foo":"a"}}`, `{"union":{"foo":"z","bar":"x"}}`, `{"union":{"foo":"a"}}`},
		{"drift: current lost a name", `{"union":{"foo":"a"}}`, `{"union":{"foo":"a"}}`, `{"union":{"bar":"x"}}`, `{"union":{"foo":"a"}}`},
		{"drift: inside a map", `{"kept":{"a":{"x":1}}}`, `{"kept":{"a":{"x":1}}}`, `{"kept":{"a":{"x":2,"y":1},"b":1}}`, `{"kept":{"a":{"x":1,"y":1}}}`},
		{"drift: an empty map that current lost", `{"kept":{"a":{}}}`, `{"kept":{"a":{}}}`, `{"kept":{"b":1}}`, `{"kept":{"a":{}}}`},
		{"held: others' names inside a map", `{"kept":{"a":{"x":1}}}`, `{"kept":{"a":{"x":1}}}`, `{"kept":{"a":{"x":1,"y":1},"b":1}}`, `{"kept":{"a":{"x":1,"y":1},"b":1}}`},
		{"held: an empty map", `{"kept":{"a":{}}}`, `{"kept":{"a":{}}}`, `{"kept":{"a":{"y":1},"b":1}}`, `{"kept":{"a":{"y":1},"b":1}}`},
		{"drift: an atomic list in another order", `{"kept":{"a":[1,2]}}`, `{"kept":{"a":[1,2]}}`, `{"kept":{"a":[2,1],"b":1}}`, `{"kept":{"a":[1,2]}}`},
		{"held: a null of modified that current lacks", `{"union":{"foo":"a"}}`, `{"union":{"foo":"a","bar":null}}`, `{"union":{"foo":"a","other":"y"}}`, `{"union":{"foo":"a","other":"y"}}`},
		{"changed: others' names go", `{"union":{"foo":"a"}}`, `{"union":{"foo":"b"}}`, `{"union":{"foo":"a","bar":"x"}}`, `{"union":{"foo":"b"}}`},
		{"changed, and current agrees", `{"union":{"foo":"a"}}`, `{"union":{"foo":"b"}}`, `{"union":{"foo":"b","bar":"x"}}`, `{"union":{"foo":"b"}}`},
		{"absent in original counts as empty", `{}`, `{"union":{}}`, `{"union":{"bar":"x"}}`, `{"union":{"bar":"x"}}`},
		{"absent in original: changed", `{}`, `{"union":{"foo":"a"}}`, `{"union":{"bar":"x"}}`, `{"union":{"foo":"a"}}`},
		{"nulls are no change", `{"union":{"foo":"a","bar":null}}`, `{"union":{"foo":"a","other":null}}`, `{"union":{"foo":"a","bar":"x"}}`, `{"union":{"foo":"a","bar":"x"}}`},
		{"drift: a null of modified that current has", `{"union":{"foo":"a"}}`, `{"union":{"foo":"a","other":null}}`, `{"union":{"foo":"a","bar":"x","other":"y"}}`, `{"union":{"foo":"a"}}`},
		{"go whole", `{"kept":{"a":{"x":1},"b":1}}`, `{"kept":{"b":2}}`, `{"kept":{"a":{"x":1,"y":1},"b":1}}`, `{"kept":{"b":2}}`},
		{"others' stay inside", `{"kept":{"a":{"x":1}}}`, `{"kept":{"a":{"x":2}}}`, `{"kept":{"a":{"x":1,"y":1},"b":1}}`, `{"kept":{"a":{"x":2,"y":1}}}`},
		{"element: unchanged", `{"volumes":[{"name":"a"}]}`, `{"volumes":[{"name":"a"}]}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`},
		{"element: changed", `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{"volumes":[{"name":"a","hostPath":{}}]}`, `{"volumes":[{"name":"a","emptyDir":{},"value":"v"}]}`, `{"volumes":[{"name":"a","hostPath":{}}]}`},
		{"element: drift", `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{"volumes":[{"name":"a","hostPath":{}}]}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`},
		{"element: drift in a list that is kept", `{"volumes":[{"name":"a","list":[{"name":"x"},{"name":"y"}]}]}`, `{"volumes":[{"name":"a","list":[{"name":"x"},{"name":"y"}]}]}`, `{"volumes":[{"name":"a","list":[{"name":"y"}],"value":"v"}]}`, `{"volumes":[{"name":"a","list":[{"name":"x"},{"name":"y"}]}]}`},
		{"element: held, order and others aside", `{"volumes":[{"name":"a","set":["x","y"]}]}`, `{"volumes":[{"name":"a","set":["x","y"]}]}`, `{"volumes":[{"name":"a","set":["y","z","x"],"value":"v"}]}`, `{"volumes":[{"name":"a","set":["z","x","y"],"value":"v"}]}`},
		{"element: merge keys stay", `{"retained":[{"foo":"a"}]}`, `{"retained":[{"foo":"a","value":"v"}]}`, `{"retained":[{"foo":"a","bar":"x","image":"i"}]}`, `{"retained":[{"foo":"a","bar":"x","value":"v"}]}`},
		{"element: its own type says so", `{"unions":[{"name":"a"}]}`, `{"unions":[{"name":"a","foo":"x"}]}`, `{"unions":[{"name":"a","bar":"y"}]}`, `{"unions":[{"name":"a","foo":"x"}]}`},
		{"element: new in modified", `{}`, `{"volumes":[{"name":"a"}]}`, `{"volumes":[{"name":"a","value":"v"}]}`, `{"volumes":[{"name":"a"}]}`},
	})
}

func TestTargetSets(t *testing.T) {
	merges(t, []merge{
		{"others' values stay", `{"set":["a"]}`, `{"set":["a"]}`, `{"set":["s","a"]}`, `{"set":["s","a"]}`},
		{"adds and removes", `{"set":["a","b"]}`, `{"set":["a","c"]}`, `{"set":["a","s","b"]}`, `{"set":["a","s","c"]}`},
		{"removes all that are equal", `{"set":["a","b"]}`, `{"set":["b"]}`, `{"set":["a","b","a"]}`, `{"set":["b"]}`},
		{"deduplicated where one is added", `{"set":["a"]}`, `{"set":["a","c"]}`, `{"set":["a","s","s",null]}`, `{"set":["a","s",null,"c"]}`},
		{"not deduplicated where none is", `{"set":["a","b"]}`, `{"set":["a"]}`, `{"set":["a","b","s","s"]}`, `{"set":["a","s","s"]}`},
		{"duplicates in modified", `{"set":["a"]}`, `{"set":["a","a"]}`, `{"set":["a","s"]}`, `{"set":["s","a","a"]}`},
		{"duplicates in modified: they are there", `{"set":["a"]}`, `{"set":["a","a"]}`, `{"set":["a","s","a"]}`, `{"set":["a","s","a"]}`},
		{"duplicates in original and current", `{"set":["a","a"]}`, `{"set":["a"]}`, `{"set":["a","a","s"]}`, `{"set":["s","a"]}`},
		{"duplicates in original only", `{"set":["a","a"]}`, `{"set":["b"]}`, `{"set":["a","b","s"]}`, `{"set":["b","s"]}`},
		{"no scalars in original and current", `{"set":[{"x":1},"a"]}`, `{"set":["a"]}`, `{"set":[{"x":1},{"x":2},"a"]}`, `{"set":[{"x":2},"a"]}`},
		{"current has no list", `{"set":["a"]}`, `{"set":["a"]}`, `{"set":{"a":1}}`, `{"set":["a"]}`},
		{"order: a new value before a known one", `{"set":["a"]}`, `{"set":["n","a"]}`, `{"set":["s","a"]}`, `{"set":["s","n","a"]}`},
	})
}

func TestTargetKeyedLists(t *testing.T) {
	merges(t, []merge{
		{"recurses, drops, keeps", `{"list":[{"name":"a","value":"1"},{"name":"b"}]}`, `{"list":[{"name":"a","value":"2"}]}`,
			`{"list":[{"name":"s"},{"name":"a","value":"1","image":"i"},{"name":"b","image":"i"}]}`, `{"list":[{"name":"s"},{"name":"a","value":"2","image":"i"}]}`},
		{"current lost an element", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b","value":null}]}`, `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"b"}]}`},
		{"two fields are the key", `{"pair":[{"foo":"a","bar":"x"}]}`, `{"pair":[{"foo":"a","bar":"y"}]}`, `{"pair":[{"foo":"a","bar":"x"},{"foo":"b","bar":"x"}]}`, `{"pair":[{"foo":"b","bar":"x"},{"foo":"a","bar":"y"}]}`},
		{"all recommended keys count", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x","value":"v"}]}`, `{"rec":[{"foo":"a","bar":"y"},{"foo":"a","bar":"x"}]}`,
			`{"rec":[{"foo":"a","bar":"y"},{"foo":"a","bar":"x","value":"v"}]}`},
		{"only those that a patch can select by", `{"named":[{"foo":"a","bar":"x"}]}`, `{"named":[{"foo":"a","bar":"y"}]}`, `{"named":[{"foo":"a","bar":"x","$patchMergeKey":1}]}`, `{"named":[{"foo":"a","bar":"y","$patchMergeKey":1}]}`},
		{"a default counts", `{"ports":[{"port":1}]}`, `{"ports":[{"port":1,"name":"n"}]}`, `{"ports":[{"port":1,"protocol":"UDP"},{"port":1,"protocol":"TCP"}]}`,
			`{"ports":[{"port":1,"protocol":"UDP"},{"port":1,"protocol":"TCP","name":"n"}]}`},
		{"a default is dropped: the element is a new one", `{"ports":[{"port":1,"protocol":"TCP"},{"port":2}]}`, `{"ports":[{"port":1},{"port":2}]}`,
			`{"ports":[{"port":1,"protocol":"TCP","name":"n"},{"port":3},{"port":2}]}`, `{"ports":[{"port":3},{"port":1,"name":"n"},{"port":2}]}`},
		{"elements without keys in current stay", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","value":"v"}]}`, `{"list":[1,{"name":"a"},{"value":"x"}]}`, `{"list":[1,{"name":"a","value":"v"},{"value":"x"}]}`},
		{"duplicates in current: the first is merged", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","value":"v"}]}`, `{"list":[{"name":"a"},{"name":"s"},{"name":"a","image":"2"}]}`,
			`{"list":[{"name":"a","value":"v"},{"name":"s"},{"name":"a","image":"2"}]}`},
		{"duplicates in original only", `{"list":[{"name":"a"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"a","value":"3"}]}`, `{"list":[{"name":"a"},{"name":"s"}]}`,
			`{"list":[{"name":"a","value":"3"},{"name":"s"}]}`},
		{"duplicates in modified: each with its own", `{"list":[{"name":"a","value":"1"}]}`, `{"list":[{"name":"a","value":"1"},{"name":"b"},{"name":"a","value":"2"}]}`,
			`{"list":[{"name":"a","value":"1","image":"i"},{"name":"s"},{"name":"a","image":"j"},{"name":"a"}]}`,
			`{"list":[{"name":"a","value":"1","image":"i"},{"name":"s"},{"name":"b"},{"name":"a","value":"2","image":"j"},{"name":"a"}]}`},
		{"duplicates in modified: they are there", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"a","image":"i"},{"name":"s"},{"name":"a","value":"2"}]}`,
			`{"list":[{"name":"a","image":"i"},{"name":"s"},{"name":"a","value":"2"}]}`},
		{"duplicates in original and current", `{"list":[{"name":"a"},{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","image":"i"},{"name":"a"},{"name":"b"},{"name":"s"}]}`,
			`{"list":[{"name":"a","image":"i"},{"name":"s"}]}`},
		{"no keys in modified: by value", `{"list":[{"value":"1"}]}`, `{"list":[{"value":"1"},1,null,{"value":"2"}]}`, `{"list":[{"value":"1"},{"value":"3"},{"name":"s"}]}`,
			`{"list":[{"value":"1"},{"value":"3"},{"name":"s"},1,null,{"value":"2"}]}`},
		{"no keys in original and current", `{"list":[{"value":"1"}]}`, `{"list":[{"name":"a"}]}`, `{"list":[{"value":"1"},{"value":"2"}]}`, `{"list":[{"value":"2"},{"name":"a"}]}`},
		{"no keys in original only", `{"list":[{"value":"1"}]}`, `{"list":[{"name":"a","value":"v"}]}`, `{"list":[{"name":"a"},{"name":"s"}]}`, `{"list":[{"name":"a","value":"v"},{"name":"s"}]}`},
	})
}

// Keys that a server filled in identify an element together with the other keys.
func TestTargetFilledInKeys(t *testing.T) {
	merges(t, []merge{
		{"pairs", `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","value":"v"}]}`, `{"rec":[{"foo":"s"},{"foo":"a","bar":"x","image":"i"}]}`, `{"rec":[{"foo":"s"},{"foo":"a","bar":"x","image":"i","value":"v"}]}`},
		{"pairs: nothing to send", `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"pairs: keys that are there must be equal", `{}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"y","baz":"z"}]}`, `{"rec":[{"foo":"a","bar":"y","baz":"z"},{"foo":"a","bar":"x"}]}`},
		{"pairs: null is no key", `{}`, `{"rec":[{"foo":"a","bar":null}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"carries the keys where keys are retained", `{"retained":[{"foo":"a"}]}`, `{"retained":[{"foo":"a","value":"v"}]}`, `{"retained":[{"foo":"a","bar":"x","image":"i"}]}`, `{"retained":[{"foo":"a","bar":"x","value":"v"}]}`},
		{"lacks no key", `{"rec":[{"foo":"a","bar":"x","baz":"y"}]}`, `{"rec":[{"foo":"a","bar":"y","baz":"y"}]}`, `{"rec":[{"foo":"a","bar":"x","baz":"y"}]}`, `{"rec":[{"foo":"a","bar":"y","baz":"y"}]}`},
		{"a duplicate in modified", `{}`, `{"rec":[{"foo":"a"},{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a"},{"foo":"a"}]}`},
		{"duplicates beside it", `{}`, `{"rec":[{"foo":"a"},{"foo":"b"},{"foo":"b"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"s"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"s"},{"foo":"b"},{"foo":"b"}]}`},
		{"it is there by all keys", `{}`, `{"rec":[{"foo":"a","value":"v"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","value":"v"}]}`},
		{"two could be it", `{}`, `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"},{"foo":"a"}]}`},
		{"modified has the one", `{}`, `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"foo":"a","bar":"y"},{"foo":"a","bar":"x"}]}`},
		{"original has the one", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a"}]}`},
		{"another was first", `{}`, `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x","baz":"y"}]}`, `{"rec":[{"foo":"a","bar":"x","baz":"y"},{"foo":"a","bar":"x"}]}`},
		{"modified's come first", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x","baz":"y"}]}`, `{"rec":[{"foo":"a","bar":"x","baz":"y"}]}`},
		{"original's that modified lacks goes", `{"rec":[{"foo":"a"}]}`, `{"rec":[]}`, `{"rec":[{"foo":"a","bar":"x"},{"foo":"b","bar":"x"}]}`, `{"rec":[{"foo":"b","bar":"x"}]}`},
		{"original's in a dropped list", `{"rec":[{"foo":"a"}]}`, `{}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{}`},
	})
}

// A field is removed if one of its unions excludes it, even if its other unions do not.
func TestTargetSharedUnionField(t *testing.T) {
	merges(t, []merge{
		{"excluded by both", `{}`, `{"shared":{"foo":"a","other":"b"}}`, `{"shared":{"bar":"x"}}`, `{"shared":{"foo":"a","other":"b"}}`},
		{"excluded by one, unset to the other", `{}`, `{"shared":{"foo":"a","other":"b"}}`, `{"shared":{"bar":""}}`, `{"shared":{"foo":"a","other":"b"}}`},
		{"unset to the one that excludes it", `{}`, `{"shared":{"other":"b"}}`, `{"shared":{"bar":""}}`, `{"shared":{"bar":"","other":"b"}}`},
		{"excluded by one, the other is not spoken of", `{}`, `{"shared":{"foo":"a"}}`, `{"shared":{"bar":""}}`, `{"shared":{"foo":"a"}}`},
	})
}

func TestTargetOrder(t *testing.T) {
	merges(t, []merge{
		{"nothing to send", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"s"},{"name":"b"},{"name":"t"}]}`,
			`{"list":[{"name":"a"},{"name":"s"},{"name":"b"},{"name":"t"}]}`},
		{"a change moves nothing", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","image":"2"}]}`, `{"list":[{"name":"a"},{"name":"s"}]}`, `{"list":[{"name":"a","image":"2"},{"name":"s"}]}`},
		{"the order differs: others come first", `{"list":[]}`, `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b"},{"name":"a"},{"name":"s"}]}`, `{"list":[{"name":"s"},{"name":"a"},{"name":"b"}]}`},
		{"a patch of both is order enough", `{"list":[]}`, `{"list":[{"name":"a","image":"2"},{"name":"b","image":"2"}]}`, `{"list":[{"name":"t"},{"name":"b"},{"name":"s"},{"name":"a"},{"name":"u"}]}`,
			`{"list":[{"name":"t"},{"name":"s"},{"name":"a","image":"2"},{"name":"b","image":"2"},{"name":"u"}]}`},
		{"a new one at the end", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"n"}]}`, `{"list":[{"name":"a"},{"name":"s"}]}`, `{"list":[{"name":"a"},{"name":"s"},{"name":"n"}]}`},
		{"a new one in between needs the directive", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"n"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"s"},{"name":"b"}]}`,
			`{"list":[{"name":"s"},{"name":"a"},{"name":"n"},{"name":"b"}]}`},
		{"a new one before one that changes", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"n"},{"name":"b","image":"2"}]}`, `{"list":[{"name":"a"},{"name":"s"},{"name":"b"},{"name":"t"}]}`,
			`{"list":[{"name":"a"},{"name":"s"},{"name":"n"},{"name":"b","image":"2"},{"name":"t"}]}`},
		{"current has no list", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"},{"name":"a"}]}`, `{}`, `{"list":[{"name":"b"},{"name":"a"}]}`},
		{"duplicates in current: the first ones stand in order", `{}`, `{"set":["a","b"]}`, `{"set":["a","s","b","a"]}`, `{"set":["a","s","b","a"]}`},
		{"duplicates in current: an order list puts them together", `{}`, `{"set":["a","b"]}`, `{"set":["b","a","s","b","a"]}`, `{"set":["s","a","a","b","b"]}`},
		{"duplicates in current: of a keyed list", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"b"},{"name":"a","image":"2"}]}`,
			`{"list":[{"name":"a"},{"name":"b"},{"name":"a","image":"2"}]}`},
	})
}

// These merges are from bug reports about other engines.
func TestTargetReports(t *testing.T) {
	merges(t, []merge{
		{"equal sets", `{"set":["b","a"]}`, `{"set":["b","a"]}`, `{"set":["b","a"]}`, `{"set":["b","a"]}`},
		{"a set reordered to be sorted", `{"set":["b","a"]}`, `{"set":["a","b"]}`, `{"set":["b","a"]}`, `{"set":["a","b"]}`},
		{"a set of numbers of all sorts", `{"lists":{"a":[1,2]}}`, `{"lists":{"a":[1,2.5]}}`, `{"lists":{"a":[1.0,2]}}`, `{"lists":{"a":[1,2.5]}}`},
		{"a key of another kind", `{"list":[{"name":1}]}`, `{"list":[{"name":"1"}]}`, `{"list":[{"name":1}]}`, `{"list":[{"name":"1"}]}`},
		{"a sidecar", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"name":"sidecar"}]}`, `{"list":[{"name":"a"},{"name":"sidecar"}]}`},
		{"an equal map with strategy replace", `{"atomic":{"labels":{"a":"1"}}}`, `{"atomic":{"labels":{"a":"1"}}}`, `{"atomic":{"labels":{"a":"1"}}}`, `{"atomic":{"labels":{"a":"1"}}}`},
		{"the order of an atomic list is modified's", `{"args":["x"]}`, `{"args":["c","a","b"]}`, `{"args":["b","a","c"]}`, `{"args":["c","a","b"]}`},
		{"duplicates in an atomic list are modified's", `{"args":["x"]}`, `{"args":["a","a","b"]}`, `{"args":["b","b","a"]}`, `{"args":["a","a","b"]}`},
		{"both removed a value", `{"set":["a","b"]}`, `{"set":["b"]}`, `{"set":["b"]}`, `{"set":["b"]}`},
		{"the last own annotation", `{"labels":{"u":"1"}}`, `{}`, `{"labels":{"u":"1","c":"1"}}`, `{"labels":{"c":"1"}}`},
		{"the last own finalizer", `{"set":["a"]}`, `{}`, `{"set":["a","b"]}`, `{"set":["b"]}`},
		{"numbers by value", `{"n":1}`, `{"n":2}`, `{"n":2.0}`, `{"n":2}`},
		{"a deleted variable of a lost container", `{"list":[{"name":"s"},{"name":"a","list":[{"name":"X"},{"name":"Y"}]}]}`, `{"list":[{"name":"s"},{"name":"a","list":[{"name":"X"}]}]}`,
			`{"list":[{"name":"s"}]}`, `{"list":[{"name":"s"},{"name":"a","list":[{"name":"X"}]}]}`},
		{"a volume that current lost", `{"volumes":[{"name":"a","emptyDir":{"medium":"Memory"}}]}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{}`, `{"volumes":[{"name":"a","emptyDir":{}}]}`},
		{"a volume of another source that current lost", `{"volumes":[{"name":"a","emptyDir":{}}]}`, `{"volumes":[{"name":"a","hostPath":{}}]}`, `{"volumes":[]}`, `{"volumes":[{"name":"a","hostPath":{}}]}`},
		{"a map that current lost", `{"map":{"set":["a","b"]}}`, `{"map":{"set":["a"]}}`, `{}`, `{"map":{"set":["a"]}}`},
		{"a defaulted strategy stays", `{"union":{"foo":"RollingUpdate"}}`, `{"union":{"foo":"RollingUpdate"}}`, `{"union":{"foo":"RollingUpdate","bar":"25%"}}`, `{"union":{"foo":"RollingUpdate","bar":"25%"}}`},
		{"scaled replicas stay", `{"map":{"name":"x"}}`, `{"map":{"name":"y"}}`, `{"map":{"name":"x","n":5}}`, `{"map":{"name":"y","n":5}}`},
		{"one of two duplicates is removed", `{"list":[{"name":"X","value":"1"},{"name":"X","value":"1"}]}`, `{"list":[{"name":"X","value":"1"}]}`, `{"list":[{"name":"X","value":"1"},{"name":"X","value":"1"}]}`,
			`{"list":[{"name":"X","value":"1"}]}`},
		{"one of two duplicates is renamed", `{"list":[{"name":"E","value":"1"},{"name":"E","value":"2"}]}`, `{"list":[{"name":"N","value":"1"},{"name":"E","value":"2"}]}`,
			`{"list":[{"name":"E","value":"1"},{"name":"E","value":"2"}]}`, `{"list":[{"name":"N","value":"1"},{"name":"E","value":"2"}]}`},
		{"current lost one of two protocols", `{"ports":[{"port":53,"protocol":"UDP"},{"port":53}]}`, `{"ports":[{"port":53,"protocol":"UDP"},{"port":53}]}`, `{"ports":[{"port":53,"protocol":"UDP"}]}`,
			`{"ports":[{"port":53,"protocol":"UDP"},{"port":53}]}`},
		{"a key edited elsewhere", `{"ports":[{"port":81}]}`, `{"ports":[{"port":81}]}`, `{"ports":[{"port":80}]}`, `{"ports":[{"port":80},{"port":81}]}`},
	})
}

// Between two runs of a client, a sidecar is injected into a Deployment, an autoscaler scales
// it, the server fills in defaults, and somebody else sets a label. The client sends a new
// image and removes a label of its own.
func TestTargetOfDeployment(t *testing.T) {
	s, ok := kubernetes.Lookup("apps/v1", "Deployment")
	if !ok {
		t.Fatal("no schema")
	}
	document := func(labels, replicas, strategy, containers string) model.Value {
		return value(`{"metadata":{"labels":{` + labels + `}},"spec":{` + replicas + `"strategy":{` + strategy + `},"template":{"spec":{"containers":[` + containers + `]}}}}`)
	}
	const defaults = `"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%"}`
	const ports = `"ports":[{"containerPort":53,"protocol":"UDP"},{"containerPort":53,"protocol":"TCP"}]`
	original := document(`"app":"a","old":"1"`, ``, `"type":"RollingUpdate"`, `{"name":"a","image":"1","ports":[{"containerPort":53,"protocol":"UDP"},{"containerPort":53}]}`)
	modified := document(`"app":"a"`, ``, `"type":"RollingUpdate"`, `{"name":"a","image":"2","ports":[{"containerPort":53,"protocol":"UDP"},{"containerPort":53}]}`)
	current := document(`"app":"a","old":"1","other":"1"`, `"replicas":5,`, defaults, `{"name":"a","image":"1","imagePullPolicy":"Always",`+ports+`},{"name":"sidecar"}`)
	want := document(`"app":"a","other":"1"`, `"replicas":5,`, defaults, `{"name":"a","image":"2","imagePullPolicy":"Always",`+ports+`},{"name":"sidecar"}`)
	got, err := reference.Target(s, original, modified, current)
	if err != nil || !model.Equal(got, want) {
		t.Errorf("got  %s, %v\nwant %s", got.JSON(), err, want.JSON())
	}
	if found := reference.Conflicts(s, original, modified, current); found != nil {
		t.Errorf("conflicts: %s", lines(found))
	}
}

func TestTargetRejections(t *testing.T) {
	for _, c := range []struct{ original, modified, current, document string }{
		{`[]`, `1`, `{}`, "original"}, {`{}`, `"a"`, `[]`, "modified"}, {`null`, `{}`, `true`, "current"},
	} {
		got, err := reference.Target(testSchema(), value(c.original), value(c.modified), value(c.current))
		var fault *smp.Error
		if !errors.As(err, &fault) || fault.Code != smp.WrongType || fault.Document != c.document || got.Type() != model.Absent {
			t.Errorf("Target(%s, %s, %s) = %s, %v", c.original, c.modified, c.current, got.JSON(), err)
		}
	}
}

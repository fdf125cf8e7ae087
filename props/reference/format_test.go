package reference_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// These are the examples in the documents that define the format.
func TestFormatExamples(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"a container is added", `{"list":[{"name":"nginx","image":"1"}]}`, `{"list":[{"name":"log-tailer","image":"1"}]}`,
			`{"list":[{"name":"nginx","image":"1"},{"name":"log-tailer","image":"1"}]}`},
		{"a map is replaced", `{"name":"x","list":[{"name":"a"}]}`, `{"$patch":"replace","list":[{"name":"nginx","image":"1"}]}`,
			`{"list":[{"name":"nginx","image":"1"}]}`},
		{"a list is replaced", `{"list":[{"name":"a"},{"name":"nginx","value":"v"}]}`, `{"list":[{"name":"nginx","image":"1"},{"$patch":"replace"}]}`,
			`{"list":[{"name":"nginx","image":"1"}]}`},
		{"an element is deleted", `{"list":[{"name":"nginx"},{"name":"log-tailer"}]}`, `{"list":[{"name":"nginx","image":"1"},{"$patch":"delete","name":"log-tailer"}]}`,
			`{"list":[{"name":"nginx","image":"1"}]}`},
		{"a map is deleted", `{"name":"x","map":{"name":"y"}}`, `{"map":{"$patch":"delete"}}`, `{"name":"x"}`},
		{"a map is nulled", `{"name":"x","map":{"name":"y"}}`, `{"map":null}`, `{"name":"x"}`},
		{"values are deleted from a set", `{"set":["a","b","c"]}`, `{"$deleteFromPrimitiveList/set":["b","c"]}`, `{"set":["a"]}`},
		{"a set is ordered", `{"set":["a","b","c"]}`, `{"$setElementOrder/set":["b","c","a"]}`, `{"set":["b","c","a"]}`},
		{"a keyed list is ordered", `{"list":[{"name":"a","value":"1"},{"name":"b"},{"name":"c"}]}`,
			`{"$setElementOrder/list":[{"name":"b"},{"name":"c"},{"name":"a"}]}`,
			`{"list":[{"name":"b"},{"name":"c"},{"name":"a","value":"1"}]}`},
		{"retainKeys clears the union", `{"union":{"foo":"a","other":"b"}}`, `{"union":{"$retainKeys":["another","bar"],"another":"d","bar":"c"}}`,
			`{"union":{"another":"d","bar":"c"}}`},
		{"retainKeys in an element", `{"list":[{"name":"foo","emptyDir":{"medium":"m"}}]}`,
			`{"list":[{"$retainKeys":["name","hostPath"],"name":"foo","hostPath":{"path":"p"}}]}`,
			`{"list":[{"name":"foo","hostPath":{"path":"p"}}]}`},
		{"the default key selects", `{"rec":[{"foo":"a","bar":"y"}]}`, `{"rec":[{"foo":"a","bar":"x","other":"val"}]}`,
			`{"rec":[{"foo":"a","bar":"x","other":"val"}]}`},
		{"an absent key selects", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","other":"val"}]}`,
			`{"rec":[{"foo":"a","bar":"x"},{"foo":"a","other":"val"}]}`},
		{"a present key selects", `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":"x","other":"val"}]}`,
			`{"rec":[{"foo":"a"},{"foo":"a","bar":"x","other":"val"}]}`},
		{"part of the keys matches one", `{"rec":[{"foo":"a","other":0},{"foo":"b","bar":"x","other":1},{"foo":"b","bar":"x","other":2}]}`,
			`{"rec":[{"$patchMergeKey":["foo"],"foo":"a","other":3}]}`,
			`{"rec":[{"foo":"a","other":3},{"foo":"b","bar":"x","other":1},{"foo":"b","bar":"x","other":2}]}`},
		{"a merge key is added", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":"x","baz":"m"}]}`,
			`{"rec":[{"foo":"a","bar":"x","baz":"m"},{"foo":"a","bar":"y"}]}`},
		{"a merge key is deleted", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":null}]}`,
			`{"rec":[{"foo":"a"},{"foo":"a","bar":"y"}]}`},
		{"a selected key is changed", `{"rec":[{"foo":"a","bar":"x","other":"val"}]}`,
			`{"rec":[{"$patchMergeKey":["foo","bar"],"$patch":"delete","foo":"a","bar":"x"},{"$patchMergeKey":["foo","bar"],"foo":"a","bar":"y"}]}`,
			`{"rec":[{"foo":"a","bar":"y"}]}`},
		{"an unselected key is changed", `{"rec":[{"foo":"a","bar":"x","other":"val"}]}`, `{"rec":[{"$patchMergeKey":["foo"],"foo":"a","bar":"y"}]}`,
			`{"rec":[{"foo":"a","bar":"y","other":"val"}]}`},
		{"two fields are the key", `{"pair":[{"foo":"a","bar":"x","other":1},{"foo":"a","bar":"y","other":2},{"foo":"b","bar":"x","other":3}]}`,
			`{"pair":[{"foo":"a","bar":"x","other":4,"another":"val"}]}`,
			`{"pair":[{"foo":"a","bar":"x","other":4,"another":"val"},{"foo":"a","bar":"y","other":2},{"foo":"b","bar":"x","other":3}]}`},
		{"a deletion by two fields", `{"pair":[{"foo":"a","bar":"x","other":1},{"foo":"a","bar":"y","other":2},{"foo":"b","bar":"x","other":3}]}`,
			`{"pair":[{"$patch":"delete","foo":"a","bar":"x"}]}`,
			`{"pair":[{"foo":"a","bar":"y","other":2},{"foo":"b","bar":"x","other":3}]}`},
	})
}

// These are the examples of the document on element order.
func TestOrderExamples(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"without a directive", `{"set":["b","c","a"]}`, `{"set":["a","b","d"]}`, `{"set":["c","a","b","d"]}`},
		{"the directive alone", `{"set":["b","a"]}`, `{"$setElementOrder/set":["a","b"]}`, `{"set":["a","b"]}`},
		{"elements not in the directive", `{"set":["c","b","d","a","e"]}`, `{"$setElementOrder/set":["a","b"],"set":["a","b"]}`, `{"set":["c","d","e","a","b"]}`},
		{"entries that match nothing", `{"set":["a","b"]}`, `{"$setElementOrder/set":["c","a","b"],"set":["a","b"]}`, `{"set":["a","b"]}`},
		{"environment variables",
			`{"list":[{"name":"2","value":"bar"},{"name":"5"},{"name":"1","value":"foo"},{"name":"3","value":"baz"},{"name":"4"}]}`,
			`{"$setElementOrder/list":[{"name":"1"},{"name":"2"},{"name":"6"}],"list":[{"name":"3","$patch":"delete"},{"name":"6","value":"new"}]}`,
			`{"list":[{"name":"5"},{"name":"4"},{"name":"1","value":"foo"},{"name":"2","value":"bar"},{"name":"6","value":"new"}]}`},
		{"finalizers", `{"set":["b","e","a","c","d"]}`,
			`{"$setElementOrder/set":["a","b","f"],"$deleteFromPrimitiveList/set":["c"],"set":["f"]}`, `{"set":["e","d","a","b","f"]}`},
	})
}

func TestFormatRejections(t *testing.T) {
	rejects(t, smp.Engine{}, testSchema(), []rejection{
		{"a field outside retainKeys", `{}`, `{"union":{"$retainKeys":["foo"],"foo":"a","bar":"x"}}`, smp.RetainKeysMismatch, "union.bar", smp.RuleRetainKeys},
		{"part of the keys matches two", `{"rec":[{"foo":"a","other":0},{"foo":"b","bar":"x"},{"foo":"b","bar":"x"}]}`,
			`{"rec":[{"$patchMergeKey":["foo"],"foo":"b","other":3}]}`, smp.AmbiguousMergeKey, "rec[0]", smp.RuleKeysPartial},
		{"the order differs", `{}`, `{"$setElementOrder/set":["a","b"],"set":["b","a"]}`, smp.OrderMismatch, "set[1]", smp.RuleOrderDirective},
		{"the order list lacks an element", `{}`, `{"$setElementOrder/set":["a","b"],"set":["a","c"]}`, smp.OrderMismatch, "set[1]", smp.RuleOrderDirective},
		{"half of two keys", `{}`, `{"pair":[{"foo":"a"}]}`, smp.MissingMergeKey, "pair[0]", smp.RuleKeysMulti},
	})
}

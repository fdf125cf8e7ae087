package cluster_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/openapi"
)

// TestMessages has an input for each way in which a cluster rejects lists and order lists.
func TestMessages(t *testing.T) {
	s, err := openapi.Schema(model.MustParse(`{"type":"object","properties":{
		"in":{"$ref":"#"},
		"keyed":{"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"k","items":{"type":"object","properties":{"k":{"type":"string"}}}},
		"set":{"type":"array","x-kubernetes-patch-strategy":"merge","items":{"type":"string"}},
		"any":{"type":"array","x-kubernetes-patch-strategy":"merge"},
		"atomic":{"type":"array"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ original, patch, want string }{
		{`{"any":[{"k":"a"}]}`, `{"$setElementOrder/any":[]}`, `patch: ["$setElementOrder/any"]: missing-merge-key: a cluster cannot sort an element of this list; expected scalars, or maps with the merge key (rule order-directive)`},
		{`{}`, `{"$setElementOrder/any":{}}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a list, got a map (rule order-directive)`},
		{`{}`, `{"$setElementOrder/any":null}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a list, got null (rule order-directive)`},
		{`{"any":{}}`, `{"any":["a"],"$setElementOrder/any":[]}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a list in the original, got a map (rule order-directive)`},
		{`{"any":null}`, `{"$setElementOrder/any":["a"]}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a list in the original, got null (rule order-directive)`},
		{`{"any":["a"]}`, `{"any":null,"$setElementOrder/any":["a"]}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a field that is a list; it is null (rule order-directive)`},
		{`{}`, `{"any":{},"$setElementOrder/any":[]}`, `patch: ["$setElementOrder/any"]: invalid-directive: expected a field that is a list; it is a map (rule order-directive)`},
		{`{}`, `{"keyed":[],"$setElementOrder/keyed":[]}`, `patch: ["$setElementOrder/keyed"]: invalid-directive: there is nothing to sort (rule order-directive)`},
		{`{}`, `{"any":["a","b"],"$setElementOrder/any":["a"]}`, `patch: ["$setElementOrder/any"]: order-mismatch: the order does not list all elements of the patch list, or lists them in a different order (rule order-directive)`},
		{`{}`, `{"any":[{"k":"a"},{"k":"b"}],"$setElementOrder/any":[{"k":1}]}`, `patch: ["$setElementOrder/any"]: invalid-merge-key: expected only scalars as merge keys and entries (rule order-directive)`},
		{`{}`, `{"keyed":[{"k":"a"}],"$setElementOrder/keyed":[{}]}`, `patch: ["$setElementOrder/keyed"]: missing-merge-key: missing merge key in an element or entry (rule order-directive)`},
		{`{}`, `{"keyed":["a"],"$setElementOrder/keyed":[{"k":"a"}]}`, `patch: ["$setElementOrder/keyed"]: wrong-kind: expected maps in the patch list, got a string (rule order-directive)`},
		{`{"atomic":[{"k":"a"}]}`, `{"atomic":[],"$setElementOrder/atomic":[{"k":"a"}]}`, `patch: ["$setElementOrder/atomic"][0]: invalid-directive: a cluster cannot sort by this entry; expected a scalar, or a map with the merge key (rule order-directive)`},
		{`{"atomic":[{},{}]}`, `{"atomic":[],"$setElementOrder/atomic":[]}`, `patch: ["$setElementOrder/atomic"]: missing-merge-key: missing merge key in an element of the original (rule keyed-original)`},
		{`{"keyed":[{}]}`, `{"keyed":[]}`, `patch: keyed: missing-merge-key: missing merge key in an element of the list (rule keyed-original)`},
		{`{"keyed":[{"k":[]}]}`, `{"keyed":[{"k":1}]}`, `patch: keyed: invalid-merge-key: the merge key of an element is not a scalar (rule keyed-original)`},
		{`{"keyed":[]}`, `{"keyed":[1]}`, `patch: keyed: wrong-kind: expected maps, because this list merges by key (rule keyed-original)`},
		{`{"keyed":[]}`, `{"keyed":[{"k":[]}]}`, `patch: keyed[0].k: invalid-merge-key: merge key "k": expected a scalar, got a list (rule keyed-merge)`},
		{`{"keyed":[{"k":{}}]}`, `{"keyed":[{"$patch":"delete","k":{}}]}`, `patch: keyed[0]: invalid-merge-key: the merge key is not a scalar (rule keyed-delete)`},
		{`{"keyed":[]}`, `{"keyed":[{},{"$patch":"replace"}]}`, `patch: keyed[0]: missing-merge-key: missing merge key (rule list-replace)`},
		{`{"keyed":[]}`, `{"keyed":[{"$patch":"merge"}]}`, `patch: keyed[0]["$patch"]: invalid-directive: expected "replace" or "delete" (rule unknown-directive)`},
		{`{"set":[{}]}`, `{"set":[]}`, `patch: set: wrong-kind: expected scalars, because this list is a set (rule keyed-original)`},
		{`{"any":[]}`, `{"any":[null]}`, `patch: any[0]: wrong-kind: expected only maps, or only scalars of one type (rule keyed-original)`},
		{`{"any":[]}`, `{"any":[{"$patch":"replace"}]}`, `patch: any: invalid-directive: {$patch: replace} cannot replace a list of scalars; use $deleteFromPrimitiveList (rule list-replace)`},
		{`{"any":[{}]}`, `{"$deleteFromPrimitiveList/any":[]}`, `patch: ["$deleteFromPrimitiveList/any"]: invalid-directive: a cluster cannot delete maps from a list without a merge key (rule set-delete)`},
	} {
		_, err := cluster.Engine{}.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s\n got %v\nwant %s", test.patch, err, test.want)
		}
	}
}

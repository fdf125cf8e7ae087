package reference_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp"
)

func TestLists(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"list-atomic: replaces", `{"items":[{"name":"a"}],"args":["a","b"]}`, `{"items":[{"value":"v","other":null},{"$patch":"replace"},{"$patch":"replace","name":"b"}],"args":["b",null]}`,
			`{"items":[{"value":"v"},{"name":"b"}],"args":["b",null]}`},
		{"list-atomic: evaluates", `{}`, `{"raw":[1,[{"a":null}],{"m":{"$patch":"delete"},"$retainKeys":["m"]}],"items":[{"set":["a","a"],"$setElementOrder/set":["b","a"]}]}`,
			`{"raw":[1,[{}],{}],"items":[{"set":["a"]}]}`},
		{"set-merge: deduplicates", `{"set":["a","b","a",{"x":1},{"x":1}]}`, `{"set":["c","c","b"]}`, `{"set":["a","c","b",{"x":1},{"x":1}]}`},
		{"set-merge: an empty list", `{"set":["a","a"]}`, `{"set":[],"$setElementOrder/set":["a"]}`, `{"set":["a","a"]}`},
		{"set-delete: of the original", `{"set":["a","b","a"]}`, `{"$deleteFromPrimitiveList/set":["a"],"set":["a"]}`, `{"set":["b","a"]}`},
		{"set-delete: nothing there", `{"args":"x","any":{"f":null}}`, `{"$deleteFromPrimitiveList/set":["a"],"$deleteFromPrimitiveList/args":["x"],"any":{"$deleteFromPrimitiveList/f":["a"]}}`, `{"args":"x","any":{"f":null}}`},
		{"set-delete: atomic lists of scalars", `{"args":["a","b"],"raw":[1,"1"]}`, `{"$deleteFromPrimitiveList/args":["a"],"$deleteFromPrimitiveList/raw":[1e0]}`, `{"args":["b"],"raw":["1"]}`},
		{"set-delete: beside null and lists", `{"set":["a"],"args":["a"]}`, `{"$deleteFromPrimitiveList/set":["a"],"set":null,"$deleteFromPrimitiveList/args":["b"],"args":["b"]}`, `{"args":["b"]}`},
		{"keyed-merge: first match, adds", `{"list":[{"name":"a","value":"1"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"a","image":"i"},{"name":"b"}]}`,
			`{"list":[{"name":"a","value":"1","image":"i"},{"name":"a","value":"2"},{"name":"b"}]}`},
		{"keyed-merge: twice", `{}`, `{"list":[{"name":"a","value":"1"},{"name":"b"},{"name":"a","image":"i","value":"2"}]}`, `{"list":[{"name":"a","value":"2","image":"i"},{"name":"b"}]}`},
		{"keyed-merge: elements without schema", `{"loose":[{"name":1,"x":{"a":1}}]}`, `{"loose":[{"name":1.0,"$patchMergeKey":["name"],"x":{"b":2},"$new":1}]}`, `{"loose":[{"name":1,"x":{"a":1,"b":2},"$new":1}]}`},
		{"keyed-original: matches nothing", `{"list":[1,{"name":["a"]},{"value":"v"}]}`, `{"list":[{"name":"a"}],"$setElementOrder/list":[{"name":"a"}]}`,
			`{"list":[1,{"name":["a"]},{"value":"v"},{"name":"a"}]}`},
		{"keyed-delete: all, and first", `{"list":[{"name":"a"},{"name":"b"},{"name":"a"}]}`, `{"list":[{"name":"a","value":"new"},{"name":"a","$patch":"delete","value":{"$patch":1}}]}`,
			`{"list":[{"name":"b"},{"name":"a","value":"new"}]}`},
		{"list-replace: as an atomic list", `{"list":[{"name":"a","value":"old"}]}`,
			`{"list":[{"name":"a"},1,{"name":"a","$patch":"delete"},{"$patch":"replace","value":"v"},{"name":"a","$patchMergeKey":3},{"$patch":"replace"},[{"name":null}],null]}`,
			`{"list":[{"name":"a"},1,{"value":"v"},{"name":"a"},[{}],null]}`},
		{"list-replace: a set", `{"set":["a"]}`, `{"set":["b","b",{"$patch":"replace"},["c"]],"$deleteFromPrimitiveList/set":["b"]}`, `{"set":["b","b",["c"]]}`},
		{"list-replace: ordered", `{"list":[{"name":"z"}]}`, `{"list":[{"name":"a"},{"name":"a","value":"2"},{"name":"b"},{"$patch":"replace"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"},{"name":"a"}]}`,
			`{"list":[{"name":"a"},{"name":"b"},{"name":"a","value":"2"}]}`},
		{"element-replace", `{"list":[{"name":"a","value":"v","image":"i"},{"name":"b"}]}`, `{"list":[{"name":"a","$patch":"replace","other":1}]}`, `{"list":[{"name":"a","other":1},{"name":"b"}]}`},
		{"element-replace: adds", `{}`, `{"list":[{"name":"a","$patch":"replace"}]}`, `{"list":[{"name":"a"}]}`},
		{"key-equality", `{"ports":[{"port":1.0},{"port":"1"}],"set":["1"]}`, `{"ports":[{"port":1e0,"name":"x"}],"set":["1"]}`, `{"ports":[{"port":1,"name":"x"},{"port":"1"}],"set":["1"]}`},
		{"keys are exact", `{"ports":[{"port":9007199254740993}]}`, `{"ports":[{"port":9007199254740992}]}`, `{"ports":[{"port":9007199254740993},{"port":9007199254740992}]}`},
	})
	rejects(t, smp.Engine{}, testSchema(), []rejection{
		{"list-atomic: a deletion", `{}`, `{"items":[{"name":"a"},{"$patch":"delete","name":"b"}]}`, smp.InvalidDirective, `items[1]["$patch"]`, smp.RuleListAtomic},
		{"list-atomic: shape before content", `{}`, `{"raw":[{"a":{"$patch":1}},{"$patch":"merge"}]}`, smp.InvalidDirective, `raw[1]["$patch"]`, smp.RuleUnknownDirective},
		{"set-merge: null", `{}`, `{"set":["a",null]}`, smp.WrongType, "set[1]", smp.RuleSetMerge},
		{"set-merge: a map", `{}`, `{"set":[{"$patch":"delete"}]}`, smp.WrongType, "set[0]", smp.RuleSetMerge},
		{"set-delete: null", `{}`, `{"$deleteFromPrimitiveList/set":null}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/set"]`, smp.RuleSetDelete},
		{"set-delete: a null in it", `{}`, `{"map":{"$deleteFromPrimitiveList/set":["a",null]}}`, smp.InvalidDirective, `map["$deleteFromPrimitiveList/set"]`, smp.RuleSetDelete},
		{"set-delete: a keyed list", `{}`, `{"$deleteFromPrimitiveList/list":[]}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/list"]`, smp.RuleSetDelete},
		{"set-delete: a list of lists", `{}`, `{"$deleteFromPrimitiveList/grid":[]}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/grid"]`, smp.RuleSetDelete},
		{"set-delete: a scalar", `{}`, `{"$deleteFromPrimitiveList/name":["a"],"name":null}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/name"]`, smp.RuleSetDelete},
		{"set-delete: maps in the original", `{"raw":[{}]}`, `{"$deleteFromPrimitiveList/raw":["a"]}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/raw"]`, smp.RuleSetDelete},
		{"set-delete: a scalar beside it", `{}`, `{"any":{"$deleteFromPrimitiveList/f":["a"],"f":1}}`, smp.InvalidDirective, `any["$deleteFromPrimitiveList/f"]`, smp.RuleSetDelete},
		{"set-delete: an empty name", `{}`, `{"$deleteFromPrimitiveList/":["a"]}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/"]`, smp.RuleSetDelete},
		{"set-delete: after the shape", `{}`, `{"$deleteFromPrimitiveList/set":null,"set":[1,{}]}`, smp.WrongType, "set[1]", smp.RuleSetMerge},
		{"set-delete: before content", `{}`, `{"$deleteFromPrimitiveList/any":["a"],"any":{"a":{"$patch":1}}}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/any"]`, smp.RuleSetDelete},
		{"keyed-merge: a scalar", `{}`, `{"list":[{"name":"a"},"b"]}`, smp.WrongType, "list[1]", smp.RuleKeyedMerge},
		{"keyed-merge: no scalar", `{}`, `{"list":[{"name":{}}]}`, smp.InvalidMergeKey, "list[0].name", smp.RuleKeyedMerge},
		{"keyed-merge: keys before content", `{}`, `{"list":[{"name":"a","map":{"$patch":1}},{"value":"v"}]}`, smp.MissingMergeKey, "list[1]", smp.RuleKeyedMerge},
		{"keyed-delete: no key", `{}`, `{"list":[{"$patch":"delete"}]}`, smp.MissingMergeKey, "list[0]", smp.RuleKeyedMerge},
		{"unknown-directive: in an element", `{}`, `{"list":[{"$patch":"merge"}]}`, smp.InvalidDirective, `list[0]["$patch"]`, smp.RuleUnknownDirective},
		{"no-nested-lists", `{}`, `{"list":[[{"name":"a"}]]}`, smp.WrongType, "list[0]", smp.RuleNoNestedLists},
		{"no-nested-lists: a set", `{}`, `{"set":["a",["b"]]}`, smp.WrongType, "set[1]", smp.RuleNoNestedLists},
	})
}

func TestKeys(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"keys-default: both sides", `{"ports":[{"port":1,"protocol":"UDP"},{"port":1},{"port":2,"protocol":null}]}`,
			`{"ports":[{"$patchMergeKey":["port","protocol"],"port":1,"protocol":"TCP","name":"x"},{"$patchMergeKey":["port","protocol"],"port":2,"name":"y"}]}`,
			`{"ports":[{"port":1,"protocol":"UDP"},{"port":1,"protocol":"TCP","name":"x"},{"port":2,"protocol":null,"name":"y"}]}`},
		{"keys-absent: null counts", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":null}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","other":1}]}`,
			`{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":null,"other":1}]}`},
		{"keys-partial: deletions take all", `{"rec":[{"foo":"a","bar":"x"},{"foo":"b"},{"foo":"a"}]}`, `{"rec":[{"$patchMergeKey":["foo"],"foo":"a","$patch":"delete"}]}`, `{"rec":[{"foo":"b"}]}`},
		{"keys-null: the first that has it", `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":null,"other":1}]}`,
			`{"rec":[{"foo":"a"},{"foo":"a","other":1},{"foo":"a","bar":"y"}]}`},
		{"keys-null: none has it", `{"rec":[{"foo":"b"},{"foo":"a"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":null,"other":1}]}`, `{"rec":[{"foo":"b"},{"foo":"a","other":1}]}`},
		{"keys-null: a default is had", `{"ports":[{"port":1},{"port":1,"protocol":"UDP"}]}`, `{"ports":[{"$patchMergeKey":["port","protocol"],"port":1,"protocol":null,"name":"x"}]}`,
			`{"ports":[{"port":1,"name":"x"},{"port":1,"protocol":"UDP"}]}`},
		{"keys-recommended: the default key on any list", `{"list":[{"name":"a"},{"name":"a"}]}`, `{"list":[{"$patchMergeKey":["name"],"name":"a","value":"v"}]}`, `{"list":[{"name":"a","value":"v"},{"name":"a"}]}`},
	})
	rejects(t, smp.Engine{}, testSchema(), []rejection{
		{"keys-recommended: no list", `{}`, `{"rec":[{"$patchMergeKey":"foo","foo":"a"}]}`, smp.InvalidDirective, `rec[0]["$patchMergeKey"]`, smp.RuleKeysRecommended},
		{"keys-recommended: another key", `{}`, `{"rec":[{"$patchMergeKey":["foo","name"],"foo":"a"}]}`, smp.InvalidDirective, `rec[0]["$patchMergeKey"]`, smp.RuleKeysRecommended},
		{"keys-recommended: no default key", `{}`, `{"rec":[{"$patchMergeKey":["bar"],"foo":"a"}]}`, smp.InvalidDirective, `rec[0]["$patchMergeKey"]`, smp.RuleKeysRecommended},
		{"keyed-merge: the default key is null", `{}`, `{"ports":[{"port":null}]}`, smp.MissingMergeKey, "ports[0]", smp.RuleKeyedMerge},
		{"keys-null: the default key", `{}`, `{"ports":[{"$patchMergeKey":["port"],"port":null}]}`, smp.MissingMergeKey, "ports[0]", smp.RuleKeysNull},
		{"keys-null: in a deletion", `{}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":null,"$patch":"delete"}]}`, smp.MissingMergeKey, "rec[0]", smp.RuleKeysNull},
		{"keys-null: in an order entry", `{}`, `{"$setElementOrder/rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":null}]}`, smp.MissingMergeKey, `["$setElementOrder/rec"][0]`, smp.RuleKeysNull},
		{"keys-partial: added by the patch", `{}`, `{"rec":[{"$patchMergeKey":["foo","bar","baz"],"foo":"a","bar":"x"},{"$patchMergeKey":["foo","bar","baz"],"foo":"a"},{"$patchMergeKey":["foo"],"foo":"a"}]}`,
			smp.AmbiguousMergeKey, "rec[2]", smp.RuleKeysPartial},
		{"a selected key is no scalar", `{}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":[]}]}`, smp.InvalidMergeKey, "rec[0].bar", smp.RuleKeyedMerge},
	})
}

func TestOrder(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"order-default: new ones at the end", `{"set":["a","b"]}`, `{"set":["c"]}`, `{"set":["a","b","c"]}`},
		{"order-default: new ones before a known one", `{"set":["s","a","t"]}`, `{"set":["x","a","y"]}`, `{"set":["s","x","a","t","y"]}`},
		{"order-default: the patch's order", `{"set":["a","b","c"]}`, `{"set":["c","a"]}`, `{"set":["b","c","a"]}`},
		{"order-default: nothing moves", `{"set":["a","c"]}`, `{"set":["a"]}`, `{"set":["a","c"]}`},
		{"order-default: duplicates", `{"list":[{"name":"a"},{"name":"s"},{"name":"b"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"b"},{"name":"a","image":"i"}]}`,
			`{"list":[{"name":"s"},{"name":"b"},{"name":"a","image":"i"},{"name":"a","value":"2"}]}`},
		{"order-default: each duplicate where it stands", `{"list":[{"name":"a"},{"name":"s"},{"name":"a","value":"2"},{"name":"b"}]}`, `{"list":[{"name":"a","image":"i"},{"name":"b"}]}`,
			`{"list":[{"name":"a","image":"i"},{"name":"s"},{"name":"a","value":"2"},{"name":"b"}]}`},
		{"order-directive: nothing there", `{"list":[]}`, `{"$setElementOrder/list":[{"name":"a"}],"$setElementOrder/set":["a"]}`, `{"list":[]}`},
		{"order-directive: not validated", `{"set":["a"],"args":["a","b"]}`, `{"$setElementOrder/set":1,"set":null,"$setElementOrder/args":["b","a"],"$setElementOrder/map":null,"$setElementOrder/new":3}`, `{"args":["a","b"]}`},
		{"order-directive: listed twice", `{"set":["a","b","a","a"]}`, `{"$setElementOrder/set":["a","b","a"]}`, `{"set":["a","b","a","a"]}`},
		{"order-directive: takes all duplicates", `{"list":[{"name":"a"},{"name":"b"},{"name":"a","value":"2"}]}`, `{"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"a"},{"name":"a","value":"2"},{"name":"b"}]}`},
		{"order-directive: what is no scalar comes first", `{"set":["a",{"x":1},"b",null]}`, `{"$setElementOrder/set":["b","a"]}`, `{"set":[{"x":1},null,"b","a"]}`},
		{"order-directive: duplicates in the patch", `{}`, `{"set":["a","a","b"],"$setElementOrder/set":["a","b"]}`, `{"set":["a","b"]}`},
		{"order-recommended: the same key, written twice", `{"rec":[{"foo":"b","bar":"y"},{"foo":"a"},{"foo":"b"}]}`,
			`{"$setElementOrder/rec":[{"foo":"b"},{"foo":"a"},{"$patchMergeKey":["foo"],"foo":"b"}]}`,
			`{"rec":[{"foo":"b","bar":"y"},{"foo":"a"},{"foo":"b"}]}`},
		{"order-recommended: the first entry that names it", `{"ports":[{"port":1,"protocol":"UDP"},{"port":1,"name":"2"},{"port":1,"name":"3"}]}`,
			`{"$setElementOrder/ports":[{"port":1},{"$patchMergeKey":["port","protocol"],"port":1},{"port":1}]}`,
			`{"ports":[{"port":1,"protocol":"UDP"},{"port":1,"name":"2"},{"port":1,"name":"3"}]}`},
		{"order-recommended: an entry between two of another key", `{"rec":[{"foo":"x"},{"foo":"x","bar":"2"},{"foo":"x","bar":"1"}]}`,
			`{"$setElementOrder/rec":[{"foo":"x"},{"$patchMergeKey":["foo","bar"],"foo":"x","bar":"1"},{"foo":"x"}]}`,
			`{"rec":[{"foo":"x"},{"foo":"x","bar":"1"},{"foo":"x","bar":"2"}]}`},
		{"order-recommended", `{"ports":[{"port":1,"protocol":"UDP"},{"port":1},{"port":2}]}`,
			`{"$setElementOrder/ports":[{"port":2},{"$patchMergeKey":["port","protocol"],"port":1,"protocol":"TCP"},{"$patchMergeKey":["port","protocol"],"port":1,"protocol":"UDP"}]}`,
			`{"ports":[{"port":2},{"port":1},{"port":1,"protocol":"UDP"}]}`},
	})
	order := `["$setElementOrder/list"]`
	rejects(t, smp.Engine{}, testSchema(), []rejection{
		{"no list", `{}`, `{"$setElementOrder/list":null}`, smp.InvalidDirective, order, smp.RuleOrderDirective},
		{"no map", `{}`, `{"$setElementOrder/list":[{"name":"a"},"b"]}`, smp.InvalidDirective, order, smp.RuleOrderDirective},
		{"no key", `{}`, `{"$setElementOrder/list":[{}]}`, smp.MissingMergeKey, order + "[0]", smp.RuleOrderDirective},
		{"a key that is no scalar", `{}`, `{"$setElementOrder/list":[{"name":{}}]}`, smp.InvalidMergeKey, order + "[0].name", smp.RuleOrderDirective},
		{"no scalar", `{}`, `{"lists":{"$setElementOrder/a":["a",null]}}`, smp.InvalidDirective, `lists["$setElementOrder/a"]`, smp.RuleOrderDirective},
		{"a bad selection", `{}`, `{"$setElementOrder/list":[{"name":"a","$patchMergeKey":["x"]}]}`, smp.InvalidDirective, order + `[0]["$patchMergeKey"]`, smp.RuleKeysRecommended},
		{"an empty name", `{}`, `{"$setElementOrder/":[]}`, smp.InvalidDirective, `["$setElementOrder/"]`, smp.RuleOrderDirective},
		{"duplicates apart", `{}`, `{"set":["a","b","a"],"$setElementOrder/set":["a","b","a"]}`, smp.OrderMismatch, "set[2]", smp.RuleOrderDirective},
		{"duplicates apart, in entries of their own", `{}`, `{"rec":[{"foo":"x","bar":"1"},{"foo":"y"},{"foo":"x"}],"$setElementOrder/rec":[{"$patchMergeKey":["foo","bar"],"foo":"x","bar":"1"},{"foo":"y"},{"foo":"x"}]}`,
			smp.OrderMismatch, "rec[2]", smp.RuleOrderDirective},
		{"beside a marker", `{}`, `{"list":[{"name":"a"},{"$patch":"replace"},{"value":"v"}],"$setElementOrder/list":[{"name":"a"}]}`, smp.OrderMismatch, "list[2]", smp.RuleOrderDirective},
		{"after content", `{}`, `{"list":[{"name":"a","map":{"$patch":1}}],"$setElementOrder/list":null}`, smp.InvalidDirective, `list[0].map["$patch"]`, smp.RuleUnknownDirective},
	})
}

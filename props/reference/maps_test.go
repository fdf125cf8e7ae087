package reference_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp"
)

func TestMaps(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"root: null original", `null`, `{"name":"x"}`, `{"name":"x"}`},
		{"root: delete", `{"name":"x"}`, `{"$patch":"delete","n":{"$patch":"no"}}`, `{}`},
		{"map-merge: others stay", `{"name":"x","n":1.50,"any":null}`, `{"n":2}`, `{"name":"x","n":2,"any":null}`},
		{"scalar: whatever was there", `{"name":{"a":1},"list":[],"set":1}`, `{"name":"x","list":"y","set":2}`, `{"name":"x","list":"y","set":2}`},
		{"null-deletes: absent too", `{"name":"x"}`, `{"name":null,"n":null}`, `{}`},
		{"null-deletes: in a new map", `{}`, `{"map":{"name":null,"any":{"a":null}}}`, `{"map":{"any":{}}}`},
		{"absent-is-empty: directives in a new map", `{}`,
			`{"map":{"$retainKeys":["set","name"],"$setElementOrder/set":["b","a"],"$deleteFromPrimitiveList/set":["a"],"set":["b","a"]}}`,
			`{"map":{"set":["b","a"]}}`},
		{"absent-is-empty: another kind", `{"map":[1],"list":{"a":1},"set":"x","any":null}`,
			`{"map":{"name":"x"},"list":[{"name":"a"}],"set":["a"],"any":{"a":1}}`,
			`{"map":{"name":"x"},"list":[{"name":"a"}],"set":["a"],"any":{"a":1}}`},
		{"absent-is-empty: nothing left", `{}`, `{"list":[{"name":"a","$patch":"delete"}],"set":[],"map":{"map":{"$patch":"replace"}},"items":[{"$patch":"replace"}]}`,
			`{"list":[],"set":[],"map":{"map":{}},"items":[]}`},
		{"absent-is-empty: a new element", `{}`, `{"list":[{"name":"a","map":{"$patch":"delete"},"value":null}]}`, `{"list":[{"name":"a"}]}`},
		{"map-replace: and all below", `{"map":{"name":"x","map":{"n":1},"set":["a"]}}`,
			`{"map":{"$patch":"replace","map":{"name":"y"},"set":["b"],"$deleteFromPrimitiveList/set":["a"]}}`,
			`{"map":{"map":{"name":"y"},"set":["b"]}}`},
		{"map-delete: what stands beside it", `{"map":{},"any":[1]}`, `{"map":{"$patch":"delete","$retainKeys":3},"any":{"$patch":"delete","a":{"$patch":1}}}`, `{}`},
		{"map-atomic: replaces", `{"atomic":{"name":"x","map":{"n":1}}}`, `{"atomic":{"map":{"name":"y","n":null}}}`, `{"atomic":{"map":{"name":"y"}}}`},
		{"map-atomic: delete", `{"atomic":{"name":"x"}}`, `{"atomic":{"$patch":"delete"}}`, `{}`},
		{"retain-keys: merges the rest", `{"map":{"name":"x","n":1,"map":{"n":2}}}`, `{"map":{"$retainKeys":["name","map"],"n":null,"map":{"name":"y"}}}`,
			`{"map":{"name":"x","map":{"n":2,"name":"y"}}}`},
		{"retain-keys: a dropped name is exempt", `{"map":{"name":"x"}}`, `{"map":{"$retainKeys":[],"$new":1,"$setElementOrder/set":["a"]}}`, `{"map":{}}`},
		{"retain-keys: clears before deletions are looked at", `{"any":{"f":{"a":1}}}`, `{"any":{"$retainKeys":[],"$deleteFromPrimitiveList/f":["a"]}}`, `{"any":{}}`},
		{"map-values: maps", `{"structs":{"a":{"name":"x","n":1}}}`, `{"structs":{"a":{"n":2},"b":{"name":null}}}`, `{"structs":{"a":{"name":"x","n":2},"b":{}}}`},
		{"map-values: lists", `{"lists":{"a":["x","y"]}}`, `{"lists":{"a":["z"],"$deleteFromPrimitiveList/a":["x"],"$setElementOrder/a":["z","y"]}}`, `{"lists":{"a":["z","y"]}}`},
		{"field-names: case", `{"name":"x"}`, `{"Name":"y"}`, `{"name":"x","Name":"y"}`},
		{"unknown-field: maps by name, lists atomic", `{"new":{"a":{"b":1},"l":[1]}}`, `{"new":{"a":{"c":2},"l":[2]}}`, `{"new":{"a":{"b":1,"c":2},"l":[2]}}`},
		{"unknown-field: kinds that contradict", `{"name":{"a":1},"set":{"a":1},"map":[1]}`, `{"name":{"b":2},"set":{"b":2},"map":[2]}`,
			`{"name":{"a":1,"b":2},"set":{"a":1,"b":2},"map":[2]}`},
	})
	rejects(t, smp.Engine{}, testSchema(), []rejection{
		{"root: null patch", `{}`, `null`, smp.WrongType, ".", smp.RuleRoot},
		{"root: list patch", `{}`, `[]`, smp.WrongType, ".", smp.RuleRoot},
		{"root: scalar original", `1`, `{}`, smp.WrongType, "original: .", smp.RuleRoot},
		{"retain-keys: no list", `{}`, `{"map":{"$retainKeys":null}}`, smp.InvalidDirective, `map["$retainKeys"]`, smp.RuleRetainKeys},
		{"retain-keys: no string", `{}`, `{"map":{"$retainKeys":["a",1]}}`, smp.InvalidDirective, `map["$retainKeys"]`, smp.RuleRetainKeys},
		{"retain-keys: a deletion counts", `{}`, `{"map":{"$retainKeys":[],"map":{"$patch":"delete"}}}`, smp.RetainKeysMismatch, "map.map", smp.RuleRetainKeys},
		{"retain-keys: data names count", `{}`, `{"labels":{"$retainKeys":["a"],"$b":"1"}}`, smp.RetainKeysMismatch, `labels["$b"]`, smp.RuleRetainKeys},
		{"retain-keys: before fields", `{}`, `{"map":{"$retainKeys":["a"],"a":{"$patch":1},"b":1}}`, smp.RetainKeysMismatch, "map.b", smp.RuleRetainKeys},
		{"unknown-directive: a word", `{}`, `{"map":{"$patch":"merge","$retainKeys":1}}`, smp.InvalidDirective, `map["$patch"]`, smp.RuleUnknownDirective},
		{"unknown-directive: null", `{}`, `{"$patch":null}`, smp.InvalidDirective, `["$patch"]`, smp.RuleUnknownDirective},
		{"unknown-directive: in what nothing knows", `{}`, `{"any":{"a":[{"b":{"$patch":"x"}}]}}`, smp.InvalidDirective, `any.a[0].b["$patch"]`, smp.RuleUnknownDirective},
		{"sorted names", `{}`, `{"z":{"$patch":1},"b":{"$patch":1},"$deleteFromPrimitiveList/a":1}`, smp.InvalidDirective, `["$deleteFromPrimitiveList/a"]`, smp.RuleSetDelete},
	})
}

func TestNames(t *testing.T) {
	applies(t, smp.Engine{}, testSchema(), []change{
		{"unknown-directive: dropped in a declared map", `{}`, `{"$new":1,"$patchMergeKey":["a"],"map":{"$newer":{"$patch":"x"}}}`, `{"map":{}}`},
		{"unknown-directive: a declared name is data", `{"$ref":"a"}`, `{"$ref":"b"}`, `{"$ref":"b"}`},
		{"unknown-directive: data elsewhere", `{}`, `{"labels":{"$new":"1"},"any":{"$new":1,"$patchMergeKey":["a"]}}`, `{"labels":{"$new":"1"},"any":{"$new":1,"$patchMergeKey":["a"]}}`},
		{"data-names: in a map of scalars", `{}`, `{"labels":{"$setElementOrder/a":"1","$deleteFromPrimitiveList/":["x"],"$retainKeys":"2"}}`,
			`{"labels":{"$setElementOrder/a":"1","$deleteFromPrimitiveList/":["x"],"$retainKeys":"2"}}`},
		{"data-names: a list of retained keys", `{"labels":{"a":"1","b":"2"}}`, `{"labels":{"$retainKeys":["a"]}}`, `{"labels":{"a":"1"}}`},
		{"data-names: without schema", `{"any":{"a":["x","y"]}}`, `{"any":{"$deleteFromPrimitiveList/a":["x"],"$setElementOrder/a":["y","x"],"$setElementOrder/b":1}}`,
			`{"any":{"a":["y"],"$setElementOrder/b":1}}`},
		{"data-names: a field of an open map", `{"open":{"set":["a","b"]}}`, `{"open":{"$setElementOrder/set":["b","a"],"$setElementOrder/x":null}}`, `{"open":{"set":["b","a"]}}`},
	})
	applies(t, smp.Engine{Ignore: smp.AllDirectives}, testSchema(), []change{
		{"directive-level: dropped", `{"set":["a"],"name":"x"}`, `{"$retainKeys":[],"$setElementOrder/set":1,"$deleteFromPrimitiveList/set":2,"map":{"$patch":"delete"}}`, `{"set":["a"],"name":"x"}`},
		{"directive-level: data", `{}`, `{"any":{"$retainKeys":["a"],"$setElementOrder/b":["x"]}}`, `{"any":{"$retainKeys":["a"],"$setElementOrder/b":["x"]}}`},
		{"directive-level: the default key", `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"$patchMergeKey":["foo","bar"],"foo":"a","bar":"x","other":1}]}`,
			`{"rec":[{"foo":"a","bar":"x","other":1},{"foo":"a","bar":"x"}]}`},
	})
	applies(t, smp.Engine{}, smp.Schemaless, []change{
		{"no schema", `{"a":{"b":1},"l":[1,2]}`, `{"a":{"c":[{"x":null}]},"$deleteFromPrimitiveList/l":[1.0],"$x":1}`, `{"a":{"b":1,"c":[{}]},"l":[2],"$x":1}`},
	})
}

func TestStrict(t *testing.T) {
	strict := smp.Engine{Strict: true}
	applies(t, strict, testSchema(), []change{
		{"what fits", `{"unknown":1,"list":[{"x":1,"name":"a"}]}`, `{"name":"x","n":1,"any":[{"a":1}],"labels":{"$x":"1"},"$setElementOrder/list":[{"name":"a","more":1}],"rec":[{"$patchMergeKey":["foo"],"foo":"a"}]}`,
			`{"unknown":1,"list":[{"x":1,"name":"a"}],"name":"x","n":1,"any":[{"a":1}],"labels":{"$x":"1"},"rec":[{"foo":"a"}]}`},
		{"beside a deletion", `{}`, `{"map":{"$patch":"delete","unknown":1}}`, `{}`},
		{"an unkeyed original that is not merged", `{"list":[1]}`, `{"list":[{"name":"a"},{"$patch":"replace"}]}`, `{"list":[{"name":"a"}]}`},
		{"a default is a key", `{"ports":[{"port":1}]}`, `{"ports":[{"port":1,"name":"x"}]}`, `{"ports":[{"port":1,"name":"x"}]}`},
	})
	rejects(t, strict, testSchema(), []rejection{
		{"a field", `{}`, `{"map":{"new":null}}`, smp.UnknownField, "map.new", smp.RuleUnknownField},
		{"a directive", `{}`, `{"map":{"$new":1}}`, smp.UnknownField, `map["$new"]`, smp.RuleUnknownField},
		{"an order list", `{}`, `{"$setElementOrder/new":[1]}`, smp.UnknownField, `["$setElementOrder/new"]`, smp.RuleUnknownField},
		{"an empty name is no field", `{}`, `{"$setElementOrder/":[1]}`, smp.InvalidDirective, `["$setElementOrder/"]`, smp.RuleOrderDirective},
		{"a deletion before its kind", `{}`, `{"args":[{"$patch":"delete"}]}`, smp.InvalidDirective, `args[0]["$patch"]`, smp.RuleListAtomic},
		{"a directive out of place", `{}`, `{"map":{"$patchMergeKey":["a"]}}`, smp.UnknownField, `map["$patchMergeKey"]`, smp.RuleUnknownField},
		{"inside an atomic list", `{}`, `{"items":[{"name":"a"},{"new":1}]}`, smp.UnknownField, "items[1].new", smp.RuleUnknownField},
		{"inside a replaced list", `{}`, `{"list":[{"new":1},{"$patch":"replace"}]}`, smp.UnknownField, "list[0].new", smp.RuleUnknownField},
		{"a number for a string", `{}`, `{"name":1}`, smp.WrongType, "name", smp.RuleValueType},
		{"a map for a list", `{}`, `{"set":{"$patch":"x"}}`, smp.WrongType, "set", smp.RuleValueType},
		{"a list for a map", `{}`, `{"map":[]}`, smp.WrongType, "map", smp.RuleValueType},
		{"an element of a set", `{}`, `{"set":["a",1]}`, smp.WrongType, "set[1]", smp.RuleValueType},
		{"an element of an atomic list", `{}`, `{"args":["a",{}]}`, smp.WrongType, "args[1]", smp.RuleValueType},
		{"keyed-original: no map", `{"list":[{"name":"a"},1]}`, `{"list":[]}`, smp.WrongType, "original: list[1]", smp.RuleKeyedOriginal},
		{"keyed-original: no key", `{"list":[{"name":null}]}`, `{"$setElementOrder/list":[1]}`, smp.MissingMergeKey, "original: list[0]", smp.RuleKeyedOriginal},
		{"keyed-original: no scalar", `{"list":[{"name":[]}]}`, `{"$deleteFromPrimitiveList/list":["a"]}`, smp.InvalidMergeKey, "original: list[0].name", smp.RuleKeyedOriginal},
		{"keyed-original: after the patch's keys", `{"list":[1]}`, `{"list":[{"name":"a","new":1},{}]}`, smp.MissingMergeKey, "list[1]", smp.RuleKeyedMerge},
		{"keyed-original: below an element", `{"list":[{"name":"a"},{"name":"b","list":[2]}]}`, `{"list":[{"name":"b","list":[]}]}`, smp.WrongType, "original: list[1].list[0]", smp.RuleKeyedOriginal},
	})
	rejects(t, smp.Engine{Strict: true, Ignore: smp.RetainKeys}, testSchema(), []rejection{
		{"an ignored directive", `{}`, `{"$retainKeys":[]}`, smp.UnknownField, `["$retainKeys"]`, smp.RuleUnknownField},
	})
}

package openapi_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Short names for types.
var (
	anything = smp.Definition{}
	str      = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	num      = smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}
	integer  = smp.Definition{Type: smp.ScalarType, Scalars: smp.IntegerScalar}
	boolean  = smp.Definition{Type: smp.ScalarType, Scalars: smp.BoolScalar}
	intOrStr = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.IntegerScalar}
	quantity = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.NumberScalar}
)

func listOf(t smp.Definition) smp.Definition { return smp.Definition{Type: smp.ListType, Element: &t} }
func mapOf(t smp.Definition) smp.Definition  { return smp.Definition{Type: smp.MapType, Values: &t} }

func fields(of map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: of}
}

func with(t smp.Definition, change func(*smp.Definition)) smp.Definition {
	change(&t)
	return t
}

func replaced(t smp.Definition) smp.Definition {
	return with(t, func(t *smp.Definition) { t.Strategy = smp.Replace })
}

func merged(t smp.Definition, keys ...string) smp.Definition {
	return with(t, func(t *smp.Definition) { t.Strategy, t.Keys = smp.Merge, keys })
}

func build(t testing.TB, typ smp.Definition, definitions map[string]smp.Definition) smp.Schema {
	t.Helper()
	s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) {
		d, ok := definitions[name]
		return d, ok
	})
	if err != nil {
		t.Fatalf("the wanted schema is wrong: %v", err)
	}
	return s
}

// port is the schema of an object. Its fields cover all types of keys.
const port = `{"type":"object","properties":{
	"port":{"type":"integer"},
	"protocol":{"type":"string","default":"TCP"},
	"name":{"type":"string"}}}`

var portType = fields(map[string]smp.Definition{
	"port":     integer,
	"protocol": with(str, func(t *smp.Definition) { t.Default = model.NewString("TCP") }),
	"name":     str,
})

type readCase struct {
	name   string
	reason string
	object string
	want   smp.Definition
	opts   []openapi.Option
}

var readCases = []readCase{
	// Structure.
	{name: "empty", reason: "nothing is said", object: `{}`, want: anything},
	{name: "string", reason: "type", object: `{"type":"string","nullable":true}`, want: str},
	{name: "integer", reason: "type", object: `{"type":"integer","format":"int64"}`, want: integer},
	{name: "number", reason: "type", object: `{"type":"number"}`, want: num},
	{name: "integer or number", reason: "an integer is a number", object: `{"type":["integer","number"]}`, want: num},
	{name: "boolean", reason: "type", object: `{"type":"boolean"}`, want: boolean},
	{name: "null", reason: "null says nothing", object: `{"type":"null"}`, want: anything},
	{name: "nullable string", reason: "null is left out of a list of types", object: `{"type":["string","null"]}`, want: str},
	{name: "nullable object", reason: "null is left out of a list of types", object: `{"type":["null","object"],"properties":{"a":{"type":"string"}}}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "types of scalars", reason: "scalars add up", object: `{"type":["string","number","boolean"]}`, want: smp.Definition{Type: smp.ScalarType}},
	{name: "types that mix", reason: "a map or a string is anything", object: `{"type":["string","object"],"properties":{"a":{"type":"string"}}}`, want: anything},
	{name: "types of containers", reason: "a map or a list is anything", object: `{"type":["array","object"]}`, want: anything},
	{name: "no types", reason: "an empty list of types says nothing", object: `{"type":[]}`, want: anything},
	{name: "properties", reason: "declared map", object: `{"type":"object","properties":{"a":{"type":"string"},"b":{}}}`, want: fields(map[string]smp.Definition{"a": str, "b": anything})},
	{name: "properties without type", reason: "properties tell", object: `{"properties":{"a":{"type":"string"}}}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "properties named like keywords", reason: "names are not keywords", object: `{"properties":{"$ref":{"type":"string"},"type":{"type":"boolean"},"allOf":{"type":"array"}}}`,
		want: fields(map[string]smp.Definition{"$ref": str, "type": boolean, "allOf": listOf(anything)})},
	{name: "object", reason: "no properties: anything may be there", object: `{"type":"object"}`, want: smp.Definition{Type: smp.MapType}},
	{name: "free-form object", reason: "additionalProperties: a schema", object: `{"type":"object","additionalProperties":{"type":"string"}}`, want: mapOf(str)},
	{name: "free-form without type", reason: "additionalProperties tell", object: `{"additionalProperties":{"type":"array","items":{"type":"string"}}}`, want: mapOf(listOf(str))},
	{name: "additional true", reason: "any other name", object: `{"properties":{"a":{"type":"string"}},"additionalProperties":true}`,
		want: with(fields(map[string]smp.Definition{"a": str}), func(t *smp.Definition) { t.Values = &anything })},
	{name: "additional schema", reason: "any other name has the schema", object: `{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}}`,
		want: with(fields(map[string]smp.Definition{"a": str}), func(t *smp.Definition) { t.Values = &integer })},
	{name: "additional false", reason: "no other name", object: `{"properties":{"a":{"type":"string"}},"additionalProperties":false}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "preserve with properties", reason: "other names are kept", object: `{"type":"object","properties":{"a":{"type":"string"}},"x-kubernetes-preserve-unknown-fields":true}`,
		want: with(fields(map[string]smp.Definition{"a": str}), func(t *smp.Definition) { t.Values = &anything })},
	{name: "preserve with schema", reason: "the schema says more", object: `{"type":"object","additionalProperties":{"type":"integer"},"x-kubernetes-preserve-unknown-fields":true}`, want: mapOf(integer)},
	{name: "preserve without type", reason: "any value", object: `{"x-kubernetes-preserve-unknown-fields":true}`, want: anything},
	{name: "preserve false", reason: "as if absent", object: `{"properties":{"a":{"type":"string"}},"x-kubernetes-preserve-unknown-fields":false}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "array", reason: "elements unknown", object: `{"type":"array"}`, want: listOf(anything)},
	{name: "items", reason: "atomic without strategy", object: `{"type":"array","items":{"type":"string"}}`, want: listOf(str)},
	{name: "items without type", reason: "items tell", object: `{"items":{"type":"string"}}`, want: listOf(str)},
	{name: "lists of lists", reason: "atomic lists nest", object: `{"items":{"items":{"items":{"type":"boolean"}}}}`, want: listOf(listOf(listOf(boolean)))},
	{name: "int-or-string", reason: "extension", object: `{"x-kubernetes-int-or-string":true}`, want: intOrStr},
	{name: "int-or-string with constraints", reason: "the form CRDs use", object: `{"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}],"pattern":"^a$"}`, want: intOrStr},
	{name: "int-or-string false", reason: "as if absent", object: `{"x-kubernetes-int-or-string":false,"type":"string"}`, want: str},
	{name: "format int-or-string, v2", reason: "format wins over type", object: `{"type":"string","format":"int-or-string"}`, want: intOrStr},
	{name: "format int-or-string, v3", reason: "format", object: `{"oneOf":[{"type":"integer"},{"type":"string"}],"format":"int-or-string"}`, want: intOrStr},
	{name: "oneOf scalars", reason: "quantity", object: `{"oneOf":[{"type":"string"},{"type":"number"}]}`, want: quantity},
	{name: "anyOf scalars", reason: "scalars add up, null aside", object: `{"anyOf":[{"type":"string"},{"type":"null"},{"type":"boolean"}]}`, want: smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.BoolScalar}},
	{name: "union in union", reason: "scalars add up", object: `{"oneOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"boolean"}]}`, want: smp.Definition{Type: smp.ScalarType}},
	{name: "oneOf that mixes", reason: "a string or a map is anything", object: `{"oneOf":[{"type":"string"},{"type":"object"}]}`, want: anything},
	{name: "oneOf beside null", reason: "one alternative beside null stands for the whole", object: `{"oneOf":[{"type":"null"},{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"}]}`, want: merged(listOf(str))},
	{name: "oneOf nothing", reason: "no alternatives", object: `{"oneOf":[]}`, want: anything},
	{name: "oneOf constraints", reason: "constraints describe nothing", object: `{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, want: anything},
	{name: "constraints beside type", reason: "with structure of its own, allOf and anyOf are constraints",
		object: `{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"properties":{"a":{"pattern":"x"}}},{"properties":{"b":{}}}],"anyOf":[{"required":["a"]}]}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "allOf", reason: "one element", object: `{"allOf":[{"type":"string"}],"default":"x"}`, want: with(str, func(t *smp.Definition) { t.Default = model.NewString("x") })},
	{name: "allOf in allOf", reason: "one element, again", object: `{"allOf":[{"allOf":[{"items":{"type":"string"}}]}]}`, want: listOf(str)},
	{name: "allOf beside type", reason: "a type alone is no structure", object: `{"type":"object","allOf":[{"properties":{"a":{"type":"string"}}}]}`, want: fields(map[string]smp.Definition{"a": str})},
	{name: "allOf with constraints", reason: "constraints are passed over", object: `{"allOf":[{"maxLength":3},{"type":"string"},{"required":["a"]}]}`, want: str},
	{name: "allOf with defaults and formats", reason: "a format is a constraint, and so is a default that is no scalar", object: `{"allOf":[{"format":"date"},{"default":{}},{"type":"string"}]}`, want: str},
	{name: "allOf with int-or-string", reason: "this format is more than a constraint", object: `{"allOf":[{"format":"int-or-string"},{"pattern":"x"}]}`, want: intOrStr},
	{name: "allOf beside types that mix", reason: "allOf says more", object: `{"type":["string","object"],"allOf":[{"type":"string"}]}`, want: str},
	{name: "allOf of constraints", reason: "nothing is said", object: `{"allOf":[{"maxLength":3},{}]}`, want: anything},
	{name: "embedded resource", reason: "has what resources have", object: `{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"spec":{"type":"string"},"metadata":{"type":"object"}}}`,
		want: fields(map[string]smp.Definition{"apiVersion": str, "kind": str, "metadata": openapi.ObjectMeta(), "spec": str})},
	{name: "embedded resource, bare", reason: "no properties: anything may be there", object: `{"x-kubernetes-embedded-resource":true}`,
		want: with(fields(map[string]smp.Definition{"apiVersion": str, "kind": str, "metadata": openapi.ObjectMeta()}), func(t *smp.Definition) { t.Values = &anything })},
	{name: "embedded false", reason: "as if absent", object: `{"type":"object","x-kubernetes-embedded-resource":false}`, want: smp.Definition{Type: smp.MapType}},

	// Defaults.
	{name: "default", reason: "scalar", object: `{"properties":{"a":{"type":"string","default":"x"}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("x") })})},
	{name: "default of required", reason: "keys-default: servers fill in defaults first", object: `{"required":["a"],"properties":{"a":{"type":"string","default":"x"}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("x") })})},
	{name: "default of required, by reference", reason: "keys-default: servers fill in defaults first", object: `{"required":["a"],"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string","default":"x"}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("x") })})},
	{name: "zero default of required", reason: "keys-default: it comes from a Go type", object: `{"required":["a","b","c"],"properties":{"a":{"type":"string","default":""},"b":{"type":"integer","default":0.0},"c":{"type":"boolean","default":false}}}`, want: fields(map[string]smp.Definition{"a": required(str), "b": required(integer), "c": required(boolean)})},
	{name: "required", reason: "a mark", object: `{"required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`, want: fields(map[string]smp.Definition{"a": required(str), "b": str})},
	{name: "zero default of optional", reason: "keys-default: it does not come from a Go type", object: `{"properties":{"a":{"type":"string","default":""}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("") })})},
	{name: "null default", reason: "servers ignore it", object: `{"properties":{"a":{"type":"string","default":null,"nullable":true}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.AcceptsLists = true })})},
	{name: "default by reference", reason: "the definition's", object: `{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string","default":"x"}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("x") })})},
	{name: "default beside reference", reason: "wins over the definition's", object: `{"properties":{"a":{"$ref":"#/$defs/d","default":"y"}},"$defs":{"d":{"type":"string","default":"x"}}}`, want: fields(map[string]smp.Definition{"a": with(str, func(t *smp.Definition) { t.Default = model.NewString("y") })})},
	{name: "default that is a map", reason: "only scalars count", object: `{"properties":{"a":{"type":"string","default":{}},"b":{"type":"object","default":{}}}}`, want: fields(map[string]smp.Definition{"a": str, "b": {Type: smp.MapType}})},
	{name: "default of no scalar", reason: "only a scalar has one", object: `{"properties":{"a":{"type":"object","default":"x"},"b":{"default":1},"c":{"type":"array","default":null}}}`, want: fields(map[string]smp.Definition{"a": {Type: smp.MapType}, "b": anything, "c": listOf(anything)})},

	// Patch extensions.
	{name: "keyed list", reason: "patch strategy and merge key", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port"}`, want: merged(listOf(portType), "port")},
	{name: "several keys", reason: "keys-multi", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port,protocol"}`, want: merged(listOf(portType), "port", "protocol")},
	{name: "recommended keys", reason: "keys-recommended", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":"port,protocol"}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.Recommended = []string{"port", "protocol"} })},
	{name: "set", reason: "merge without key", object: `{"type":"array","items":{"type":"string"},"x-kubernetes-patch-strategy":"merge"}`, want: merged(listOf(str))},
	{name: "list by its merge key", reason: "nothing else tells", object: `{"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"name"}`, want: merged(listOf(anything), "name")},
	{name: "merge key without strategy", reason: "atomic, as on a cluster", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-merge-key":"port"}`, want: listOf(portType)},
	{name: "merge key with replace", reason: "atomic", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-merge-key":"port","x-kubernetes-patch-strategy":"replace"}`, want: listOf(portType)},
	{name: "retainKeys elements", reason: "combined by a comma", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-strategy":"merge,retainKeys","x-kubernetes-patch-merge-key":"port"}`, want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.RetainKeys = true })},
	{name: "retainKeys by a bar", reason: "combined by a bar", object: `{"type":"array","items":` + port + `,"x-kubernetes-patch-strategy":"retainKeys|merge","x-kubernetes-patch-merge-key":"port"}`, want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.RetainKeys = true })},
	{name: "retainKeys map", reason: "alone", object: `{"type":"object","x-kubernetes-patch-strategy":"retainKeys"}`, want: smp.Definition{Type: smp.MapType, RetainKeys: true}},
	{name: "replaced map", reason: "map-atomic", object: `{"type":"object","x-kubernetes-patch-strategy":"replace"}`, want: replaced(smp.Definition{Type: smp.MapType})},
	{name: "strategy on a scalar", reason: "has no meaning there; published documents have it", object: `{"type":"string","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"ip"}`, want: str},
	{name: "merge key on a map", reason: "has no meaning there", object: `{"type":"object","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"ip"}`, want: smp.Definition{Type: smp.MapType}},
	{name: "strategy without type", reason: "any value", object: `{"x-kubernetes-patch-strategy":"replace,retainKeys"}`, want: smp.Definition{Strategy: smp.Replace, RetainKeys: true}},

	// List and map types.
	{name: "list type map, not asked for", reason: "atomic, as on a cluster", object: `{"type":"array","items":` + port + `,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`, want: listOf(portType)},
	{name: "list type map", reason: "all map keys are the merge key", object: `{"type":"array","items":` + port + `,"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`, opts: listTypes,
		want: with(merged(listOf(portType), "port", "protocol"), func(t *smp.Definition) { t.MapKeys = true })},
	{name: "list type set", reason: "of scalars", object: `{"items":{"type":"string"},"x-kubernetes-list-type":"set"}`, opts: listTypes, want: merged(listOf(str))},
	{name: "list type set, not asked for", reason: "atomic", object: `{"items":{"type":"string"},"x-kubernetes-list-type":"set"}`, want: listOf(str)},
	{name: "list type set of maps", reason: "cannot merge by value", object: `{"items":{"type":"object","x-kubernetes-map-type":"atomic"},"x-kubernetes-list-type":"set"}`, opts: listTypes, want: listOf(replaced(smp.Definition{Type: smp.MapType}))},
	{name: "list type set of lists", reason: "cannot merge by value", object: `{"items":{"type":"array"},"x-kubernetes-list-type":"set"}`, opts: listTypes, want: listOf(listOf(anything))},
	{name: "list type set of anything", reason: "scalars, as far as is known", object: `{"x-kubernetes-list-type":"set"}`, opts: listTypes, want: merged(listOf(anything))},
	{name: "list type atomic", reason: "atomic", object: `{"items":{"type":"string"},"x-kubernetes-list-type":"atomic"}`, opts: listTypes, want: listOf(str)},
	{name: "no list type", reason: "atomic", object: `{"items":{"type":"string"}}`, opts: listTypes, want: listOf(str)},
	{name: "list type on bytes", reason: "has no meaning there; published documents have it", object: `{"type":"string","format":"byte","x-kubernetes-list-type":"atomic"}`, opts: listTypes, want: str},
	{name: "map type atomic", reason: "map-atomic", object: `{"type":"object","x-kubernetes-map-type":"atomic"}`, opts: listTypes, want: replaced(smp.Definition{Type: smp.MapType})},
	{name: "map type atomic, not asked for", reason: "merges", object: `{"type":"object","x-kubernetes-map-type":"atomic"}`, want: smp.Definition{Type: smp.MapType}},
	{name: "map type granular", reason: "merges", object: `{"type":"object","x-kubernetes-map-type":"granular"}`, opts: listTypes, want: smp.Definition{Type: smp.MapType}},
	{name: "map type with patch strategy", reason: "the patch strategy wins", object: `{"type":"object","x-kubernetes-map-type":"atomic","x-kubernetes-patch-strategy":"merge"}`, opts: listTypes, want: smp.Definition{Type: smp.MapType}},
	{name: "map type with retainKeys", reason: "retainKeys is no strategy of its own", object: `{"type":"object","x-kubernetes-map-type":"atomic","x-kubernetes-patch-strategy":"retainKeys"}`, opts: listTypes,
		want: replaced(smp.Definition{Type: smp.MapType, RetainKeys: true})},
	{name: "list type with patch strategy", reason: "the patch strategy wins", object: `{"items":{"type":"string"},"x-kubernetes-list-type":"set","x-kubernetes-patch-strategy":"replace"}`, opts: listTypes, want: listOf(str)},
	{name: "list type atomic with patch strategy", reason: "the patch strategy wins", object: `{"items":{"type":"string"},"x-kubernetes-list-type":"atomic","x-kubernetes-patch-strategy":"merge"}`, opts: listTypes, want: merged(listOf(str))},

	// Patch extensions together with list types.
	{name: "map keys recommended", reason: "they begin with the merge key", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.Recommended, t.MapKeys = []string{"port", "protocol"}, true })},
	{name: "map keys recommended, with list types", reason: "the patch strategy wins", opts: listTypes, object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.Recommended, t.MapKeys = []string{"port", "protocol"}, true })},
	{name: "map keys equal", reason: "no further keys to recommend", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"]}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.MapKeys = true })},
	{name: "map keys that begin otherwise", reason: "the merge key wins", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["protocol","port"]}`,
		want: merged(listOf(portType), "port")},
	{name: "explicit recommended keys", reason: "win over map keys", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"port","x-kubernetes-recommended-patch-merge-key":"port,name","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.Recommended = []string{"port", "name"} })},
	{name: "map keys without merge key", reason: "strategy merge needs a key, the map keys are one", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`,
		want: with(merged(listOf(portType), "port", "protocol"), func(t *smp.Definition) { t.MapKeys = true })},
	{name: "explicit recommended keys without merge key", reason: "the map keys are the key; defaults do not count for explicit keys", object: `{"items":` + port + `,"x-kubernetes-patch-strategy":"merge","x-kubernetes-recommended-patch-merge-key":"port,protocol","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port"]}`,
		want: with(merged(listOf(portType), "port"), func(t *smp.Definition) { t.Recommended = []string{"port", "protocol"} })},
	{name: "merge key without strategy, with list types", reason: "the list type decides", opts: listTypes, object: `{"items":` + port + `,"x-kubernetes-patch-merge-key":"port","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["port","protocol"]}`,
		want: with(merged(listOf(portType), "port", "protocol"), func(t *smp.Definition) { t.MapKeys = true })},
}

var listTypes = []openapi.Option{openapi.ListTypes()}

func TestSchema(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range readCases {
		if seen[c.name] || c.reason == "" {
			t.Fatalf("case %q is listed twice or has no reason", c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			got, err := openapi.Schema(model.MustParse(c.object), c.opts...)
			if err != nil {
				t.Fatal(err)
			}
			if want := build(t, c.want, nil); !got.Equal(want) {
				t.Errorf("(%s)\ngot  %s\nwant %s", c.reason, openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
			}
		})
	}
}

// An object has the same schema wherever it is described: in a definition of either version, found
// by name or by pointer, and behind one reference or several.
func TestSchemaAnywhere(t *testing.T) {
	wrappings := []struct{ name, before, after, ref string }{
		{"v2", `{"swagger":"2.0","definitions":{"x":`, `}}`, "x"},
		{"v3", `{"openapi":"3.0.0","components":{"schemas":{"x":`, `}}}`, "x"},
		{"v2 by pointer", `{"swagger":"2.0","definitions":{"x":`, `}}`, "#/definitions/x"},
		{"v2 reference", `{"definitions":{"y":{"$ref":"#/definitions/x"},"x":`, `}}`, "y"},
		{"v3 reference", `{"components":{"schemas":{"y":{"allOf":[{"$ref":"#/components/schemas/x"}]},"x":`, `}}}`, "y"},
		{"chain", `{"definitions":{"z":{"$ref":"#/definitions/y"},"y":{"description":"d","allOf":[{"$ref":"#/definitions/x"}]},"x":`, `}}`, "z"},
	}
	for _, c := range readCases {
		if _, local := model.MustParse(c.object).Get("$defs"); local {
			continue
		}
		want := build(t, c.want, nil)
		for _, w := range wrappings {
			doc, err := openapi.Read(model.MustParse(w.before+c.object+w.after), c.opts...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := doc.Schema(w.ref)
			if err != nil {
				t.Errorf("%s, %s: %v", c.name, w.name, err)
			} else if !got.Equal(want) {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", c.name, w.name, openapi.Encode(got).JSON(), openapi.Encode(want).JSON())
			}
		}
	}
}

// A nil option changes nothing.
func TestNilOption(t *testing.T) {
	object := model.MustParse(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}}}`)
	want, err := openapi.Schema(object, openapi.ListTypes())
	if err != nil {
		t.Fatal(err)
	}
	s, err := openapi.Schema(object, nil, openapi.ListTypes(), nil)
	if err != nil || !s.Equal(want) {
		t.Errorf("Schema: the schema is different: %v", err)
	}
	s, err = openapi.SchemaWith(object, nil, nil, openapi.ListTypes())
	if err != nil || !s.Equal(want) {
		t.Errorf("SchemaWith: the schema is different: %v", err)
	}
	if _, err := openapi.Read(object, nil); err != nil {
		t.Errorf("Read: %v", err)
	}
}

// required returns a definition with the mark required.
func required(t smp.Definition) smp.Definition {
	t.Marks.Required = true
	return t
}

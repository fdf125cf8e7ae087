package cluster_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// traceSchema has a field of each shape.
func traceSchema(t *testing.T) smp.Schema {
	t.Helper()
	set := smp.Definition{Type: smp.ListType, Strategy: smp.Merge}
	item := mapOf(map[string]smp.Definition{"name": text, "value": text, "set": set})
	ports := keyedBy(mapOf(map[string]smp.Definition{"port": number, "protocol": {Type: smp.ScalarType, Scalars: smp.StringScalar, Default: model.NewString("TCP")}}), "port")
	ports.Recommended = []string{"port", "protocol"}
	return schemaOf(t, mapOf(map[string]smp.Definition{
		"name":      text,
		"set":       set,
		"texts":     {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"list":      keyedBy(item, "name"),
		"numbers":   keyedBy(mapOf(map[string]smp.Definition{"id": number, "value": text}), "id"),
		"pairs":     keyedBy(item, "name", "value"),
		"ports":     ports,
		"inner":     item,
		"atomic":    {Type: smp.ListType},
		"atoms":     {Type: smp.ListType, Element: &text},
		"maps":      {Type: smp.ListType, Element: &item},
		"any":       {},
		"labels":    {Type: smp.MapType, Values: &text},
		"items":     {Type: smp.MapType, Values: &item},
		"lists":     {Type: smp.MapType, Values: &set},
		"values":    {Type: smp.MapType, Values: &smp.Definition{}},
		"$declared": text,
	}))
}

// A trace contains each decision with its place, in order. Most calls have no trace and skip the
// code that writes it.
func TestTrace(t *testing.T) {
	s := traceSchema(t)
	tests := []struct{ name, original, patch, want string }{
		{"a field", `{"name":"a"}`, `{"name":"b"}`, `map-merge ., scalar name`},
		{"a null", `{"name":"a"}`, `{"name":null}`, `map-merge ., null-deletes name`},
		{"an element", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b","value":"x"}]}`, `map-merge ., keyed-merge list[name=b], map-merge list[name=b], scalar list[name=b].name, scalar list[name=b].value`},
		{"an element without key in the original", `{"list":[{"name":"b"},{"value":"x"}]}`, `{"list":[{"name":"b"}]}`, `map-merge ., keyed-original list[1], keyed-merge list[name=b], map-merge list[name=b], scalar list[name=b].name, keyless-original-rejected list, rejected`},
		{"an element that is not a map", `{"list":[1]}`, `{"list":[{"name":"b"}]}`, `map-merge ., mixed-kinds-rejected list, rejected`},
		{"two keys", `{"pairs":[{"name":"a","value":"b"}]}`, `{"pairs":[{"name":"a","value":"b","name,value":"c"}]}`, `map-merge ., multi-key-unsupported pairs, keyed-merge pairs["name,value"=c], keys-multi pairs["name,value"=c], keyless-original-rejected pairs, rejected`},
		{"two keys and a deletion", `{"pairs":[{"name,value":"c"}]}`, `{"pairs":[{"name,value":"c","$patch":"delete"}]}`, `map-merge ., multi-key-unsupported pairs, keyed-original pairs[0], keyed-delete pairs["name,value"=c], keys-multi pairs["name,value"=c]`},
		{"a key in another spelling", `{"numbers":[{"id":1.0}]}`, `{"numbers":[{"id":10e-1}]}`, `map-merge ., keyed-merge numbers[id=10e-1], key-equality numbers, map-merge numbers[id=10e-1], scalar numbers[id=10e-1].id`},
		{"a deletion in another spelling", `{"numbers":[{"id":1.0}]}`, `{"numbers":[{"id":10e-1,"$patch":"delete"}]}`, `map-merge ., keyed-delete numbers[id=10e-1], key-equality numbers`},
		{"a null key", `{"numbers":[{"id":null,"value":"a"},{"id":1}]}`, `{"numbers":[{"id":null,"$patch":"delete"}]}`, `map-merge ., keyed-original numbers[0], any-key-accepted numbers, keyed-delete numbers[id=null]`},
		{"another protocol", `{"ports":[{"port":53,"protocol":"TCP"},{"port":80}]}`, `{"ports":[{"port":53,"protocol":"UDP"}]}`, `map-merge ., ambiguous ports[port=53], keyed-merge ports[port=53], keys-change ports[port=53], map-merge ports[port=53], scalar ports[port=53].port, scalar ports[port=53].protocol`},
		{"the same protocol", `{"ports":[{"port":53,"protocol":"TCP"}]}`, `{"ports":[{"port":53,"protocol":"TCP"}]}`, `map-merge ., keyed-merge ports[port=53], map-merge ports[port=53], scalar ports[port=53].port, scalar ports[port=53].protocol`},
		{"a protocol that the original lacks", `{"ports":[{"port":53}]}`, `{"ports":[{"port":53,"protocol":"TCP"}]}`, `map-merge ., keyed-merge ports[port=53], map-merge ports[port=53], scalar ports[port=53].port, scalar ports[port=53].protocol`},
		{"a new port", `{"ports":[{"port":53}]}`, `{"ports":[{"port":54,"protocol":"TCP"}]}`, `map-merge ., keyed-merge ports[port=54], new-elements-first ports`},
		{"a set", `{"set":["a"]}`, `{"set":["b"]}`, `map-merge ., set-merge set, new-elements-first set`},
		{"a set without new values", `{"set":["a"]}`, `{"set":["a"]}`, `map-merge ., set-merge set, set-dedup-reorders set`},
		{"an empty set", `{"set":["a"]}`, `{"set":[]}`, `map-merge .`},
		{"numbers in another spelling", `{"set":[0.5,1.5,1.5]}`, `{"set":[5e-1,5e-1,15e-1]}`, `map-merge ., set-merge set, key-equality set, key-equality set, set-dedup-reorders set`},
		{"a number in another spelling after others", `{"set":[2.5,0.5]}`, `{"set":[3.5,5e-1]}`, `map-merge ., set-merge set, key-equality set, set-dedup-reorders set, new-elements-first set`},
		{"a number as a text", `{"set":["1"]}`, `{"set":["1","2"]}`, `map-merge ., set-merge set, set-dedup-reorders set, new-elements-first set`},
		{"values of a set in another spelling twice", `{"set":[0.5]}`, `{"set":[0.5,5e-1]}`, `map-merge ., set-merge set, set-dedup-reorders set`},
		{"texts", `{"texts":["a","b"]}`, `{"$deleteFromPrimitiveList/texts":["a"]}`, `map-merge ., set-delete texts`},
		{"values of an atomic list", `{"atomic":["a","b"]}`, `{"$deleteFromPrimitiveList/atomic":["a"]}`, `map-merge ., set-delete atomic`},
		{"values of an atomic list of texts", `{"atoms":["a","b"]}`, `{"$deleteFromPrimitiveList/atoms":["a"]}`, `map-merge ., set-delete atoms`},
		{"maps of an atomic list", `{"maps":[{"name":"a"}]}`, `{"$deleteFromPrimitiveList/maps":[]}`, `map-merge ., delete-list-assigns maps, delete-list-assigns maps, rejected`},
		{"no value without schema", `{"any":{"a":1}}`, `{"any":{"$deleteFromPrimitiveList/b":["a"]}}`, `map-merge ., map-merge any`},
		{"a scalar without schema", `{"any":{"a":1}}`, `{"any":{"$deleteFromPrimitiveList/a":["a"]}}`, `map-merge ., map-merge any, delete-list-assigns any.a`},
		{"a map without schema", `{"any":{"a":{}}}`, `{"any":{"$deleteFromPrimitiveList/a":["a"]}}`, `map-merge ., map-merge any, delete-list-assigns any.a`},
		{"a list for a scalar", `{"name":"a"}`, `{"$deleteFromPrimitiveList/name":["a"]}`, `map-merge ., delete-list-assigns name`},
		{"a list for a map", `{"inner":{}}`, `{"$deleteFromPrimitiveList/inner":["a"]}`, `map-merge ., delete-list-assigns inner`},
		{"a delete list with a map", `{"texts":["a"]}`, `{"$deleteFromPrimitiveList/texts":[{}]}`, `map-merge ., delete-list-assigns texts, mixed-kinds-rejected texts, delete-list-assigns texts, rejected`},
		{"a delete list for a set of anything, with a marker", `{"atomic":"a"}`, `{"$deleteFromPrimitiveList/atomic":["a"],"atomic":[{"$patch":"replace"}]}`, `map-merge ., directive-map-dropped atomic`},
		{"a delete list for an atomic list with maps", `{"atomic":null}`, `{"$deleteFromPrimitiveList/atomic":["a"],"atomic":[{"a":1}]}`, `map-merge ., varies atomic, delete-list-assigns atomic`},
		{"a delete list for an atomic list with lists", `{"atomic":null}`, `{"$deleteFromPrimitiveList/atomic":["a"],"atomic":[["a"]]}`, `map-merge ., varies atomic, delete-list-assigns atomic`},
		{"a delete list for an atomic list of scalars", `{"atomic":null}`, `{"$deleteFromPrimitiveList/atomic":["a"],"atomic":["a"]}`, `map-merge ., varies atomic`},
		{"a delete list for an atomic list that is a scalar", `{"atomic":"a"}`, `{"$deleteFromPrimitiveList/atomic":["a"]}`, `map-merge .`},
		{"labels", `{"labels":{"a":"b"}}`, `{"labels":{"a":"c"}}`, `map-merge ., map-merge labels, scalar labels.a`},
		{"a map of maps", `{"items":{}}`, `{"items":{"a":{"name":"b"}}}`, `map-merge ., map-merge items, map-values items.a`},
		{"a map of lists", `{"lists":{}}`, `{"lists":{"a":["b"]}}`, `map-merge ., map-merge lists, map-values lists.a, new-list-unmerged lists.a`},
		{"a map of anything", `{"values":{}}`, `{"values":{"a":["b"]}}`, `map-merge ., map-merge values`},
		{"a delete list in labels", `{"labels":{}}`, `{"labels":{"$deleteFromPrimitiveList/a":["b"]}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$deleteFromPrimitiveList/a"], delete-list-assigns labels.a`},
		{"a delete list in a map of lists", `{"lists":{}}`, `{"lists":{"$deleteFromPrimitiveList/a":["b"]}}`, `map-merge ., map-merge lists, map-values lists.a`},
		{"a delete list in a map of anything", `{"values":{}}`, `{"values":{"$deleteFromPrimitiveList/a":["b"]}}`, `map-merge ., map-merge values`},
		{"a delete list that is a text in a map of anything", `{"values":{}}`, `{"values":{"$deleteFromPrimitiveList/a":"b"}}`, `map-merge ., map-merge values, directive-names-reserved values["$deleteFromPrimitiveList/a"], delete-list-assigns values.a`},
		{"retained names in labels", `{"labels":{}}`, `{"labels":{"$retainKeys":["a"]}}`, `map-merge ., map-merge labels, retain-keys labels`},
		{"a text as retained names in labels", `{"labels":{}}`, `{"labels":{"$retainKeys":"a"}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$retainKeys"], rejected`},
		{"retained names with a number in labels", `{"labels":{}}`, `{"labels":{"$retainKeys":["a",1]}}`, `map-merge ., map-merge labels, retain-keys-any-value labels["$retainKeys"], retain-keys labels`},
		{"retained names", `{"inner":{"name":"a","value":"b"}}`, `{"inner":{"$retainKeys":["name"]}}`, `map-merge ., map-merge inner, retain-keys inner`},
		{"retained names and a name like that of a list", `{"labels":{"a":"b"}}`, `{"labels":{"$retainKeys":["a"],"$setElementOrder/$setElementOrder/a":[],"$setElementOrder/a":"b"}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$setElementOrder/a"], directive-names-reserved labels["$setElementOrder/$setElementOrder/a"], retain-keys labels, map-values-rejected labels["$setElementOrder/a"], rejected`},
		{"retained names and a list of a name like that of a list", `{"labels":{}}`, `{"labels":{"$retainKeys":["a"],"$setElementOrder/$setElementOrder":["a"],"$setElementOrder":["a"]}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$setElementOrder"], directive-names-reserved labels["$setElementOrder/$setElementOrder"], retain-keys labels, map-values-rejected labels["$setElementOrder"], rejected`},
		{"retained names and a null of such a name", `{"labels":{}}`, `{"labels":{"$retainKeys":["a"],"$setElementOrder/$setElementOrder":["a"],"$setElementOrder":null}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$setElementOrder/$setElementOrder"], retain-keys labels, map-values-rejected labels["$setElementOrder"], rejected`},
		{"retained names and such a name", `{"labels":{}}`, `{"labels":{"$retainKeys":["$setElementOrder"],"$setElementOrder/$setElementOrder":["a"],"$setElementOrder":["a"]}}`, `map-merge ., map-merge labels, directive-names-reserved labels["$setElementOrder/$setElementOrder"], retain-keys labels, map-values-rejected labels["$setElementOrder"], rejected`},
		{"a declared name", `{}`, `{"$declared":"a"}`, `map-merge ., unknown-directive ["$declared"], scalar ["$declared"]`},
		{"an unknown directive", `{"inner":{}}`, `{"inner":{"$foo":"a"}}`, `map-merge ., map-merge inner, unknown-directive-kept inner["$foo"], unknown-field inner["$foo"], scalar inner["$foo"]`},
		{"an unknown directive in labels", `{"labels":{}}`, `{"labels":{"$foo":"a"}}`, `map-merge ., map-merge labels, unknown-directive labels["$foo"], scalar labels["$foo"]`},
		{"an order list of an unknown directive", `{"labels":{}}`, `{"labels":{"$foo":["a"],"$setElementOrder/$foo":["a"]}}`, `map-merge ., map-merge labels, unknown-directive labels["$foo"], directive-names-reserved labels["$setElementOrder/$foo"], map-values-rejected labels["$foo"], rejected`},
		{"an order list of an order list", `{"inner":{}}`, `{"inner":{"$setElementOrder/set":["a"],"$setElementOrder/$setElementOrder/set":["a"]}}`, `map-merge ., map-merge inner, directive-names-reserved inner["$setElementOrder/set"], unknown-field inner["$setElementOrder/set"], unknown-field-rejected inner["$setElementOrder/set"], rejected`},
		{"an order list of an order list of an order list", `{"inner":{}}`, `{"inner":{"$setElementOrder/set":["a"],"$setElementOrder/$setElementOrder/set":["a"],"$setElementOrder/$setElementOrder/$setElementOrder/set":["a"]}}`, `map-merge ., map-merge inner, directive-names-reserved inner["$setElementOrder/$setElementOrder/set"], unknown-field inner["$setElementOrder/$setElementOrder/set"], unknown-field-rejected inner["$setElementOrder/$setElementOrder/set"], rejected`},
		{"an order list of a name before its own", `{"labels":{}}`, `{"labels":{"$z":["a"],"$setElementOrder/$z":["a"],"$setElementOrder/$setElementOrder/$z":["a"]}}`, `map-merge ., map-merge labels, unknown-directive labels["$z"], directive-names-reserved labels["$setElementOrder/$setElementOrder/$z"], map-values-rejected labels["$setElementOrder/$z"], rejected`},
		{"other merge keys in labels", `{"labels":{}}`, `{"labels":{"$patchMergeKey":"a"}}`, `map-merge ., map-merge labels, unknown-directive labels["$patchMergeKey"], scalar labels["$patchMergeKey"]`},
		{"a name in other letters", `{}`, `{"Name":"b"}`, `map-merge ., field-case-folded Name, scalar Name`},
		{"an unknown name", `{}`, `{"x":"b"}`, `map-merge ., unknown-field x, scalar x`},
		{"a replacement", `{"inner":{"name":"a"}}`, `{"inner":{"$patch":"replace","value":"b","set":["a"]}}`, `map-merge ., map-replace inner, new-list-unmerged inner.set`},
		{"a replaced list", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b"},{"$patch":"replace"}]}`, `map-merge ., list-replace list`},
		{"a delete list first is accepted, and last it is rejected", `{"texts":["a"]}`, `{"texts":[1],"$deleteFromPrimitiveList/texts":["a"]}`, `map-merge ., varies texts, set-delete texts, set-merge texts`},
		{"a delete list first is rejected, and last it is accepted", `{"texts":[1]}`, `{"texts":null,"$deleteFromPrimitiveList/texts":["a"]}`, `map-merge ., varies texts, mixed-kinds-rejected texts, delete-list-assigns texts, rejected`},
		{"a delete list is rejected first and last", `{"texts":[1]}`, `{"texts":["a"],"$deleteFromPrimitiveList/texts":["b"]}`, `map-merge ., mixed-kinds-rejected texts, delete-list-assigns texts, rejected`},
		{"an empty list for a set with duplicates that are apart", `{"set":["a","a","b","c"]}`, `{"set":[]}`, `map-merge ., set-dedup-reorders set`},
		{"values for a set with duplicates that are apart", `{"set":["a","a","b","c"]}`, `{"set":["d"]}`, `map-merge ., set-merge set, set-dedup-reorders set, new-elements-first set, varies set`},
		{"a recommended key that a second element changes", `{"ports":[{"port":80},{"port":53,"protocol":"TCP"}]}`, `{"ports":[{"port":53,"protocol":"UDP"}]}`, `map-merge ., ambiguous ports[port=53], keyed-merge ports[port=53], keys-change ports[port=53], map-merge ports[port=53], scalar ports[port=53].port, scalar ports[port=53].protocol`},
		{"two keys of which one changes", `{"pairs":[{"name,value":"k","name":"a"}]}`, `{"pairs":[{"name,value":"k","name":"b"}]}`, `map-merge ., multi-key-unsupported pairs, keyed-original pairs[0], keyed-merge pairs["name,value"=k], keys-multi pairs["name,value"=k], map-merge pairs["name,value"=k], unknown-field pairs["name,value"=k]["name,value"], scalar pairs["name,value"=k]["name,value"], scalar pairs["name,value"=k].name`},
		{"the same text for a number", `{"numbers":[{"id":"1"}]}`, `{"numbers":[{"id":"1"}]}`, `map-merge ., keyed-merge numbers[id="1"], map-merge numbers[id="1"], scalar numbers[id="1"].id`},
	}
	for _, test := range tests {
		var events []string
		engine := cluster.Engine{BeforeDecoding: true, Trace: func(e cluster.Event) {
			what := string(e.Rule)
			switch {
			case e.Divergence != 0:
				what = e.Divergence.String()
			case e.Varies:
				what = "varies"
			case e.Ambiguous != nil:
				what = "ambiguous"
			}
			events = append(events, what+" "+e.Path.String())
		}}
		_, err := engine.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		if err != nil {
			events = append(events, "rejected")
		}
		if got := strings.Join(events, ", "); got != test.want {
			t.Errorf("%s: traced\n%s, want\n%s; %v", test.name, got, test.want, err)
		}
	}
}

// A directive that the server does not support is dropped from a map with declared fields. It is
// not an unknown field.
func TestTraceOfIgnoredDirective(t *testing.T) {
	var events []string
	engine := cluster.Engine{Ignore: smp.RetainKeys, Trace: func(e cluster.Event) { events = append(events, string(e.Rule)+" "+e.Path.String()) }}
	got, err := engine.Apply(traceSchema(t), model.MustParse(`{"inner":{"name":"a","value":"b"}}`), model.MustParse(`{"inner":{"$retainKeys":["name"]}}`))
	if want := `{"inner":{"name":"a","value":"b"}}`; err != nil || got.JSON() != want {
		t.Errorf("got %s, %v, want %s", got.JSON(), err, want)
	}
	if want := `map-merge ., map-merge inner, directive-level inner["$retainKeys"]`; strings.Join(events, ", ") != want {
		t.Errorf("traced %s, want %s", events, want)
	}
}

// Compose reports the rule once for each patch after the first one, and a null that counts as {}. It does
// not report the decisions of trying a patch on an empty object.
func TestComposeIsTraced(t *testing.T) {
	for _, test := range []struct {
		patches, want string
	}{
		{`[{"a":1}]`, ``},
		{`[{"$retainKeys":["a"],"a":1},{"a":2}]`, `compose `},
		{`[{"a":1},{"b":2},{"c":3}]`, `compose compose `},
		{`[null,{"b":2}]`, `null-patch-accepted map-merge compose `},
	} {
		got := ""
		e := cluster.Engine{Trace: func(e cluster.Event) {
			if e.Divergence != 0 {
				got += e.Divergence.String() + " "
			} else {
				got += string(e.Rule) + " "
			}
		}}
		_, _ = e.Compose(smp.Schemaless, model.MustParse(test.patches).AppendElements(nil)...)
		if got != test.want {
			t.Errorf("%s: the events are %q, want %q", test.patches, got, test.want)
		}
	}
}

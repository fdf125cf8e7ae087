package cluster_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Strict rejects values whose type contradicts the schema, unknown fields, and elements of
// the original that nothing can match.
func TestStrict(t *testing.T) {
	defaulted := keyedBy(mapOf(map[string]smp.Definition{"k": {Type: smp.ScalarType, Default: model.NewString("x")}, "v": text}), "k")
	defaulted.MapKeys = true
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"text":      text,
		"scalar":    {Type: smp.ScalarType},
		"either":    {Type: smp.ScalarType, Scalars: smp.StringScalar | smp.NumberScalar},
		"whole":     {Type: smp.ScalarType, Scalars: smp.IntegerScalar},
		"map":       mapOf(map[string]smp.Definition{"a": text}),
		"texts":     {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"list":      keyedBy(mapOf(map[string]smp.Definition{"name": text, "v": text}), "name"),
		"defaulted": defaulted,
		"$declared": text,
	}))
	tests := []struct{ original, patch, want string }{
		{`{}`, `{"text":1}`, `patch: text: wrong-kind: expected a string, got a number (rule value-type)`},
		{`{}`, `{"either":true}`, `patch: either: wrong-kind: expected a string or number, got a boolean (rule value-type)`},
		{`{}`, `{"scalar":{}}`, `patch: scalar: wrong-kind: expected a scalar, got a map (rule value-type)`},
		{`{}`, `{"map":1}`, `patch: map: wrong-kind: expected a map, got a number (rule value-type)`},
		{`{}`, `{"texts":1}`, `patch: texts: wrong-kind: expected a list, got a number (rule value-type)`},
		{`{}`, `{"text":"a","either":1,"whole":1.5,"scalar":true,"map":{},"texts":[],"list":null}`, ``},
		{`{"texts":[]}`, `{"texts":[1]}`, `patch: texts[0]: wrong-kind: expected a string, got a number (rule value-type)`},
		{`{}`, `{"x":1}`, `patch: x: unknown-field: unknown field (rule unknown-field)`},
		{`{}`, `{"":1}`, `patch: [""]: unknown-field: unknown field (rule unknown-field)`},
		{`{}`, `{"$setElementOrder/":["a"]}`, `patch: ["$setElementOrder/"]: unknown-field: ` + cluster.UnknownFieldRejected.What() + ` (rule unknown-field)`},
		{`{}`, `{"$foo":1}`, `patch: ["$foo"]: unknown-field: unknown field (rule unknown-field)`},
		{`{}`, `{"$declared":"a"}`, ``},
		{`{"list":[{"name":"a"},{"v":"x"}]}`, `{"list":[{"name":"a"}]}`, `original: list[1]: missing-merge-key: missing merge key "name" (rule keyed-original)`},
		{`{"list":[{"name":null}]}`, `{"list":[{"name":"a"}]}`, `original: list[0]: missing-merge-key: missing merge key "name" (rule keyed-original)`},
		{`{"list":[{"name":[]}]}`, `{"list":[{"name":"a"}]}`, `original: list[0].name: invalid-merge-key: merge key "name": expected a scalar, got a list (rule keyed-original)`},
		{`{"defaulted":[{"k":null,"v":"x"}]}`, `{"defaulted":[{"k":"a"}]}`, ``},
	}
	for _, test := range tests {
		_, err := cluster.Engine{Strict: true}.Apply(s, model.MustParse(test.original), model.MustParse(test.patch))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s, %s: got\n%s, want\n%s", test.original, test.patch, got, test.want)
		}
	}
}

// An element is ambiguous if its default key matches elements that differ in a recommended
// key, or if it changes or removes such a key. A trace reports that, and Strict rejects it.
func TestAmbiguous(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{
		"a": text, "b": text, "c": text, "d": {Type: smp.ScalarType, Default: model.NewString("1")}, "e": text,
	}), "a")
	list.Recommended, list.MapKeys = []string{"a", "b", "d"}, true
	replaced := keyedBy(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": text, "b": text}, Strategy: smp.Replace}, "a")
	replaced.Recommended = []string{"a", "b"}
	pairs := keyedBy(mapOf(map[string]smp.Definition{"a": text, "b": text, "a,b": text}), "a", "b")
	pairs.Recommended = pairs.Keys
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list, "replaced": replaced, "pairs": pairs}))
	tests := []struct{ original, patch, want string }{
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"x","b":"3"}]}`, `first of several elements and changes its b`},
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"x","c":"3"}]}`, `first of several elements, which differ in b`},
		{`{"list":[{"a":"x"},{"a":"x","d":"2"}]}`, `{"list":[{"a":"x","c":"3"}]}`, `first of several elements, which differ in d`},
		{`{"list":[{"a":"y"},{"a":"x","b":"1"},{"a":"x","b":"2"},{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","c":"3"}]}`, `first of several elements, which differ in b`},
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"x","c":"3"}]}`, `first of several elements, which differ in b`},
		{`{"list":[{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","b":"3"}]}`, `element and changes its b`},
		{`{"list":[{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","b":null}]}`, `element and removes its b`},
		{`{"list":[{"a":"x","b":{}}]}`, `{"list":[{"a":"x","b":{"$patch":"delete"}}]}`, `element and removes its b`},
		{`{"list":[{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","$retainKeys":["a"]}]}`, `element and removes its b`},
		{`{"list":[{"a":"x"}]}`, `{"list":[{"a":"x","d":"2"}]}`, `element and changes its d`},
		{`{"list":[{"a":"x","d":"2"}]}`, `{"list":[{"a":"x","d":null}]}`, `element and changes its d`},
		{`{"list":[{"a":"x","d":"2"}]}`, `{"list":[{"a":"x","$retainKeys":["a"]}]}`, `element and changes its d`},
		{`{"replaced":[{"a":"x","b":"1"}]}`, `{"replaced":[{"a":"x"}]}`, `element and removes its b`},
		{`{"list":[]}`, `{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `element and changes its b`},

		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","c":"3"}]}`, ``},
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[]}`, ``},
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"y","b":"3"}]}`, ``},
		{`{"list":[{"a":"x","b":"1"},{"a":"x","b":"2"}]}`, `{"list":[{"a":"x","$patch":"delete"},{"a":"x","b":"3"}]}`, ``},
		{`{"list":[{"a":"x"}]}`, `{"list":[{"a":"x","b":"3"}]}`, ``},
		{`{"list":[{"a":"x","b":"1","c":"2"}]}`, `{"list":[{"a":"x","b":"1","c":"3","d":"1"}]}`, ``},
		{`{"list":[{"a":"x","b":"1"}]}`, `{"list":[{"a":"x","$retainKeys":["a","b"],"c":null}]}`, ``},
		{`{"list":[{"a":null,"b":"1"},{"a":"x"}]}`, `{"list":[{"a":"x","b":"1"}]}`, ``},
		{`{"pairs":[{"a,b":"x","a":"1"}]}`, `{"pairs":[{"a,b":"x","a":"2"}]}`, ``},
	}
	for _, test := range tests {
		var notes []string
		e := cluster.Engine{Trace: func(e cluster.Event) {
			if e.Ambiguous != nil {
				notes = append(notes, e.Ambiguous.Error())
			}
		}}
		original, patch := model.MustParse(test.original), model.MustParse(test.patch)
		_, err := e.Apply(s, original, patch)
		got := ""
		if len(notes) == 1 {
			got = notes[0]
		}
		note := ""
		if test.want != "" {
			note = "a alone finds the " + test.want
		}
		if got != note || len(notes) > 1 || err != nil {
			t.Errorf("%s, %s: notes %q, %v, want %q", test.original, test.patch, notes, err, note)
		}
		_, err = cluster.Engine{Strict: true}.Apply(s, original, patch)
		if ambiguous := codeOf(err) == "ambiguous-merge-key patch"; ambiguous != (note != "") {
			t.Errorf("%s, %s: under Strict %v", test.original, test.patch, err)
		}
	}
}

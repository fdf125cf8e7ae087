package smp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// lintSchema has a field for each way to merge.
func lintSchema(t testing.TB) smp.Schema {
	t.Helper()
	item := mapOf(map[string]smp.Definition{"name": text, "size": number, "tags": {Type: smp.ListType, Strategy: smp.Merge, Element: &text}})
	port := mapOf(map[string]smp.Definition{"port": number, "protocol": text, "target": number})
	ports := keyedBy(port, "port")
	ports.Recommended = []string{"port", "protocol"}
	routes := keyedBy(mapOf(map[string]smp.Definition{"path": text, "host": text, "method": text}), "path")
	routes.Recommended = []string{"path", "host", "method"}
	pair := mapOf(map[string]smp.Definition{"a": text, "b": text, "value": text})
	source := mapOf(map[string]smp.Definition{"path": text})
	volume := mapOf(map[string]smp.Definition{"name": text, "disk": source, "memory": source})
	volume.Unions = []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"disk"}}, {Fields: []string{"memory"}}}}}
	volumes := keyedBy(volume, "name")
	volumes.RetainKeys = true
	variable := mapOf(map[string]smp.Definition{"name": text, "value": text, "valueFrom": source})
	variable.Unions = []smp.Union{{Members: []smp.UnionMember{{Fields: []string{"value"}}, {Fields: []string{"valueFrom"}}}}}
	one := mapOf(map[string]smp.Definition{"type": text, "rolling": source})
	one.RetainKeys = true
	one.Unions = []smp.Union{{Discriminator: "type", Members: []smp.UnionMember{{Value: "Rolling", Fields: []string{"rolling"}}}}}
	whole := mapOf(map[string]smp.Definition{"a": text, "set": {Type: smp.ListType, Strategy: smp.Merge, Element: &text}, "below": source})
	whole.Strategy = smp.Replace
	free := smp.Definition{Type: smp.MapType, Values: &text}
	return schemaOf(t, mapOf(map[string]smp.Definition{
		"text":   text,
		"number": number,
		"set":    {Type: smp.ListType, Strategy: smp.Merge, Element: &text},
		"texts":  {Type: smp.ListType, Element: &text},
		"atoms":  {Type: smp.ListType, Element: &item},
		"items":  keyedBy(item, "name"),
		"pairs":  keyedBy(pair, "a", "b"),
		"ports":  ports,
		"routes": routes,
		"vols":   volumes,
		"vars":   keyedBy(variable, "name"),
		"map":    mapOf(map[string]smp.Definition{"a": text, "b": text, "items": keyedBy(item, "name")}),
		"whole":  whole,
		"free":   free,
		"any":    {},
		"one":    one,
	}))
}

// written returns problems as path, code and rule, with a leading ! if the patch is rejected.
func written(problems []smp.Problem) []string {
	var lines []string
	for _, p := range problems {
		mark := ""
		if p.Rejected {
			mark = "! "
		}
		lines = append(lines, fmt.Sprintf("%s%s %s %s", mark, p.Path, p.Code, p.Rule))
	}
	return lines
}

var lintTests = []struct {
	name   string
	engine smp.Engine
	patch  string
	want   []string
}{
	{name: "nothing", patch: `{}`},
	{name: "a field with an empty name", patch: `{"": 1, "$setElementOrder/": []}`, want: []string{
		`! ["$setElementOrder/"] invalid-directive order-directive`,
		`[""] unknown-field unknown-field`,
	}},
	{name: "a good patch", patch: `{
		"text": "secret", "free": {"$setElementOrder/note": "secret", "$retainKeys": "secret"},
		"set": ["secret"], "$deleteFromPrimitiveList/set": ["secret2"], "$setElementOrder/set": ["secret", "x"],
		"$deleteFromPrimitiveList/texts": ["secret"], "atoms": [{"name": "secret"}],
		"items": [{"name": "a", "size": 1}, {"name": "b", "$patch": "delete"}, {"name": "c", "$patch": "replace", "size": 2}, {"name": "b"}],
		"ports": [{"port": 53, "protocol": "UDP", "$patchMergeKey": ["port", "protocol"]}, {"port": 53, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}],
		"map": {"$retainKeys": ["a"], "a": "secret", "b": null}, "whole": {"$patch": "delete"}, "any": {"secret": ["secret"]}}`},
	{name: "no map", patch: `["secret"]`, want: []string{"! . wrong-kind root"}},

	{name: "faults of maps, all at once", patch: `{
		"map": {"$patch": "secret", "$retainKeys": ["a", 1], "a": "x"},
		"any": {"$patch": null, "m": {"$retainKeys": ["a"], "b": "secret", "c": {}, "d": null, "e": {"$patch": "delete"}}}}`,
		want: []string{
			`! any["$patch"] invalid-directive unknown-directive`,
			`! any.m.b retain-keys-mismatch retain-keys`,
			`! any.m.c retain-keys-mismatch retain-keys`,
			`! any.m.e retain-keys-mismatch retain-keys`,
			`! map["$patch"] invalid-directive unknown-directive`,
			`! map["$retainKeys"] invalid-directive retain-keys`,
		}},
	{name: "faults of keyed lists, all at once", patch: `{"items": [
		{"size": 1}, {"name": null}, {"name": ["secret"]}, "secret", ["secret"],
		{"name": "a", "$patch": "merge"}, {"$patch": "merge"}, {"name": "b", "$patchMergeKey": "secret"},
		{"tags": [{}, "x", []]}, {"$patch": "delete"}]}`,
		want: []string{
			"! items[0] missing-merge-key keyed-merge",
			"! items[1] missing-merge-key keyed-merge",
			"! items[2].name invalid-merge-key keyed-merge",
			"items[2].name wrong-kind value-type",
			"! items[3] wrong-kind keyed-merge",
			"! items[4] wrong-kind no-nested-lists",
			`! items[5]["$patch"] invalid-directive unknown-directive`,
			"! items[6] missing-merge-key keyed-merge",
			`! items[6]["$patch"] invalid-directive unknown-directive`,
			`! items[7]["$patchMergeKey"] invalid-directive keys-recommended`,
			"! items[8] missing-merge-key keyed-merge",
			"! items[8].tags[0] wrong-kind set-merge",
			"! items[8].tags[2] wrong-kind no-nested-lists",
			"! items[9] missing-merge-key keyed-merge",
		}},
	{name: "every key of an element", patch: `{"pairs": [{"a": [], "b": {}}, {"b": {}}, {"a": "x", "b": "y"}]}`,
		want: []string{
			"! pairs[0].a invalid-merge-key keyed-merge",
			"pairs[0].a wrong-kind value-type",
			"! pairs[0].b invalid-merge-key keyed-merge",
			"pairs[0].b wrong-kind value-type",
			"! pairs[1] missing-merge-key keys-multi",
			"! pairs[1].b invalid-merge-key keyed-merge",
			"pairs[1].b wrong-kind value-type",
		}},
	{name: "selected keys", patch: `{"ports": [
		{"port": 1, "$patchMergeKey": ["protocol"]}, {"port": 1, "$patchMergeKey": ["port", "secret"]},
		{"port": null, "protocol": [], "$patchMergeKey": ["port", "protocol"]},
		{"port": 2, "protocol": null, "$patch": "delete", "$patchMergeKey": ["port", "protocol"]}]}`,
		want: []string{
			`! ports[0]["$patchMergeKey"] invalid-directive keys-recommended`,
			`! ports[1]["$patchMergeKey"] invalid-directive keys-recommended`,
			"! ports[2] missing-merge-key keys-null",
			"! ports[2].protocol invalid-merge-key keyed-merge",
			"ports[2].protocol wrong-kind value-type",
			"! ports[3] missing-merge-key keys-null",
		}},
	{name: "order lists that disagree", patch: `{
		"set": ["a", "b", "c", "d"], "$setElementOrder/set": ["b", "a", "d"],
		"items": [{"name": "x"}, {"name": "y"}, {"name": "gone", "$patch": "delete"}], "$setElementOrder/items": [{"name": "y"}],
		"$setElementOrder/ports": [{"port": 1}, {}, {"port": []}, {"port": 1, "$patchMergeKey": []}],
		"$setElementOrder/pairs": {"a": "secret"}, "$setElementOrder/vols": ["secret"],
		"$setElementOrder/": [], "map": {"$setElementOrder/items": null}}`,
		want: []string{
			`! ["$setElementOrder/"] invalid-directive order-directive`,
			`! ["$setElementOrder/pairs"] invalid-directive order-directive`,
			`! ["$setElementOrder/ports"][1] missing-merge-key order-directive`,
			`! ["$setElementOrder/ports"][2].port invalid-merge-key order-directive`,
			`! ["$setElementOrder/ports"][3]["$patchMergeKey"] invalid-directive keys-recommended`,
			`! ["$setElementOrder/vols"] invalid-directive order-directive`,
			"! items[0] order-mismatch order-directive",
			`! map["$setElementOrder/items"] invalid-directive order-directive`,
			"! set[1] order-mismatch order-directive",
			"! set[2] order-mismatch order-directive",
		}},
	{name: "delete lists that may not be", patch: `{
		"$deleteFromPrimitiveList/items": ["secret"], "$deleteFromPrimitiveList/map": ["secret"], "$deleteFromPrimitiveList/text": ["secret"],
		"$deleteFromPrimitiveList/set": null, "$deleteFromPrimitiveList/texts": [["secret"]], "$deleteFromPrimitiveList/": [],
		"$deleteFromPrimitiveList/any": ["secret"], "any": [{}]}`,
		want: []string{
			`! ["$deleteFromPrimitiveList/"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/any"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/items"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/map"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/set"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/text"] invalid-directive set-delete`,
			`! ["$deleteFromPrimitiveList/texts"] invalid-directive set-delete`,
		}},
	{name: "deletions in atomic lists", patch: `{
		"atoms": [{"name": "secret", "$patch": "delete"}, {"$patch": "delete"}, {"tags": [{"$patch": "delete"}]}],
		"any": [[{"$patch": "delete"}]]}`,
		want: []string{
			`! any[0][0]["$patch"] invalid-directive list-atomic`,
			`! atoms[0]["$patch"] invalid-directive list-atomic`,
			`! atoms[1]["$patch"] invalid-directive list-atomic`,
			`! atoms[2].tags[0] wrong-kind set-merge`,
		}},

	{name: "unknown fields and directives", patch: `{
		"other": {"$patch": "secret"}, "Text": "secret", "$retainkeys": ["secret"], "$setElementOrder/more": [], "$patchMergeKey": ["text"],
		"items": [{"name": "a", "Name": "secret", "sizes": 1}]}`,
		want: []string{
			`["$patchMergeKey"] unknown-field unknown-field`,
			`["$retainkeys"] unknown-field unknown-field`,
			`["$setElementOrder/more"] unknown-field unknown-field`,
			`Text unknown-field field-names`,
			`items[0].Name unknown-field field-names`,
			`items[0].sizes unknown-field unknown-field`,
			`other unknown-field unknown-field`,
			`! other["$patch"] invalid-directive unknown-directive`,
		}},
	{name: "values of other kinds", patch: `{
		"text": {"secret": 1}, "number": "secret", "set": {"a": 1}, "map": ["secret"], "free": {"a": 1}, "items": 5, "atoms": ["secret"], "texts": null}`,
		want: []string{
			"atoms[0] wrong-kind value-type",
			"free.a wrong-kind value-type",
			"items wrong-kind value-type",
			"map wrong-kind value-type",
			"number wrong-kind value-type",
			"set wrong-kind value-type",
			"text wrong-kind value-type",
		}},
	{name: "Strict rejects them", engine: smp.Engine{Strict: true}, patch: `{"other": 1, "Text": "secret", "number": "secret", "$foo": 1}`,
		want: []string{
			`! ["$foo"] unknown-field unknown-field`,
			"! Text unknown-field field-names",
			"! number wrong-kind value-type",
			"! other unknown-field unknown-field",
		}},
	{name: "an older level", engine: smp.Engine{Ignore: smp.RetainKeys | smp.SetElementOrder}, patch: `{
		"map": {"$retainKeys": ["x"], "a": "secret"}, "$setElementOrder/set": 5, "any": {"$retainKeys": ["a"]}}`,
		want: []string{
			`["$setElementOrder/set"] unknown-field unknown-field`,
			`any["$retainKeys"] directive-as-data lint`,
			`map["$retainKeys"] unknown-field unknown-field`,
		}},
	{name: "a directive as data", patch: `{"any": {"$patchMergeKey": ["a"], "l": [{"$patchMergeKey": ["a"]}]}, "free": {"$patchMergeKey": "secret"}}`,
		want: []string{
			`any["$patchMergeKey"] directive-as-data lint`,
			`any.l[0]["$patchMergeKey"] directive-as-data lint`,
			`free["$patchMergeKey"] directive-as-data lint`,
		}},

	{name: "order lists without effect", patch: `{
		"$setElementOrder/texts": ["secret"], "$setElementOrder/map": 1, "$setElementOrder/text": null, "any": {"$setElementOrder/x": []},
		"$setElementOrder/set": "unread", "set": null, "items": "secret", "$setElementOrder/items": []}`,
		want: []string{
			`["$setElementOrder/items"] no-effect lint`,
			`["$setElementOrder/map"] no-effect lint`,
			`["$setElementOrder/set"] no-effect lint`,
			`["$setElementOrder/text"] no-effect lint`,
			`["$setElementOrder/texts"] no-effect lint`,
			`any["$setElementOrder/x"] no-effect lint`,
			`items wrong-kind value-type`,
		}},
	{name: "delete lists without effect", patch: `{
		"$deleteFromPrimitiveList/set": ["secret"], "set": ["a", {"$patch": "replace"}],
		"$deleteFromPrimitiveList/texts": ["secret"], "texts": ["a"],
		"any": {"$deleteFromPrimitiveList/x": ["secret"], "x": null}, "whole": {"$deleteFromPrimitiveList/set": ["secret"]}}`,
		want: []string{
			`["$deleteFromPrimitiveList/set"] no-effect lint`,
			`["$deleteFromPrimitiveList/texts"] no-effect lint`,
			`any["$deleteFromPrimitiveList/x"] no-effect lint`,
			`whole["$deleteFromPrimitiveList/set"] no-effect lint`,
		}},
	{name: "repeated values of directives", patch: `{
		"map": {"$retainKeys": ["a", "b", "a", "a"], "a": "secret"}, "$deleteFromPrimitiveList/set": ["secret", "x", "secret"],
		"any": {"$deleteFromPrimitiveList/x": [1, "1", 1.0, true, true]}, "$deleteFromPrimitiveList/texts": ["a", "a"], "texts": [],
		"whole": {"$retainKeys": ["a", "a"], "$deleteFromPrimitiveList/set": ["a", "a"]}, "$deleteFromPrimitiveList/atoms": ["a", "a"],
		"free": {"$retainKeys": ["a", 1, 1]}, "one": {"$patch": "replace", "$retainKeys": ["type", "type"]}}`,
		want: []string{
			`! ["$deleteFromPrimitiveList/atoms"] invalid-directive set-delete`,
			`["$deleteFromPrimitiveList/set"][2] no-effect lint`,
			`["$deleteFromPrimitiveList/texts"] no-effect lint`,
			`any["$deleteFromPrimitiveList/x"][2] no-effect lint`,
			`any["$deleteFromPrimitiveList/x"][4] no-effect lint`,
			`! free["$retainKeys"] invalid-directive retain-keys`,
			`map["$retainKeys"][2] no-effect lint`,
			`map["$retainKeys"][3] no-effect lint`,
			`one["$retainKeys"][1] no-effect lint`,
			`whole["$deleteFromPrimitiveList/set"] no-effect lint`,
			`whole["$retainKeys"] no-effect lint`,
		}},
	{name: "beside deletions", patch: `{
		"map": {"$patch": "delete", "a": "secret", "nonsense": {"$patch": "secret"}},
		"items": [{"name": "a", "$patch": "delete", "size": 1, "$retainKeys": 5}],
		"ports": [{"port": 53, "protocol": "UDP", "$patch": "delete"}]}`,
		want: []string{
			`items[0]["$retainKeys"] no-effect lint`,
			"items[0].size no-effect lint",
			"map.a no-effect lint",
			"map.nonsense no-effect lint",
			"ports[0].protocol no-effect lint",
		}},
	{name: "in what is replaced", patch: `{
		"whole": {"$patch": "replace", "$retainKeys": ["a", "below"], "a": "secret", "below": {"$patch": "delete"}},
		"map": {"$patch": "replace", "$retainKeys": ["items"], "$setElementOrder/items": [], "items": [{"name": "b", "$patch": "delete"}, {"name": "b", "$patch": "replace", "size": 1}]},
		"items": [{"$patch": "replace"}, {"name": "a", "$patch": "delete"}, {"size": 1, "$patchMergeKey": ["name"], "$patch": "replace"}, {"$patch": "replace"}],
		"texts": [{"$patch": "replace"}, "secret"], "one": {"$patch": "replace", "$retainKeys": ["type"], "type": "secret"}}`,
		want: []string{
			`items[1]["$patch"] no-effect lint`,
			`items[2]["$patch"] no-effect lint`,
			`items[2]["$patchMergeKey"] no-effect lint`,
			`items[3]["$patch"] no-effect lint`,
			`map["$retainKeys"] no-effect lint`,
			`! map.items[1] order-mismatch order-directive`,
			`map.items[0]["$patch"] no-effect lint`,
			`map.items[1]["$patch"] no-effect lint`,
			`texts[0]["$patch"] no-effect lint`,
			`whole["$patch"] no-effect lint`,
			`whole["$retainKeys"] no-effect lint`,
			`whole.below["$patch"] no-effect lint`,
		}},

	{name: "ambiguous keys", patch: `{"ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}, {"port": 80}, {"port": 53.0, "$patch": "delete"}]}`,
		want: []string{"ports[0] ambiguous-merge-key lint", "ports[1] ambiguous-merge-key lint"}},
	{name: "a recommended key that is not selected", patch: `{"ports": [{"port": 53, "protocol": "TCP"}, {"port": 80, "protocol": null}, {"port": 81}, {"port": 82, "protocol": "TCP", "$patchMergeKey": ["port"]}, {"port": 83, "protocol": "TCP", "$patch": "delete"}]}`,
		want: []string{"ports[0] ambiguous-merge-key lint", "ports[1] ambiguous-merge-key lint",
			"ports[3] ambiguous-merge-key lint", "ports[4].protocol no-effect lint"}},
	{name: "a recommended key in a list that is new", patch: `{"$patch": "replace", "ports": [{"port": 53, "protocol": "TCP"}]}`},
	{name: "mixed and ambiguous keys", patch: `{
		"ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}],
		"$setElementOrder/ports": [{"port": 53}, {"port": 53, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}]}`,
		want: []string{
			`["$setElementOrder/ports"][1]["$patchMergeKey"] mixed-merge-keys lint`,
			"ports[0] ambiguous-merge-key lint",
			"ports[1] ambiguous-merge-key lint",
			`ports[1]["$patchMergeKey"] mixed-merge-keys lint`,
		}},
	{name: "keys that only some elements select", patch: `{"ports": [{"port": 1}, {"port": 53, "protocol": "UDP", "$patchMergeKey": ["port", "protocol"]}, {"port": 53, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}]}`,
		want: []string{
			`ports[1]["$patchMergeKey"] mixed-merge-keys lint`,
			`ports[2]["$patchMergeKey"] mixed-merge-keys lint`,
		}},
	{name: "a key that is being deleted", patch: `{"ports": [{"port": 53, "protocol": null, "$patchMergeKey": ["port", "protocol"]}, {"port": 53, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}]}`,
		want: []string{"ports[1] repeated-key lint"}},
	{name: "a key that is being deleted matches without it", patch: `{"routes": [{"path": "secret", "method": "secret", "$patchMergeKey": ["path", "method"]}, {"path": "secret", "host": null, "$patchMergeKey": ["path", "host"]}]}`,
		want: []string{
			"routes[1] ambiguous-merge-key lint",
			`routes[1]["$patchMergeKey"] mixed-merge-keys lint`,
		}},
	{name: "an element that several find is compared with the first", patch: `{"routes": [
		{"path": "secret"}, {"path": "secret", "method": null, "$patchMergeKey": ["path", "host", "method"]},
		{"path": "secret", "method": "secret", "$patchMergeKey": ["path", "method"]}]}`,
		want: []string{
			"routes[1] repeated-key lint",
			`routes[1]["$patchMergeKey"] mixed-merge-keys lint`,
			"routes[2] ambiguous-merge-key lint",
			`routes[2]["$patchMergeKey"] mixed-merge-keys lint`,
		}},
	{name: "the default key alone is not mixed", patch: `{"ports": [{"port": 1}, {"port": 2, "$patchMergeKey": ["port"]}]}`},
	{name: "an entry without selection", patch: `{
		"ports": [{"port": 1, "protocol": "TCP", "$patchMergeKey": ["port", "protocol"]}], "$setElementOrder/ports": [{"port": 1}]}`,
		want: []string{`["$setElementOrder/ports"][0] mixed-merge-keys lint`}},
	{name: "duplicates", patch: `{
		"items": [{"name": "secret"}, {"name": "secret", "size": 2}, {"name": "secret"}], "set": ["secret", "b", "secret"],
		"ports": [{"port": 1, "protocol": null, "$patchMergeKey": ["port", "protocol"]}, {"port": 1, "protocol": null, "$patchMergeKey": ["port", "protocol"]}]}`,
		want: []string{
			"items[1] repeated-key lint",
			"items[2] repeated-key lint",
			"ports[1] repeated-key lint",
			"set[2] repeated-key lint",
		}},
	{name: "duplicates of a list that is replaced", patch: `{"items": [{"name": "a"}, {"name": "a"}, {"$patch": "replace"}], "set": ["a", {"$patch": "replace"}, "a"]}`},

	{name: "variables", patch: `{"vars": [
		{"name": "a", "value": "secret", "valueFrom": {"path": "secret"}}, {"name": "b", "value": null, "valueFrom": {}},
		{"name": "c", "value": "secret", "valueFrom": {"$patch": "delete"}}], "any": {"value": 1, "valueFrom": {}}}`,
		want: []string{"vars[0] union-siblings union-member"}},
	{name: "unions", patch: `{"vols": [
		{"name": "a", "disk": {}, "memory": {}, "$retainKeys": ["name", "disk", "memory"]}, {"name": "b", "disk": {"path": "secret"}},
		{"name": "c", "disk": {}, "memory": null}, {"name": "d", "disk": {}, "$retainKeys": ["name", "disk"]}, {"name": "e"},
		{"name": "f", "$patch": "replace", "disk": {}}, {"name": "g", "memory": {"$patch": "delete"}, "disk": {}}],
		"one": {"type": "secret"}}`,
		want: []string{
			"one union-siblings lint",
			"vols[0] union-siblings union-member",
			"vols[1] union-siblings lint",
		}},
	{name: "a member of its own", patch: `{"one": {"type": "Rolling"}, "vols": [{"name": "a"}]}`},
	{name: "a member against the discriminator", patch: `{"one": {"type": "secret", "rolling": {}}}`, want: []string{"one union-siblings union-member"}},
	{name: "a map that is replaced", patch: `{"one": {"$patch": "replace", "type": "secret"}}`},
}

func TestLint(t *testing.T) {
	s := lintSchema(t)
	seen := map[string]bool{}
	for _, test := range lintTests {
		t.Run(test.name, func(t *testing.T) {
			if seen[test.name] {
				t.Error("two tests have this name")
			}
			seen[test.name] = true
			patch := model.MustParse(test.patch)
			problems := test.engine.Lint(s, patch)
			got := written(problems)
			want := slices.Clone(test.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
			for _, p := range problems {
				line := p.String()
				if strings.Contains(line, "secret") {
					t.Errorf("the text holds a value: %s", line)
				}
				path := p.Path.String()
				if len(p.Path) == 0 {
					path = "" // the problem concerns the whole patch
				}
				for _, part := range []string{path, string(p.Code), string(p.Rule)} {
					if !strings.Contains(line, part) {
						t.Errorf("%q is not in the text %q", part, line)
					}
				}
			}
			if patch.JSON() != test.patch {
				t.Error("the patch has changed")
			}
		})
	}
}

// Problems are sorted by path. Names in paths are compared as texts, and indexes as numbers.
func TestLintOrder(t *testing.T) {
	items := strings.Repeat(`{"size":1},`, 10) + `{"size":1}`
	got := written(smp.Lint(lintSchema(t), model.MustParse(`{"x":1,"items":[`+items+`],"a":1,"$x":1}`)))
	want := []string{`["$x"] unknown-field unknown-field`, "a unknown-field unknown-field"}
	for i := range 11 {
		want = append(want, fmt.Sprintf("! items[%d] missing-merge-key keyed-merge", i))
	}
	want = append(want, "x unknown-field unknown-field")
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// LintDocument checks the unions of a document and ignores directives.
func TestLintDocument(t *testing.T) {
	for _, test := range []struct{ name, document, want string }{
		{"two members", `{"vols": [{"name": "a", "disk": {}}, {"name": "b", "disk": {}, "memory": {}}]}`, "vols[1] union-siblings union-member"},
		{"against the discriminator", `{"one": {"type": "Recreate", "rolling": {}}}`, "one union-siblings union-member"},
		{"no discriminator", `{"one": {"rolling": {}}}`, "one union-siblings union-discriminator"},
		{"a null discriminator", `{"one": {"type": null, "rolling": {}}}`, "one union-siblings union-discriminator"},
		{"no member", `{"one": {"type": "Rolling"}}`, ""},
		{"well-formed", `{"one": {"type": "Rolling", "rolling": {}}, "vols": [{"name": "a", "disk": {}, "memory": null}], "map": {"a": 1}, "any": {"type": "x", "rolling": {}}}`, ""},
	} {
		if got := strings.Join(written(smp.LintDocument(lintSchema(t), model.MustParse(test.document))), "; "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if got := smp.LintDocument(smp.Schema{}, model.MustParse(`{}`)); len(got) != 1 || got[0].Code != smp.InvalidSchema {
		t.Errorf("without a schema: got %v", got)
	}
}

func TestLintWithoutSchema(t *testing.T) {
	if got := written(smp.Lint(smp.Schemaless, model.Value{})); !slices.Equal(got, []string{"! . wrong-kind root"}) {
		t.Errorf("got %q", got)
	}
	if got := smp.Lint(smp.Schemaless, model.MustParse(`{"a":[1],"$b":{"c":null}}`)); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

// Lint finds common mistakes, with the schemas of a cluster.
func TestLintKubernetes(t *testing.T) {
	tests := []struct {
		name, kind, patch string
		want              []string
	}{
		{"two protocols of one port", "v1/Service", `{"spec":{"ports":[{"port":53,"protocol":"UDP","targetPort":1053},{"port":53,"protocol":"TCP","targetPort":1053}]}}`,
			[]string{"spec.ports[0] ambiguous-merge-key lint", "spec.ports[1] ambiguous-merge-key lint"}},
		{"value and valueFrom", "v1/Pod", `{"spec":{"containers":[{"name":"a","env":[{"name":"E","value":"x","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}]}]}}`,
			[]string{"spec.containers[0].env[0] union-siblings union-member"}},
		{"two volume sources", "v1/Pod", `{"spec":{"volumes":[{"name":"v","emptyDir":{},"hostPath":{"path":"/x"}}]}}`,
			[]string{"spec.volumes[0] union-siblings union-member"}},
		{"two handlers of a probe", "v1/Pod", `{"spec":{"containers":[{"name":"a","livenessProbe":{"exec":{"command":["x"]},"httpGet":{"port":80}}}]}}`,
			[]string{"spec.containers[0].livenessProbe union-siblings union-member"}},
		{"another volume source", "v1/Pod", `{"spec":{"volumes":[{"name":"v","hostPath":{"path":"/x"}}]}}`,
			[]string{"spec.volumes[0] union-siblings lint"}},
		{"strategy Recreate", "apps/v1/Deployment", `{"spec":{"strategy":{"type":"Recreate"}}}`,
			[]string{"spec.strategy union-siblings lint"}},
		{"strategy Recreate, as it should be", "apps/v1/Deployment", `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}}`, nil},
		{"a key in another case", "v1/Pod", `{"spec":{"Containers":[{"Name":"a"}]}}`,
			[]string{"spec.Containers unknown-field field-names"}},
		{"a toleration to delete", "v1/Pod", `{"spec":{"tolerations":[{"key":"a","$patch":"delete"}]}}`,
			[]string{`! spec.tolerations[0]["$patch"] invalid-directive list-atomic`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			i := strings.LastIndex(test.kind, "/")
			s, ok := kubernetes.Lookup(test.kind[:i], test.kind[i+1:])
			if !ok {
				t.Fatalf("there is no kind %s", test.kind)
			}
			if got := written(smp.Lint(s, model.MustParse(test.patch))); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

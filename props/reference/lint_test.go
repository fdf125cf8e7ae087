package reference_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// A flaw is one row of a table: the problems of a patch. Each line is a problem: the path and
// the code, the rule if it is not lint, and an exclamation mark if the patch is rejected.
type flaw struct {
	name, patch string
	want        []string
}

func problemLines(problems []smp.Problem) []string {
	var all []string
	for _, p := range problems {
		line := fmt.Sprintf("%s %s", p.Path, p.Code)
		if p.Rule != smp.RuleLint {
			line += " " + string(p.Rule)
		}
		if p.Rejected {
			line += "!"
		}
		all = append(all, line)
	}
	return all
}

func lints(t *testing.T, e smp.Engine, table []flaw) {
	t.Helper()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			got := problemLines(reference.Lint(e, testSchema(), value(c.patch)))
			if !slices.Equal(got, c.want) {
				t.Errorf("Lint(%s)\n got %s\nwant %s", c.patch, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
			}
		})
	}
}

func TestLintFaults(t *testing.T) {
	lints(t, smp.Engine{}, []flaw{
		{"a good patch", `{"set":["a"],"list":[{"name":"a"},{"name":"b","$patch":"delete"}],"map":null}`, nil},
		{"no map", `[]`, []string{". wrong-kind root!"}},
		{"unknown fields, and what is in them", `{"nope":{"$patch":"merge"},"NAME":1,"$new":1,"$setElementOrder/nope":[]}`,
			[]string{`["$new"] unknown-field unknown-field`, `["$setElementOrder/nope"] unknown-field unknown-field`, `NAME unknown-field field-names`, `nope unknown-field unknown-field`, `nope["$patch"] invalid-directive unknown-directive!`}},
		{"kinds", `{"name":1,"set":{},"list":[1,{"name":[]}]}`,
			[]string{`list[0] wrong-kind keyed-merge!`, `list[1].name invalid-merge-key keyed-merge!`, `list[1].name wrong-kind value-type`, `name wrong-kind value-type`, `set wrong-kind value-type`}},
		{"all elements", `{"list":[[1],{"value":"x"},{"name":null}],"$setElementOrder/list":[{"name":"a"},1,{}]}`,
			[]string{`["$setElementOrder/list"] invalid-directive order-directive!`, `["$setElementOrder/list"][2] missing-merge-key order-directive!`, `list[0] wrong-kind no-nested-lists!`, `list[1] missing-merge-key keyed-merge!`, `list[2] missing-merge-key keyed-merge!`}},
		{"retainKeys", `{"union":{"$retainKeys":["a"],"foo":"a","other":"x"},"map":{"$retainKeys":1,"name":"a"}}`,
			[]string{`map["$retainKeys"] invalid-directive retain-keys!`, `union.foo retain-keys-mismatch retain-keys!`, `union.other retain-keys-mismatch retain-keys!`}},
		{"the order", `{"list":[{"name":"c"},{"name":"a"},{"name":"b"},{"name":"d"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"},{"name":"c"}]}`,
			[]string{`list[1] order-mismatch order-directive!`, `list[2] order-mismatch order-directive!`, `list[3] order-mismatch order-directive!`}},
		{"what has no key is in no order", `{"list":[{"value":"a"},{"name":"b"}],"$setElementOrder/list":[{"name":"b"}]}`, []string{`list[0] missing-merge-key keyed-merge!`}},
		{"a directive that is none", `{"rec":[{"$patchMergeKey":["bar"],"bar":"a"}]}`, []string{`rec[0] missing-merge-key keyed-merge!`, `rec[0]["$patchMergeKey"] invalid-directive keys-recommended!`}},
		{"how many match, an original tells", `{"rec":[{"foo":"b","bar":"x","$patchMergeKey":["foo","bar"]},{"foo":"b","bar":"y","$patchMergeKey":["foo","bar"]},{"foo":"b","$patchMergeKey":["foo"]}]}`,
			[]string{`rec[2] ambiguous-merge-key`, `rec[2]["$patchMergeKey"] mixed-merge-keys`}},
	})
	lints(t, smp.Engine{Strict: true}, []flaw{
		{"a strict engine rejects", `{"name":1,"nope":1,"$new":1}`, []string{`["$new"] unknown-field unknown-field!`, `name wrong-kind value-type!`, `nope unknown-field unknown-field!`}},
	})
}

func TestLintNoEffect(t *testing.T) {
	lints(t, smp.Engine{}, []flaw{
		{"beside a deletion", `{"map":{"$patch":"delete","name":"x"},"list":[{"name":"a","$patch":"delete","value":"v"}]}`, []string{`list[0].value no-effect`, `map.name no-effect`}},
		{"a key that does not select", `{"rec":[{"foo":"a","bar":"x","$patch":"delete"}]}`, []string{`rec[0].bar no-effect`}},
		{"an order list beside no list", `{"$setElementOrder/labels":[],"$setElementOrder/set":["a"],"set":null,"$setElementOrder/args":["a"]}`,
			[]string{`["$setElementOrder/args"] no-effect`, `["$setElementOrder/labels"] no-effect`, `["$setElementOrder/set"] no-effect`}},
		{"a delete list", `{"$deleteFromPrimitiveList/set":["a"],"set":null,"$deleteFromPrimitiveList/args":["a"],"args":["b"]}`, []string{`["$deleteFromPrimitiveList/args"] no-effect`, `["$deleteFromPrimitiveList/set"] no-effect`}},
		{"a repeated value", `{"$deleteFromPrimitiveList/set":["a","b","a"],"union":{"$retainKeys":["foo","foo"],"foo":"a"},"atomic":{"$retainKeys":["map","map"]}}`,
			[]string{`["$deleteFromPrimitiveList/set"][2] no-effect`, `atomic["$retainKeys"] no-effect`, `union["$retainKeys"][1] no-effect`}},
		{"evaluated against empty", `{"atomic":{"$patch":"replace","map":{"$retainKeys":["$patch","name"],"$deleteFromPrimitiveList/set":["a"],"$setElementOrder/set":["a"]},"list":[{"name":"a","$patch":"delete"},{"name":"b","$patch":"replace"}]}}`,
			[]string{`atomic["$patch"] no-effect`, `atomic.list[0]["$patch"] no-effect`, `atomic.list[1]["$patch"] no-effect`, `atomic.map["$deleteFromPrimitiveList/set"] no-effect`, `atomic.map["$retainKeys"] no-effect`, `atomic.map["$setElementOrder/set"] no-effect`}},
		{"a malformed one has the effect of a fault", `{"atomic":{"$setElementOrder/set":null}}`, []string{`atomic["$setElementOrder/set"] invalid-directive order-directive!`}},
		{"the first duplicate meets nothing", `{"atomic":{"list":[{"name":"a","$retainKeys":["name"]},{"name":"a","$patch":"replace"}]}}`, []string{`atomic.list[0]["$retainKeys"] no-effect`, `atomic.list[1] repeated-key`}},
		{"the strategy wants it", `{"union":{"$patch":"replace","$retainKeys":["foo"],"foo":"a"}}`, nil},
		{"an atomic map is deleted", `{"atomic":{"$patch":"delete"}}`, nil},
		{"markers", `{"items":[{"$patch":"replace"}],"list":[{"$patch":"replace"},{"$patch":"replace"},{"name":"a","$patch":"delete"},{"name":"b","$patchMergeKey":["name"]},{"name":"b"}]}`,
			[]string{`items[0]["$patch"] no-effect`, `list[1]["$patch"] no-effect`, `list[2]["$patch"] no-effect`, `list[3]["$patchMergeKey"] no-effect`}},
	})
}

func TestLintElements(t *testing.T) {
	lints(t, smp.Engine{}, []flaw{
		{"values", `{"set":["a","b","a"]}`, []string{`set[2] repeated-key`}},
		{"keys", `{"list":[{"name":"a","$patch":"delete"},{"name":"a"},{"name":"a"}]}`, []string{`list[2] repeated-key`}},
		{"keys that another would tell apart", `{"ports":[{"port":1},{"port":1,"protocol":"TCP"},{"port":1,"protocol":"UDP"}]}`, []string{`ports[1] repeated-key`, `ports[2] ambiguous-merge-key`}},
		{"keys that tell apart", `{"rec":[{"foo":"1","$patchMergeKey":["foo","bar"]},{"foo":"1","bar":"x","$patchMergeKey":["foo","bar"]},{"foo":"2","bar":null,"$patchMergeKey":["foo","bar"]}]}`, nil},
		{"a key that is being deleted", `{"rec":[{"foo":"1","bar":"x","$patchMergeKey":["foo","bar"]},{"foo":"1","bar":null,"$patchMergeKey":["foo","bar"]}]}`, []string{`rec[1] repeated-key`}},
		{"mixed selections", `{"rec":[{"foo":"a"},{"foo":"b","$patchMergeKey":["foo","bar"]}],"$setElementOrder/rec":[{"foo":"a"},{"foo":"b","$patchMergeKey":["foo","bar"]}]}`,
			[]string{`["$setElementOrder/rec"][1]["$patchMergeKey"] mixed-merge-keys`, `rec[1]["$patchMergeKey"] mixed-merge-keys`}},
		{"value and valueFrom", `{"unions":[{"name":"a","value":"v","valueFrom":{}}]}`, []string{`unions[0] union-siblings union-member`}},
		{"sources", `{"volumes":[{"name":"a","$retainKeys":["name","emptyDir","hostPath"],"emptyDir":{},"hostPath":{}}]}`, []string{`volumes[0] union-siblings union-member`}},
		{"a source beside one that may be there", `{"volumes":[{"name":"a","emptyDir":{}}],"union":{"foo":"a"},"kept":{"a":1}}`, []string{`union union-siblings`, `volumes[0] union-siblings`}},
		{"a source in place of another", `{"volumes":[{"name":"a","emptyDir":{},"hostPath":null},{"name":"b"}],"union":{"$retainKeys":["foo"],"foo":"a"}}`, nil},
		{"two members", `{"union":{"foo":"a","bar":"b"}}`, []string{`union union-siblings union-member`}},
		{"a new source in a new list", `{"atomic":{"volumes":[{"name":"a","emptyDir":{}}]}}`, nil},
	})
}

func TestLintData(t *testing.T) {
	lints(t, smp.Engine{}, []flaw{
		{"$patchMergeKey", `{"$patchMergeKey":["a"],"labels":{"$patchMergeKey":"x"},"any":{"$patchMergeKey":["x"]}}`,
			[]string{`["$patchMergeKey"] unknown-field unknown-field`, `any["$patchMergeKey"] directive-as-data`, `labels["$patchMergeKey"] directive-as-data`}},
		{"names that look like directives", `{"labels":{"$setElementOrder/x":"a","$deleteFromPrimitiveList/y":"b","$retainKeys":"c"}}`, nil},
	})
	lints(t, smp.Engine{Ignore: smp.AllDirectives}, []flaw{
		{"directives of newer engines", `{"any":{"$retainKeys":["a"],"$setElementOrder/x":["a"],"$deleteFromPrimitiveList/x":["a"]},"lists":{"$setElementOrder/x":["a"]}}`,
			[]string{`any["$deleteFromPrimitiveList/x"] directive-as-data`, `any["$retainKeys"] directive-as-data`, `any["$setElementOrder/x"] directive-as-data`, `lists["$setElementOrder/x"] directive-as-data`}},
		{"what would be data there too", `{"any":{"$retainKeys":null},"labels":{"$setElementOrder/x":"a"}}`, nil},
	})
}

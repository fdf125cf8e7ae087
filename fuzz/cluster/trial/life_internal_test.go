package trial

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func lifeDocument(kind, text string) string {
	switch {
	case kind == "Service":
		return `{"spec":{"ports":` + text + `}}`
	case strings.HasPrefix(text, "["):
		return `{"spec":{"template":{"spec":{"containers":[{"name":"a","env":` + text + `}]}}}}`
	default:
		return `{"spec":` + text + `}`
	}
}

func TestUnheld(t *testing.T) {
	for _, c := range []struct {
		name, kind, manifest, stored string
		held                         bool
	}{
		{"defaults of the server", "Deployment", `{"replicas":1}`, `{"replicas":1,"paused":true}`, true},
		{"another value", "Deployment", `{"replicas":1}`, `{"replicas":2}`, false},
		{"a zero that is not stored", "Deployment", `{"paused":false}`, `{}`, true},
		{"a zero next to another value", "Deployment", `{"paused":false}`, `{"paused":true}`, false},
		{"a zero that is stored", "Deployment", `{"replicas":0}`, `{}`, false},
		{"null", "Deployment", `{"strategy":{"rollingUpdate":null}}`, `{"strategy":{"rollingUpdate":{}}}`, false},
		{"an empty value", "Deployment", `[{"name":"A","value":""}]`, `[{"name":"A"}]`, true},
		{"another order", "Deployment", `[{"name":"A"},{"name":"B"}]`, `[{"name":"B"},{"name":"A"}]`, true},
		{"an element is missing", "Deployment", `[{"name":"A"},{"name":"B"}]`, `[{"name":"B"}]`, false},
		{"a duplicate is missing", "Deployment", `[{"name":"A","value":"1"},{"name":"A","value":"1"}]`, `[{"name":"A","value":"1"}]`, false},
		{"one of two duplicates", "Deployment", `[{"name":"A"},{"name":"A","value":"1"}]`, `[{"name":"A","value":"1"},{"name":"A"}]`, true},
		{"the right one of two", "Deployment", `[{"name":"A","value":"1"}]`, `[{"name":"A","value":"3"},{"name":"A","value":"1"}]`, true},
		{"a protocol filled in", "Service", `[{"port":53,"protocol":""}]`, `[{"port":53,"protocol":"TCP"}]`, true},
		{"another protocol", "Service", `[{"port":53,"protocol":"UDP"}]`, `[{"port":53,"protocol":"TCP"}]`, false},
	} {
		schema := kubernetes.MustLookup(map[string]string{"Deployment": "apps/v1", "Service": "v1"}[c.kind], c.kind)
		found := unheld(schema, parse(t, lifeDocument(c.kind, c.manifest)), parse(t, lifeDocument(c.kind, c.stored)))
		if (len(found) == 0) != c.held {
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

func TestLost(t *testing.T) {
	for _, c := range []struct {
		name, kind, original, modified, current, stored string
		lost, rule                                      string
	}{
		{"kept", "Deployment", `{}`, `{"replicas":1}`, `{"paused":true}`, `{"paused":true,"replicas":1}`, "", ""},
		{"a field", "Deployment", `{}`, `{"replicas":1}`, `{"paused":true}`, `{"replicas":1}`, "spec.paused", ""},
		{"a field of the manifest", "Deployment", `{"paused":true}`, `{}`, `{"paused":true}`, `{}`, "", ""},
		{"changed", "Deployment", `{}`, `{}`, `{"replicas":3}`, `{"replicas":1}`, "spec.replicas", ""},
		{"an element", "Deployment", `[]`, `[{"name":"A"}]`, `[{"name":"A"},{"name":"X"}]`, `[{"name":"A"}]`, `"X"`, ""},
		{"an element of the manifest", "Deployment", `[{"name":"A"},{"name":"X"}]`, `[{"name":"A"}]`, `[{"name":"A"},{"name":"X"}]`, `[{"name":"A"}]`, "", ""},
		{"a duplicate of others", "Deployment", `[{"name":"A","value":"1"}]`, `[{"name":"A","value":"1"}]`,
			`[{"name":"A","value":"3"},{"name":"A","value":"1"}]`, `[{"name":"A","value":"1"},{"name":"A","value":"1"}]`, `"3"`, ""},
		{"an element of the manifest, one of two", "Deployment", `[{"name":"A","value":"1"},{"name":"A","value":"2"}]`, `[{"name":"A","value":"2"}]`,
			`[{"name":"A","value":"3"},{"name":"A","value":"1"},{"name":"A","value":"2"}]`, `[{"name":"A","value":"3"},{"name":"A","value":"2"}]`, "", ""},
		{"another of two", "Deployment", `[{"name":"A","value":"1"},{"name":"A","value":"2"}]`, `[{"name":"A","value":"2"}]`,
			`[{"name":"A","value":"3"},{"name":"A","value":"1"},{"name":"A","value":"2"}]`, `[{"name":"A","value":"1"},{"name":"A","value":"2"}]`, `"3"`, ""},
		{"in an element", "Deployment", `[]`, `[{"name":"A"}]`, `[{"name":"A","value":"1"}]`, `[{"name":"A"}]`, "value", ""},
		{"a port", "Service", `[{"port":53,"protocol":"UDP"}]`, `[{"port":53,"protocol":"UDP"}]`,
			`[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]`, `[{"port":53,"protocol":"UDP"}]`, `"TCP"`, ""},
		{"retained keys", "Deployment", `{}`, `{"strategy":{"type":"Recreate"}}`, `{"strategy":{"rollingUpdate":{"maxSurge":1}}}`, `{"strategy":{"type":"Recreate"}}`, "rollingUpdate", byRetainKeys},
	} {
		schema := kubernetes.MustLookup(map[string]string{"Deployment": "apps/v1", "Service": "v1"}[c.kind], c.kind)
		read := func(text string) model.Value { return parse(t, lifeDocument(c.kind, text)) }
		found := lost(schema, merge{read(c.original), read(c.modified), read(c.current), read(c.stored)})
		if len(found) > 1 || (len(found) == 0) != (c.lost == "") || len(found) == 1 && (!strings.Contains(found[0].place, c.lost) || found[0].rule != c.rule) {
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

func TestStays(t *testing.T) {
	for _, c := range []struct {
		name, kind, original, modified, current, stored, stays string
	}{
		{"gone", "Deployment", `{"paused":true}`, `{}`, `{"paused":true}`, `{}`, ""},
		{"a field", "Deployment", `{"paused":true}`, `{}`, `{"paused":true}`, `{"paused":true}`, "spec.paused"},
		{"a field of others", "Deployment", `{}`, `{}`, `{"paused":true}`, `{"paused":true}`, ""},
		{"an element", "Deployment", `[{"name":"A"},{"name":"B"}]`, `[{"name":"A"}]`, `[{"name":"A"},{"name":"B"},{"name":"X"}]`, `[{"name":"A"},{"name":"B"},{"name":"X"}]`, `"B"`},
		{"an element twice", "Deployment", `[{"name":"A"}]`, `[{"name":"A"}]`, `[{"name":"A"}]`, `[{"name":"A"},{"name":"A"}]`, `"A"`},
		{"in an element", "Service", `[{"port":53,"name":"a"}]`, `[{"port":53}]`, `[{"port":53,"name":"a"}]`, `[{"port":53,"name":"a"}]`, "name"},
	} {
		schema := kubernetes.MustLookup(map[string]string{"Deployment": "apps/v1", "Service": "v1"}[c.kind], c.kind)
		read := func(text string) model.Value { return parse(t, lifeDocument(c.kind, text)) }
		found := stays(schema, merge{read(c.original), read(c.modified), read(c.current), read(c.stored)})
		if len(found) > 1 || (len(found) == 0) != (c.stays == "") || len(found) == 1 && !strings.Contains(found[0].place, c.stays) {
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

// A patch that is wrong, or worse than that of kubectl, is noticed.
func TestJudgeLives(t *testing.T) {
	place := []finding{{place: "x"}}
	for _, c := range []struct {
		name string
		j    judged
		want string
	}{
		{"both right", judged{}, "equal"},
		{"ours is refused", judged{ours: deed{refused: "no"}}, "worse"},
		{"both are refused", judged{ours: deed{refused: "no"}, theirs: deed{refused: "no"}, wanted: deed{refused: "no"}}, "invalid"},
		{"both are refused, and the target is not", judged{ours: deed{refused: "no"}, theirs: deed{refused: "no"}}, "fault"},
		{"theirs is refused", judged{theirs: deed{refused: "no"}}, "better"},
		{"ours loses", judged{ours: deed{lost: place}}, "worse"},
		{"both lose", judged{ours: deed{lost: place}, theirs: deed{lost: place}}, "fault"},
		{"the server takes it away", judged{ours: deed{lost: place}, wanted: deed{lost: place}}, "reason"},
		{"a rule takes it away", judged{ours: deed{lost: []finding{{"x", byUnion}}}}, "reason"},
		{"something stays", judged{ours: deed{stays: place}}, "worse"},
		{"something stays with both", judged{ours: deed{stays: place}, theirs: deed{stays: place}}, "fault"},
		{"the server keeps it", judged{ours: deed{stays: place}, wanted: deed{stays: place}}, "reason"},
		{"theirs loses", judged{theirs: deed{lost: place}}, "better"},
		{"ours is not held", judged{ours: deed{unheld: place}}, "worse"},
		{"neither is held", judged{ours: deed{unheld: place}, theirs: deed{unheld: place}}, "fault"},
		{"ours is sent again", judged{ours: deed{again: "{}"}}, "worse"},
		{"both are sent again", judged{ours: deed{again: "x"}, theirs: deed{again: "y"}}, "fault"},
		{"both are sent again, for a reason", judged{Step: scenarios.Step{Again: "so"}, ours: deed{again: "x"}, theirs: deed{again: "y"}}, "reason"},
		{"theirs is sent again", judged{theirs: deed{again: "x"}}, "better"},
		{"a reason for nothing", judged{Step: scenarios.Step{Again: "so"}}, "fault"},
	} {
		c.j.judge()
		got := "equal"
		switch {
		case c.j.invalid:
			got = "invalid"
		case len(c.j.faults) > 0:
			got = "fault"
		case len(c.j.worse) > 0:
			got = "worse"
		case c.j.better != "":
			got = "better"
		case len(c.j.reasons) > 0:
			got = "reason"
		}
		if got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

func TestWithSection(t *testing.T) {
	const (
		before = "# Page\n\n| compared |\n| schemas of places | 1 |\n| answers | 2 |\n\n## Answers\n\na\n\n## Kinds\n\nk\n"
		first  = "# Page\n\n| compared |\n| schemas of places | 1 |\n| answers | 2 |\n| lives | 3 |\n\n## Answers\n\na\n\n## Lives\n\nl\n\n## Kinds\n\nk\n"
		second = "# Page\n\n| compared |\n| schemas of places | 1 |\n| answers | 2 |\n| lives | 4 |\n\n## Answers\n\na\n\n## Lives\n\nm\n\n## Kinds\n\nk\n"
	)
	got := withSection(before, "## Lives\n", "## Lives\n\nl\n\n", "| lives |", "| lives | 3 |")
	if got != first {
		t.Errorf("added: %s", got)
	}
	if got = withSection(got, "## Lives\n", "## Lives\n\nm\n\n", "| lives |", "| lives | 4 |"); got != second {
		t.Errorf("replaced: %s", got)
	}
}

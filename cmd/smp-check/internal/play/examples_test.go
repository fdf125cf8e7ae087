package play_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/oracle"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

var allExamples = sync.OnceValues(play.Examples)

// examples returns all examples, and their cases by name.
func examples(t *testing.T) ([]play.Example, map[string]corpus.Case) {
	t.Helper()
	all, err := allExamples()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]corpus.Case{}
	for _, c := range cases {
		byName[c.Name] = c
	}
	return all, byName
}

// The menu has at most thirty examples, in groups with short labels. Each rule and each
// divergence has one example, which the search finds by its id.
func TestExamples(t *testing.T) {
	all, _ := examples(t)
	rules, labels, groups := map[string]int{}, map[string]int{}, map[string]int{}
	inMenu := 0
	for _, e := range all {
		if e.Rule != "" {
			rules[e.Rule]++
			if e.Group != "" || e.Title == "" {
				t.Errorf("the example of rule %s has group %q and title %q", e.Rule, e.Group, e.Title)
			}
			continue
		}
		inMenu++
		labels[e.Title]++
		groups[e.Group]++
		if n := utf8.RuneCountInString(e.Title); n == 0 || n > 40 {
			t.Errorf("the label %q has %d characters", e.Title, n)
		}
	}
	if inMenu > 30 || len(groups) > 8 || groups[""] > 0 || len(labels) != inMenu || all[0].Title != play.Service.Title {
		t.Errorf("%d examples begin with %q; the groups are %v, the labels %v", inMenu, all[0].Title, groups, labels)
	}
	rules[string(smp.RuleKeep)]++ // the page has no input for paths to keep
	for _, rule := range smp.Rules() {
		if rules[string(rule)] != 1 {
			t.Errorf("rule %s has %d examples", rule, rules[string(rule)])
		}
	}
	for _, d := range cluster.Divergences() {
		if rules[d.String()] != 1 {
			t.Errorf("divergence %s has %d examples", d, rules[d.String()])
		}
	}
	if want := len(smp.Rules()) + len(cluster.Divergences()); len(rules) != want {
		t.Errorf("%d ids have an example, want %d", len(rules), want)
	}
}

// An example of the menu has an answer that shows what its label promises.
func TestExamplesOfTheMenu(t *testing.T) {
	want := map[string]string{
		"A misspelled field":               "did you mean containers",
		"Replace all labels":               "map-replace",
		"Delete a missing container":       "keyed-delete",
		"Forget the merge key":             "missing-merge-key",
		"Add a toleration":                 "list-atomic",
		"Set a second source of a volume":  "exclude each other",
		"Change the source of a volume":    "retain-keys",
		"Overwrite somebody else's change": "modified wins",
		"Two patches without conflicts":    `"conflicts": []`,
		"Two patches with a conflict":      "web:3",
	}
	all, _ := examples(t)
	for _, e := range all {
		if e.Rule != "" {
			continue
		}
		reply := play.Run(e.Request)
		if rejected := e.Title == "Forget the merge key"; (reply.Error != nil) != rejected {
			t.Errorf("%s: %+v", e.Title, reply.Error)
		}
		text, err := json.Marshal(reply)
		if err != nil {
			t.Fatal(err)
		}
		for _, same := range []string{string(text), strings.ReplaceAll(string(text), `\"`, `"`), string(reply.Conflicts)} {
			if strings.Contains(same, want[e.Title]) {
				delete(want, e.Title)
				break
			}
		}
	}
	for title, text := range want {
		t.Errorf("%s: the answer does not contain %q", title, text)
	}
}

// The page gives the expected answer of the case for each example, and copies the example
// as an equivalent case.
func TestExamplesAnswerAsCases(t *testing.T) {
	all, cases := examples(t)
	otherwise, repaired := 0, 0
	for i, e := range all {
		t.Run(e.Case, func(t *testing.T) {
			reply := play.Run(e.Request)
			for _, line := range flagsIn(reply) {
				t.Errorf("the page has no flags: %s", line)
			}
			if e.Request.Unions && reply.Repair != nil {
				r := e.Request
				r.Documents, r.Unions, r.Dialect = []string{r.Documents[0], reply.Repair.Patch}, false, corpus.Kubernetes
				if got := play.Run(r); got.Result != reply.Result {
					t.Errorf("on a cluster, the better patch gives\n%s, want\n%s", got.Result, reply.Result)
				}
				repaired++
			}
			c := cases[e.Case]
			switch want := c.Want; {
			case e.Case == "":
			case want.Rejection != nil && (reply.Error == nil || reply.Error.Code != want.Rejection.Code) && c.Input.Op != corpus.OpThreeWay:
				t.Errorf("want %s, got %+v", want.Rejection, reply.Error)
			case want.Rejection == nil && reply.Error != nil:
				t.Errorf("want %s, got %+v", want.Result.Canonical(), *reply.Error)
			case want.Rejection == nil:
				text := map[corpus.Op]string{
					corpus.OpApply: reply.Result, corpus.OpDiff: reply.Patch, corpus.OpThreeWay: reply.Patch, corpus.OpCompose: reply.Patch,
				}[c.Input.Op]
				if text != "" && !model.Equal(parsed(t, text), want.Result) {
					t.Errorf("want %s, got\n%s", want.Result.Canonical(), text)
				}
			}
			forms := []string{oracle.FormCase, oracle.FormGoTest, oracle.FormIssue}
			if i%20 > 0 {
				forms = forms[:1] // the other forms have the same content
			}
			for _, form := range forms {
				text, fault := play.Copy(e.Request, form)
				if fault != nil {
					t.Fatalf("%s: %+v", form, *fault)
				}
				if form != oracle.FormCase {
					continue
				}
				copied, err := corpus.Read("copied.yaml", []byte(text))
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				if v := corpus.Run(copied, corpus.Engine()); !v.Passed() {
					t.Errorf("%v\n%s", v, text)
				}
				if copied.Kubernetes != nil {
					otherwise++
				}
			}
		})
	}
	if repaired == 0 {
		t.Error("no patch is better for a cluster that knows no unions")
	}
	if otherwise < 40 {
		t.Errorf("%d copies say that a cluster does otherwise", otherwise)
	}
}

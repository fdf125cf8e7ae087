package play_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

var allExamples = sync.OnceValues(play.Examples)

// examples returns all of them, by case where they are one.
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

// Each rule that a case shows and each divergence is an example, and so is what the
// documents of the format work through.
func TestExamplesCoverRules(t *testing.T) {
	all, _ := examples(t)
	has := func(group, title string) bool {
		return slices.ContainsFunc(all, func(e play.Example) bool {
			return e.Group == group && strings.HasPrefix(e.Title, title+": ")
		})
	}
	for _, rule := range corpus.Rules() {
		if !has("rules", string(rule)) {
			t.Errorf("rule %s has no example", rule)
		}
	}
	for _, d := range smp.Divergences() {
		if !has("what a cluster does otherwise", d.String()) {
			t.Errorf("divergence %s has no example", d)
		}
	}
	groups := map[string]int{}
	for _, e := range all {
		groups[e.Group]++
	}
	if all[0].Title != play.Service.Title || groups["Preserve Order in Strategic Merge Patch"] < 10 || len(groups) != 8 {
		t.Errorf("the examples are %v", groups)
	}
}

// The page answers each example as its case wants, and copies it as a case that is
// as good.
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
			case want.Rejection != nil && (reply.Error == nil || reply.Error.Kind != want.Rejection.Kind) && c.Input.Op != corpus.OpThreeWay:
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
			forms := []string{play.CopyCase, play.CopyGoTest, play.CopyIssue}
			if i%20 > 0 {
				forms = forms[:1] // the others have the same inside
			}
			for _, form := range forms {
				text, fault := play.Copy(e.Request, form)
				if fault != nil {
					t.Fatalf("%s: %+v", form, *fault)
				}
				if form != play.CopyCase {
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

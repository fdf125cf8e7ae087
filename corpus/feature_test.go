package corpus_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// Features are sorted and described. Each feature is required by at least one case and not
// required by another.
func TestFeatures(t *testing.T) {
	if !slices.IsSorted(corpus.Features()) {
		t.Errorf("the features are not sorted: %v", corpus.Features())
	}
	count := map[corpus.Feature]int{}
	cases := embeddedCases(t)
	plain := 0
	for _, c := range cases {
		features := c.Features()
		if len(features) == 0 {
			plain++
		}
		for _, f := range features {
			count[f]++
		}
	}
	for _, f := range corpus.Features() {
		if !strings.HasSuffix(f.Text(), ".") || count[f] == 0 || count[f] == len(cases) {
			t.Errorf("%s (%q) is in %d of %d cases", f, f.Text(), count[f], len(cases))
		}
	}
	if plain == 0 || corpus.Feature("other").Text() != "" {
		t.Errorf("%d cases need no feature; an unknown one is %q", plain, corpus.Feature("other").Text())
	}
	t.Logf("%d cases need no feature: %v", plain, count)
}

// README.md lists all names for Without: the features with their texts, and the operations. It also names
// the features that skip no input.
func TestFeaturesOfReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(readme), "\n### Features\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, rows, found := strings.Cut(section, "|---|---|\n")
	rows, after, _ := strings.Cut(rows, "\n\n")
	if !ok || !found {
		t.Fatal("there is no table of features")
	}
	var want, idle, ops []string
	for _, f := range corpus.Features() {
		want = append(want, fmt.Sprintf("| `%s` | %s |", f, f.Text()))
		subject := corpus.Without(&stubSubject{answer: func(int, corpus.Input) corpus.Outcome { return corpus.Outcome{} }}, string(f))
		if !slices.ContainsFunc(embeddedCases(t), func(c corpus.Case) bool { return subject.Run(c.Input).Skipped != "" }) {
			idle = append(idle, "`"+string(f)+"`")
		}
	}
	for _, op := range corpus.Ops() {
		ops = append(ops, "`"+string(op)+"`")
	}
	for i, row := range strings.Split(rows, "\n") {
		if i >= len(want) || row != want[i] {
			t.Errorf("row %d of the table is %s; want %s", i+1, row, want[min(i, len(want)-1)])
		}
	}
	if n := strings.Count(rows, "\n") + 1; n != len(want) {
		t.Errorf("the table has %d rows, want %d", n, len(want))
	}
	for _, list := range []struct {
		in    string
		names []string
	}{{section, ops}, {after, idle}} {
		if text := listed(list.names); !strings.Contains(strings.ReplaceAll(list.in, "\n", " "), text) {
			t.Errorf("the section on features does not list %s", text)
		}
	}
}

// listed returns names as a list in a sentence.
func listed(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Each feature is found in a case that was written for it.
func TestFeaturesOfCase(t *testing.T) {
	const keyed = `{"openapi": {"type": "object", "properties": {"list": {"type": "array", "x-kubernetes-patch-strategy": "merge",
		"x-kubernetes-patch-merge-key": "name", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
		"other": {"type": "array", "x-kubernetes-patch-strategy": "merge", "items": {"type": "string"}}}}}`
	for _, test := range []struct{ schema, rest, want string }{
		{keyed, `"original": {}, "patch": {"list": [{"name": "a", "$patch": "delete"}]}, "want": {"list": []}`, "directive-patch-delete schema-keyed-lists"},
		{keyed, `"original": {}, "patch": {"other": ["a"]}, "want": {"other": ["a"]}`, "schema-sets"},
		{keyed, `"original": {}, "patch": {"$setElementOrder/other": []}, "want": {}`, "directive-setElementOrder schema-sets"},
		{keyed, `"original": {}, "patch": {}, "want": {}`, ""},
		{`{"schemaless": true}`, `"original": {"a": 1.50}, "patch": {"b": [1e0]}, "want": {"a": 1.5, "b": [1]}`, "input-numbers"},
		{`{"schemaless": true}`, `"originalText": "{}", "patch": {"b": []}, "options": {"strict": true}, "want": {"b": []}`, "input-text option-strict"},
		{`{"schemaless": true}`, `"original": {}, "patch": [], "error": {"kind": "wrong-kind", "path": "."}`, "errors"},
	} {
		c, err := corpus.Read("case.json", []byte(`{"rule": ["scalar"], "comment": "x", "op": "apply", "schema": `+test.schema+`, `+test.rest+`}`))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range c.Features() {
			got = append(got, string(f))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.rest, got, test.want)
		}
	}
}

// Every rule is defined in the section of the specification that contains its example. The sections
// are in order.
func TestSections(t *testing.T) {
	examples, numbers, _ := readSpec(t)
	for _, rule := range smp.Rules() {
		at := slices.IndexFunc(examples, func(e specExample) bool { return e.name == "rule/"+string(rule) })
		if got := corpus.SectionOf(rule).String(); at < 0 || got != examples[at].section {
			t.Errorf("%s is defined in section %q", rule, got)
		}
	}
	last := -1
	for _, s := range corpus.Sections() {
		at := slices.Index(numbers, s.Number)
		if at <= last {
			t.Errorf("section %s is out of order", s)
		}
		last = at
	}
	if (corpus.SectionOf("other") != corpus.Section{}) {
		t.Error("a name that is not that of a rule has a section")
	}
	for _, c := range embeddedCases(t) {
		if _, cited, ok := strings.Cut(c.Comment, "SPEC.md, section "); ok && c.Name != "spec/first" { // it is in front of all sections
			number := strings.TrimRight(cited[:strings.IndexAny(cited+" ", " )")], ".")
			if got := c.Section().Number; got != number {
				t.Errorf("%s is about section %s, want %s", c.Name, got, number)
			}
		}
		if s := c.Section(); !slices.Contains(corpus.Sections(), s) || strings.HasPrefix(c.Name, "text/") && c.Want.Rejection != nil && s.Title != "Errors" {
			t.Errorf("%s is about section %s", c.Name, s)
		}
	}
}

package corpus_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// loadEmbedded returns the embedded cases. All tests share them.
var loadEmbedded = sync.OnceValues(corpus.Cases)

func embeddedCases(t *testing.T) []corpus.Case {
	t.Helper()
	cases, err := loadEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// someCases returns all cases, or with -short only some of them.
func someCases(t *testing.T) []corpus.Case {
	t.Helper()
	all := embeddedCases(t)
	if !testing.Short() {
		return all
	}
	var some []corpus.Case
	for i := 0; i < len(all); i += 8 {
		some = append(some, all[i])
	}
	return some
}

// The engine gives the expected answer to every embedded case.
func TestCases(t *testing.T) {
	for _, c := range embeddedCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			v := corpus.Run(c, corpus.Engine())
			if v.Skipped != "" {
				t.Skip(v.Skipped)
			}
			if !v.Passed() {
				t.Error(v)
			}
		})
	}
}

// Every rule determines the result of at least one case, and must not apply in at least one
// other case.
func TestCoverage(t *testing.T) {
	under, outside := map[smp.Rule]int{}, map[smp.Rule]int{}
	errors := 0
	cases := embeddedCases(t)
	for _, c := range cases {
		for _, rule := range c.Rule {
			under[rule]++
		}
		for _, rule := range c.Not {
			outside[rule]++
		}
		if c.Want.Rejection != nil {
			errors++
		}
	}
	t.Logf("%d cases, %d of them errors", len(cases), errors)
	for _, rule := range smp.Rules() {
		if rule == smp.RuleThreeWayUnsent {
			continue // this rule is for patches for clusters, and only the kubernetes part of a case cites it
		}
		t.Logf("%-20s rule %3d  not %3d", rule, under[rule], outside[rule])
		if under[rule] == 0 {
			t.Errorf("no case is under rule %s", rule)
		}
		if outside[rule] == 0 {
			t.Errorf("no case excludes rule %s", rule)
		}
	}
}

// If the name of a three-way case ends in -again, its live document is the
// result of the patch of the case without that ending.
func TestCasesAgain(t *testing.T) {
	cases := map[string]corpus.Case{}
	for _, c := range embeddedCases(t) {
		cases[c.Name] = c
	}
	tried := 0
	for name, again := range cases {
		first, ok := cases[strings.TrimSuffix(name, "-again")]
		if !ok || first.Name == name || first.Input.Op != corpus.OpThreeWay {
			continue
		}
		tried++
		got, err := smp.Apply(first.Input.Schema, first.Input.Current, first.Want.Result)
		if err != nil || !model.Equal(got, again.Input.Current) {
			t.Errorf("%s: the patch gives %s, %v\nnot %s", first.Name, got.Canonical(), err, again.Input.Current.Canonical())
		}
	}
	if tried < 10 {
		t.Errorf("only %d cases are there a second time", tried)
	}
}

// The cases on disk are equal to the embedded cases, for all forms of their paths.
func TestLoadFromDisk(t *testing.T) {
	embedded := embeddedCases(t)
	for _, folder := range []string{".", "cases"} {
		cases, err := corpus.Load(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(cases) != len(embedded) {
			t.Fatalf("%s: %d cases, %d are embedded", folder, len(cases), len(embedded))
		}
		for i, c := range cases {
			if c.Name != embedded[i].Name {
				t.Errorf("%s: case %d is %s, embedded %s", folder, i, c.Name, embedded[i].Name)
			}
		}
	}
	one, err := corpus.Load("cases/set/adds.yaml")
	if err != nil || len(one) != 1 || one[0].Name != "adds" {
		t.Errorf("a single file: got %v, %v", one, err)
	}
}

// A case that is encoded and read again is the same case, even if the schema is written into
// the case.
func TestWriteAndRead(t *testing.T) {
	for _, c := range someCases(t) {
		asYAML, err := c.YAML()
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		v, err := c.Inline().Value()
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		for form, text := range map[string]string{"YAML": string(asYAML), "inline JSON": v.JSON()} {
			again, err := corpus.Read(c.File, []byte(text))
			if err != nil {
				t.Fatalf("%s as %s: %v\n%s", c.Name, form, err, text)
			}
			sameCase(t, form, c, again)
		}
	}
}

func sameCase(t *testing.T, form string, c, again corpus.Case) {
	t.Helper()
	if again.Comment != c.Comment || len(again.Rule) != len(c.Rule) || len(again.Not) != len(c.Not) {
		t.Errorf("%s, %s: the head changed", c.Name, form)
	}
	if !again.Input.Schema.Equal(c.Input.Schema) {
		t.Errorf("%s, %s: the schema changed", c.Name, form)
	}
	for i, d := range c.Input.Documents() {
		got := again.Input.Documents()[i]
		if got.Name != d.Name || string(again.Input.JSON(d.Name)) != string(c.Input.JSON(d.Name)) {
			t.Errorf("%s, %s: %s was %s, is %s", c.Name, form, d.Name, c.Input.JSON(d.Name), again.Input.JSON(d.Name))
		}
	}
	if got, want := again.Want, c.Want; !model.Equal(got.Result, want.Result) || (got.Rejection == nil) != (want.Rejection == nil) ||
		got.Rejection != nil && got.Rejection.String() != want.Rejection.String() {
		t.Errorf("%s, %s: the wanted answer changed", c.Name, form)
	}
}

// The examples in the description of the format are valid cases, and their
// answers are correct.
func TestReadmeExamples(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```yaml\n")[1:]
	for _, block := range blocks {
		example, _, _ := strings.Cut(block, "```")
		c, err := corpus.Read("cases/readme/example.yaml", []byte(example))
		if err != nil {
			t.Errorf("%v\n%s", err, example)
			continue
		}
		if v := corpus.Run(c, corpus.Engine()); !v.Passed() {
			t.Errorf("%s\n%s", v, example)
		}
	}
	if len(blocks) < 2 {
		t.Errorf("there are %d examples", len(blocks))
	}
}

// Every schema of the corpus is used.
func TestSchemasAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, c := range embeddedCases(t) {
		name, _, _ := strings.Cut(c.Schema.Ref, "#")
		used[filepath.Base(name)] = true
		used[filepath.Base(c.Schema.CRD)] = true
	}
	files, err := os.ReadDir("schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("no case uses schemas/%s", f.Name())
		}
	}
}

package corpus_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/yaml"
)

// caseSchema reads case.schema.json.
func caseSchema(t *testing.T) *jsonSchema {
	t.Helper()
	text, err := os.ReadFile("case.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	root, err := model.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &jsonSchema{root: root, patterns: map[string]*regexp.Regexp{}}
}

// Every embedded case is valid under the schema, both as its file and after encoding.
func TestCaseSchemaOfCases(t *testing.T) {
	s := caseSchema(t)
	for _, c := range someCases(t) {
		text, err := os.ReadFile(c.File)
		if err != nil {
			t.Fatal(err)
		}
		asRead, err := yaml.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		inline, err := c.Inline().Value()
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []model.Value{asRead, inline} {
			if err := s.check(v); err != nil {
				t.Errorf("%s: %v", c.File, err)
			}
		}
	}
}

// beyondJSONSchema are the faults of a case file that JSON Schema cannot
// express: faults in the text of a string, in another file or in a schema, and
// contradictions between two keys.
var beyondJSONSchema = regexp.MustCompile(`wantText: |invalid-schema|there is no definition|no such file|is not a built-in kind|is also listed under rule|YAML changes|YAML reads|YAML 1.1 reads|aliases are not|the tag|put the name`)

// The schema accepts the files that the loader accepts, and rejects those that
// the loader rejects for reasons that a schema can express.
func TestCaseSchemaOfSamples(t *testing.T) {
	s := caseSchema(t)
	invalid := 0
	for _, c := range faulty {
		v, err := yaml.Parse([]byte(c.text(t)))
		if err != nil {
			continue // the text contains no value
		}
		invalid += agrees(t, s, c.name, v, c.text(t))
	}
	if invalid < 50 {
		t.Errorf("only %d faulty cases are invalid", invalid)
	}
	for _, c := range faultless {
		v, err := yaml.Parse([]byte(c.text(t)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.check(v); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// agrees checks that loader and schema agree about a case file, if the schema
// can express the fault. It returns 1 if both reject the file.
func agrees(t *testing.T, s *jsonSchema, name string, v model.Value, text string) int {
	t.Helper()
	_, refusal := corpus.Read("case.yaml", []byte(text))
	invalidity := s.check(v)
	switch {
	case refusal == nil && invalidity != nil:
		t.Errorf("%s: the loader takes it, the schema does not: %v\n%s", name, invalidity, text)
	case refusal != nil && invalidity == nil && !beyondJSONSchema.MatchString(refusal.Error()):
		t.Errorf("%s: the schema takes it, the loader does not: %v\n%s", name, refusal, text)
	case refusal != nil && invalidity != nil:
		return 1
	}
	return 0
}

// Loader and schema agree about every change of a faultless case: a member
// removed, added, or replaced by another value.
func TestCaseSchemaOfMutations(t *testing.T) {
	s := caseSchema(t)
	all, invalid := 0, 0
	for _, c := range faultless {
		v, err := yaml.Parse([]byte(c.text(t)))
		if err != nil {
			t.Fatal(err)
		}
		for _, mutant := range mutants(t, v) {
			all++
			invalid += agrees(t, s, c.name, mutant, mutant.JSON())
		}
	}
	t.Logf("%d mutants, %d of them invalid", all, invalid)
	if invalid < 1000 || all-invalid < 100 {
		t.Errorf("of %d mutants %d are invalid", all, invalid)
	}
}

// others are values that replace members in mutants.
var others = []model.Value{
	model.NewNull(), model.NewBool(true), model.NewInt(5), model.NewString(""), model.NewString("x"),
	model.MustParse(`[]`), model.MustParse(`["x"]`), model.MustParse(`["scalar","scalar"]`), model.MustParse(`[[]]`),
	model.MustParse(`{}`), model.MustParse(`{"x":"x"}`),
}

// mutants returns variants of a case with one change to one of its members, or
// to a member of a value that is not a document.
func mutants(t *testing.T, v model.Value) []model.Value {
	t.Helper()
	with := func(v model.Value, name string, member model.Value) model.Value {
		changed, err := v.WithMembers(model.Member{Name: name, Value: member})
		if err != nil {
			t.Fatal(err)
		}
		return changed
	}
	var all []model.Value
	names := []string{"extra", "not", "error", "wantText", "options", "kubernetes", "currentText", "patches"}
	for name, member := range v.Members() {
		names = append(names, name)
		if member.Type() == model.Map && slices.Contains([]string{"schema", "options", "error", "kubernetes"}, name) {
			for _, changed := range mutants(t, member) {
				all = append(all, with(v, name, changed))
			}
		}
	}
	for _, name := range names {
		all = append(all, with(v, name, model.Value{}))
		for _, other := range others {
			all = append(all, with(v, name, other))
		}
	}
	return all
}

// Loader and schema agree about the options of each operation, the answers with
// wide replacements, and the documents that errors may name.
func TestCaseSchemaOfOperations(t *testing.T) {
	s := caseSchema(t)
	invalid, all := 0, 0
	for _, c := range faultless {
		v, err := yaml.Parse([]byte(c.text(t)))
		if err != nil {
			t.Fatal(err)
		}
		for _, options := range []string{
			`{"strict":true}`, `{"ignore":["retainKeys"]}`, `{"listTypes":true}`, `{"overwrite":true}`, `{"resend":true}`, `{"level":[]}`, `{"preconditions":["a"]}`, `{"noWide":true}`,
		} {
			all++
			invalid += agreesWith(t, s, c.name, v, model.Member{Name: "options", Value: model.MustParse(options)})
		}
		for _, answer := range []string{`"want":{},"wide":["a"]`, `"want":[],"wide":["a[b=c]"]`, `"wide":["a"]`, `"error":{"kind":"limit","path":"."},"wide":["a"]`} {
			all++
			invalid += agreesWith(t, s, c.name, v, model.Member{Name: "kubernetes", Value: model.MustParse(`{"divergence":"nulls-kept",` + answer + `}`)})
		}
		all++
		invalid += agreesWith(t, s, c.name, v, model.Member{Name: "kubernetes", Value: model.NewString("same")})
		for _, document := range []string{
			"original", "modified", "current", "patch", "patches", "patches[0]", "patches[10]", "patches[01]", "patches[-1]", "left", "right", "schema", "", "live",
		} {
			rejection, err := model.NewMap(
				model.Member{Name: "kind", Value: model.NewString("limit")},
				model.Member{Name: "path", Value: model.NewString(".")},
				model.Member{Name: "document", Value: model.NewString(document)},
			)
			if err != nil {
				t.Fatal(err)
			}
			all++
			invalid += agreesWith(t, s, c.name, v, model.Member{Name: "error", Value: rejection}, model.Member{Name: "want"})
		}
	}
	if invalid == 0 || invalid == all {
		t.Errorf("of %d cases %d are invalid", all, invalid)
	}
}

func agreesWith(t *testing.T, s *jsonSchema, name string, v model.Value, changes ...model.Member) int {
	t.Helper()
	changed, err := v.WithMembers(changes...)
	if err != nil {
		t.Fatal(err)
	}
	return agrees(t, s, name, changed, changed.JSON())
}

// Cases may name every rule of the library, and the schema allows the same
// rules as the loader.
func TestCaseSchemaOfRules(t *testing.T) {
	s := caseSchema(t)
	definitions, _ := s.root.Get("$defs")
	rule, _ := definitions.Get("rule")
	names, _ := rule.Get("enum")
	for _, known := range slices.Concat(smp.ApplyRules(), smp.UnionRules(), smp.DiffRules()) {
		if !hasElement(names, model.NewString(string(known))) {
			t.Errorf("the schema does not name rule %s", known)
		}
	}
	for _, name := range names.Elements() {
		text := strings.Replace(good, "set-merge", name.Text(), 1)
		if _, err := corpus.Read("case.yaml", []byte(text)); err != nil {
			t.Errorf("the schema names rule %s, the loader says: %v", name.Text(), err)
		}
	}
}

// The schema names the divergences of the library, and the rule that applies only to clusters.
func TestCaseSchemaOfDivergences(t *testing.T) {
	s := caseSchema(t)
	names, _ := model.Path{
		model.Field("$defs"), model.Field("divergence"), model.Field("properties"), model.Field("divergence"), model.Field("enum"),
	}.Lookup(s.root)
	want := []string{string(smp.RuleThreeWayUnsent)}
	for _, v := range cluster.Divergences() {
		want = append(want, v.String())
	}
	var got []string
	for _, name := range names.Elements() {
		got = append(got, name.Text())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the schema names the divergences %q, want %q", got, want)
	}
}

// The checker rejects faulty values. A checker that accepts everything would pass the other
// tests, too.
func TestJSONSchemaChecker(t *testing.T) {
	for _, c := range []struct{ schema, valid, invalid string }{
		{`false`, ``, `null`},
		{`{"type":"object"}`, `{}`, `[]`},
		{`{"type":"array"}`, `[]`, `{}`},
		{`{"const":true}`, `true`, `1`},
		{`{"enum":[1,"a"]}`, `1.0`, `"b"`},
		{`{"pattern":"^a$"}`, `"a"`, `"ab"`},
		{`{"pattern":"^a$"}`, `5`, `""`},
		{`{"minLength":1}`, `"a"`, `""`},
		{`{"items":{"const":1}}`, `[1,1]`, `[1,2]`},
		{`{"minItems":1}`, `[1]`, `[]`},
		{`{"maxItems":1}`, `[1]`, `[1,2]`},
		{`{"uniqueItems":true}`, `[1,"1"]`, `[1,2,1.0]`},
		{`{"properties":{"a":{"const":1}}}`, `{"b":2}`, `{"a":2}`},
		{`{"properties":{"a":true},"additionalProperties":false}`, `{"a":2}`, `{"b":2}`},
		{`{"propertyNames":{"pattern":"a"}}`, `{"a":1}`, `{"b":1}`},
		{`{"required":["a"]}`, `{"a":null}`, `{"b":1}`},
		{`{"minProperties":1}`, `{"a":null}`, `{}`},
		{`{"allOf":[{"minItems":1},{"maxItems":1}]}`, `[1]`, `[1,2]`},
		{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1}`, `{"a":1,"b":1}`},
		{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"b":1}`, `{}`},
		{`{"not":{"const":1}}`, `2`, `1`},
		{`{"if":{"required":["a"]},"then":{"required":["b"]}}`, `{"c":1}`, `{"a":1}`},
		{`{"$ref":"#/$defs/x","$defs":{"x":{"const":1}}}`, `1`, `2`},
	} {
		s := &jsonSchema{root: model.MustParse(c.schema), patterns: map[string]*regexp.Regexp{}}
		if c.valid != "" && s.check(model.MustParse(c.valid)) != nil {
			t.Errorf("%s: %s is found invalid", c.schema, c.valid)
		}
		if s.check(model.MustParse(c.invalid)) == nil {
			t.Errorf("%s: %s is found valid", c.schema, c.invalid)
		}
	}
}

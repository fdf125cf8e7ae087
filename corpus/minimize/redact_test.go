package minimize_test

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// marker is part of every name and text of a secret case.
const marker = "SECRET"

// fixedWords are the words of the format and of schemas, which redaction keeps.
var fixedWords = regexp.MustCompile(`^(\$patch|\$retainKeys|\$patchMergeKey|\$(setElementOrder|deleteFromPrimitiveList)/?|)$`)

// secret returns a value in which every name and text has a marker, except for the names of
// directives and the operations of $patch.
func secret(v model.Value) model.Value {
	if v.Type() == model.String {
		return model.NewString(marker + v.Text())
	}
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		directive, field, ok := strings.Cut(name, "/")
		switch {
		case name == "$patch" && (m.Text() == "replace" || m.Text() == "delete" || m.Text() == "merge"):
			return name, m
		case ok && fixedWords.MatchString(directive+"/"):
			name = directive + "/" + marker + field
		case !fixedWords.MatchString(name):
			name = marker + name
		}
		return name, secret(m)
	})
}

// Only names that the documents use for nothing but the fields of the schema are public.
func TestPublicNames(t *testing.T) {
	c := read(t, `
schema: {apiVersion: v1, kind: Pod}
op: apply
original: {metadata: {labels: {spec: x}, name: kind}, spec: {nodeName: a, containers: [{name: b, imge: c}]}}
patchText: '{"kind": "Pod", "metadata": {"annotations": {"nodeName": "x"}}, "spec": {"$retainKeys": ["hostname", "secret"], "$setElementOrder/volumes": []}}'`)
	want := []string{"annotations", "containers", "hostname", "labels", "metadata", "name", "volumes"}
	got := slices.Sorted(maps.Keys(minimize.PublicNames(c, c.Input.Schema)))
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Redaction replaces every name and text of a case in every place: in values, names and lists
// of names, and in directives with a value of the wrong type. The schema does not matter.
func TestRedactionIsComplete(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	odd := []string{
		`{"m": {"$patch": "a"}}`, `{"m": {"$retainKeys": "a"}}`, `{"$patchMergeKey": "a", "b": [{"$patchMergeKey": "c"}]}`,
		`{"$retainKeys": {"a": "b"}}`, `{"$patchMergeKey": ["a", {"b": "c"}, ["d"]]}`, `{"$patch": ["a"]}`, `{"$patch": {"a": "b"}}`,
		`{"$setElementOrder/a": "b"}`, `{"$deleteFromPrimitiveList/a": {"b": "c"}}`, `{"$setElementOrder": "a"}`, `{"$setElementOrder/": ["a"]}`,
	}
	var inputs []corpus.Input
	for _, text := range odd {
		inputs = append(inputs, corpus.Input{Op: corpus.OpApply, Original: model.MustParse(`{"a": "b"}`), Patch: model.MustParse(text)})
	}
	for i, c := range cases {
		if c.Input.Op == corpus.OpApply && c.Input.Text == nil && i%5 == 0 {
			inputs = append(inputs, c.Input)
		}
	}
	for i, in := range inputs {
		c := read(t, fmt.Sprintf("schema: {schemaless: true}\nop: apply\noriginal: %s\npatch: %s", secret(in.Original).JSON(), secret(in.Patch).JSON()))
		for name, keep := range map[string]func(corpus.Case) bool{
			"all": func(corpus.Case) bool { return true },
			"size": func(x corpus.Case) bool { // this condition keeps the size, so nothing can be removed
				return strings.Count(x.Input.Patch.JSON(), `"`) == strings.Count(c.Input.Patch.JSON(), `"`)
			},
		} {
			_, text := redacted(t, c, keep)
			if strings.Contains(text, marker) {
				t.Errorf("input %d, keep %s: the redacted case is\n%s", i, name, text)
			}
		}
	}
}

// Redaction replaces every name and text of a schema, in every property.
func TestRedactionOfSchemas(t *testing.T) {
	c := read(t, richSchema+"op: apply\noptions: {unions: true, listTypes: true}\noriginal: "+richDocument+"patch: {}")
	marked := map[string]bool{}
	addMarked(marked, "", reflect.ValueOf(c.UsedSchema()))
	for _, typ := range []reflect.Type{reflect.TypeFor[smp.Definition](), reflect.TypeFor[smp.Union](), reflect.TypeFor[smp.UnionMember](), reflect.TypeFor[smp.Marks]()} {
		for i := range typ.NumField() {
			name := typ.Name() + "." + typ.Field(i).Name
			switch name {
			case "Definition.Ref", "Definition.Names": // UsedSchema expands them
				continue
			}
			switch typ.Field(i).Type {
			case reflect.TypeFor[string](), reflect.TypeFor[[]string](), reflect.TypeFor[model.Value](), reflect.TypeFor[[]model.Value](), reflect.TypeFor[map[string]smp.Definition]():
				if !marked[name] {
					t.Errorf("the schema has no secret in %s", name)
				}
			}
		}
	}
	// This condition keeps all parts of the schema and of the documents.
	size := func(x corpus.Case) int {
		return strings.Count(x.Schema.OpenAPI.Canonical(), `"`) + strings.Count(x.Input.Original.JSON()+x.Input.Patch.JSON(), `"`)
	}
	c.Schema = corpus.SourceOf(c.Input.Schema)
	most := 0
	minimize.Minimizer{Keep: func(x corpus.Case) bool { most = max(most, size(x)); return false }, Redact: true}.Minimize(c)
	small, text := redacted(t, c, func(x corpus.Case) bool { return size(x) == most })
	if strings.Contains(text, marker) {
		t.Errorf("the redacted case is\n%s", text)
	}
	if shared := minimize.SharedText(c, small); len(shared) > 0 {
		t.Errorf("shared words: %q", shared)
	}
	for _, property := range []string{"x-smp-alias-of", "x-smp-marks", "discriminator", "default", "unset-values"} {
		if !strings.Contains(string(text), property) {
			t.Errorf("the schema has lost %s:\n%s", property, text)
		}
	}
}

// addMarked adds the fields of structs that have the marker in a text.
func addMarked(marked map[string]bool, field string, v reflect.Value) {
	if value, ok := v.Interface().(model.Value); ok {
		marked[field] = marked[field] || strings.Contains(value.JSON(), marker)
		return
	}
	switch v.Kind() {
	case reflect.String:
		marked[field] = marked[field] || strings.Contains(v.String(), marker)
	case reflect.Slice:
		for i := range v.Len() {
			addMarked(marked, field, v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			addMarked(marked, field, it.Key())
			addMarked(marked, field, it.Value())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			addMarked(marked, field, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			addMarked(marked, v.Type().Name()+"."+v.Type().Field(i).Name, v.Field(i))
		}
	}
}

// Redaction replaces the names and values in every form of a path in the options and in the
// expected error.
func TestRedactionOfPaths(t *testing.T) {
	schema := `
schema:
  openapi:
    type: object
    properties:
      SECRETlist: {type: array, x-kubernetes-patch-strategy: merge, x-kubernetes-patch-merge-key: SECRETkey, items: {type: object, properties: {SECRETkey: {type: string}}}}
`
	for text, kept := range map[string]func(corpus.Case) bool{
		schema + `
op: threeway
options: {keep: ['**.SECRETfield', 'SECRETlist[SECRETkey=SECRETa].SECRETimage', 'SECRETset[=SECRETb]', 'SECRETmap[*]', 'SECRETlist[SECRETother="SECRET.c"]']}
original: {}
modified: {}
current: {}`: func(c corpus.Case) bool { return len(c.Input.Options.Keep) == 5 },
		schema + `
op: threeway
options: {preconditions: [SECRETmeta.SECRETversion, SECRETmap]}
original: {}
modified: {}
current: {}`: func(c corpus.Case) bool { return len(c.Input.Options.Preconditions) == 2 },
		schema + `
op: apply
original: {}
patch: {SECRETlist: [{SECRETkey: SECRETa, SECRETmap: 1}]}`: func(c corpus.Case) bool { return len(c.Want.Rejection.Path) == 3 },
	} {
		c := read(t, text)
		c.Want = corpus.Answer{Rejection: &corpus.Rejection{Code: smp.WrongType, Document: "patch", Path: model.Path{model.Field("SECRETlist"), model.Index(0), model.Field("SECRETmap")}}}
		small, text := redacted(t, c, kept)
		if strings.Contains(text, marker) {
			t.Errorf("the redacted case is\n%s", text)
		}
		if shared := minimize.SharedText(c, small); len(shared) > 0 {
			t.Errorf("shared words: %q", shared)
		}
	}
}

// Redaction drops the answer of a cluster, and replaces names in the places that a patch replaces as
// a whole.
func TestRedactionOfAnswers(t *testing.T) {
	c := wantedBy(t, `schema: {schemaless: true}
op: diff
original: {SECRETa: {SECRETb: 1}}
modified: {SECRETa: {SECRETb: 2}}
want: {SECRETa: {SECRETb: 2, $patch: replace}}
kubernetes: {divergence: set-marker-rejected, want: {SECRETa: {SECRETb: 2}}, wide: [SECRETa]}`)
	c.Want.Wide = []model.Path{{model.Field("SECRETa"), model.Key{{Name: "SECRETc", Value: model.NewString("SECRETd")}}}}
	small, text := redacted(t, c, func(corpus.Case) bool { return true })
	if strings.Contains(text, marker) || len(small.Want.Wide) != 1 {
		t.Errorf("the redacted case is\n%s", text)
	}
}

// redacted minimizes and redacts a case. It returns the case, and its text without the name and
// comment.
func redacted(t *testing.T, c corpus.Case, keep func(corpus.Case) bool) (corpus.Case, string) {
	t.Helper()
	small := minimize.Minimizer{Keep: keep, Redact: true}.Minimize(c)
	small.Name, small.File, small.Comment = "", "", ""
	text, err := small.YAML()
	if err != nil {
		t.Fatal(err)
	}
	return small, string(text)
}

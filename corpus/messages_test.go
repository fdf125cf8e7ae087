package corpus_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func TestReadInputErrors(t *testing.T) {
	for input, want := range map[string]string{
		`[]`: `request: expected a map, got a list`,
		`{"op":"apply","schema":{"schemaless":true},"original":{},"want":{}}`: `request: unexpected key "want"`,
		`{"op":"apply","schema":{"schemaless":true},"original":{}}`:           `request: missing key patch`,
	} {
		if _, _, err := corpus.ReadInput("request", model.MustParse(input)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// A schema in another file requires the folder of the case.
func TestSchemaElsewhere(t *testing.T) {
	want := "schema.yaml: the schema must be in the case itself"
	if _, err := (corpus.SchemaSource{Ref: "schema.yaml"}).Schema(); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// If a document is too deep to be read as text, the case fails in the form
// through text.
func TestRunDeep(t *testing.T) {
	deep := model.MustParse(strings.Repeat("[", 1001) + strings.Repeat("]", 1001))
	original, err := model.NewMap(model.Member{Name: "a", Value: deep})
	if err != nil {
		t.Fatal(err)
	}
	c := corpus.Case{Input: corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: original, Patch: model.MustParse(`{}`)}}
	c.Want.Result = original
	v := corpus.Run(c, corpus.Engine())
	want := "original: cannot read its canonical text: limit exceeded in a"
	if len(v.Failures) != 1 || !strings.HasPrefix(v.Failures[0].Got, want) {
		t.Errorf("got %v, want %s", v.Failures, want)
	}
}

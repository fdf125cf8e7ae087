package cluster_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// codeOf returns the code and document of an error, or an empty text.
func codeOf(err error) string {
	var e *smp.Error
	if !errors.As(err, &e) {
		return ""
	}
	return string(e.Code) + " " + e.Document
}

func TestErrorsOfTexts(t *testing.T) {
	deep := cluster.Engine{Limits: smp.Limits{Depth: 2}}
	short := cluster.Engine{Limits: smp.Limits{Bytes: 4}}
	apply := func(e cluster.Engine, original, patch string) error {
		_, err := e.ApplyJSON(smp.Schemaless, []byte(original), []byte(patch))
		return err
	}
	compose := func(patches ...string) error {
		var texts [][]byte
		for _, p := range patches {
			texts = append(texts, []byte(p))
		}
		_, err := cluster.Engine{}.ComposeJSON(smp.Schemaless, texts...)
		return err
	}
	conflicts := func(left, right string) error {
		_, err := cluster.Engine{}.ConflictsJSON(smp.Schemaless, []byte(left), []byte(right))
		return err
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{apply(cluster.Engine{}, ``, `{}`), ""},
		{apply(cluster.Engine{}, `{`, `{}`), "syntax original"},
		{apply(cluster.Engine{}, `{}`, ``), "syntax patch"},
		{apply(cluster.Engine{}, `[]`, `{}`), "wrong-kind original"},
		{apply(cluster.Engine{}, `{}`, `[]`), "wrong-kind patch"},
		{apply(cluster.Engine{}, `{}`, `null`), ""},
		{apply(deep, `{"a":{"b":{}}}`, `{}`), "limit original"},
		{apply(short, `{}`, `{"a":1}`), "limit patch"},
		{compose(`{}`, `{`), "syntax patches[1]"},
		{compose(`{}`, `[]`), "wrong-kind patches[1]"},
		{compose(`{"a":1}`, `null`, `{"b":1}`), ""},
		{conflicts(`{`, `{}`), "syntax left"},
		{conflicts(`{}`, `[`), "syntax right"},
		{conflicts(`{}`, `1`), "wrong-kind right"},
		{conflicts(`1`, `1`), "wrong-kind left"},
	} {
		if got := codeOf(test.err); got != test.want {
			t.Errorf("got %q, want %q: %v", got, test.want, test.err)
		}
	}
}

// Every call with the zero Schema fails, without a panic. smp.Schemaless is accepted.
func TestZeroSchema(t *testing.T) {
	trials.RejectZeroSchema(t, cluster.Engine{})
	document := model.MustParse(`{"a":1}`)
	if found := cluster.Differences(smp.Schema{}, document, document); found != nil {
		t.Errorf("differences %v", found)
	}
}

// A field with an invalid description is an error only of calls that need the field.
func TestFaultyField(t *testing.T) {
	fault := errors.New("no such type")
	field := func(name string) smp.Definition {
		if name == "bad" {
			return smp.Definition{Fault: fault}
		}
		return smp.Definition{}
	}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Names: []string{"bad", "good"}, Field: field}, nil)
	if err != nil {
		t.Fatal(err)
	}
	patch := model.MustParse(`{"bad": {"a": 1}}`)
	if _, err := (cluster.Engine{}).Apply(schema, patch, patch); !errors.Is(err, fault) {
		t.Errorf("apply: %v", err)
	}
	if _, err := (cluster.Engine{}).Compose(schema, patch, patch); !errors.Is(err, fault) {
		t.Errorf("compose: %v", err)
	}
	if _, err := (cluster.Judge{}).Map(schema, patch, patch); !errors.Is(err, fault) {
		t.Errorf("judge: %v", err)
	}
	if _, err := (cluster.Engine{}).Apply(schema, patch, model.MustParse(`{"good": 1}`)); err != nil {
		t.Errorf("apply without the field: %v", err)
	}
}

// AppendApplyJSON may write into the memory of the original, and returns dst unchanged on
// failure.
func TestAppendApplyJSON(t *testing.T) {
	original := []byte(`{"a": 1, "b": "a long text that stays"}`)
	got, err := cluster.Engine{}.AppendApplyJSON(original[:0], smp.Schemaless, original, []byte(`{"a": 2}`))
	if want := `{"a": 2, "b": "a long text that stays"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for _, bad := range []string{`{`, `[]`} {
		got, err := cluster.Engine{}.AppendApplyJSON([]byte("kept"), smp.Schemaless, []byte(`{}`), []byte(bad))
		if err == nil || string(got) != "kept" {
			t.Errorf("%s: got %s, %v", bad, got, err)
		}
	}
}

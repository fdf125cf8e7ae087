package corpus_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The text of a case file is read as the same values, whatever these are.
func TestYAMLReadsBack(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"a", "Z", "0", "1.5", "-", "- ", ": ", " #", "'", `"`, `\`, "\n", "\t", "\r", " ", "{", "}", "[", "]", ",", "&", "*", "!", "|", ">",
		"%", "@", "`", "?", "~", "null", "yes", "n", "=", "<<", "\u0000", "\u0085", "\u00a0", "\u2028", "\ufeff", "\ufffe", "é", "😀", "2001-01-01",
		strings.Repeat("long ", 40), strings.Repeat("k", 1100),
	}
	text := func() model.Value {
		var b strings.Builder
		for range source.IntN(4) {
			b.WriteString(pieces[source.IntN(len(pieces))])
		}
		return model.NewString(b.String())
	}
	var value func(depth int) model.Value
	value = func(depth int) model.Value {
		if depth == 0 || source.IntN(4) == 0 {
			return text()
		}
		var members []model.Member
		var elements []model.Value
		for range source.IntN(4) {
			members = append(members, model.Member{Name: text().Text(), Value: value(depth - 1)})
			elements = append(elements, value(depth-1))
		}
		v, err := model.NewList(elements...)
		if source.IntN(2) == 0 {
			v, err = model.NewMap(members...)
		}
		if err != nil {
			return text() // the list contains a name twice, so try again
		}
		return v
	}
	for range 3000 {
		c := mustRead(t, wantsResult)
		c.Want.Result = value(4)
		written, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		again, err := corpus.Read("case.yaml", written)
		if err != nil || !model.Equal(again.Want.Result, c.Want.Result) {
			t.Fatalf("%v: %s\nis read from\n%s", err, c.Want.Result.JSON(), written)
		}
	}
}

// A long case is JSON, which is read like YAML.
func TestLongCaseIsJSON(t *testing.T) {
	for length, isJSON := range map[int]bool{1 << 10: false, 1<<20 + 1: true} {
		object, err := model.NewMap(model.Member{Name: "a", Value: model.NewString(strings.Repeat("x", length))})
		if err != nil {
			t.Fatal(err)
		}
		in := corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: object, Patch: model.MustParse("{}")}
		c := corpus.Case{Comment: "a long text", Schema: corpus.SourceOf(in.Schema), Input: in}.Answered(corpus.Engine().Run(in))
		text, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		if got := text[0] == '{'; got != isJSON {
			t.Errorf("%d bytes: JSON %t, want %t", length, got, isJSON)
		}
		if read, err := corpus.Read("case.yaml", text); err != nil || !model.Equal(read.Input.Original, object) {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

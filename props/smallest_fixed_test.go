package props

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// portsSchema is the only schema that the engine of portsCheck supports.
func portsSchema(t *testing.T) smp.Schema {
	t.Helper()
	port := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"port": {Type: smp.ScalarType, Scalars: smp.IntegerScalar},
		"name": {Type: smp.ScalarType, Scalars: smp.StringScalar},
	}}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"ports":    {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"port"}, Element: &port},
		"replicas": {Type: smp.ScalarType, Scalars: smp.IntegerScalar},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// portsCheck compares the specification with an engine that applies every patch by one schema. The engine
// does not merge three ports into three ports, and gives another code if a merge key is missing.
func portsCheck(schema smp.Schema) func(corpus.Input) laws.Verdict {
	subject := laws.Applier("fixed", func(e smp.Engine, _ smp.Schema, original, patch model.Value) (model.Value, error) {
		result, err := e.Apply(schema, original, patch)
		var coded *smp.Error
		if errors.As(err, &coded) && coded.Code == smp.MissingMergeKey {
			changed := *coded
			changed.Code = smp.WrongType
			return model.Value{}, &changed
		}
		before, _ := original.Get("ports")
		change, _ := patch.Get("ports")
		if err == nil && before.Len() == 3 && change.Len() == 3 {
			return result.WithMembers(model.Member{Name: "ports", Value: before})
		}
		return result, err
	})
	return func(in corpus.Input) laws.Verdict { return laws.Agree(subject, corpus.Engine(), in) }
}

// If all inputs have one schema, the smallest case keeps it, and the kind of the difference: an engine
// that supports only one schema is reported with this schema, and with each of its two faults.
func TestSmallestKeepsTheOnlySchema(t *testing.T) {
	schema := portsSchema(t)
	input := func(seed uint64) corpus.Input {
		return gen.ForSchema(corpus.OpApply, schema, gen.FromSeed(seed)).Input()
	}
	check := portsCheck(schema)
	seeds := Seeds{Count: 20000}
	found := map[string]int{}
	for seed := range seeds.Count {
		v := check(input(seed))
		kind := "result"
		if v.Answer.Err != nil {
			kind = "error"
		}
		if v.Status != laws.Broken || found[kind] == 5 {
			continue
		}
		found[kind]++
		c := Smallest(v, check, seeds.others(seed, input)...).Case()
		if !c.Input.Schema.Equal(schema) {
			t.Errorf("seed %d: the smallest case has another schema", seed)
		}
		before, _ := c.Input.Original.Get("ports")
		change, _ := c.Input.Patch.Get("ports")
		switch r := c.Want.Rejection; {
		case kind == "error":
			if r == nil || r.Code != smp.MissingMergeKey {
				t.Errorf("seed %d: the smallest case is not an error for a missing key: %v", seed, c.Want)
			}
		case r != nil || before.Len() != 3 || change.Len() != 3 || c.Want.Result.Len() != 1:
			t.Errorf("seed %d: the smallest case is %s patched with %s", seed, c.Input.Original.JSON(), c.Input.Patch.JSON())
		}
	}
	if found["result"] == 0 || found["error"] == 0 {
		t.Errorf("found %v", found)
	}
}

// If the inputs have several schemas, or there are no other inputs, the smallest case may have any schema.
func TestSmallestReplacesOneOfSeveralSchemas(t *testing.T) {
	schema := portsSchema(t)
	in := gen.ForSchema(corpus.OpApply, schema, gen.FromSeed(1)).Input()
	other := in
	other.Schema = smp.Schemaless
	check := func(in corpus.Input) laws.Verdict {
		return laws.Verdict{Law: "never", Status: laws.Broken, Input: in}
	}
	for _, test := range []struct {
		others []corpus.Input
		keeps  bool
	}{{nil, false}, {[]corpus.Input{in, other}, false}, {[]corpus.Input{in, in}, true}} {
		if small := Smallest(check(in), check, test.others...); small.Input.Schema.Equal(schema) != test.keeps {
			t.Errorf("with %d other inputs, the smallest case has the schema: %v, want %v", len(test.others), !test.keeps, test.keeps)
		}
	}
}

// Failures with the same smallest case are reported once.
func TestSmallestCaseIsReportedOnce(t *testing.T) {
	schema := portsSchema(t)
	check := portsCheck(schema)
	report := reports()
	texts := map[string]bool{}
	for seed := range uint64(3000) {
		v := check(gen.ForSchema(corpus.OpApply, schema, gen.FromSeed(seed)).Input())
		if v.Status != laws.Broken || len(texts) > 20 {
			continue
		}
		err := report(smallest(v, check, v.Input))
		if err == errReported {
			return
		}
		text := err.Error()
		if !strings.Contains(text, "law agreement is broken") || texts[text] {
			t.Errorf("seed %d: %s", seed, text)
		}
		texts[text] = true
	}
	t.Error("no smallest case was found twice")
}

package differential_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/openapi"
)

var updateShipped = flag.Bool("update-shipped", false, "rewrite the answers of apimachinery that smp/cluster tests")

// shippedFile is a file with answers of apimachinery, so that the tests of package cluster do
// not need apimachinery.
var shippedFile = filepath.Join("..", "..", "..", "smp", "cluster", "testdata", "shipped.jsonl")

// A shippedAnswer is a line of the file.
type shippedAnswer struct {
	// Schema contains OpenAPI definitions. The schema of the documents is "root". A line
	// without Schema has the definitions of the previous line.
	Schema   json.RawMessage `json:"schema,omitempty"`
	Lookup   string          `json:"lookup"` // go-types, openapi-v2 or openapi-v3
	Original json.RawMessage `json:"original"`
	Patch    json.RawMessage `json:"patch"`
	Result   json.RawMessage `json:"result,omitempty"` // missing if the patch is rejected
}

// shippedShapes contains a definition with a field of each shape, for all three lookups.
const shippedShapes = `{
	"root": {"type": "object", "properties": {
		"name": {"type": "string"},
		"count": {"type": "integer"},
		"list": {"type": "array", "items": {"$ref": "#/definitions/item", "nullable": true}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"},
		"numbers": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}, "value": {"type": "string"}}}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "id"},
		"pairs": {"type": "array", "items": {"$ref": "#/definitions/item", "nullable": true}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name,value"},
		"set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"},
		"integers": {"type": "array", "items": {"type": "integer"}, "x-kubernetes-patch-strategy": "merge"},
		"atomic": {"type": "array", "items": {"type": "string"}},
		"atoms": {"type": "array", "items": {"$ref": "#/definitions/item", "nullable": true}},
		"lists": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
		"labels": {"type": "object", "additionalProperties": {"type": "string"}},
		"items": {"type": "object", "additionalProperties": {"$ref": "#/definitions/item", "nullable": true}},
		"inner": {"$ref": "#/definitions/item", "nullable": true},
		"choice": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}}, "x-kubernetes-patch-strategy": "retainKeys"},
		"whole": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "x-kubernetes-patch-strategy": "replace"},
		"any": {}
	}},
	"item": {"type": "object", "properties": {
		"name": {"type": "string"},
		"value": {"type": "string"},
		"set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-patch-strategy": "merge"},
		"list": {"type": "array", "items": {"$ref": "#/definitions/item", "nullable": true}, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name"}
	}}
}`

// The file contains the current answers of apimachinery. With -update-shipped, it is
// rewritten with generated inputs. An input is chosen if it is the first one with a
// divergence, or the first one in whose trace two decisions follow each other.
func TestShippedAnswers(t *testing.T) {
	if *updateShipped {
		updateShippedFile(t)
	}
	text, err := os.ReadFile(shippedFile)
	if err != nil {
		t.Fatal(err)
	}
	var line shippedAnswer
	divergences := map[cluster.Divergence]bool{}
	for i, input := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		line.Result = nil
		if err := json.Unmarshal(input, &line); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		s, err := line.subject()
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		original, patch := model.MustParse(string(line.Original)), model.MustParse(string(line.Patch))
		want := corpus.Answer{Rejection: &corpus.Rejection{}}
		if line.Result != nil {
			want = corpus.Answer{Result: model.MustParse(string(line.Result))}
		}
		switch verdict, got := s.Gives(want, original, patch); verdict {
		case differential.Same, differential.BothReject, differential.Panics:
		default:
			t.Errorf("line %d: apimachinery answers %s", i+1, got)
		}
		s.Compare(original, patch, func(v cluster.Divergence) { divergences[v] = true })
	}
	for _, v := range cluster.Divergences() {
		if !divergences[v] && v != cluster.DecodingDropsDirectives {
			t.Errorf("no input has divergence %s", v)
		}
	}
}

// subject returns the schema of a line for both engines.
func (l shippedAnswer) subject() (differential.Subject, error) {
	switch l.Lookup {
	case "openapi-v2":
		text := strings.ReplaceAll(string(l.Schema), `,"nullable":true`, "") // ReadV2 adds nullable to each reference
		d, err := differential.ReadV2([]byte(`{"swagger":"2.0","info":{"title":"t","version":"1"},"paths":{},"definitions":` + text + `}`))
		if err != nil {
			return differential.Subject{}, err
		}
		return d.Definition("root")
	case "openapi-v3":
		text := strings.ReplaceAll(string(l.Schema), "#/definitions/", "#/components/schemas/")
		d, err := differential.ReadV3([]byte(`{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":` + text + `}}`))
		if err != nil {
			return differential.Subject{}, err
		}
		return d.Definition("root")
	default:
		s, err := definitionsSchema(l.Schema)
		return differential.OfSchema(s), err
	}
}

func definitionsSchema(definitions []byte) (smp.Schema, error) {
	d, err := openapi.Read(model.MustParse(`{"definitions":` + string(definitions) + `}`))
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema(openapi.Root)
}

// updateShippedFile chooses inputs and writes them with the answers of apimachinery.
func updateShippedFile(t *testing.T) {
	var shapes bytes.Buffer
	if err := json.Compact(&shapes, []byte(shippedShapes)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	var before []byte
	seen := map[string]bool{}
	add := func(count, longest int, lookup string, divergences bool, input func(seed uint64) (json.RawMessage, gen.Case)) {
		added := 0
		for seed := uint64(0); seed < 200_000 && added < count; seed++ {
			schema, c := input(seed)
			original, patch := readable(c.Original), readable(c.Patch)
			line := shippedAnswer{Schema: schema, Lookup: lookup, Original: []byte(jsonText(original)), Patch: []byte(jsonText(patch))}
			if len(line.Schema)*len(line.Lookup) == 0 || len(line.Original)+len(line.Patch) > longest || !json.Valid(line.Original) || !json.Valid(line.Patch) {
				continue
			}
			s, err := line.subject()
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			features := featuresOf(s, lookup, original, patch, divergences)
			if !slices.ContainsFunc(features, func(f string) bool { return !seen[f] }) {
				continue
			}
			result, ok := shippedResult(t, s, original, patch)
			if !ok {
				continue
			}
			if result.Type() != model.Absent {
				line.Result = []byte(result.JSON())
			}
			if bytes.Equal(schema, before) {
				line.Schema = nil
			}
			before = schema
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(append(text, '\n'))
			added++
			for _, f := range features {
				seen[f] = true
			}
		}
		t.Logf("%d inputs for %s", added, lookup)
	}
	for _, lookup := range []string{"go-types", "openapi-v2", "openapi-v3"} {
		s, err := shippedAnswer{Schema: shapes.Bytes(), Lookup: lookup}.subject()
		if err != nil {
			t.Fatal(err)
		}
		add(150, 700, lookup, false, func(seed uint64) (json.RawMessage, gen.Case) {
			return shapes.Bytes(), gen.ForSchema(corpus.OpApply, s.Schema, gen.FromSeed(seed))
		})
	}
	generated := func(seed uint64) (json.RawMessage, gen.Case) {
		c := gen.Apply(gen.FromSeed(seed))
		components, _ := openapi.Encode(c.Schema).Get("components")
		definitions, _ := components.Get("schemas")
		text := strings.ReplaceAll(definitions.JSON(), "#/components/schemas/", "#/definitions/")
		if len(text) > 700 {
			return nil, c
		}
		return json.RawMessage(text), c
	}
	add(100, 700, "go-types", true, generated)
	add(520, 400, "go-types", false, generated)
	if err := os.WriteFile(shippedFile, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func jsonText(v model.Value) string {
	if v.Type() == model.Absent {
		return "null"
	}
	return v.JSON()
}

// featuresOf returns the divergences of an input. If divergences is false, it returns the
// pairs of decisions that follow each other in the trace of the input. The rejection, or the
// type of the result, counts as the last decision.
func featuresOf(s differential.Subject, lookup string, original, patch model.Value, divergences bool) (features []string) {
	last := ""
	note := func(now string) {
		features = append(features, last+" "+now)
		last = now
	}
	e := cluster.Engine{Lookup: s.Fields, BeforeDecoding: true, Trace: func(e cluster.Event) {
		if !divergences {
			note(string(e.Rule) + e.Divergence.String())
		} else if e.Divergence != 0 {
			features = append(features, e.Divergence.String())
		}
	}}
	result, err := e.Apply(s.Schema, original, patch)
	if divergences {
		return features
	}
	if e := (*smp.Error)(nil); errors.As(err, &e) {
		note(fmt.Sprintln(lookup, e.Code, e.Document, e.Rule, e.Cause))
	}
	note(result.Type().String())
	return features
}

// shippedResult returns the answer of apimachinery. The answer is absent if apimachinery
// rejects the patch. The result is false if the answer varies, or if it contains numbers that
// the input does not contain.
func shippedResult(t *testing.T, s differential.Subject, original, patch model.Value) (model.Value, bool) {
	varies := false
	e := cluster.Engine{Lookup: s.Fields, BeforeDecoding: true, Trace: func(e cluster.Event) { varies = varies || e.Varies }}
	ours, err := e.Apply(s.Schema, original, patch)
	if varies {
		return ours, false
	}
	for range 20 {
		switch verdict, text := s.Compare(original, patch, nil); verdict {
		case differential.Same, differential.BothReject, differential.Panics:
		case differential.Differs:
			t.Error(text)
			return ours, false
		default:
			return ours, false
		}
	}
	if err != nil {
		return model.Value{}, true
	}
	return ours, true
}

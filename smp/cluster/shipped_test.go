package cluster_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The engine gives the answers of apimachinery that TestShippedAnswers in
// fuzz/upstream/differential has recorded.
func TestShipped(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "shipped.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lookups := map[string]cluster.Lookup{"go-types": cluster.GoTypes, "openapi-v2": cluster.OpenAPIV2, "openapi-v3": cluster.OpenAPIV3}
	var s smp.Schema
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	for i, input := range lines {
		var line struct {
			Schema                  json.RawMessage // if it is missing, the schema of the previous line
			Lookup                  string
			Original, Patch, Result json.RawMessage
		}
		if err := json.Unmarshal(input, &line); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if line.Schema != nil {
			d, err := openapi.Read(model.MustParse(`{"definitions":` + string(line.Schema) + `}`))
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			if s, err = d.Schema(openapi.Root); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
		}
		lookup, ok := lookups[line.Lookup]
		if !ok {
			t.Fatalf("line %d: unknown lookup %q", i+1, line.Lookup)
		}
		quiet := cluster.Engine{BeforeDecoding: true, Lookup: lookup}
		traced := quiet
		traced.Trace = func(cluster.Event) {}
		original, patch := model.MustParse(string(line.Original)), model.MustParse(string(line.Patch))
		for _, e := range []cluster.Engine{quiet, traced} {
			got, err := e.Apply(s, original, patch)
			switch {
			case line.Result == nil && err == nil:
				t.Fatalf("line %d: got %s, want a rejection", i+1, got.JSON())
			case line.Result != nil && err != nil:
				t.Fatalf("line %d: got %v, want %s", i+1, err, line.Result)
			case line.Result != nil && !model.Equal(got, model.MustParse(string(line.Result))):
				t.Fatalf("line %d: got %s, want %s", i+1, got.JSON(), line.Result)
			}
		}
	}
	if len(lines) < 1000 {
		t.Errorf("only %d answers", len(lines))
	}
}

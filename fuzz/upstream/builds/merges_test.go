package builds_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/yaml"
)

// mergesFile contains merges of kustomize, with which smp-check tests its prediction of them.
const mergesFile = "cmd/smp-check/internal/kyaml/testdata/merges.jsonl"

// TestMerges checks that the file with the merges of kustomize is up to date. With -update, it
// writes the file.
func TestMerges(t *testing.T) {
	openapi.ResetOpenAPI() // other tests set the field openapi
	seeds := []int{971, 1513, 1952, 3798, 4402, 5005} // kustomize removes elements that the patch does not change
	for seed := range 300 {
		seeds = append(seeds, seed)
	}
	var text bytes.Buffer
	for _, seed := range seeds {
		c := newLintCase(rand.New(rand.NewPCG(uint64(seed), 1)))
		folder := t.TempDir()
		c.write(t, folder)
		line := struct {
			Object object          `json:"object"`
			Patch  object          `json:"patch"`
			Result json.RawMessage `json:"result"` // null if kustomize fails, and empty if it removes the object
		}{c.object, c.patch, json.RawMessage("null")}
		switch out := builds.Build(folder); {
		case out == "":
			line.Result = json.RawMessage("{}")
		case !strings.HasPrefix(out, "error: "):
			result, err := yaml.YAMLToJSON([]byte(out))
			if err != nil {
				t.Fatal(err)
			}
			line.Result = result
		}
		if err := json.NewEncoder(&text).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(root, filepath.FromSlash(mergesFile))
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text.Bytes(), recorded) {
		t.Errorf("%s is not up to date; run go test ./builds -run TestMerges -update", mergesFile)
	}
}

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
	openapi.ResetOpenAPI()                            // other tests set the field openapi
	seeds := []int{971, 1513, 1952, 3798, 4402, 5005} // kustomize removes elements that the patch does not change
	for seed := range 300 {
		seeds = append(seeds, seed)
	}
	var cases []lintCase
	for _, m := range unusual {
		var c lintCase
		for text, to := range map[string]*object{m[0]: &c.object, m[1]: &c.patch} {
			if err := json.Unmarshal([]byte(text), to); err != nil {
				t.Fatal(err)
			}
		}
		cases = append(cases, c)
	}
	for _, seed := range seeds {
		cases = append(cases, newLintCase(rand.New(rand.NewPCG(uint64(seed), 1))))
	}
	var text bytes.Buffer
	for _, c := range cases {
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

// unusual contains objects and patches that newLintCase does not make.
var unusual = [][2]string{
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":80},{"port":53}]}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"$patch":"delete"},{"$patch":"delete","port":80}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":80},{"port":53}]}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"$patch":"delete"},{"port":80}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"$patch":"delete"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"$patch":"delete","a":"b"}},"spec":{"selector":{"$patch":"delete"}}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":["x",{"name":"a"}]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"b"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"a"},"x"]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"image":"b"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"image":"a"},"x"]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"b"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"image":"a"},"x"]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":["x"]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":["y"]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":[{"a":"b"}]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":["x"]},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":["x"]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":[{"a":"b"}]},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":["x",{"a":"b"},"y"]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":["y"]},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":[null]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":["x","x"]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":[{"a":"b"}]},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":80,"protocol":"TCP"},{"port":443,"protocol":"TCP"}],"selector":{"a":"b"}}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"$patch":"replace","ports":[{"port":80,"protocol":"TCP"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"name":"a"},{"name":"b"}]}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{},{"port":1},{"port":1,"protocol":"UDP"}]}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","finalizers":["y","x"]},"spec":{"externalIPs":["a","b"],"ports":[{"port":1},{"port":2}]}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","labels":{"a":"b"}},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"hostAliases":[{"ip":"a"},{"ip":"b"},{"ip":"c"},{"ip":"d"},{"ip":"e"}]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"hostAliases":[{"$patch":"delete","ip":"z"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"hostAliases":[{"ip":"a"},{"ip":"b"},{"ip":"c"},{"ip":"d"},{"ip":"e"},{"ip":"f"}]}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"hostAliases":[{"$patch":"delete","ip":"z"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","finalizers":[{"$patch":"replace"},"x"]},"spec":{}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"$patch":"replace"},{"port":80}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"port":80},{"$patch":"replace"}]}}`,
	},
	{
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}`,
		`{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"ports":[{"$patch":"replace"},{"$patch":"delete","port":80}]}}`,
	},
}

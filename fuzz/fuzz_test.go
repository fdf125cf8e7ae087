package fuzz

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/fuzzing"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/openapi"
)

func FuzzApply(f *testing.F) {
	seeds := casesOf(corpus.OpApply)
	run(f, seeds, recorded(func() [][]byte { return seeds(f) }, Apply))
}

func FuzzDiff(f *testing.F) { run(f, casesOf(corpus.OpDiff, corpus.OpThreeWay), Diff) }

func FuzzThreeWay(f *testing.F) { run(f, casesOf(corpus.OpThreeWay, corpus.OpDiff), ThreeWay) }

func FuzzCompose(f *testing.F) {
	run(f, casesOf(corpus.OpCompose, corpus.OpConflicts, corpus.OpApply), Compose)
}

func FuzzLint(f *testing.F) { run(f, casesOf(corpus.OpLint, corpus.OpApply), Lint) }

func FuzzGeneral(f *testing.F) {
	run(f, casesOf(corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint), General)
}

func FuzzInDialects(f *testing.F) {
	run(f, casesOf(corpus.OpApply, corpus.OpDiff, corpus.OpCompose), Dialect)
}

func FuzzMaps(f *testing.F) {
	run(f, casesOf(corpus.OpApply, corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint), Maps)
}

func FuzzMergePatch(f *testing.F) { run(f, casesOf(corpus.OpDiff), MergePatch) }

func FuzzJSONPatch(f *testing.F) { run(f, jsonPatches, JSONPatch) }

func FuzzParse(f *testing.F) {
	run(f, documents, func(data []byte) error { return Parse(data, jsontextAccepts) })
}

func FuzzNumber(f *testing.F) {
	run(f, texts("0 -0", "1 1.0", "1e3 1000", "123456789012345678901 123456789012345678902", "1e-7 0.0000001",
		"9007199254740993 9007199254740992", "1E+999999999999 1e5", "-9223372036854775808 9223372036854775808", "0e5 0", "1.50 15e-1"), Number)
}

func FuzzEdit(f *testing.F) { run(f, choices, Edit) }

func FuzzYAML(f *testing.F) { run(f, yamlTexts, YAML) }

func FuzzManifest(f *testing.F) { run(f, manifests, Manifest) }

// The seeds contain no paths of cases, because reading a case compares its paths with their texts.
func FuzzPath(f *testing.F) {
	run(f, texts(".", "a.b[0]", ".spec.containers[name=app]", `ports[containerPort=53,protocol=UDP].name`, `finalizers[="x/a"]`, `labels["a.b/c"]`,
		`l[k="1",p=]`, `l[k=1e3,p=true]`, `l[=null]`, `["\u00e9\"\n"]["true"][="false"]`, "a..b", "a[01]", "a[", `a["b`), Path)
}

func FuzzSchema(f *testing.F) { run(f, schemas, Schema) }

func FuzzCRD(f *testing.F) { run(f, definitions, CRD) }

func FuzzOverride(f *testing.F) { run(f, choices, Override) }

// These environment variables change targets. The tests that set them describe them.
const (
	archiveVariable = "FUZZ_ARCHIVE" // write the seeds to a folder, and do not fuzz
	lengthsVariable = "FUZZ_ARCHIVE_LENGTHS"
	rulesVariable   = "FUZZ_RULES" // record in a folder which rules of Apply determine results
)

// made caches the seeds of each target, by the name of the target's test.
var made = map[string][][]byte{}

// run fuzzes a body. It begins with seeds, because fuzzing without seeds finds little. A worker gets
// them from the process that started it, and reading all cases takes a second.
func run(f *testing.F, seeds func(*testing.F) [][]byte, body func([]byte) error) {
	all := made[f.Name()]
	if all == nil && flag.Lookup("test.fuzz") != nil && !fuzzing.Worker() {
		all = seeds(f)
		made[f.Name()] = all
		if len(all) == 0 {
			f.Fatal("there are no seeds")
		}
	}
	// If the variable is not set, a fuzzer other than Go's may call the target for every
	// input. It has the seeds from an archive, and its time limit is too short to create them
	// here.
	if dir := os.Getenv(archiveVariable); dir != "" {
		writeSeeds(f, filepath.Join(dir, f.Name()), all)
		f.Skip("seeds are written")
	}
	for _, seed := range all {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		switch err := body(data); {
		case errors.Is(err, ErrUnparsable):
			t.Skip(err)
		case err != nil:
			t.Fatal(err)
		}
	})
}

// casesOf returns a function that returns seeds: the cases of these operations, which contain
// their schemas, and choices.
func casesOf(ops ...corpus.Op) func(*testing.F) [][]byte {
	return func(f *testing.F) [][]byte {
		seeds, err := caseSeeds(cases(f), ops...)
		if err != nil {
			f.Fatal(err)
		}
		return append(seeds, choices(f)...)
	}
}

// corpusCases returns the cases that are seeds of most targets: those of covering when a target is
// fuzzed, and all when targets are tests. It reads them once.
var corpusCases = sync.OnceValues(func() ([]corpus.Case, error) {
	all, err := corpus.Cases()
	if err != nil || !fuzzing.Active() {
		return all, err
	}
	return covering(all)
})

// covering returns few of the cases. For each operation, they have every area, rule, error code and
// divergence that all of its cases have. The shortest cases are preferred, because they are fast, and a
// mutation changes a larger part of them.
func covering(all []corpus.Case) ([]corpus.Case, error) {
	length := map[string]int{} // by name
	for _, c := range all {
		text, err := caseText(c)
		if err != nil {
			return nil, err
		}
		length[c.Name] = len(text)
	}
	shortest := slices.Clone(all)
	slices.SortStableFunc(shortest, func(a, b corpus.Case) int { return cmp.Compare(length[a.Name], length[b.Name]) })
	known := map[string]bool{}
	return slices.DeleteFunc(shortest, func(c corpus.Case) bool {
		before := len(known)
		for _, property := range properties(c) {
			known[property] = true
		}
		return len(known) == before
	}), nil
}

// properties returns the properties of a case for covering.
func properties(c corpus.Case) []string {
	area, _, _ := strings.Cut(c.Name, "/")
	all := []string{"area " + area}
	for _, rule := range c.Rule {
		all = append(all, "rule "+string(rule))
	}
	if c.Want.Rejection != nil {
		all = append(all, "code "+string(c.Want.Rejection.Code))
	}
	if c.Kubernetes != nil {
		all = append(all, "divergence "+c.Kubernetes.ID)
	}
	for i := range all {
		all[i] = string(c.Input.Op) + " " + all[i]
	}
	return all
}

// caseText returns a case as a seed, which contains its schema.
func caseText(c corpus.Case) ([]byte, error) {
	v, err := c.Inline().Value()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return v.AppendJSON(nil), nil
}

// caseSeeds returns the cases of these operations as seeds, except for very long ones.
func caseSeeds(all []corpus.Case, ops ...corpus.Op) ([][]byte, error) {
	var seeds [][]byte
	for _, c := range all {
		if !slices.Contains(ops, c.Input.Op) {
			continue
		}
		text, err := caseText(c)
		if err != nil {
			return nil, err
		}
		if len(text) <= maxInput {
			seeds = append(seeds, text)
		}
	}
	if len(seeds) == 0 {
		return nil, fmt.Errorf("the corpus has no case of %v", ops)
	}
	return seeds, nil
}

// choices returns bytes that are choices of package gen.
func choices(*testing.F) [][]byte {
	var seeds [][]byte
	random := rand.New(rand.NewPCG(1, 1))
	for range 64 {
		data := make([]byte, random.IntN(2000))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		seeds = append(seeds, data)
	}
	return seeds
}

func texts(all ...string) func(*testing.F) [][]byte {
	return func(*testing.F) [][]byte {
		var seeds [][]byte
		for _, text := range all {
			seeds = append(seeds, []byte(text))
		}
		return seeds
	}
}

// schemas returns schemas in cases, generated schemas, and choices.
func schemas(f *testing.F) [][]byte {
	seeds := choices(f)
	for _, c := range cases(f) {
		if v := c.Schema.OpenAPI; v.Type() == model.Map {
			seeds = append(seeds, v.AppendJSON(nil))
		}
	}
	for seed := range uint64(64) {
		seeds = append(seeds, openapi.Encode(gen.Apply(gen.FromSeed(seed)).Schema).AppendJSON(nil))
	}
	return seeds
}

// definitions returns CustomResourceDefinitions with schemas from cases, and
// choices.
func definitions(f *testing.F) [][]byte {
	seeds := choices(f)
	for i, c := range cases(f) {
		v := c.Schema.OpenAPI
		if _, whole := v.Get("components"); v.Type() != model.Map || whole {
			continue
		}
		version := []string{"v1", "v1beta1"}[i%2]
		seeds = append(seeds, []byte(`{"apiVersion":"apiextensions.k8s.io/`+version+`","kind":"CustomResourceDefinition","spec":{"group":"example.com",`+
			`"names":{"kind":"Shop"},"versions":[{"name":"v1","served":true,"schema":{"openAPIV3Schema":`+v.JSON()+`}}]}}`))
	}
	return seeds
}

// yamlTexts returns the files of short cases, and texts that use other features of YAML.
func yamlTexts(f *testing.F) [][]byte {
	seeds := texts("a: 1\nb: [x, 'y']\n", "a: 1.0\nb: 0x10\nc: .5\n", "a: yes\nb: 'yes'\n", "1: a\ntrue: b\n~: c\n", "# head\n---\na: 1\n---\n",
		"a: &x [1, 2]\nb: *x\n", "a: |\n  x\n  ---\n  z\n", "a: >-\n  x\n\n  y\n", "a: \"\\u00e9\\n\"\n", "? a\n: b\n", "<<: {a: 1}\nb: 2\n", "- - a\n  - !!str 1\n", "a: !\nb: ! 1\n",
		"", "\n", "# c\n", "---\n", "--- # c\n...\n", "--- &a\n", "%YAML 1.1\n---\n", "# c\r", "\ufeff", "\tnull", "---\n---\nnull\n")(f)
	for i, c := range cases(f) {
		if i%8 != 0 {
			continue
		}
		text, err := c.Inline().YAML()
		if err != nil {
			f.Fatalf("%s: %v", c.Name, err)
		}
		if len(text) <= maxYAML {
			seeds = append(seeds, text)
		}
	}
	return seeds
}

// jsonPatches returns patches of each operation, and the cases of a diff.
func jsonPatches(f *testing.F) [][]byte {
	operations := []string{
		`{"op":"add","path":"/a/-","value":3},{"op":"add","path":"/a/0","value":{"x":null}},{"op":"remove","path":"/a/1"}`,
		`{"op":"test","path":"/m~1n","value":1.0},{"op":"replace","path":"/m~1n","value":[]},{"op":"add","path":"/m~1n/0","value":""}`,
		`{"op":"move","from":"/a/0","path":"/b"},{"op":"move","from":"/b","path":"/a/1"},{"op":"move","from":"/a","path":"/a/0"}`,
		`{"op":"copy","from":"","path":"/c"},{"op":"copy","from":"/c/a","path":"/a/2"},{"op":"test","path":"/c/a","value":[1,2]}`,
		`{"op":"replace","path":"","value":[1]},{"op":"remove","path":"/0"},{"op":"add","path":"/01","value":0}`,
	}
	seeds := casesOf(corpus.OpDiff)(f)
	for _, patch := range operations {
		seeds = append(seeds, []byte(`{"original":{"a":[1,2],"m/n":1},"modified":{"a":[2,{"x":1}],"":{"~":0}},"patch":[`+patch+`]}`))
	}
	return seeds
}

// manifests returns YAML texts, each followed by the choices for an edit. It also returns
// choices without a text.
func manifests(f *testing.F) [][]byte {
	var seeds [][]byte
	for i, all := range [][][]byte{yamlTexts(f), choices(f)} {
		for j, text := range all {
			if i == 0 {
				seeds = append(seeds, slices.Concat(text, []byte{0, byte(j), 1, 2, 3, 1, 1, 2, 4, 1, 3}))
			} else {
				seeds = append(seeds, slices.Concat([]byte{0}, text))
			}
		}
	}
	return seeds
}

// documents returns the text of every document of the corpus.
func documents(f *testing.F) [][]byte {
	seeds := texts(`{"a":[1.5,-2e3,"\u00e9",null,true]}`)(f)
	for _, c := range cases(f) {
		for _, d := range c.Input.Documents() {
			seeds = append(seeds, c.Input.JSON(d.Name))
		}
	}
	return seeds
}

// cases returns the cases that are seeds.
func cases(f *testing.F) []corpus.Case {
	all, err := corpusCases()
	if err != nil {
		f.Fatal(err)
	}
	return all
}

// writeSeeds writes seeds as files that libFuzzer accepts for a target with one
// argument of type []byte.
func writeSeeds(f *testing.F, dir string, seeds [][]byte) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		f.Fatal(err)
	}
	for i, seed := range seeds {
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), encodedSeed(seed), 0o644); err != nil {
			f.Fatal(err)
		}
	}
}

// encodedSeed returns the input from which a target reads the seed as its only argument. The
// encoding depends on the builder of the target. The builder of OSS-Fuzz divides the input by
// weights, and each argument has a weight of one byte. The first version of that builder
// requires the length before the argument; lengthsVariable selects it.
func encodedSeed(seed []byte) []byte {
	if os.Getenv(lengthsVariable) != "" {
		return append(binary.BigEndian.AppendUint32(nil, uint32(len(seed))), seed...)
	}
	return append([]byte{1}, seed...)
}

// recorded returns the body of FuzzApply. If rulesVariable is set, the body records rules:
// for each rule that determines a result, it writes the first such input that is not a seed
// to a file.
func recorded(seeds func() [][]byte, body func([]byte) error) func([]byte) error {
	dir := os.Getenv(rulesVariable)
	if dir == "" {
		return body
	}
	known := sync.OnceValue(seeds)
	return func(data []byte) error {
		err := body(data)
		if slices.ContainsFunc(known(), func(seed []byte) bool { return bytes.Equal(seed, data) }) {
			return err
		}
		for _, rule := range rulesOf(data) {
			path := filepath.Join(dir, string(rule))
			if _, missing := os.Stat(path); missing != nil {
				if err := os.WriteFile(path, data, 0o644); err != nil {
					return err
				}
			}
		}
		return err
	}
}

// jsontextAccepts is another strict parser. It rejects duplicate names, invalid UTF-8, and
// text after the first value.
func jsontextAccepts(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	if _, err := d.ReadValue(); err != nil {
		return err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return errors.New("there is more after the value")
	}
	return nil
}

package fuzz

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/openapi"
)

func FuzzApply(f *testing.F) { run(f, caseSeeds(f, corpus.OpApply), Apply) }

func FuzzDiff(f *testing.F) { run(f, caseSeeds(f, corpus.OpDiff, corpus.OpThreeWay), Diff) }

func FuzzThreeWay(f *testing.F) { run(f, caseSeeds(f, corpus.OpThreeWay, corpus.OpDiff), ThreeWay) }

func FuzzCompose(f *testing.F) {
	run(f, caseSeeds(f, corpus.OpCompose, corpus.OpConflicts, corpus.OpApply), Compose)
}

func FuzzLint(f *testing.F) { run(f, caseSeeds(f, corpus.OpLint, corpus.OpApply), Lint) }

// caseSeeds returns the cases of these operations, and choices.
func caseSeeds(f *testing.F, ops ...corpus.Op) [][]byte {
	seeds := casesAsJSON(f, ops)
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

func FuzzParse(f *testing.F) {
	run(f, documents(f), func(data []byte) error { return Parse(data, jsontextAccepts) })
}

func FuzzPath(f *testing.F) {
	seeds := [][]byte{
		[]byte("."), []byte("a.b[0]"), []byte(`ports[containerPort=53,protocol=UDP].name`),
		[]byte(`finalizers[="x/a"]`), []byte(`labels["a.b/c"]`), []byte(`l[k="1",p=]`), []byte(`l[k=1e3,p=true]`), []byte(`l[=null]`),
	}
	for _, c := range cases(f) {
		if c.Want.Rejection != nil {
			seeds = append(seeds, []byte(c.Want.Rejection.Path.String()))
		}
	}
	run(f, seeds, Path)
}

func FuzzSchema(f *testing.F) {
	var seeds [][]byte
	for _, c := range cases(f) {
		if v := c.Schema.OpenAPI; v.Kind() == model.Map {
			seeds = append(seeds, v.AppendJSON(nil))
		}
	}
	for seed := range uint64(64) {
		seeds = append(seeds, openapi.Encode(gen.Apply(gen.FromSeed(seed)).Schema).AppendJSON(nil))
	}
	run(f, seeds, Schema)
}

// run fuzzes a body from seeds, without which there is little to find.
func run(f *testing.F, seeds [][]byte, body func([]byte) error) {
	if len(seeds) == 0 {
		f.Fatal("there are no seeds")
	}
	for _, seed := range seeds {
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

// cases returns the cases of the corpus.
func cases(f *testing.F) []corpus.Case {
	all, err := corpus.Cases()
	if err != nil {
		f.Fatal(err)
	}
	return all
}

// casesAsJSON returns the cases of these operations, each with its schema in it;
// there must be some.
func casesAsJSON(f *testing.F, ops []corpus.Op) [][]byte {
	var seeds [][]byte
	for _, c := range cases(f) {
		if !slices.Contains(ops, c.Input.Op) {
			continue
		}
		v, err := c.Inline().Value()
		if err != nil {
			f.Fatalf("%s: %v", c.Name, err)
		}
		if text := v.AppendJSON(nil); len(text) <= maxInput {
			seeds = append(seeds, text)
		}
	}
	if len(seeds) == 0 {
		f.Fatalf("the corpus has no case of %v", ops)
	}
	return seeds
}

// documents returns the text of every document of the corpus.
func documents(f *testing.F) [][]byte {
	var seeds [][]byte
	for _, c := range cases(f) {
		for _, d := range c.Input.Documents() {
			seeds = append(seeds, c.Input.JSON(d.Name))
		}
	}
	return seeds
}

// jsontextAccepts is another strict parser: no duplicate names, no invalid
// UTF-8, one value and nothing after it.
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

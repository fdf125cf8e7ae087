package model_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/strategicpatch/smp/model"
)

// An operation is measured by a benchmark, and run once as a test. Its name consists of the names
// of the object and of the operation.
type operation struct {
	name  string
	bytes int // number of bytes that it reads or writes
	run   func(t testing.TB)
}

func bench(b *testing.B, operations []operation) {
	for _, o := range operations {
		b.Run(o.name, func(b *testing.B) {
			b.SetBytes(int64(o.bytes))
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				o.run(b)
			}
		})
	}
}

func TestBenchmarks(t *testing.T) {
	for _, operations := range [][]operation{parsing(t), parsingNear(t), editing(t), chains(t), lists(t), comparing(t), converting(t)} {
		for _, o := range operations {
			t.Run(o.name, func(t *testing.T) { o.run(t) })
		}
	}
}

func BenchmarkParse(b *testing.B)   { bench(b, parsing(b)) }
func BenchmarkNear(b *testing.B)    { bench(b, parsingNear(b)) }
func BenchmarkEdit(b *testing.B)    { bench(b, editing(b)) }
func BenchmarkChain(b *testing.B)   { bench(b, chains(b)) }
func BenchmarkList(b *testing.B)    { bench(b, lists(b)) }
func BenchmarkCompare(b *testing.B) { bench(b, comparing(b)) }
func BenchmarkConvert(b *testing.B) { bench(b, converting(b)) }

// objects returns the texts of the parsing benchmarks. MODEL_BENCH_FILE names an additional file.
func objects(t testing.TB) map[string]string {
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(deployment()), "", "  "); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"Pod":                envPod(10),
		"Deployment":         deployment(),
		"IndentedDeployment": indented.String(),
		"EnvPod":             envPod(10_000),
		"ConfigMap":          configMap(10_000),
		"Numbers":            "[" + each(5000, func(i int) string { return strings.Repeat("7", 1+i%9) }) + "]",
		"Greek":              `["` + strings.Repeat(`αβγδ εζηθ `, 3000) + `"]`,
	}
	if name := os.Getenv("MODEL_BENCH_FILE"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts["File"] = string(text)
	}
	return texts
}

// parsers are the functions that the benchmarks compare. Each reads a text strictly.
var parsers = map[string]func(text []byte) error{
	"model": func(text []byte) error {
		_, err := model.Parse(text)
		return err
	},
	"jsontext": func(text []byte) error { // keeps no values
		d := jsontext.NewDecoder(bytes.NewReader(text))
		if err := d.SkipValue(); err != nil {
			return err
		}
		if _, err := d.ReadToken(); err != io.EOF {
			return fmt.Errorf("more data: %v", err)
		}
		return nil
	},
	"encodingjson": func(text []byte) error { // accepts duplicate names and invalid UTF-8
		var tree any
		return json.Unmarshal(text, &tree)
	},
}

func parsing(t testing.TB) []operation {
	var all []operation
	texts := objects(t)
	for _, object := range slices.Sorted(maps.Keys(texts)) {
		src := []byte(texts[object])
		for _, name := range slices.Sorted(maps.Keys(parsers)) {
			parse := parsers[name]
			all = append(all, operation{object + "/" + name, len(src), func(t testing.TB) {
				if err := parse(src); err != nil {
					t.Fatal(err)
				}
			}})
		}
	}
	return all
}

// parsingNear reads texts with a near document. The text differs in a few bytes or, like a live
// object, has more members in two places.
func parsingNear(t testing.TB) []operation {
	var all []operation
	for _, object := range []struct{ name, text, old, new, end string }{
		{"Pod/Changed", envPod(10), "value-00005", "changed", ""},
		{"Deployment/Changed", deployment(), "image:2", "image:3", ""},
		{"Deployment/Live", deployment(), `"annotations":{`, `"annotations":{"server":"was-here",`, `,"added":{"reason":"Seen"}}`},
		{"EnvPod/Changed", envPod(10_000), "value-05000", "changed", ""},
		{"ConfigMap/Changed", configMap(10_000), `"key-005000":"value`, `"key-005000":"changed`, ""},
		{"ConfigMap/Removed", configMap(10_000), `,"key-005000":"` + strings.Repeat("value ", 14) + `"`, ``, ""},
		{"EnvPod/Unlike", envPod(10_000), "VARIABLE_", "NAME_", ""},
	} {
		near := model.MustParse(object.text)
		n := 1
		if object.name == "EnvPod/Unlike" {
			n = -1
		}
		text := strings.Replace(object.text, object.old, object.new, n)
		if text == object.text {
			t.Fatal("nothing is changed")
		}
		if object.end != "" {
			text = text[:len(text)-1] + object.end
		}
		src := []byte(text)
		for name, options := range map[string][]model.ParseOption{"near": {model.Near(near)}, "alone": nil} {
			all = append(all, operation{object.name + "/" + name, len(src), func(t testing.TB) {
				if _, err := model.Parse(src, options...); err != nil {
					t.Fatal(err)
				}
			}})
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.name, b.name) })
	return all
}

func member(name string, v model.Value) model.Member { return model.Member{Name: name, Value: v} }

func editing(testing.TB) []operation {
	var all []operation
	for _, n := range []int{10, 100, 10_000} {
		v := model.MustParse(wideMap(n))
		name := fmt.Sprintf("key-%06d", n/2)
		for _, edit := range []struct {
			name   string
			change model.Member
			want   int
		}{
			{"Replace", member(name, model.NewNull()), n},
			{"Remove", member(name, model.Value{}), n - 1},
			{"Add", member("new", model.NewNull()), n + 1},
		} {
			all = append(all, operation{fmt.Sprintf("Map%d/%s", n, edit.name), 0, func(t testing.TB) {
				if w, err := v.WithMembers(edit.change); err != nil || w.Len() != edit.want {
					t.Fatal(w.Len(), err)
				}
			}})
		}
	}
	for _, n := range []int{4, 1000} {
		members := make([]model.Member, n)
		for i := range members {
			members[i] = member(fmt.Sprintf("name-%d", i), model.NewBool(true))
		}
		all = append(all, operation{fmt.Sprintf("Map%d/NewMap", n), 0, func(t testing.TB) {
			if v, err := model.NewMap(members...); err != nil || v.Len() != n {
				t.Fatal(v.Len(), err)
			}
		}})
	}
	return all
}

// chains edits a map a thousand times, one member each time.
func chains(t testing.TB) []operation {
	const n = 1000
	members := make([]model.Member, n)
	for i := range members {
		members[i] = member(fmt.Sprintf("name-%d", i), model.NewBool(true))
	}
	all, err := model.NewMap(members...)
	if err != nil {
		t.Fatal(err)
	}
	chain := func(v, value model.Value, want int) func(testing.TB) {
		return func(t testing.TB) {
			w := v
			for _, m := range members {
				w, _ = w.WithMembers(member(m.Name, value))
			}
			if w.Len() != want {
				t.Fatal(w.Len())
			}
		}
	}
	return []operation{
		{"Map1000/Grow", 0, chain(model.MustParse("{}"), model.NewNull(), n)},
		{"Map1000/Change", 0, chain(all.Compact(), model.NewNull(), n)},
		{"Map1000/Shrink", 0, chain(all.Compact(), model.Value{}, 0)},
	}
}

func newList(t testing.TB, elements ...model.Value) model.Value {
	t.Helper()
	v, err := model.NewList(elements...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func lists(t testing.TB) []operation {
	pod := model.MustParse(envPod(10_000))
	env, _ := model.Path{model.Field("spec"), model.Field("containers"), model.Index(1), model.Field("env")}.Lookup(pod)
	elements := env.AppendElements(nil)
	reversed := slices.Clone(elements)
	slices.Reverse(reversed)
	change := []model.Element{{Index: 5000, Value: model.NewNull()}}
	changed, err := env.WithElements(change, model.NewNull())
	if err != nil {
		t.Fatal(err)
	}
	all := []operation{
		{"Env10000/WithElements", 0, func(t testing.TB) {
			if v, err := env.WithElements(change, model.NewNull()); err != nil || v.Len() != len(elements)+1 {
				t.Fatal(err)
			}
		}},
		{"Env10000/NewList", 0, func(t testing.TB) { newList(t, elements...) }},
		{"Env10000/AppendElements", 0, func(t testing.TB) { reversed = env.AppendElements(reversed[:0]) }},
		{"Env10000/GetName", 0, func(t testing.TB) { // as for matching a keyed list
			n := 0
			for _, e := range env.Elements() {
				name, _ := e.Get("name")
				n += len(name.Text())
			}
			if n != 14*len(elements) {
				t.Fatal(n)
			}
		}},
		{"Env10000/At", 0, func(t testing.TB) {
			for i := range elements {
				if env.At(i) != elements[i] {
					t.Fatal(i)
				}
			}
		}},
	}
	var dst []byte
	for _, list := range []struct {
		name string
		v    model.Value
	}{{"Changed", changed}, {"InOrder", newList(t, elements...)}, {"Reversed", newList(t, reversed...)}} {
		all = append(all, operation{"Env10000/AppendJSON" + list.name, len(list.v.JSON()), func(testing.TB) {
			dst = list.v.AppendJSON(dst[:0])
		}})
	}
	return all
}

func comparing(testing.TB) []operation {
	text := deployment()
	a, same, canonical := model.MustParse(text), model.MustParse(text), model.MustParse(model.MustParse(text).Canonical())
	equal := func(b model.Value) func(testing.TB) {
		return func(t testing.TB) {
			if !model.Equal(a, b) {
				t.Fatal("different")
			}
		}
	}
	wide := model.MustParse(wideMap(10_000))
	return []operation{
		{"Map10000/GetInOrder", 0, func(t testing.TB) {
			for name := range wide.Members() {
				if _, ok := wide.Get(name); !ok {
					t.Fatal(name)
				}
			}
		}},
		{"Map10000/FindInOrder", 0, func(t testing.TB) {
			f := wide.Finder()
			for name := range wide.Members() {
				if _, ok := f.Get(name); !ok {
					t.Fatal(name)
				}
			}
		}},
		{"Deployment/EqualSpelling", len(text), equal(same)},
		{"Deployment/EqualInOtherOrder", len(text), equal(canonical)},
		{"Deployment/Hash", len(text), func(testing.TB) { a.Hash() }},
		{"Deployment/Compare", len(text), func(t testing.TB) {
			if model.Compare(a, canonical) != 0 {
				t.Fatal("different")
			}
		}},
	}
}

func converting(t testing.TB) []operation {
	text := deployment()
	v := model.MustParse(text)
	tree := v.ToAny()
	var dst []byte
	return []operation{
		{"Deployment/AppendCanonical", len(text), func(testing.TB) { dst = v.AppendCanonical(dst[:0]) }},
		{"Deployment/ToAny", len(text), func(testing.TB) { v.ToAny() }},
		{"Deployment/FromAny", len(text), func(t testing.TB) {
			if _, err := model.FromAny(tree); err != nil {
				t.Fatal(err)
			}
		}},
		{"Deployment/MarshalOfEncodingJSON", len(text), func(t testing.TB) { // for comparison with FromAny
			if _, err := json.Marshal(tree); err != nil {
				t.Fatal(err)
			}
		}},
	}
}

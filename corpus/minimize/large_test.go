package minimize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A filler creates documents in which every field of a schema is set, lists
// have several elements, and all strings are different.
type filler struct {
	strings, elements int
}

func (f *filler) value(s smp.Schema, path string) model.Value {
	switch s.Type() {
	case smp.ScalarType:
		return f.scalar(s, path)
	case smp.ListType:
		var elements []model.Value
		for range f.elements {
			elements = append(elements, f.value(s.Element(), path))
		}
		return list(elements...)
	}
	var members []model.Member
	for name, field := range s.Fields() {
		members = append(members, model.Member{Name: name, Value: f.value(field, path+"."+name)})
	}
	if values, ok := s.Values(); ok {
		for i := range f.elements {
			name := fmt.Sprintf("example.com/name-%d", i)
			members = append(members, model.Member{Name: name, Value: f.value(values, path+"."+name)})
		}
	}
	return mapOf(members...)
}

func (f *filler) scalar(s smp.Schema, path string) model.Value {
	f.strings++
	switch {
	case s.Scalars()&smp.StringScalar != 0:
		return model.NewString(fmt.Sprintf("%s-%d", path[strings.LastIndexByte(path, '.')+1:], f.strings))
	case s.Scalars()&smp.NumberScalar != 0:
		return model.NewInt(int64(30000 + f.strings))
	}
	return model.NewBool(true)
}

func list(elements ...model.Value) model.Value {
	v, err := model.NewList(elements...)
	if err != nil {
		panic(err)
	}
	return v
}

func mapOf(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

// movesLast is an engine with a bug: if a patch adds an element to a keyed
// list, the last element moves to the front.
type movesLast struct{}

func (movesLast) Name() string { return "moves last" }

func (movesLast) Run(in corpus.Input) corpus.Outcome {
	out := corpus.Engine().Run(in)
	if out.Err == nil {
		out.Result = moved(in.Schema, in.Original, out.Result)
	}
	return out
}

func moved(s smp.Schema, original, v model.Value) model.Value {
	if s.Keyed() && original.Len() > 1 && v.Len() > original.Len() {
		n := v.Len() - 1
		return list(append([]model.Value{v.At(n)}, v.AppendElements(nil)[:n]...)...)
	}
	if s.Keyed() && original.Len() == v.Len() {
		var elements []model.Value
		for i, e := range v.Elements() {
			elements = append(elements, moved(s.Element(), original.At(i), e))
		}
		return list(elements...)
	}
	var members []model.Member
	for name, m := range v.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		members = append(members, model.Member{Name: name, Value: moved(field, was, m)})
	}
	if v.Type() == model.Map {
		return mapOf(members...)
	}
	return v
}

// If one list of a large object merges incorrectly, the minimal case contains
// only that list.
func TestMinimizeLargeObject(t *testing.T) {
	schema, ok := kubernetes.Lookup("apps/v1", "StatefulSet")
	if !ok {
		t.Fatal("there is no StatefulSet")
	}
	f := filler{elements: 2}
	original := f.value(schema, "")
	if n := len(original.JSON()); n < 60_000 {
		t.Fatalf("the object has %d bytes", n)
	}
	c := corpus.Case{
		Schema: corpus.SchemaSource{APIVersion: "apps/v1", Kind: "StatefulSet"},
		Input: corpus.Input{Op: corpus.OpApply, Schema: schema, Original: original, Patch: model.MustParse(
			`{"spec":{"replicas":7,"template":{"spec":{"containers":[{"name":"added","image":"registry.example/added:1"}],"hostname":"h"}}}}`)},
	}
	tried, size := 0, 0
	small := smallest(c, func(c corpus.Case) bool {
		tried++
		size += len(c.Schema.OpenAPI.JSON()) + len(c.Input.Original.JSON())
		got := movesLast{}.Run(c.Input)
		return got.Err == nil && !model.Equal(got.Result, corpus.Engine().Run(c.Input).Result)
	})
	want := strings.Join([]string{
		`schema {"properties":{"a":{"items":{},"type":"array","x-kubernetes-patch-merge-key":"b","x-kubernetes-patch-strategy":"merge"}},"type":"object"}`,
		`original {"a":[{},{}]}`,
		`patch {"a":[{"b":"A"}]}`,
		``,
	}, "\n")
	if got := written(small); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if tried > 100 || size > 3_000_000 {
		t.Errorf("%d candidates of %d bytes were tried; what is large has to go first", tried, size)
	}
}

// A map far inside the documents replaces the root within a few candidates.
func TestMinimizeFar(t *testing.T) {
	const levels = 200
	deep := strings.Repeat(`{"a":`, levels) + `{"$patch":"merge"}` + strings.Repeat("}", levels)
	c := corpus.Case{Input: corpus.Input{Op: corpus.OpApply, Schema: smp.Schemaless, Original: mapOf(), Patch: model.MustParse(deep)}}
	tried := 0
	small := smallest(c, func(c corpus.Case) bool {
		tried++
		return rejected(smp.InvalidDirective)(c)
	})
	if got, want := written(small), "original {}\npatch {\"$patch\":\"merge\"}\n"; got != want || tried > 20 {
		t.Errorf("got %safter %d candidates", got, tried)
	}
}

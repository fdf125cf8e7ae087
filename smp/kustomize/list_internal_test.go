package kustomize

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// TestFinder compares a finder with a linear search.
func TestFinder(t *testing.T) {
	fields := &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"a": {Type: smp.ScalarType}, "b": {Type: smp.ScalarType}, "c": {Type: smp.ScalarType},
	}}
	schema := func(typ smp.Definition) smp.Schema {
		s, err := smp.NewSchema(typ, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	schemas := []smp.Schema{
		smp.Schemaless,
		schema(smp.Definition{Type: smp.ListType, Element: fields, Strategy: smp.Merge, Keys: []string{"a"}}),
		schema(smp.Definition{Type: smp.ListType, Element: fields, Strategy: smp.Merge, Keys: []string{"a"}, Recommended: []string{"a", "b"}}),
	}
	found, random := 0, rand.New(rand.NewPCG(1, 1))
	element := func(n int) model.Value {
		var members []string
		for _, name := range []string{"a", "b", "c"} {
			if random.IntN(8) > 0 {
				members = append(members, fmt.Sprintf(`"%s":%d`, name, random.IntN(n)))
			}
		}
		if random.IntN(10) == 0 {
			members = append(members, `"$patch":"delete"`)
		}
		return model.MustParse("{" + strings.Join(members, ",") + "}")
	}
	for range 3000 {
		s, kinds := schemas[random.IntN(len(schemas))], 1+random.IntN(6)
		parts := make([]part, random.IntN(40))
		for i := range parts {
			parts[i] = part{&yaml.Node{}, element(kinds)}
		}
		f, plain := finder{parts: parts, schema: s}, plainFinder{parts: parts, schema: s, used: make([]bool, len(parts))}
		for range 40 {
			e := element(kinds)
			if len(parts) > 0 && random.IntN(2) == 0 {
				e = parts[random.IntN(len(parts))].value
			}
			_, at := f.find(e)
			if want := plain.find(e); at != want {
				t.Fatalf("found %s at %d, want %d", e.JSON(), at, want)
			}
			if at >= 0 {
				found++
			}
		}
	}
	if found < 10000 {
		t.Errorf("found only %d", found)
	}
}

type plainFinder struct {
	parts  []part
	schema smp.Schema
	next   int
	used   []bool
}

func (f *plainFinder) find(element model.Value) int {
	tests := []func(p part) bool{func(p part) bool { return p.is(element) }}
	for _, names := range [][]string{f.schema.Recommended(), f.schema.Keys()} {
		if f.schema.Keyed() && len(names) > 0 {
			tests = append(tests, func(p part) bool {
				return slices.EqualFunc(valuesOf(names, p.value), valuesOf(names, element), model.Equal)
			})
		}
	}
	for _, test := range tests {
		for i := range f.parts {
			at := (f.next + i) % len(f.parts)
			if p := f.parts[at]; !f.used[at] && !isDeletion(p) && test(p) {
				f.used[at], f.next = true, at+1
				return at
			}
		}
	}
	return -1
}

// TestLarge merges a list that took minutes when the time was quadratic.
func TestLarge(t *testing.T) {
	const n = 30000
	containers := func(image string, number func(i int) int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,{"name":"c%d","image":"%s"}`, number(i), image)
		}
		return `{"apiVersion":"v1","kind":"Pod","spec":{"containers":[` + b.String()[1:] + "]}}"
	}
	data := func(value string, first int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":"%s"`, first+n-i, value)
		}
		return `{"apiVersion":"v1","kind":"ConfigMap","data":{` + b.String()[1:] + "}}"
	}
	same := func(i int) int { return i }
	for _, c := range []struct{ name, original, patch string }{
		{"reverse", containers("a", same), containers("b", func(i int) int { return n - i })},
		{"duplicates", containers("a", func(int) int { return 1 }), containers("b", func(int) int { return 1 })},
		{"members", data("a", 0), data("b", n/2)},
	} {
		for _, direction := range []yaml.MergeOptionsListIncreaseDirection{yaml.MergeOptionsListAppend, yaml.MergeOptionsListPrepend} {
			original, patch := yaml.MustParse(c.original), yaml.MustParse(c.patch)
			if _, err := Merge(patch, original, yaml.MergeOptions{ListIncreaseDirection: direction}); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

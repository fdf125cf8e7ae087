package smp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// podSchema is the part of a Pod's schema that the benchmarks use.
func podSchema(t testing.TB) smp.Schema {
	t.Helper()
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	keyed := func(key string, element smp.Definition) smp.Definition {
		return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{key}, Element: &element}
	}
	env := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"name": text, "value": text}}
	container := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"name": text, "image": text, "env": keyed("name", env)}}
	spec := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"containers": keyed("name", container)}}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"apiVersion": text, "kind": text, "spec": spec,
		"data": {Type: smp.MapType, Values: &text},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// envPod is a Pod of two containers with n environment variables each.
func envPod(n int) string {
	var b strings.Builder
	b.WriteString(`{"apiVersion":"v1","kind":"Pod","spec":{"containers":[`)
	for c := range 2 {
		if c > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"c%d","image":"example.org/image:%d","env":[`, c, c)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"VAR_%05d","value":"v%05d"}`, i, i)
		}
		b.WriteString("]}")
	}
	b.WriteString("]}}")
	return b.String()
}

// envPatch changes one image and one variable. With ordered, it contains the order lists that
// kubectl sends.
func envPatch(n int, ordered bool) string {
	order := ""
	if ordered {
		var b strings.Builder
		b.WriteString(`"$setElementOrder/env":[`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"VAR_%05d"}`, i)
		}
		b.WriteString("],")
		order = b.String()
	}
	return fmt.Sprintf(`{"spec":{"containers":[{"name":"c1","image":"example.org/image:9",%s"env":[{"name":"VAR_%05d","value":"x"}]}]}}`, order, n/2)
}

func configMap(n int) string {
	var b strings.Builder
	b.WriteString(`{"apiVersion":"v1","kind":"ConfigMap","data":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"key-%05d":"%s"`, i, strings.Repeat("x", 88))
	}
	b.WriteString("}}")
	return b.String()
}

var benchmarks = []struct {
	name            string
	original, patch string
	want            string // a part of the result
}{
	{"pod=1KB", envPod(10), envPatch(10, false), `"VAR_00005","value":"x"`},
	{"pod=1KB/ordered", envPod(10), envPatch(10, true), `"VAR_00005","value":"x"`},
	{"pod=816KB", envPod(10000), envPatch(10000, false), `"VAR_05000","value":"x"`},
	{"pod=816KB/ordered", envPod(10000), envPatch(10000, true), `"VAR_05000","value":"x"`},
	{"configmap=100", configMap(100), `{"data":{"key-00050":"new","key-00070":null}}`, `"key-00050":"new"`},
	{"configmap=10000", configMap(10000), `{"data":{"key-00050":"new","key-00070":null}}`, `"key-00050":"new"`},
}

func BenchmarkApplyJSON(b *testing.B) {
	s := podSchema(b)
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			original, patch := []byte(bench.original), []byte(bench.patch)
			b.SetBytes(int64(len(original) + len(patch)))
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if _, err := smp.ApplyJSON(s, original, patch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkApply(b *testing.B) {
	s := podSchema(b)
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			original, patch := model.MustParse(bench.original), model.MustParse(bench.patch)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if _, err := smp.Apply(s, original, patch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBenchmarks runs each benchmark once and checks the results.
func TestBenchmarks(t *testing.T) {
	s := podSchema(t)
	for _, bench := range benchmarks {
		t.Run(bench.name, func(t *testing.T) {
			got, err := smp.ApplyJSON(s, []byte(bench.original), []byte(bench.patch))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(got), bench.want) {
				t.Errorf("the result has no %s", bench.want)
			}
			if strings.Contains(string(got), "$") {
				t.Error("the result has a directive")
			}
			result, err := smp.Apply(s, model.MustParse(bench.original), model.MustParse(bench.patch))
			if err != nil || result.JSON() != string(got) {
				t.Errorf("Apply and ApplyJSON differ (%v)", err)
			}
		})
	}
}

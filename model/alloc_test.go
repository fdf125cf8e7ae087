package model_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// atMost fails if f allocates more often than most times per call.
func atMost(t *testing.T, name string, most float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(100, f); got > most {
		t.Errorf("%s: %v allocations, want at most %v", name, got, most)
	}
}

func TestAllocationsOfParse(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("the instrumented code allocates otherwise")
	}
	for name, test := range map[string]struct {
		text string
		most float64
	}{
		"Pod":        {envPod(10), 3},
		"EnvPod":     {envPod(15), 3},
		"Deployment": {deployment(), 4}, // one more, for its name table
		"ConfigMap":  {configMap(1000), 4},
		"scalar":     {`"x"`, 3},
	} {
		src := []byte(test.text)
		atMost(t, name, test.most+0.5, func() { // the garbage collector may drop the scratch memory
			if _, err := model.Parse(src); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestNavigationAllocatesNothing(t *testing.T) {
	parsed := model.MustParse(deployment())
	edited, err := parsed.WithMembers(member("x", model.NewNull()), member("kind", model.NewString("Other")))
	if err != nil {
		t.Fatal(err)
	}
	env := model.MustParse(envPod(100))
	names := model.Path{model.Field("spec"), model.Field("containers"), model.Index(1), model.Field("env"), model.Key{{Name: "name", Value: model.NewString("VARIABLE_00099")}}, model.Field("value")}
	for _, v := range []model.Value{parsed, edited} {
		atMost(t, "walk", 0, func() {
			if countMembers(v) < 900 {
				t.Fatal("too few")
			}
		})
		atMost(t, "Get", 0, func() {
			spec, _ := v.Get("spec")
			template, _ := spec.Get("template")
			if _, ok := template.Get("absent"); ok || template.Len() != 2 || v.HasDollar() || v.HasNull() == (v == parsed) {
				t.Fatal("wrong")
			}
		})
	}
	atMost(t, "Lookup", 0, func() {
		if v, ok := names.Lookup(env); !ok || v.Text() != "value-00099" {
			t.Fatal("wrong")
		}
	})
	other := model.MustParse(parsed.Canonical())
	atMost(t, "Equal", 0, func() {
		if !model.Equal(parsed, other) || model.Equal(edited, parsed) {
			t.Fatal("wrong")
		}
	})
	atMost(t, "Hash", 0, func() { edited.Hash() })
	number := model.MustParse("12.50e1")
	atMost(t, "Int64", 0, func() {
		if n, ok := number.Int64(); !ok || n != 125 || number.Float64() != 125 {
			t.Fatal("wrong")
		}
	})
}

func countMembers(v model.Value) int {
	n := 0
	for name, m := range v.Members() {
		n += 1 + countMembers(m) + len(name) - len(name)
	}
	for i, e := range v.Elements() {
		n += countMembers(e) + i - i
	}
	return n
}

func TestAllocationsOfEdits(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	v := model.MustParse(wideMap(1000))
	null := model.NewNull()
	atMost(t, "replace", 1, func() { edit(t, v, member("key-000500", null)) })
	atMost(t, "remove", 1, func() { edit(t, v, member("key-000500", model.Value{})) })
	atMost(t, "add", 2, func() { edit(t, v, member("new", null)) })
	atMost(t, "four changes", 3, func() {
		edit(t, v, member("key-000500", null), member("key-000400", null), member("new", null), member("key-000300", model.Value{}))
	})
	list := model.MustParse(envPod(100))
	list, _ = model.Path{model.Field("spec"), model.Field("containers"), model.Index(0), model.Field("env")}.Lookup(list)
	changes := []model.Element{{Index: 50, Value: null}}
	atMost(t, "element", 1, func() {
		if _, err := list.WithElements(changes); err != nil {
			t.Fatal(err)
		}
	})
	edited := edit(t, v, member("key-000500", null), member("new", null))
	var dst []byte
	atMost(t, "AppendJSON", 0, func() { dst = edited.AppendJSON(dst[:0]) })
	atMost(t, "first AppendJSON", 1, func() { edited.AppendJSON(nil) })
}

func edit(t *testing.T, v model.Value, changes ...model.Member) model.Value {
	w, err := v.WithMembers(changes...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The memory for an edit does not depend on the size of the edited value.
func TestEditsCostTheirChanges(t *testing.T) {
	bytes := func(n int) uint64 {
		v := model.MustParse(wideMap(n))
		name := fmt.Sprintf("key-%06d", n/2)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 100 {
			edit(t, v, member(name, model.NewNull()), member("new", model.NewNull()))
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / 100
	}
	if small, large := bytes(100), bytes(10_000); large > small+small/2 {
		t.Errorf("%d bytes for an edit of 100 members, %d for one of 10000", small, large)
	}
}

// For stored objects, the text and the tape together take at most three times the length of the
// text.
func TestRetainedMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector needs memory of its own")
	}
	for name, text := range map[string]string{"Pod": envPod(10), "Deployment": deployment(), "EnvPod": envPod(1000), "ConfigMap": configMap(1000)} {
		const n = 50
		src := []byte(text)
		values := make([]model.Value, n)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range values {
			v, err := model.Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = v
		}
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&after)
		ratio := float64(after.HeapAlloc-before.HeapAlloc) / float64(n*len(text))
		t.Logf("%s: %.2f bytes a byte of %d", name, ratio, len(text))
		if ratio > 3.2 { // allocations are rounded up
			t.Errorf("%s: %.2f bytes for each of text", name, ratio)
		}
		runtime.KeepAlive(values)
	}
}

// A compacted value does not keep the text that it came from alive.
func TestCompactFreesTheText(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector needs memory of its own")
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const large = 10 << 20
	before := heap()
	v := model.MustParse(`{"small":[1,2,3],"large":"` + strings.Repeat("x", large) + `"}`)
	small, _ := v.Get("small")
	v = model.Value{}
	if kept := heap() - before; kept < large {
		t.Fatalf("a part keeps only %d bytes: the test tests nothing", kept)
	}
	compact := small.Compact()
	small = model.Value{}
	if kept := int64(heap()) - int64(before); kept > large/2 {
		t.Errorf("a compact value keeps %d bytes", kept)
	}
	if compact.JSON() != "[1,2,3]" {
		t.Errorf("got %s", compact.JSON())
	}
	_, _ = v, small
}

// Appending n elements one by one allocates memory in proportion to n, and a shorter list can be
// extended again.
func TestBytesOfAppending(t *testing.T) {
	if testing.CoverMode() != "" || raceEnabled {
		t.Skip("the instrumented code allocates otherwise")
	}
	var builder model.Builder
	for name, extend := range map[string]func(list model.Value, more ...model.Value) (model.Value, error){
		"WithElements": func(list model.Value, more ...model.Value) (model.Value, error) {
			return list.WithElements(nil, more...)
		},
		"Builder.WithElements": func(list model.Value, more ...model.Value) (model.Value, error) {
			return builder.WithElements(list, nil, more...)
		},
	} {
		grown := func(n int) uint64 {
			list := model.MustParse("[0, 1, 2]")
			return bytesOf(func() {
				for i := range n {
					var err error
					if list, err = extend(list, model.NewInt(int64(i))); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
		if short, long := grown(500), grown(4000); long > 12*short {
			t.Errorf("%s: 500 elements take %d bytes, and 4000 take %d", name, short, long)
		}
	}
}

// bytesOf returns the number of bytes that f allocates.
func bytesOf(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

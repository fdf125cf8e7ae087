package model_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// Builder.Parse returns the same values as Parse after any earlier calls, even with Near.
func TestBuilderParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b model.Builder
		type read struct {
			v    model.Value
			tree tree
		}
		var all []read
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			x := treeGen(3).Draw(t, "tree")
			if rapid.Bool().Draw(t, "long") {
				x = tree{typ: model.List, elements: slices.Repeat([]tree{x}, rapid.IntRange(20, 100).Draw(t, "elements"))}
			}
			text := x.spelled(t)
			wrong := rapid.IntRange(0, 7).Draw(t, "wrong") == 0
			if wrong {
				text = text[:rapid.IntRange(0, len(text)-1).Draw(t, "length")]
			}
			var opts []model.ParseOption
			if len(all) > 0 && rapid.Bool().Draw(t, "near") {
				opts = append(opts, model.Near(rapid.SampledFrom(all).Draw(t, "other").v))
			}
			v, err := b.Parse([]byte(text), opts...)
			_, wantErr := model.Parse([]byte(text), opts...)
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Fatalf("%s: %v, and not %v", text, err, wantErr)
			}
			if !wrong {
				all = append(all, read{v, x})
			}
			for _, r := range all {
				checkSame(t, r.v, r.tree)
			}
		}
	})
}

// Short documents share memory.
func TestBuilderAllocatesLittle(t *testing.T) {
	if raceEnabled || testing.CoverMode() != "" {
		t.Skip("the race detector allocates")
	}
	var b model.Builder
	text := []byte(`{"a":{"b":[1,2,{"c":"` + strings.Repeat("x", 300) + `"}]}}`)
	if n := testing.AllocsPerRun(1000, func() {
		for range 3 {
			v, err := b.Parse(text)
			for _, name := range []string{"b", "c", "d"} {
				if err == nil {
					v, err = b.WithMembers(v, model.Member{Name: name, Value: model.NewNull()})
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}); n > 1 {
		t.Errorf("%v allocations for three documents and nine maps", n)
	}
}

// After any earlier calls, a builder has the same limits as Parse.
func TestParserLimits(t *testing.T) {
	for range 3 {
		var b model.Builder
		for _, text := range []string{"[[1,2]]", "[[[1]]]", "[1,2,34]"} {
			_, err := b.Parse([]byte(text), model.MaxDepth(2), model.MaxBytes(7))
			var e *model.Error
			if errors.As(err, &e); (e == nil) != (text == "[[1,2]]") || e != nil && e.Code != model.Limit {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

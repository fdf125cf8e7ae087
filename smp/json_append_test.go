package smp_test

import (
	"bytes"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The Append methods append the results of the other methods to dst.
func TestAppendJSON(t *testing.T) {
	s := smp.Schemaless
	original, modified, current := `{"a":{"b":1,"c":2}}`, `{"a":{"b":3}}`, `{"a":{"b":1,"c":2,"d":4}}`
	e := smp.Engine{}
	forms := []struct {
		name string
		ask  func(dst, first []byte) ([]byte, error)
		want string
	}{
		{"apply", func(dst, first []byte) ([]byte, error) {
			return e.AppendApplyJSON(dst, s, first, []byte(`{"a":{"b":3,"c":null}}`))
		}, `{"a":{"b":3}}`},
		{"diff", func(dst, first []byte) ([]byte, error) {
			return e.AppendDiffJSON(dst, s, first, []byte(modified), smp.DiffOptions{})
		}, `{"a":{"b":3,"c":null}}`},
		{"threeway", func(dst, first []byte) ([]byte, error) {
			return e.AppendThreeWayJSON(dst, s, first, []byte(modified), []byte(current), smp.ThreeWayOptions{})
		}, `{"a":{"b":3,"c":null}}`},
	}
	for _, f := range forms {
		for _, room := range []int{0, 100} {
			dst := append(make([]byte, 0, 5+room), "head:"...)
			got, err := f.ask(dst, []byte(original))
			if err != nil || string(got) != "head:"+f.want {
				t.Errorf("%s: got %s, %v", f.name, got, err)
			}
			if inPlace := &got[0] == &dst[0]; inPlace != (room > 0) {
				t.Errorf("%s: with room for %d bytes the result is in the buffer: %v", f.name, room, inPlace)
			}
		}
		if got, err := f.ask(nil, []byte(original)); err != nil || string(got) != f.want {
			t.Errorf("%s: without a buffer got %s, %v", f.name, got, err)
		}
		first := []byte(original)
		if got, err := f.ask(first[:0], first); err != nil || string(got) != f.want {
			t.Errorf("%s: in place of the original got %s, %v", f.name, got, err)
		}
		dst := []byte("head:")
		if got, err := f.ask(dst, []byte(`[]`)); err == nil || !bytes.Equal(got, dst) {
			t.Errorf("%s: a document that is no map gives %q, %v", f.name, got, err)
		}
		if got, err := f.ask(nil, []byte(`{`)); err == nil || got != nil {
			t.Errorf("%s: a document that is no JSON gives %q, %v", f.name, got, err)
		}
	}
}

// If the buffer has room for the result, the call does not allocate memory for the result.
func TestAppendJSONAllocatesNoResult(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector loses scratch memory")
	}
	e, s := smp.Engine{}, smp.Schemaless
	original, patch := []byte(`{"a":{"b":1,"c":2},"d":"a text to make it longer"}`), []byte(`{"a":{"b":3}}`)
	buffer := make([]byte, 0, 1000)
	count := func(dst []byte) float64 {
		return testing.AllocsPerRun(200, func() {
			if _, err := e.AppendApplyJSON(dst, s, original, patch); err != nil {
				t.Fatal(err)
			}
		})
	}
	if with, without := count(buffer), count(nil); with != without-1 {
		t.Errorf("%v allocations with a buffer, %v without", with, without)
	}
}

// A small patch of a small document, three maps deep, needs few allocations.
func TestAllocationsOfSmallPatch(t *testing.T) {
	if raceEnabled || testing.CoverMode() != "" {
		t.Skip("the instrumented code allocates otherwise")
	}
	s := smp.Schemaless
	original := []byte(`{"kind":"Job","metadata":{"name":"a","labels":{"app":"a","tier":"b"}},"spec":{"parallelism":2}}`)
	from := model.MustParse(string(original))
	for _, text := range []string{`{"spec":{"parallelism":3}}`, `{"metadata":{"labels":{"app":"c"}}}`, `{"metadata":{"labels":{"app":null,"x":"y"}}}`} {
		patch := model.MustParse(text)
		for what, test := range map[string]struct {
			most float64
			run  func() error
		}{
			"ApplyJSON": {2, func() error { _, err := smp.ApplyJSON(s, original, []byte(text)); return err }},
			"Parse":     {6, func() error { _, err := model.Parse(original); return err }},
			"Apply":     {3, func() error { _, err := smp.Apply(s, from, patch); return err }},
		} {
			got := testing.AllocsPerRun(200, func() {
				if err := test.run(); err != nil {
					t.Fatal(err)
				}
			})
			if got > test.most {
				t.Errorf("%s of %s: %v allocations, want at most %v", what, text, got, test.most)
			}
			t.Log(what, text, got)
		}
	}
}

// A list is merged in the memory of earlier calls.
func TestAllocationsOfSmallList(t *testing.T) {
	if raceEnabled || testing.CoverMode() != "" {
		t.Skip("the instrumented code allocates otherwise")
	}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")}))
	original := model.MustParse(`{"list":[{"name":"a","value":"x"},{"name":"b","value":"x"}]}`)
	for text, most := range map[string]float64{
		`{"list":[{"name":"b","value":"y"}]}`:                                                     3,
		`{"list":[{"name":"b","value":"y"}],"$setElementOrder/list":[{"name":"a"},{"name":"b"}]}`: 3,
		`{"list":[{"name":"a","value":"y"},{"name":"b","value":"y"}]}`:                            4,
	} {
		patch := model.MustParse(text)
		got := testing.AllocsPerRun(200, func() {
			if _, err := smp.Apply(s, original, patch); err != nil {
				t.Fatal(err)
			}
		})
		if got > most {
			t.Errorf("%s: %v allocations, want at most %v", text, got, most)
		}
	}
}

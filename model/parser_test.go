package model_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

// A parser reads as Parse does, whatever it and others read before, and near one
// another or not; what is kept stays what it is when memory is used again.
func TestParser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p model.Parser
		type read struct {
			v    model.Value
			tree tree
		}
		var open, kept []read
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0:
				p.Drop()
				open = nil
			case 1:
				p.Keep()
				open, kept = nil, append(kept, open...)
			default:
				x := treeGen(3).Draw(t, "tree")
				if rapid.Bool().Draw(t, "long") {
					x = tree{kind: model.List, elements: slices.Repeat([]tree{x}, rapid.IntRange(20, 100).Draw(t, "elements"))}
				}
				text := x.spelled(t)
				wrong := rapid.IntRange(0, 7).Draw(t, "wrong") == 0
				if wrong {
					text = text[:rapid.IntRange(0, len(text)-1).Draw(t, "length")]
				}
				var opts []model.ParseOption
				if all := append(open, kept...); len(all) > 0 && rapid.Bool().Draw(t, "near") {
					opts = append(opts, model.Near(rapid.SampledFrom(all).Draw(t, "other").v))
				}
				v, err := p.Parse([]byte(text), opts...)
				_, wantErr := model.Parse([]byte(text), opts...)
				if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
					t.Fatalf("%s: %v, and not %v", text, err, wantErr)
				}
				if !wrong {
					open = append(open, read{v, x})
				}
			}
			for _, r := range append(open, kept...) {
				checkSame(t, r.v, r.tree)
				if got := p.JSON(r.v); string(got) != r.v.JSON() {
					t.Fatalf("%s is written as %s", r.v.JSON(), got)
				}
			}
		}
	})
}

// A value of a document that was dropped is not another one's.
func TestDroppedValuesPanic(t *testing.T) {
	var p model.Parser
	v, err := p.Parse([]byte(`{"a":[1]}`))
	if err != nil {
		t.Fatal(err)
	}
	built := edit(t, v, member("b", model.NewNull()))
	name := ""
	for name = range v.Members() {
	}
	p.Drop()
	if _, err := p.Parse([]byte(`{"z":[2]}`)); err != nil {
		t.Fatal(err)
	}
	if name != "a" {
		t.Errorf("a name is now %q", name)
	}
	for _, v := range []model.Value{v, built} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("it was used")
				}
			}()
			_ = v.JSON()
		}()
	}
}

// What a parser writes is the caller's, whatever is written next.
func TestParserJSON(t *testing.T) {
	var p model.Parser
	text := []byte(`{"a":"` + strings.Repeat("x", 40000) + `"}`)
	for range 2 { // before a document was read, and after it
		for _, v := range []model.Value{model.MustParse(`{"a":1}`), model.MustParse(string(text))} {
			first, want := p.JSON(v), v.JSON()
			if p.JSON(model.NewBool(true)); string(first) != want {
				t.Errorf("%.20s is %.20s now", want, first)
			}
		}
		if _, err := p.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
}

// Documents that are short are read into memory that is there.
func TestParserAllocates(t *testing.T) {
	if raceEnabled || testing.CoverMode() != "" {
		t.Skip("the race detector allocates")
	}
	var p model.Parser
	text := []byte(`{"a":{"b":[1,2,{"c":"` + strings.Repeat("x", 300) + `"}]}}`)
	if n := testing.AllocsPerRun(1000, func() {
		for range 3 {
			v, err := p.Parse(text)
			for _, name := range []string{"b", "c", "d"} {
				if err == nil {
					v, err = p.Builder().WithMembers(v, model.Member{Name: name, Value: model.NewNull()})
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		p.Drop()
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// The limits are those of Parse, and do not depend on what was read before.
func TestParserLimits(t *testing.T) {
	for range 3 {
		var p model.Parser
		for _, text := range []string{"[[1,2]]", "[[[1]]]", "[1,2,34]"} {
			_, err := p.Parse([]byte(text), model.MaxDepth(2), model.MaxBytes(7))
			var e *model.Error
			if errors.As(err, &e); (e == nil) != (text == "[[1,2]]") || e != nil && e.Kind != model.Limit {
				t.Errorf("%s: %v", text, err)
			}
		}
		p.Drop()
	}
}

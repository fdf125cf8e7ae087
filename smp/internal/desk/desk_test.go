package desk

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

func call(onlyText bool) Call {
	return Call{OnlyText: onlyText, Error: func(f *faults.Fault, document, _ string) error {
		return errors.New(document + ": " + f.Code + ": " + f.Cause.Error())
	}}
}

// second returns the second document.
func second(_ *model.Builder, v []model.Value) (model.Value, error) { return v[1], nil }

// A call gives the same answer on a desk and in memory of its own, and an error in the latter form.
func TestCallsOnDesks(t *testing.T) {
	if !door.Shortcuts.HasDesks() {
		t.Fatal("model has no desks for this package")
	}
	for _, test := range []struct{ first, second, want, fault string }{
		{`{"a":1}`, `{"a":[1,2,{"b":"c"}]}`, `{"a":[1,2,{"b":"c"}]}`, ""},
		{`{"a":1}`, `{"a":1}`, `{"a":1}`, ""},
		{``, `[]`, `[]`, ""},
		{`{"a":1}`, `{"a":`, ``, "two: syntax: "},
		{`{"a":1}`, ``, ``, "two: syntax: "},
	} {
		for _, onlyText := range []bool{true, false, true} {
			documents := []Document{{Name: "one", Text: []byte(test.first), Optional: true}, {Name: "two", Text: []byte(test.second), Near: true}}
			got, err := call(onlyText).Append([]byte("x"), documents, second)
			if (err == nil) != (test.fault == "") || err != nil && !strings.HasPrefix(err.Error(), test.fault) || string(got) != "x"+test.want {
				t.Errorf("%q, %q: got %q, %v", test.first, test.second, got, err)
			}
		}
	}
}

// After an error, run is called again with other values, and the error is its second one.
func TestErrorsAreMadeInOwnMemory(t *testing.T) {
	calls := 0
	_, err := call(true).Append(nil, []Document{{Text: []byte(`{"a":"b"}`)}}, func(_ *model.Builder, v []model.Value) (model.Value, error) {
		calls++
		text, _ := v[0].Get("a")
		return model.Value{}, errors.New(text.Text())
	})
	for range 3 { // the desk is used again
		if _, err := call(true).Append(nil, []Document{{}, {Text: []byte(`{"x":"y"}`)}}[1:], func(_ *model.Builder, v []model.Value) (model.Value, error) { return v[0], nil }); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 2 || err == nil || err.Error() != "b" {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

// Whatever is made of a value on a desk is on the desk, too, and nothing else is.
func TestEditsOfDeskValues(t *testing.T) {
	keep := func(v model.Value, err error) model.Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	edits := func(v model.Value) []model.Value {
		own, list := new(model.Builder), keep(v.WithMembers(model.Member{Name: "l", Value: model.MustParse(`[{"n":"x"},{"n":"y"}]`)}))
		l, _ := list.Get("l")
		inside, _ := v.Get("in")
		return []model.Value{
			v, inside, list,
			keep(v.WithMembers(model.Member{Name: "a"})),
			keep(model.NewMap(model.Member{Name: "x", Value: model.NewInt(1)}, model.Member{Name: "a", Value: inside})),
			keep(model.NewList(model.NewInt(1), inside)),
			keep(l.WithElements([]model.Element{{Index: 0, Value: inside}})),
			keep(l.WithElements(nil, model.NewInt(1), inside)),
			keep(keep(own.Map(model.Member{Name: "a", Value: inside})).WithMembers(model.Member{Name: "b", Value: inside})),
		}
	}
	const text = `{"a":1,"in":{"b":[2]}}`
	run := func(b *model.Builder, v []model.Value) (model.Value, error) {
		for i, e := range edits(v[0]) {
			if got := door.Shortcuts.BuilderOf(model.NewInt(1), e); got == nil || got != door.Shortcuts.BuilderOf(v[0]) {
				t.Errorf("edit %d is not on the desk", i)
			}
		}
		return v[0], nil
	}
	if _, ok := call(true).Try(nil, []Document{{Text: []byte(text)}}, run); !ok {
		t.Error("the call is not on a desk")
	}
	if !Use(func(r Reader) error {
		_, err := run(nil, []model.Value{r.Wrap(map[string]any{"a": 1, "in": map[string]any{"b": []any{2}}})})
		return err
	}) {
		t.Error("the call for maps is not on a desk")
	}
	for i, e := range edits(keep(new(model.Builder).Parse([]byte(text)))) {
		if door.Shortcuts.BuilderOf(e) != nil {
			t.Errorf("edit %d is on a desk", i)
		}
	}
}

// A panic leaves the desk to the garbage collector, and the next call has another one.
func TestPanicOnDesk(t *testing.T) {
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		_, _ = call(true).Append(nil, []Document{{Text: []byte(`{"a":"b"}`)}}, func(*model.Builder, []model.Value) (model.Value, error) { panic("run") })
	}()
	TestCallsOnDesks(t)
}

// dst may be the memory of a document.
func TestDestinationInDocument(t *testing.T) {
	text := []byte(`{"a":"a long text","b":2}                     `)
	for _, dst := range [][]byte{text[:0], text[4:6], text[len(text)-1:]} {
		src := slices.Clone(text)
		at := src[cap(text)-cap(dst):][:len(dst)]
		want := string(at) + `{"a":"a long text","b":2}`
		got, err := call(true).Append(at, []Document{{}, {Text: src}}[1:], func(_ *model.Builder, v []model.Value) (model.Value, error) { return v[0], nil })
		if err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	for _, c := range []struct {
		dst, text []byte
		want      bool
	}{
		{text[:0:4], text[4:], false},
		{text[:0:5], text[4:], true},
		{text[4:], text[:4], false},
		{text[4:], text[:5], true},
		{text[4:4:4], text, false},
		{text, text[4:4], false},
		{nil, text, false},
	} {
		if got := overlaps(c.dst, []Document{{}, {Text: c.text}}); got != c.want {
			t.Errorf("%d bytes and %d bytes: got %v", cap(c.dst), len(c.text), got)
		}
	}
}

// The same call again allocates nothing but its result.
func TestMemoryIsUsedAgain(t *testing.T) {
	if poisoned {
		t.Skip("a poisoned desk is not used again")
	}
	text := []byte(`{"items":[` + strings.Repeat(`{"name":"a","value":[1,2,3]},`, 100) + `{}]}`)
	documents := []Document{{Text: text}, {Text: text[:len(text)-1], Near: true}}
	documents[1].Text = append(slices.Clone(documents[1].Text), " }"...)
	dst := make([]byte, 0, len(text)+8)
	run := func() {
		if _, err := call(true).Append(dst, documents, second); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

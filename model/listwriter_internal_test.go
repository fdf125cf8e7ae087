package model

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What a ListWriter makes is what Parse makes of the text, to the last entry.
func TestListWriterIsParse(t *testing.T) {
	names := rapid.SampledFrom([]string{"name", "k", "", "$k", `"\`, "é", "\xff", "\n", "name"})
	texts := rapid.SampledFrom([]string{`"a"`, `"\u0061\n"`, `""`, "1", "1.0e1", "true", "null", "{}", `["a"]`, ""})
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.SliceOfN(names, 0, 4).Draw(t, "names")
		if rapid.IntRange(0, 20).Draw(t, "many") == 0 {
			for c := 'a'; c < 'a'+40; c++ {
				columns = append(columns, "many"+string(c))
			}
		}
		w := NewListWriter(rapid.IntRange(0, 3).Draw(t, "room"), columns...)
		maps := rapid.IntRange(0, 3).Draw(t, "maps")
		if rapid.IntRange(0, 10).Draw(t, "long") == 0 {
			maps = rapid.IntRange(30, 80).Draw(t, "maps")
		}
		for range maps {
			var values []Value
			for range rapid.IntRange(0, len(columns)+1).Draw(t, "values") {
				if text := texts.Draw(t, "value"); text != "" {
					values = append(values, MustParse(text))
				} else {
					values = append(values, Value{})
				}
			}
			w.Add(values...)
		}
		got, err := w.List()
		if err != nil {
			t.Fatal(err)
		}
		want, err := ParseString(got.JSON())
		if err != nil {
			t.Fatalf("%s: %v", got.JSON(), err)
		}
		if want.Len() != maps || !slices.Equal(got.doc.tape, want.doc.tape) || !slices.Equal(got.doc.index, want.doc.index) {
			t.Fatalf("%s\nhas the tape %v %v\nand is read  %v %v", got.JSON(), got.doc.tape, got.doc.index, want.doc.tape, want.doc.index)
		}
	})
}

// Names and values go where they should.
func TestListWriterText(t *testing.T) {
	w := NewListWriter(2, "k", "$p", "k")
	one, text := MustParse("1"), MustParse(`"\u0061"`)
	w.Add(one, text, text)
	w.Add()
	w.Add(Value{}, MustParse("null"))
	w.Add(emptyMap, one, one, one)
	v, err := w.List()
	if want := `[{"k":1,"$p":"\u0061"},{},{"$p":null},{"$p":1}]`; err != nil || v.JSON() != want {
		t.Errorf("got %s, %v, want %s", v.JSON(), err, want)
	}
	if v, err := NewListWriter(0).List(); err != nil || v.JSON() != "[]" || v.Len() != 0 {
		t.Errorf("an empty list is %s, %v", v.JSON(), err)
	}
}

package model

import (
	"fmt"
	"strconv"
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
		if got, err := checkWritten(w); err != nil || got.Len() != maps {
			t.Fatalf("%d of %d maps, %v", got.Len(), maps, err)
		}
	})
	// As many maps, and members of them, as need no table, and one more.
	for _, maps := range []int{1, smallMap, smallMap + 1} {
		for _, members := range []int{1, smallMap, smallMap + 1} {
			columns, values := make([]string, members), make([]Value, members)
			for i := range columns {
				columns[i], values[i] = "name"+strconv.Itoa(i), trueValue
			}
			w := NewListWriter(0, columns...)
			for range maps {
				w.Add(values...)
			}
			if got, err := checkWritten(w); err != nil || got.Len() != maps {
				t.Fatalf("%d of %d maps of %d members, %v", got.Len(), maps, members, err)
			}
		}
	}
}

// checkWritten returns the list of the writer, and an error if it is not what is
// read from its text.
func checkWritten(w *ListWriter) (Value, error) {
	got, err := w.List()
	if err != nil {
		return got, err
	}
	want, err := ParseString(got.JSON())
	if err != nil {
		return got, fmt.Errorf("%s: %w", got.JSON(), err)
	}
	return got, sameDocument(got.doc, want.doc)
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

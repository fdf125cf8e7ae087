package names

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A table finds what a search does, and there is none of many names.
func TestTable(t *testing.T) {
	name := rapid.OneOf(rapid.StringMatching(`[ab]{0,3}`), rapid.SampledFrom([]string{"name", "value", "valueFrom", "ß"}))
	rapid.Check(t, func(t *rapid.T) {
		sorted := rapid.SliceOfNDistinct(name, 0, 12, rapid.ID).Draw(t, "names")
		if rapid.IntRange(0, 4).Draw(t, "many") == 0 {
			for i := range many - len(sorted) + rapid.IntRange(0, 1).Draw(t, "too many") {
				sorted = append(sorted, "field"+strconv.Itoa(i))
			}
		}
		slices.Sort(sorted)
		table := TableOf(sorted)
		if (table == nil) != (len(sorted) > many) {
			t.Fatalf("%d names have a table of %d", len(sorted), len(table))
		}
		for _, name := range append(rapid.SliceOf(name).Draw(t, "others"), sorted...) {
			if got, want := table.Index(sorted, name), slices.Index(sorted, name); got != want {
				t.Fatalf("%q stands at %d, not %d", name, want, got)
			}
		}
	})
}

// Joined names are right, however many there are, and long ones are not kept.
func TestJoined(t *testing.T) {
	const prefix = "$setElementOrder/"
	var j Joined
	for i := range 100 {
		for _, field := range []string{"", "containers", fmt.Sprint("field-", i), fmt.Sprint("field-", i%7), strings.Repeat("x", i)} {
			for _, prefix := range []string{prefix, "$", "£setElementOrder"} {
				if got, want := j.Of(prefix, field), prefix+field; got != want {
					t.Fatalf("%q and %q: %q", prefix, field, got)
				}
			}
		}
	}
	for _, name := range j.names {
		if len(name) > kept {
			t.Errorf("%q is kept", name)
		}
	}
	fixed := strings.Repeat("x", kept-len(prefix))
	if j.Of(prefix, fixed); testing.AllocsPerRun(10, func() { j.Of(prefix, fixed) }) > 0 {
		t.Error("the longest name that is kept is made again")
	}
}

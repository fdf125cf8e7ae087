package names

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// A table returns the results of a linear search. If there are too many names, no table is made.
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

package smp

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The table of a map's fields finds what the map does.
func TestFieldTable(t *testing.T) {
	name := rapid.OneOf(rapid.StringMatching(`[ab]{0,3}`), rapid.SampledFrom([]string{"name", "value", "valueFrom", "ß"}))
	rapid.Check(t, func(t *rapid.T) {
		s := &shape{names: rapid.SliceOfNDistinct(name, 0, 12, rapid.ID).Draw(t, "names")}
		if rapid.IntRange(0, 4).Draw(t, "many") == 0 {
			for i := range manyFields - len(s.names) + rapid.IntRange(0, 1).Draw(t, "too many") {
				s.names = append(s.names, "field"+strconv.Itoa(i))
			}
		}
		slices.Sort(s.names)
		s.tabulate()
		nodes := map[string]*node{}
		for i, name := range s.names {
			nodes[name] = &node{}
			s.nodes[i].Store(nodes[name])
		}
		if (s.table == nil) != (len(s.names) > manyFields) {
			t.Fatalf("%d fields have a table of %d", len(s.names), len(s.table))
		}
		for _, name := range append(rapid.SliceOf(name).Draw(t, "others"), s.names...) {
			got, ok := s.field(name)
			if want, known := nodes[name]; got != want || ok != known {
				t.Fatalf("%q: got %p, %t, want %p, %t", name, got, ok, want, known)
			}
		}
	})
}

package reuse

import "testing"

// Slices are zero, do not overlap, and cannot grow into each other. After the first calls, a call makes no
// memory, unless it takes an unusual amount.
func TestBlock(t *testing.T) {
	for _, test := range []struct {
		name  string
		takes []int
		kept  bool
	}{
		{"nothing", []int{0}, true},
		{"one piece", []int{1, 2, 3}, true},
		{"exactly one piece", []int{256}, true},
		{"several pieces", []int{200, 1, 200, 300, 5}, true},
		{"as much as is kept", []int{keptPiece - 10, 10}, true},
		{"more", []int{keptPiece - 10, 11}, false},
		{"one long piece", []int{keptPiece + 1}, false},
	} {
		var b Block[int]
		call := func() {
			var all [][]int
			for _, n := range test.takes {
				s := b.Take(n)
				if len(s) != n || cap(s) != n {
					t.Fatalf("%s: got %d values with room for %d, want %d", test.name, len(s), cap(s), n)
				}
				for i := range s {
					if s[i] != 0 {
						t.Fatalf("%s: a value is %d", test.name, s[i])
					}
					s[i] = len(all) + 1
				}
				all = append(all, s)
			}
			for k, s := range all {
				for _, v := range s {
					if v != k+1 {
						t.Fatalf("%s: slices %d and %d overlap", test.name, k+1, v)
					}
				}
			}
			b.Reset()
		}
		for range 3 {
			call()
		}
		before := cap(b.all)
		if kept := before > 0 || test.name == "nothing"; kept != test.kept {
			t.Errorf("%s: %d values are kept", test.name, before)
		}
		if got := testing.AllocsPerRun(10, func() {
			for _, n := range test.takes {
				b.Take(n)
			}
			b.Reset()
		}); (got == 0) != test.kept {
			t.Errorf("%s: a call makes %v pieces", test.name, got)
		}
	}
}

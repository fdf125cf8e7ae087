package apimachinery_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/apimachinery"
)

func TestOrder(t *testing.T) {
	tests := []struct {
		name    string
		sorting apimachinery.Sorting
		want    []int32
		told    []apimachinery.OrderChange
	}{
		{"nothing", apimachinery.Sorting{}, []int32{}, nil},
		{"what the list to sort by has comes in its order", apimachinery.Sorting{IDs: []int32{0, 1}, By: []int32{1, 0}, Original: []int32{0, 1}}, []int32{1, 0}, nil},
		{"what only the original has keeps its place", apimachinery.Sorting{IDs: []int32{0, 1, 2}, By: []int32{2, 0}, Original: []int32{0, 1, 2}}, []int32{1, 2, 0}, nil},
		{"what is new comes first", apimachinery.Sorting{IDs: []int32{0, 1}, By: []int32{1}, Original: []int32{0}}, []int32{1, 0}, nil},
		{"duplicates are grouped", apimachinery.Sorting{IDs: []int32{0, 1, 0}, Original: []int32{0, 1, 0}}, []int32{0, 2, 1}, []apimachinery.OrderChange{apimachinery.Grouped}},
		{
			"what neither list has is reversed", apimachinery.Sorting{IDs: []int32{0, 1, 2}, By: []int32{}, Original: []int32{}},
			[]int32{2, 1, 0}, []apimachinery.OrderChange{apimachinery.Reversed},
		},
		{
			"elements with a deletion go last", apimachinery.Sorting{IDs: []int32{0, 1, 2}, Original: []int32{0, 1, 2}, Last: []bool{true, false, false}},
			[]int32{1, 2, 0}, []apimachinery.OrderChange{apimachinery.PutLast},
		},
	}
	for _, test := range tests {
		var told []apimachinery.OrderChange
		test.sorting.OnChange = func(d apimachinery.OrderChange) { told = append(told, d) }
		got, ok := test.sorting.Order()
		if !ok || !slices.Equal(got, test.want) || !slices.Equal(told, test.told) {
			t.Errorf("%s: %v, %t, told %v, want %v, told %v", test.name, got, ok, told, test.want, test.told)
		}
	}
}

// A key that is a map or a list is an error only if it is compared with another key.
func TestOrderOfKeysThatAreNone(t *testing.T) {
	m, l := int32(apimachinery.MapKeyed), int32(apimachinery.ListKeyed)
	tests := []struct {
		name    string
		sorting apimachinery.Sorting
		ok      bool
	}{
		{"in the list to sort by", apimachinery.Sorting{IDs: []int32{m}, By: []int32{m}}, false},
		{"of another kind there", apimachinery.Sorting{IDs: []int32{m}, By: []int32{l}}, true},
		{"alone in the original", apimachinery.Sorting{IDs: []int32{m}, Original: []int32{m}}, true},
		{"in the original, and another is not listed", apimachinery.Sorting{IDs: []int32{m, 0}, Original: []int32{m, 0}}, false},
		{"in the original, and another is listed", apimachinery.Sorting{IDs: []int32{l, 0}, By: []int32{0}, Original: []int32{l}}, false},
		{"missing keys", apimachinery.Sorting{IDs: []int32{apimachinery.Keyless, 0}, By: []int32{apimachinery.Keyless}, Original: []int32{apimachinery.Keyless}}, true},
	}
	for _, test := range tests {
		if _, ok := test.sorting.Order(); ok != test.ok {
			t.Errorf("%s: %t", test.name, ok)
		}
	}
}

// Deduplicated has the same result as a simpler program. For each duplicate, that program moves the
// last value of the list into the place of the duplicate.
func TestDeduplicated(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 4))
		ids := numbers(r, 12, 0)
		want := slices.Clone(ids)
		last := len(want) - 1
		for i := 0; i < last; i++ {
			for j := i + 1; j <= last; {
				if want[j] != want[i] {
					j++
					continue
				}
				want[j] = want[last]
				last--
			}
		}
		before := slices.Clone(ids)
		order, count := apimachinery.Deduplicated(ids)
		if count != last+1 || !slices.Equal(ids, want) {
			t.Fatalf("seed %d: %v becomes %v, of which %d count; want %v, %d", seed, before, ids, count, want, last+1)
		}
		for i, n := range order {
			if before[n] != ids[i] {
				t.Fatalf("seed %d: %v of %v is not %v", seed, order, before, ids)
			}
		}
	}
}

// Shifted has the same result as a simpler program. That program deletes one value after another
// and moves the rest of the list each time. Finally, it overwrites the end of the list.
func TestShifted(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 5))
		ids, deleted, added := numbers(r, 8, -1), numbers(r, 4, -1), numbers(r, 4, -1)
		want := slices.Clone(ids)
		left := len(want)
		for _, id := range deleted {
			for i := 0; id >= 0 && i < left; {
				if want[i] != id {
					i++
					continue
				}
				copy(want[i:left], want[i+1:left])
				left--
			}
		}
		copy(want[left:], added)
		if got := apimachinery.Shifted(ids, deleted, added); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v without %v and with %v is %v, want %v", seed, ids, deleted, added, got, want)
		}
	}
}

// numbers returns a random list of numbers between smallest and smallest+4. The parameter most
// limits its length.
func numbers(r *rand.Rand, most int, smallest int32) []int32 {
	ids := make([]int32, r.IntN(most+1))
	for i := range ids {
		ids[i] = smallest + r.Int32N(5)
	}
	return ids
}

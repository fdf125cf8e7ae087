package shipped_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/shipped"
)

func TestOrder(t *testing.T) {
	tests := []struct {
		name    string
		sorting shipped.Sorting
		want    []int32
		told    []shipped.Deed
	}{
		{"nothing", shipped.Sorting{}, []int32{}, nil},
		{"what the list to sort by has comes in its order", shipped.Sorting{IDs: []int32{0, 1}, By: []int32{1, 0}, Server: []int32{0, 1}}, []int32{1, 0}, nil},
		{"what only the original has keeps its place", shipped.Sorting{IDs: []int32{0, 1, 2}, By: []int32{2, 0}, Server: []int32{0, 1, 2}}, []int32{1, 2, 0}, nil},
		{"what is new comes first", shipped.Sorting{IDs: []int32{0, 1}, By: []int32{1}, Server: []int32{0}}, []int32{1, 0}, nil},
		{"duplicates are grouped", shipped.Sorting{IDs: []int32{0, 1, 0}, Server: []int32{0, 1, 0}}, []int32{0, 2, 1}, []shipped.Deed{shipped.Grouped}},
		{
			"what neither list has is reversed", shipped.Sorting{IDs: []int32{0, 1, 2}, By: []int32{}, Server: []int32{}},
			[]int32{2, 1, 0}, []shipped.Deed{shipped.Reversed},
		},
		{
			"elements with a deletion go last", shipped.Sorting{IDs: []int32{0, 1, 2}, Server: []int32{0, 1, 2}, Last: []bool{true, false, false}},
			[]int32{1, 2, 0}, []shipped.Deed{shipped.PutLast},
		},
	}
	for _, test := range tests {
		var told []shipped.Deed
		test.sorting.Tell = func(d shipped.Deed) { told = append(told, d) }
		got, ok := test.sorting.Order()
		if !ok || !slices.Equal(got, test.want) || !slices.Equal(told, test.told) {
			t.Errorf("%s: %v, %t, told %v, want %v, told %v", test.name, got, ok, told, test.want, test.told)
		}
	}
}

// A key that is a map or a list is only rejected when it is compared with another one.
func TestOrderOfKeysThatAreNone(t *testing.T) {
	m, l := int32(shipped.MapKeyed), int32(shipped.ListKeyed)
	tests := []struct {
		name    string
		sorting shipped.Sorting
		ok      bool
	}{
		{"in the list to sort by", shipped.Sorting{IDs: []int32{m}, By: []int32{m}}, false},
		{"of another kind there", shipped.Sorting{IDs: []int32{m}, By: []int32{l}}, true},
		{"alone in the original", shipped.Sorting{IDs: []int32{m}, Server: []int32{m}}, true},
		{"in the original, and another is not listed", shipped.Sorting{IDs: []int32{m, 0}, Server: []int32{m, 0}}, false},
		{"in the original, and another is listed", shipped.Sorting{IDs: []int32{l, 0}, By: []int32{0}, Server: []int32{l}}, false},
		{"missing keys", shipped.Sorting{IDs: []int32{shipped.Keyless, 0}, By: []int32{shipped.Keyless}, Server: []int32{shipped.Keyless}}, true},
	}
	for _, test := range tests {
		if _, ok := test.sorting.Order(); ok != test.ok {
			t.Errorf("%s: %t", test.name, ok)
		}
	}
}

// Deduplicated has the result of the simple program, which iterates over the list and moves
// its last value into the place of each duplicate.
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
		order, count := shipped.Deduplicated(ids)
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

// Shifted has the result of the simple program, which deletes one by one, moves up the rest
// each time, and then overwrites the end.
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
		if got := shipped.Shifted(ids, deleted, added); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v without %v and with %v is %v, want %v", seed, ids, deleted, added, got, want)
		}
	}
}

// numbers returns identity numbers from smallest to smallest+4, and not more than most of them.
func numbers(r *rand.Rand, most int, smallest int32) []int32 {
	ids := make([]int32, r.IntN(most+1))
	for i := range ids {
		ids[i] = smallest + r.Int32N(5)
	}
	return ids
}

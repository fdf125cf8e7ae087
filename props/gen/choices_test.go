package gen_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
)

// Recorded choices give the same input again.
func TestChoicesReplay(t *testing.T) {
	for seed := range uint64(200) {
		var want, got gen.Case
		made := gen.Record(gen.FromSeed(seed), func(src gen.Source) { want = gen.Apply(src) })
		src := gen.FromChoices(made)
		got = gen.Apply(src)
		if got.Original.JSON() != want.Original.JSON() || got.Patch.JSON() != want.Patch.JSON() || !got.Schema.Equal(want.Schema) {
			t.Fatalf("seed %d: %s and %s, not %s and %s", seed, got.Original.JSON(), got.Patch.JSON(), want.Original.JSON(), want.Patch.JSON())
		}
		if !slices.Equal(src.Made(), made) {
			t.Fatalf("seed %d: made %v, not %v", seed, src.Made(), made)
		}
	}
}

// Each test contains the condition to keep, and the exact result of shrinking.
func TestShrink(t *testing.T) {
	sum := func(choices []int) int {
		total := 0
		for _, c := range choices {
			total += c
		}
		return total
	}
	for _, test := range []struct {
		name    string
		choices []int
		keep    func([]int) bool
		want    []int
	}{
		{"anything", []int{4, 0, 7, 1}, func([]int) bool { return true }, []int{}},
		{"a sum", []int{4, 0, 7, 2}, func(c []int) bool { return sum(c) >= 7 }, []int{7}},
		{"one value in its place", []int{9, 9, 9, 9}, func(c []int) bool { return len(c) > 2 && c[2] > 3 }, []int{0, 0, 4}},
		{"a count and what it counts", []int{3, 5, 5, 8}, func(c []int) bool {
			return len(c) > 0 && len(c) == 1+c[0] && slices.Contains(c[1:], 8)
		}, []int{1, 8}},
		{"nothing simpler", []int{2, 1}, func(c []int) bool { return slices.Equal(c, []int{2, 1}) }, []int{2, 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := gen.Shrink(test.choices, 10_000, test.keep); !slices.Equal(got, test.want) {
				t.Errorf("%v is left, want %v", got, test.want)
			}
		})
	}
}

// Shrink does not exceed its number of steps, and its result satisfies the condition.
func TestShrinkSteps(t *testing.T) {
	choices := gen.Record(gen.FromSeed(3), func(src gen.Source) { gen.For(corpus.OpThreeWay, src) })
	for _, steps := range []int{0, 1, 50} {
		asked := 0
		kept := choices
		got := gen.Shrink(choices, steps, func(c []int) bool {
			asked++
			if asked%2 == 0 {
				kept = c
				return true
			}
			return false
		})
		if asked > steps || !slices.Equal(got, kept) {
			t.Errorf("%d steps: asked %d times", steps, asked)
		}
	}
}

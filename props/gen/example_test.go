package gen_test

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

// Equal seeds give equal cases, and the patch of a case fits its original.
func ExampleApply() {
	one, other := gen.Apply(gen.FromSeed(7)), gen.Apply(gen.FromSeed(7))
	fmt.Println(model.Equal(one.Original, other.Original), model.Equal(one.Patch, other.Patch))
	// Output:
	// true true
}

// Shrink makes choices smaller as long as a condition is true: here, one choice must be above
// 9.
func ExampleShrink() {
	large := func(choices []int) bool {
		return gen.FromChoices(choices).Intn("size", 100) > 9
	}
	fmt.Println(gen.Shrink([]int{73, 5, 8}, 1000, large))
	// Output:
	// [10]
}

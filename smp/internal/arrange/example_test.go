package arrange_test

import (
	"fmt"

	"github.com/strategicpatch/smp/smp/internal/arrange"
)

// The elements are those of the example in the package comment.
var elements = []string{"a", "b", "c", "d", "new", "last"}

func ExampleDefault() {
	order := arrange.Default([]int32{2, -1, 0, -1, 1, 3}, 4)
	fmt.Println(order, arrange.Permuted(elements, order))
	// Output: [1 2 4 0 3 5] [b c new a d last]
}

func ExampleByPlace() {
	order := arrange.ByPlace([]int32{2, -1, 0, -1, 1, 3}, 4)
	fmt.Println(order, arrange.Permuted(elements, order))
	// Output: [1 3 2 4 0 5] [b d c new a last]
}

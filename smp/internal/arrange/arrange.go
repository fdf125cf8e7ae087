// Package arrange has the orders of lists that rules give, on numbers: what places
// elements have in another list, and in which order they come then.
package arrange

import "slices"

// Default returns the numbers of elements in the order of rule order-default: before
// each that both lists have come those that only the original has and that stand before
// it there, then the new ones that stand before it in the patch. The first so many are
// the original's, in its order, the others those that the patch adds, in its order.
// places are those of all in the patch list, negative where it has none.
func Default(places []int32, added int) []int32 {
	var common, only []int32
	for n, place := range places[:added] {
		if place < 0 {
			only = append(only, int32(n))
		} else {
			common = append(common, int32(n))
		}
	}
	slices.SortStableFunc(common, func(i, j int32) int { return int(places[i]) - int(places[j]) })
	order := make([]int32, 0, len(places))
	for _, n := range common {
		for len(only) > 0 && only[0] < n {
			order, only = append(order, only[0]), only[1:]
		}
		for added < len(places) && places[added] < places[n] {
			order = append(order, int32(added))
			added++
		}
		order = append(order, n)
	}
	order = append(order, only...)
	for ; added < len(places); added++ {
		order = append(order, int32(added))
	}
	return order
}

// ByPlace returns the numbers of elements sorted by their places in a list of some
// length: those without one, -1, first, those that share one in their order. It counts
// instead of comparing, because places are few.
func ByPlace(places []int32, length int) []int32 {
	starts := make([]int32, length+2)
	for _, place := range places {
		starts[place+1]++
	}
	total := int32(0)
	for i, n := range starts {
		starts[i] = total
		total += n
	}
	order := make([]int32, len(places))
	for i, place := range places {
		order[starts[place+1]] = int32(i)
		starts[place+1]++
	}
	return order
}

// Permuted returns values in an order: those at its numbers.
func Permuted[T any](values []T, order []int32) []T {
	out := make([]T, len(order))
	for i, n := range order {
		out[i] = values[n]
	}
	return out
}

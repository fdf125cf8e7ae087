// Package arrange computes the order of merged lists.
//
// # The problem
//
// A patch rarely has all elements of a list. The result of a merge has elements that only the
// original has, elements that both lists have, and new elements. The rules must define their order:
//
//	original  [a b c d]
//	patch     [c new a last]
//
// # Without $setElementOrder (rule order-default)
//
// The elements of the patch keep the order of the patch. Before each element that both lists have
// come the elements that only the original has and that precede it in the original. The rest of the
// original comes before the new elements at the end of the patch. In this example, the result is
// built as follows:
//
//	c     preceded in the original by b, which is not in the patch   b c
//	new                                                              b c new
//	a     the first in the original                                  b c new a
//	d     the rest of the original                                   b c new a d
//	last                                                             b c new a d last
//
// A patch that changes one element does not move any element, and a patch with one new element
// appends it.
//
// # With $setElementOrder (rule order-directive)
//
//	$setElementOrder  [c new a last]
//
// The elements that the order list does not contain come first, in their order. The listed elements
// follow, in the order of the list. So the result is b d c new a last.
//
// # Places
//
// The functions work without values. Each element has a number. The elements of the original are
// numbered first, in its order, and the new elements follow. For [Default], the place of an element
// is its index in the patch list. For [ByPlace], it is the index in the order list. An element that
// this list lacks has the place -1:
//
//	element  a  b  c  d  new  last
//	number   0  1  2  3  4    5
//	place    2 -1  0 -1  1    3
//
// Default returns [1 2 4 0 3 5] for these places, which is b c new a d last. ByPlace
// returns [1 3 2 4 0 5], which is b d c new a last.
package arrange

import "slices"

// NoPlace is the place of an element that the list lacks.
const NoPlace = -1

// Default returns the numbers of elements in the order of rule order-default. places contains the
// place of each element in the patch list, or a negative number. The first elements are those of the
// original, and originals is their number. The other elements are new, in the order of the patch.
func Default(places []int32, originals int) []int32 {
	var common, only []int32
	for n, place := range places[:originals] {
		if place < 0 {
			only = append(only, int32(n))
		} else {
			common = append(common, int32(n))
		}
	}
	slices.SortStableFunc(common, func(i, j int32) int { return int(places[i]) - int(places[j]) })
	order, next := make([]int32, 0, len(places)), originals // next is the next new element
	for _, n := range common {
		for len(only) > 0 && only[0] < n {
			order, only = append(order, only[0]), only[1:]
		}
		for next < len(places) && places[next] < places[n] {
			order = append(order, int32(next))
			next++
		}
		order = append(order, n)
	}
	order = append(order, only...)
	for ; next < len(places); next++ {
		order = append(order, int32(next))
	}
	return order
}

// ByPlace returns the numbers of elements sorted by place in a list of the given length. Elements
// without a place, -1, come first. Elements with the same place keep their order. It uses a
// counting sort, because there are few places.
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

// Permuted returns the values in the given order. For example, for the values [a b c] and the order
// [2 0 1] it returns [c a b].
func Permuted[T any](values []T, order []int32) []T {
	out := make([]T, len(order))
	for i, n := range order {
		out[i] = values[n]
	}
	return out
}

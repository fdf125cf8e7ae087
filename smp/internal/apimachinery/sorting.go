// Package apimachinery sorts merged lists and removes duplicates in the same way as
// k8s.io/apimachinery/pkg/util/strategicpatch. It also computes which elements deletions leave
// behind in the memory of a list, because later steps of that package read this memory.
//
// The elements are numbers of identities. Equal numbers mean equal keys, and a negative
// number means that the element has no identity. For a list sorted by name, with the
// numbers a = 0, b = 1 and c = 2:
//
//	list [c a b]   by [a b c]   Order returns [1 2 0], which is a b c
package apimachinery

import (
	"slices"
	"sort"

	"github.com/strategicpatch/smp/smp/internal/heap"
)

// These are the numbers of elements without identity.
const (
	Keyless   = -1 // the merge key is missing, or the element is not a map
	MapKeyed  = -2 // the merge key is a map
	ListKeyed = -3 // the merge key is a list
)

// identities returns the largest number in the lists plus one.
func identities(lists ...[]int32) int {
	most := int32(-1)
	for _, ids := range lists {
		for _, id := range ids {
			most = max(most, id)
		}
	}
	return int(most) + 1
}

// An OrderChange is a change of the order that the method Order makes and that no rule requires.
type OrderChange uint8

// The changes of the order.
const (
	PutLast  OrderChange = iota // elements in Last are moved to the end
	Grouped                     // elements with equal keys are grouped
	Reversed                    // elements that By lacks are sorted as if each came before all others
)

// A Sorting is a list to be sorted. The elements that are in the list By are sorted by
// that list, and the others by the original. Then both parts are interleaved.
type Sorting struct {
	IDs      []int32 // the list
	By       []int32 // list to sort by, which is the patch list or an order list
	Original []int32 // the original
	Last     []bool  // whether each element has $patch: delete; nil if none has
	// OnChange, if not nil, is called with each change of the order.
	OnChange func(OrderChange)
}

// Order returns the indexes of the elements in their new order. It reports false if two keys that
// are maps or lists are compared, because apimachinery panics in this case.
func (s Sorting) Order() (order []int32, ok bool) {
	n := identities(s.IDs, s.By, s.Original)
	byFirst, serverFirst := firsts(s.By, n), firsts(s.Original, n)
	var listed, others []int32
	for i, id := range s.IDs {
		if placeIn(byFirst, id) >= 0 {
			listed = append(listed, int32(i))
		} else {
			others = append(others, int32(i))
		}
	}
	if !s.comparable(others, len(listed)) {
		return nil, false
	}
	own := func(i int32) int32 { return placeIn(serverFirst, s.IDs[i]) }
	listed = s.sorted(listed, func(i int32) int32 { return byFirst[s.IDs[i]] })
	others = s.sorted(others, own)
	order = make([]int32, 0, len(s.IDs))
	for len(listed) > 0 && len(others) > 0 {
		if at := own(others[0]); at >= 0 && at < own(listed[0]) {
			order, others = append(order, others[0]), others[1:]
		} else {
			order, listed = append(order, listed[0]), listed[1:]
		}
	}
	order = append(order, listed...)
	return append(order, others...), true
}

// firsts returns the index of the first element of each of n identities, or -1.
func firsts(ids []int32, n int) []int32 {
	first := make([]int32, n)
	for i := range first {
		first[i] = -1
	}
	for i, id := range ids {
		if id >= 0 && first[id] < 0 {
			first[id] = int32(i)
		}
	}
	return first
}

// placeIn returns the index of the first element with the identity, or -1.
func placeIn(first []int32, id int32) int32 {
	if id < 0 {
		return -1
	}
	return first[id]
}

// comparable reports whether sorting compares no two keys that are maps or lists. Each such key is
// compared with the keys in By. If there is anything to sort or interleave, it is also compared
// with the keys in the original.
func (s Sorting) comparable(others []int32, listed int) bool {
	for _, id := range [...]int32{MapKeyed, ListKeyed} {
		met := slices.Contains(s.By, id) || (len(others) > 1 || listed > 0) && slices.Contains(s.Original, id)
		if met && slices.ContainsFunc(others, func(i int32) bool { return s.IDs[i] == id }) {
			return false
		}
	}
	return true
}

// sorted sorts elements by their places in a list. A place is negative if the list
// lacks the element. Elements with $patch: delete come last.
func (s Sorting) sorted(elements []int32, place func(i int32) int32) []int32 {
	var last []int32
	if s.Last != nil {
		kept := elements[:0:0]
		for _, i := range elements {
			if s.Last[i] {
				last = append(last, i)
			} else {
				kept = append(kept, i)
			}
		}
		elements = kept
	}
	found := true
	for _, i := range elements {
		found = found && place(i) >= 0
	}
	if s.OnChange != nil {
		s.tell(elements, len(last) > 0, !found)
	}
	sort.SliceStable(elements, func(i, j int) bool {
		a, b := place(elements[i]), place(elements[j])
		return a < 0 || b < 0 || a < b // not a valid order; the result depends on the sorting algorithm
	})
	return append(elements, last...)
}

func (s Sorting) tell(elements []int32, last, reversed bool) {
	if last {
		s.OnChange(PutLast)
	}
	if s.scattered(elements) {
		s.OnChange(Grouped)
	}
	if reversed {
		s.OnChange(Reversed)
	}
}

// scattered reports whether there are other elements between two duplicates.
func (s Sorting) scattered(elements []int32) bool {
	last := map[int32]int32{}
	for _, i := range elements {
		if before, ok := last[s.IDs[i]]; ok && i-before > 1 {
			return true
		}
		last[s.IDs[i]] = i
	}
	return false
}

// Deduplicated removes duplicates. The first of equal values stays, and the last value of the list
// moves into the place of each removed one. It returns the indexes of the elements in their new
// order. Only the first count elements still belong to the list. The other ones matter too, because
// the original may share the memory of the list. Deduplicated changes ids in the same way.
//
//	[a b a c]   becomes   [a b c] and a rest of [c]
func Deduplicated(ids []int32) (order []int32, count int) {
	order = make([]int32, len(ids))
	places := make([]heap.Numbers, identities(ids))
	for i, id := range ids {
		order[i] = int32(i)
		places[id].Push(int32(i))
	}
	last := len(ids) - 1
	for i := 0; i < last; i++ {
		for at := &places[ids[i]]; len(*at) > 0; {
			j := int((*at)[0])
			at.Pop()
			if j <= i || j > last || ids[j] != ids[i] {
				continue // a place that the value had before
			}
			order[j], ids[j] = order[last], ids[last]
			places[ids[j]].Push(int32(j))
			last--
		}
	}
	return order, last + 1
}

// Shifted returns the numbers in the memory of the original after deletions and additions. The
// remaining elements come first. The elements that apimachinery leaves in the memory follow. Each
// deletion moves the elements after it to the front by one place, but does not clear the last
// place. Then additions overwrite the end.
//
//	[a b c] without b   becomes   [a c] and a rest of [c]
func Shifted(ids, deleted, added []int32) []int32 {
	places := make([][]int32, identities(ids, deleted))
	for i, id := range ids {
		if id >= 0 {
			places[id] = append(places[id], int32(i))
		}
	}
	dead := make([]bool, len(ids))
	last := len(ids) - 1
	var end []int32 // rest in reverse order
	for _, id := range deleted {
		if id < 0 {
			continue
		}
		for _, at := range places[id] {
			for dead[last] {
				last--
			}
			end = append(end, ids[last])
			dead[at] = true
		}
		places[id] = nil
	}
	whole := make([]int32, 0, len(ids))
	for i, id := range ids {
		if !dead[i] {
			whole = append(whole, id)
		}
	}
	left := len(whole)
	slices.Reverse(end)
	whole = append(whole, end...)
	copy(whole[left:], added)
	return whole
}

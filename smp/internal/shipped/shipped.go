// Package shipped has the algorithms of the engine that clusters run which are
// about the order of a list and nothing else: how it sorts, removes duplicates, and
// what its deletions leave behind. Elements are numbered by identity: equal numbers,
// equal keys. A negative number is none: see Keyless.
package shipped

import (
	"slices"
	"sort"

	"github.com/strategicpatch/smp/smp/internal/heap"
)

// What elements are that have no identity.
const (
	Keyless   = -1 // the merge key is missing, or there is no map to have it
	MapKeyed  = -2 // the merge key is a map
	ListKeyed = -3 // the merge key is a list
)

// identities returns how many identities there may be in lists: one more than the
// largest number.
func identities(lists ...[]int32) int {
	most := int32(-1)
	for _, ids := range lists {
		for _, id := range ids {
			most = max(most, id)
		}
	}
	return int(most) + 1
}

// A Deed is something that Order does which no rule says.
type Deed uint8

// The deeds.
const (
	PutLast  Deed = iota // elements of Last go to the end
	Grouped              // elements with equal keys are put together
	Reversed             // elements that the list to sort by lacks are sorted as if each came first
)

// A Sorting is a list to be sorted: the elements that another list has by that
// list, the rest by the original, and then the two interleaved.
type Sorting struct {
	IDs    []int32 // the list
	By     []int32 // the list to sort by: the patch list or an order list
	Server []int32 // the original
	Last   []bool  // which elements hold $patch: delete; nil for none
	// Tell, unless it is nil, is called with what is done.
	Tell func(Deed)
}

// Order returns the indexes of the elements in their new order. It reports false
// where keys that are maps or lists meet: the engine panics.
func (s Sorting) Order() (order []int32, ok bool) {
	n := identities(s.IDs, s.By, s.Server)
	byFirst, serverFirst := firsts(s.By, n), firsts(s.Server, n)
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

// firsts returns for each of n identities the index of its first element, -1 for
// none.
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

// placeIn returns where a list first has the identity, -1 where it has not.
func placeIn(first []int32, id int32) int32 {
	if id < 0 {
		return -1
	}
	return first[id]
}

// comparable reports whether no key that is a map or list meets another such key. A
// key meets those in By, and where there is anything to sort or to interleave, those
// in the original.
func (s Sorting) comparable(others []int32, listed int) bool {
	for _, id := range [...]int32{MapKeyed, ListKeyed} {
		met := slices.Contains(s.By, id) || (len(others) > 1 || listed > 0) && slices.Contains(s.Server, id)
		if met && slices.ContainsFunc(others, func(i int32) bool { return s.IDs[i] == id }) {
			return false
		}
	}
	return true
}

// sorted sorts elements by their places in a list, negative for what it lacks,
// and puts those last that hold $patch: delete.
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
	if s.Tell != nil {
		s.tell(elements, len(last) > 0, !found)
	}
	sort.SliceStable(elements, func(i, j int) bool {
		a, b := place(elements[i]), place(elements[j])
		return a < 0 || b < 0 || a < b // which is no order
	})
	return append(elements, last...)
}

func (s Sorting) tell(elements []int32, last, reversed bool) {
	if last {
		s.Tell(PutLast)
	}
	if s.scattered(elements) {
		s.Tell(Grouped)
	}
	if reversed {
		s.Tell(Reversed)
	}
}

// scattered reports whether other elements of the list stand between duplicates.
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

// Deduplicated removes duplicates: the first of equal values stays, and the last
// value of the list moves into the place of each that is removed. It returns the
// indexes of the elements as the list has them then, of which only the first so many
// still count, and changes ids to theirs. What stands behind matters, because the
// original may be a part of the list.
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
				continue // where the value was before
			}
			order[j], ids[j] = order[last], ids[last]
			places[ids[j]].Push(int32(j))
			last--
		}
	}
	return order, last + 1
}

// Shifted returns the numbers of the original after deletions and additions: the
// elements that are left, and behind them what the engine leaves there. Each deletion
// moves up what follows and leaves the last element where it is; additions then
// overwrite the end.
func Shifted(ids, deleted, added []int32) []int32 {
	places := make([][]int32, identities(ids, deleted))
	for i, id := range ids {
		if id >= 0 {
			places[id] = append(places[id], int32(i))
		}
	}
	dead := make([]bool, len(ids))
	last := len(ids) - 1
	var end []int32 // in reverse
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

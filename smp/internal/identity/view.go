package identity

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/heap"
)

// A View is an index, by one selection, of a list whose elements change. It finds the first element
// with given keys without searching the list.
type View struct {
	index   Index
	ids     []int32        // number of each element's current identity, or -1
	holders []heap.Numbers // for each identity, the elements that have it, and some elements that had it before
	claimed []bool         // for each identity, whether Claim was called for it
}

// NewView returns an empty view with memory for n elements.
func NewView(by *Selection, n int) *View {
	return &View{index: by.IndexIn(nil, n), ids: make([]int32, 0, n)}
}

// Set changes the element with index i. If i is the number of elements, it adds the element. If e
// is absent, the element is removed.
func (v *View) Set(i int, e model.Value) {
	if i == len(v.ids) {
		v.ids = append(v.ids, -1)
	}
	id := v.index.Number(e)
	if id == int(v.ids[i]) {
		return
	}
	v.ids[i] = int32(id)
	if id < 0 {
		return
	}
	if id == len(v.holders) {
		v.holders, v.claimed = append(v.holders, nil), append(v.claimed, false)
	}
	v.holders[id].Push(int32(i))
}

// Claim returns the elements with the given keys. For the same keys, only the first call returns
// them. Later calls return nil.
func (v *View) Claim(keys []model.Value) []int32 {
	id := v.index.Find(keys)
	if id < 0 || v.claimed[id] {
		return nil
	}
	v.claimed[id] = true
	return v.holders[id]
}

// First returns the first element with the given keys, or -1, and whether there are more such
// elements.
func (v *View) First(keys []model.Value) (first int, several bool) {
	id := v.index.Find(keys)
	if id < 0 {
		return -1, false
	}
	held := &v.holders[id]
	at, ok := v.top(held, id)
	if !ok {
		return -1, false
	}
	for len(*held) > 0 && (*held)[0] == at {
		held.Pop()
	}
	_, several = v.top(held, id)
	held.Push(at)
	return int(at), several
}

// top returns the first element in held that still has the identity id. It removes elements before
// it, whose identity has changed.
func (v *View) top(held *heap.Numbers, id int) (int32, bool) {
	for len(*held) > 0 {
		if at := (*held)[0]; int(v.ids[at]) == id {
			return at, true
		}
		held.Pop()
	}
	return 0, false
}

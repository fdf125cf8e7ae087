package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/heap"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// A movingMatcher matches by several selections at once, where merging by one
// may change what another matches. It lists all elements of the original, keeps
// for each selection which of them have which identity, and finds the first of
// them without a search.
type movingMatcher struct {
	list     *listMerge
	elements []patchElement
	views    []*view // one for each selection
}

// A view is a list as one selection sees it.
type view struct {
	index    *identity.Index
	identity []int32        // for each item: its identity now, or -1
	members  []heap.Numbers // for each identity: its items, and some it had before
	claimed  []bool         // for each identity: whether a patch position owns its items
}

func newMovingMatcher(m *listMerge, elements []patchElement) *movingMatcher {
	m.listAll()
	del := m.deleter(elements)
	for i := range m.items {
		if m.deletes(del, m.items[i].value, nil) {
			m.items[i].owner = gone
		}
	}
	f := &movingMatcher{list: m, elements: elements}
	for p := range elements {
		e := &elements[p]
		if e.op == deleteOperation {
			continue
		}
		v := f.view(e.by)
		if e.fallback != nil {
			f.view(e.fallback)
			continue // it counts as the element it matches, not as all with its keys
		}
		if id := v.index.Find(e.keys); id >= 0 {
			v.claim(m.items, id, p)
		}
	}
	return f
}

// claim makes patch position p own all items of an identity, unless an earlier
// position does.
func (v *view) claim(items []item, id, p int) {
	if v.claimed[id] {
		return
	}
	v.claimed[id] = true
	for _, i := range v.members[id] {
		if owner := items[i].owner; owner == free || int(owner) > p {
			items[i].owner = int32(p)
		}
	}
}

// view returns the view of a selection, made before anything is merged.
func (f *movingMatcher) view(by *identity.Selection) *view {
	for _, v := range f.views {
		if v.index.By == by {
			return v
		}
	}
	v := &view{index: by.NewIndex(len(f.list.items))}
	f.views = append(f.views, v)
	for i := range f.list.items {
		if f.list.items[i].owner == gone {
			v.identity = append(v.identity, -1)
			continue
		}
		v.identify(i, f.list.items[i].value)
	}
	return v
}

// identify says what item i, an old one or the next, is now.
func (v *view) identify(i int, e model.Value) {
	if i == len(v.identity) {
		v.identity = append(v.identity, -1)
	}
	id := v.index.Number(e)
	if id == int(v.identity[i]) {
		return
	}
	v.identity[i] = int32(id)
	if id < 0 {
		return
	}
	if id == len(v.members) {
		v.members = append(v.members, nil)
		v.claimed = append(v.claimed, false)
	}
	v.members[id].Push(int32(i))
}

// first returns the first item with these keys, or -1, and whether there are
// more.
func (v *view) first(keys []model.Value) (int, bool) {
	id := v.index.Find(keys)
	if id < 0 {
		return -1, false
	}
	n := &v.members[id]
	at, ok := v.top(n, id)
	if !ok {
		return -1, false
	}
	for len(*n) > 0 && int((*n)[0]) == at {
		n.Pop()
	}
	_, several := v.top(n, id)
	n.Push(int32(at))
	return at, several
}

// top drops items that have another identity by now, and returns the first that
// has not.
func (v *view) top(n *heap.Numbers, id int) (int, bool) {
	for len(*n) > 0 {
		if at := int((*n)[0]); int(v.identity[at]) == id {
			return at, true
		}
		n.Pop()
	}
	return 0, false
}

func (f *movingMatcher) match(p int) (int, bool) {
	e := &f.elements[p]
	which, several := f.view(e.by).first(e.keys)
	if which < 0 && e.fallback != nil {
		which, several = f.view(e.fallback).first(e.keys)
	}
	return which, several
}

func (f *movingMatcher) update(_, which int) {
	for _, v := range f.views {
		v.identify(which, f.list.items[which].value)
	}
}

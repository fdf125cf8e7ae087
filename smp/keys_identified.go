package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// An identified list is a list whose elements are numbered by identity.
type identified struct {
	list       model.Value
	by         *selection
	values     []model.Value
	index      identIndex
	first      []int32 // for each identity: its first element
	ids        []int32 // for each element: its identity, or -1
	duplicates bool    // some identity has several elements
	loose      bool    // some element has no identity
	counts     []int32 // for each identity: its elements, once that is asked for
	// unnamed are the elements without identity by the hash of what they are, once
	// that is asked for.
	unnamed map[uint64][]int32
	keys    []model.Value // scratch
}

// exact reports whether every element has an identity of its own.
func (x *identified) exact() bool { return !x.duplicates && !x.loose }

// identified returns a list, numbered by the identities that the selection gives.
func (s *selection) identified(list model.Value) *identified {
	n, end := list.Len(), list.Len()*(1+s.width())
	x := &identified{list: list, by: s}
	values, numbers := make([]model.Value, end+s.width()), make([]int32, 2*n)
	x.values, x.index, x.keys = values[:0:n], s.indexIn(values[n:n:end], n), values[end:end]
	x.ids, x.first = numbers[:0:n], numbers[n:n]
	for e, keys := range s.all(list, x.keys) {
		i := len(x.values)
		x.values = append(x.values, e)
		if keys == nil {
			x.ids, x.loose = append(x.ids, -1), true
			continue
		}
		id := x.index.add(keys)
		if id == len(x.first) {
			x.first = append(x.first, int32(i))
		} else {
			x.duplicates = true
		}
		x.ids = append(x.ids, int32(id))
	}
	return x
}

// find returns the first element with the identity of e, or -1.
func (x *identified) find(e model.Value) int {
	id := x.identityOf(e)
	if id < 0 {
		return -1
	}
	return int(x.first[id])
}

// identityOf returns the number of the identity of e, or -1.
func (x *identified) identityOf(e model.Value) int {
	var ok bool
	if x.keys, ok = x.by.keysOf(x.keys[:0], e); !ok {
		return -1
	}
	return x.index.find(x.keys)
}

// copies returns how many elements have the identity of element i, which has one.
func (x *identified) copies(i int) int32 {
	if !x.duplicates {
		return 1
	}
	if x.counts == nil {
		x.counts = make([]int32, len(x.first))
		for _, id := range x.ids {
			if id >= 0 {
				x.counts[id]++
			}
		}
	}
	return x.counts[x.ids[i]]
}

// at returns element i, absent where i is negative.
func (x *identified) at(i int) model.Value {
	if i < 0 {
		return model.Value{}
	}
	return x.values[i]
}

// identity returns the keys of element i.
func (x *identified) identity(i int) []model.Value { return x.index.identity(int(x.ids[i])) }

// duplicatesOf returns for each identity its elements, in order.
func duplicatesOf(x *identified) duplicateWalk {
	pairs := make(duplicateWalk, len(x.first))
	room := make([]int32, len(x.ids)) // for those that have no duplicate
	for i, id := range x.ids {
		if id < 0 {
			continue
		}
		if pairs[id] == nil {
			pairs[id] = room[i : i : i+1]
		}
		pairs[id] = append(pairs[id], int32(i))
	}
	return pairs
}

// A duplicateWalk gives out the elements of a list, for each identity one by one.
type duplicateWalk [][]int32

// next returns the number of the next element with an identity, and takes it; -1
// where there is none.
func (w duplicateWalk) next(id int) int {
	at := w.peek(id)
	if at >= 0 {
		w[id] = w[id][1:]
	}
	return at
}

// peek is next that takes nothing.
func (w duplicateWalk) peek(id int) int {
	if id < 0 || len(w[id]) == 0 {
		return -1
	}
	return int(w[id][0])
}

// has reports whether the list has an element with the identity of e; an
// element without identity is identified by its value.
func (x *identified) has(e model.Value) bool {
	if x.find(e) >= 0 {
		return true
	}
	if _, ok := x.by.keysOf(nil, e); ok {
		return false
	}
	_, which := x.like(e)
	return which >= 0
}

// take is has for an element without identity, which counts once.
func (x *identified) take(e model.Value) bool {
	hash, which := x.like(e)
	if which < 0 {
		return false
	}
	left := x.unnamed[hash]
	left[which] = left[0] // in no order
	x.unnamed[hash] = left[1:]
	return true
}

// like returns the first element without identity that is as e is: under which
// hash it is, and its place there, or -1.
func (x *identified) like(e model.Value) (hash uint64, which int) {
	if x.unnamed == nil {
		x.unnamed = map[uint64][]int32{}
		for i, id := range x.ids {
			if id < 0 {
				h := hashIgnoringNulls(x.values[i])
				x.unnamed[h] = append(x.unnamed[h], int32(i))
			}
		}
	}
	hash = hashIgnoringNulls(e)
	return hash, slices.IndexFunc(x.unnamed[hash], func(i int32) bool { return equalIgnoringNulls(x.values[i], e) })
}

// sameSequence reports whether two lists have the same identities in the same
// order.
func sameSequence(before, after *identified) bool {
	if len(before.values) != len(after.values) {
		return false
	}
	for i := range before.values {
		if before.ids[i] < 0 || after.ids[i] < 0 {
			if before.ids[i] != after.ids[i] {
				return false
			}
			continue
		}
		if !before.index.is(int(before.ids[i]), after.identity(i)) {
			return false
		}
	}
	return true
}

package identity

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A Numbered list is a list whose elements are numbered by identity.
type Numbered struct {
	List   model.Value
	Values []model.Value // its elements
	Index  Index
	First  []int32 // for each identity: its first element
	IDs    []int32 // for each element: its identity, or -1
	Loose  bool    // some element has no identity

	by         *Selection
	duplicates bool    // some identity has several elements
	counts     []int32 // for each identity: its elements, once that is asked for
	// unnamed are the elements without identity by the hash of what they are, once
	// that is asked for.
	keyless map[uint64][]int32
	keys    []model.Value // scratch
}

// Exact reports whether every element has an identity of its own.
func (x *Numbered) Exact() bool { return !x.duplicates && !x.Loose }

// Numbered returns a list, numbered by the identities that the selection gives.
func (s *Selection) Numbered(list model.Value) *Numbered {
	n, end := list.Len(), list.Len()*(1+s.Width())
	x := &Numbered{List: list, by: s}
	values, numbers := make([]model.Value, end+s.Width()), make([]int32, 2*n)
	x.Values, x.Index, x.keys = values[:0:n], s.IndexIn(values[n:n:end], n), values[end:end]
	x.IDs, x.First = numbers[:0:n], numbers[n:n]
	for e, keys := range s.All(list, x.keys) {
		i := len(x.Values)
		x.Values = append(x.Values, e)
		if keys == nil {
			x.IDs, x.Loose = append(x.IDs, -1), true
			continue
		}
		id := x.Index.Add(keys)
		if id == len(x.First) {
			x.First = append(x.First, int32(i))
		} else {
			x.duplicates = true
		}
		x.IDs = append(x.IDs, int32(id))
	}
	return x
}

// Find returns the first element with the identity of e, or -1.
func (x *Numbered) Find(e model.Value) int {
	id := x.IdentityOf(e)
	if id < 0 {
		return -1
	}
	return int(x.First[id])
}

// IdentityOf returns the number of the identity of e, or -1.
func (x *Numbered) IdentityOf(e model.Value) int {
	var ok bool
	if x.keys, ok = x.by.KeysOf(x.keys[:0], e); !ok {
		return -1
	}
	return x.Index.Find(x.keys)
}

// Copies returns how many elements have the identity of element i, which has one.
func (x *Numbered) Copies(i int) int32 {
	if !x.duplicates {
		return 1
	}
	if x.counts == nil {
		x.counts = make([]int32, len(x.First))
		for _, id := range x.IDs {
			if id >= 0 {
				x.counts[id]++
			}
		}
	}
	return x.counts[x.IDs[i]]
}

// At returns element i, absent where i is negative.
func (x *Numbered) At(i int) model.Value {
	if i < 0 {
		return model.Value{}
	}
	return x.Values[i]
}

// Identity returns the keys of element i.
func (x *Numbered) Identity(i int) []model.Value { return x.Index.Identity(int(x.IDs[i])) }

// DuplicatesOf returns the duplicates of a list.
func DuplicatesOf(x *Numbered) Duplicates {
	pairs := make(Duplicates, len(x.First))
	room := make([]int32, len(x.IDs)) // for those that have no duplicate
	for i, id := range x.IDs {
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

// Duplicates are for each identity of a list its elements, in order.
type Duplicates [][]int32

// Next returns the number of the next element with an identity, and takes it; -1
// where there is none.
func (w Duplicates) Next(id int) int {
	at := w.Peek(id)
	if at >= 0 {
		w[id] = w[id][1:]
	}
	return at
}

// Peek is Next that takes nothing.
func (w Duplicates) Peek(id int) int {
	if id < 0 || len(w[id]) == 0 {
		return -1
	}
	return int(w[id][0])
}

// Has reports whether the list has an element with the identity of e; an
// element without identity is identified by its value.
func (x *Numbered) Has(e model.Value) bool {
	if x.Find(e) >= 0 {
		return true
	}
	if _, ok := x.by.KeysOf(nil, e); ok {
		return false
	}
	_, which := x.findKeyless(e)
	return which >= 0
}

// Take is Has for an element without identity, which counts once.
func (x *Numbered) TakeKeyless(e model.Value) bool {
	hash, which := x.findKeyless(e)
	if which < 0 {
		return false
	}
	left := x.keyless[hash]
	left[which] = left[0] // in no order
	x.keyless[hash] = left[1:]
	return true
}

// like returns the first element without identity that is as e is: under which
// hash it is, and its place there, or -1.
func (x *Numbered) findKeyless(e model.Value) (hash uint64, which int) {
	if x.keyless == nil {
		x.keyless = map[uint64][]int32{}
		for i, id := range x.IDs {
			if id < 0 {
				h := nulls.Hash(x.Values[i])
				x.keyless[h] = append(x.keyless[h], int32(i))
			}
		}
	}
	hash = nulls.Hash(e)
	return hash, slices.IndexFunc(x.keyless[hash], func(i int32) bool { return nulls.Equal(x.Values[i], e) })
}

// SameSequence reports whether two lists have the same identities in the same
// order.
func SameSequence(before, after *Numbered) bool {
	if len(before.Values) != len(after.Values) {
		return false
	}
	for i := range before.Values {
		if before.IDs[i] < 0 || after.IDs[i] < 0 {
			if before.IDs[i] != after.IDs[i] {
				return false
			}
			continue
		}
		if !before.Index.Is(int(before.IDs[i]), after.Identity(i)) {
			return false
		}
	}
	return true
}

package identity

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/reuse"
)

// A Numbered is a list with a number for the identity of each element.
type Numbered struct {
	List       model.Value
	Values     []model.Value // elements of List
	Index      Index
	First      []int32 // for each identity, the index of its first element
	IDs        []int32 // for each element, the number of its identity, or -1
	HasKeyless bool    // an element has no identity

	by         *Selection
	duplicates bool    // an identity has several elements
	counts     []int32 // for each identity, its number of elements; made by Copies
	// keyless holds the elements without identity, by hash. Has makes it.
	keyless map[uint64][]int32
	keys    []model.Value // memory for the keys of one element
}

// Exact reports whether every element has an identity, and no two elements have the same identity.
func (x *Numbered) Exact() bool { return !x.duplicates && !x.HasKeyless }

// Numbered returns a list with a number for the identity of each element. The numbers start at 0,
// in the order in which the identities first appear.
func (s *Selection) Numbered(list model.Value) *Numbered { return new(Memory).Numbered(s, list) }

// A Memory is the memory of numbered lists. The zero Memory is ready to use by one goroutine.
type Memory struct {
	lists   reuse.Block[Numbered]
	values  reuse.Block[model.Value]
	numbers reuse.Block[int32]
}

// Reset makes the memory available again. The lists must not be used any more.
func (m *Memory) Reset() {
	m.lists.Reset()
	m.values.Reset()
	m.numbers.Reset()
}

// Numbered is like Selection.Numbered.
func (m *Memory) Numbered(s *Selection, list model.Value) *Numbered {
	n, end := list.Len(), list.Len()*(1+s.Width())
	x := &m.lists.Take(1)[0]
	x.List, x.by = list, s
	values, numbers := m.values.Take(end+s.Width()), m.numbers.Take(2*n)
	x.Values, x.Index, x.keys = values[:0:n], s.IndexIn(values[n:n:end], n), values[end:end]
	x.IDs, x.First = numbers[:0:n], numbers[n:n]
	for e, keys := range s.All(list, x.keys) {
		i := len(x.Values)
		x.Values = append(x.Values, e)
		if keys == nil {
			x.IDs, x.HasKeyless = append(x.IDs, -1), true
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

// Find returns the index of the first element with the identity of e, or -1.
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

// Copies returns the number of elements that have the same identity as the element with index i.
// This element must have an identity.
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

// At returns the element with index i, or an absent value if i is negative.
func (x *Numbered) At(i int) model.Value {
	if i < 0 {
		return model.Value{}
	}
	return x.Values[i]
}

// Identity returns the keys of the element with index i.
func (x *Numbered) Identity(i int) []model.Value { return x.Index.Identity(int(x.IDs[i])) }

// Has reports whether the list has an element with the identity of e. If e has no
// identity, Has compares values.
func (x *Numbered) Has(e model.Value) bool {
	if x.Find(e) >= 0 {
		return true
	}
	if _, ok := x.by.KeysOf(nil, e); ok {
		return false
	}
	return x.containsKeyless(e)
}

// containsKeyless reports whether the list has an element without identity that equals e.
func (x *Numbered) containsKeyless(e model.Value) bool {
	if x.keyless == nil {
		x.keyless = map[uint64][]int32{}
		for i, id := range x.IDs {
			if id < 0 {
				h := nulls.Hash(x.Values[i])
				x.keyless[h] = append(x.keyless[h], int32(i))
			}
		}
	}
	return slices.ContainsFunc(x.keyless[nulls.Hash(e)], func(i int32) bool { return nulls.Equal(x.Values[i], e) })
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

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
func (n *Numbered) Exact() bool { return !n.duplicates && !n.HasKeyless }

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
func (n *Numbered) Find(e model.Value) int {
	id := n.IdentityOf(e)
	if id < 0 {
		return -1
	}
	return int(n.First[id])
}

// IdentityOf returns the number of the identity of e, or -1.
func (n *Numbered) IdentityOf(e model.Value) int {
	var ok bool
	if n.keys, ok = n.by.KeysOf(n.keys[:0], e); !ok {
		return -1
	}
	return n.Index.Find(n.keys)
}

// Copies returns the number of elements that have the same identity as the element with index i.
// This element must have an identity.
func (n *Numbered) Copies(i int) int32 {
	if !n.duplicates {
		return 1
	}
	if n.counts == nil {
		n.counts = make([]int32, len(n.First))
		for _, id := range n.IDs {
			if id >= 0 {
				n.counts[id]++
			}
		}
	}
	return n.counts[n.IDs[i]]
}

// At returns the element with index i, or an absent value if i is negative.
func (n *Numbered) At(i int) model.Value {
	if i < 0 {
		return model.Value{}
	}
	return n.Values[i]
}

// Identity returns the keys of the element with index i.
func (n *Numbered) Identity(i int) []model.Value { return n.Index.Identity(int(n.IDs[i])) }

// Has reports whether the list has an element with the identity of e. If e has no
// identity, Has compares values.
func (n *Numbered) Has(e model.Value) bool {
	if n.Find(e) >= 0 {
		return true
	}
	if _, ok := n.by.KeysOf(nil, e); ok {
		return false
	}
	return n.containsKeyless(e)
}

// containsKeyless reports whether the list has an element without identity that equals e.
func (n *Numbered) containsKeyless(e model.Value) bool {
	if n.keyless == nil {
		n.keyless = map[uint64][]int32{}
		for i, id := range n.IDs {
			if id < 0 {
				h := nulls.Hash(n.Values[i])
				n.keyless[h] = append(n.keyless[h], int32(i))
			}
		}
	}
	return slices.ContainsFunc(n.keyless[nulls.Hash(e)], func(i int32) bool { return nulls.Equal(n.Values[i], e) })
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

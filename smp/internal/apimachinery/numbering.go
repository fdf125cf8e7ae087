package apimachinery

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// A Numbering gives a number to each identity in several lists, so that the lists can be compared.
// The number of an element without identity is Keyless, MapKeyed or ListKeyed.
type Numbering struct{ index *identity.Index }

// NumberingBy returns a numbering by a selection, with memory for n elements.
func NumberingBy(by *identity.Selection, n int) Numbering { return Numbering{by.NewIndex(n)} }

// Like returns an empty numbering by the same selection. If decoded is set, it compares keys as
// apimachinery decodes them.
func (n Numbering) Like(decoded bool) Numbering {
	by := *n.index.By
	by.Decoded = decoded
	return NumberingBy(&by, 0)
}

// Keyed reports whether elements are identified by keys and not by value.
func (n Numbering) Keyed() bool { return n.index.By.Names != nil }

// Len returns the number of identities.
func (n Numbering) Len() int { return n.index.Len() }

// All returns the numbers of the elements of a list.
func (n Numbering) All(list []model.Value) []int32 {
	ids := make([]int32, len(list))
	for i, e := range list {
		ids[i] = n.Of(e)
	}
	return ids
}

// Of returns the number of an element.
func (n Numbering) Of(e model.Value) int32 {
	by := n.index.By
	if !n.Keyed() && e.Type() == model.Null && by.Nulls {
		return int32(n.index.Add([]model.Value{e}))
	}
	if id := n.index.Number(e); id >= 0 {
		return int32(id)
	}
	if !n.Keyed() {
		return reason(e)
	}
	for _, name := range by.Names {
		if v, ok := e.Get(name); ok && reason(v) != Keyless {
			return reason(v)
		}
	}
	return Keyless
}

// reason returns the number for a value that is not a key.
func reason(v model.Value) int32 {
	switch v.Type() {
	case model.Map:
		return MapKeyed
	case model.List:
		return ListKeyed
	default:
		return Keyless
	}
}

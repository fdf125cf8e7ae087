package smp

import "github.com/strategicpatch/smp/model"

// A sequencer numbers the elements of lists by identity, so that lists can be
// compared with one another: equal numbers, equal keys.
type sequencer struct {
	by    *selection
	index *identIndex
	keys  []model.Value
}

// What elements are that have no identity.
const (
	keyless   = -1 // the merge key is missing, or there is no map to have it
	mapKeyed  = -2 // the merge key is a map
	listKeyed = -3
)

func newSequencer(by *selection, room int) *sequencer {
	return &sequencer{by: by, index: by.newIndex(room)}
}

// of numbers the elements of a list.
func (s *sequencer) of(list []model.Value) []int32 {
	ids := make([]int32, len(list))
	for i, e := range list {
		ids[i] = s.number(e)
	}
	return ids
}

// number returns the number of an element's identity, or why it has none.
func (s *sequencer) number(e model.Value) int32 {
	var ok bool
	if s.by.names == nil && e.Kind() == model.Null && s.by.nulls {
		s.keys, ok = append(s.keys[:0], e), true
	} else {
		s.keys, ok = s.by.keysOf(s.keys[:0], e)
	}
	if ok {
		return int32(s.index.add(s.keys))
	}
	if s.by.names == nil {
		return worthless(e)
	}
	for _, name := range s.by.names {
		if v, ok := e.Get(name); ok && worthless(v) != keyless {
			return worthless(v)
		}
	}
	return keyless
}

// worthless says why a value is no key.
func worthless(v model.Value) int32 {
	switch v.Kind() {
	case model.Map:
		return mapKeyed
	case model.List:
		return listKeyed
	default:
		return keyless
	}
}

// firsts returns for each number the index of its first element, -1 for none.
func (s *sequencer) firsts(ids []int32) []int32 {
	first := make([]int32, s.index.len())
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

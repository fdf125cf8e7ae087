package identity

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
)

// A Change is an element that differs between two lists at the same index.
type Change struct {
	Index         int
	Before, After model.Value
}

// A ChangeRoom is memory for the changes between most lists. The zero ChangeRoom is ready to use.
type ChangeRoom struct {
	changes [2]Change
	keys    [2]model.Value
	index   [2]model.Value
}

// Keys returns memory for the keys of one element.
func (r *ChangeRoom) Keys() []model.Value { return r.keys[:0:2] }

// Changes returns the elements that differ between two lists of the same length, and an index
// of their identities, in the same order. alike is true if each of these elements has the same
// identity in both lists, and no two of the identities are equal.
func (s *Selection) Changes(before, after model.Value, room *ChangeRoom) (changes []Change, index Index, alike bool) {
	changes, index, alike = room.changes[:0], s.IndexIn(room.index[:0], 0), true
	keys := room.Keys()
	door.Shortcuts.DifferingElements(before, after, func(i int, was, is model.Value) bool {
		if keys, alike = s.KeysOf(keys[:0], was); !alike || s.LosesDefault(was, is) {
			alike = false
			return false
		}
		id := index.Add(keys)
		keys, alike = s.KeysOf(keys[:0], is)
		alike = alike && id == len(changes) && index.Is(id, keys)
		changes = append(changes, Change{i, was, is})
		return alike
	})
	return changes, index, alike
}

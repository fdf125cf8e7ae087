package identity

import "github.com/strategicpatch/smp/model"

// A Table holds a value of type T for each identity. The method GetOrAdd adds to both Index and
// ByID. A caller of Index.Add must append to ByID itself.
type Table[T any] struct {
	Index
	ByID []T // value of each identity, by number
}

// NewTable returns a table of identities by a selection, with memory for n identities.
func NewTable[T any](by *Selection, n int) *Table[T] {
	return &Table[T]{by.IndexIn(nil, n), make([]T, 0, n)}
}

// GetOrAdd returns a pointer to the value of an identity. If the identity is new, GetOrAdd adds it
// with a zero value. The pointer is valid until the next identity is added.
func (t *Table[T]) GetOrAdd(keys []model.Value) (value *T, isNew bool) {
	id := t.Add(keys)
	if isNew = id == len(t.ByID); isNew {
		var zero T
		t.ByID = append(t.ByID, zero)
	}
	return &t.ByID[id], isNew
}

// GetOrAddElement is like GetOrAdd, but for the identity of an element. If the element has no
// identity, it returns nil.
func (t *Table[T]) GetOrAddElement(e model.Value) (value *T, isNew bool) {
	var ok bool
	if t.keys, ok = t.By.KeysOf(t.keys[:0], e); !ok {
		return nil, false
	}
	return t.GetOrAdd(t.keys)
}

// Get returns a pointer to the value of an identity, or nil if the table does not have the
// identity.
func (t *Table[T]) Get(keys []model.Value) *T {
	if id := t.Find(keys); id >= 0 {
		return &t.ByID[id]
	}
	return nil
}

// A Tables holds the tables of one list, with one table for each selection that a patch of the list
// uses.
type Tables[T any] []*Table[T]

// Table returns the table of a selection, and adds a table if there is none. The first table has
// memory for n identities. Most patches use only one selection, so further tables have none.
func (t *Tables[T]) Table(s *Selection, n int) *Table[T] {
	for _, table := range *t {
		if table.By == s {
			return table
		}
	}
	if len(*t) > 0 {
		n = 0
	}
	table := NewTable[T](s, n)
	*t = append(*t, table)
	return table
}

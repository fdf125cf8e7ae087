package identity

import "github.com/strategicpatch/smp/model"

// A Table holds a T for each identity. Of keeps Index and Each in step; a caller of
// Index.Add must append to Each itself.
type Table[T any] struct {
	Index
	Each []T // for each identity, by its number
}

// NewTable returns a table of identities by a selection, with room for n.
func NewTable[T any](by *Selection, n int) *Table[T] {
	return &Table[T]{by.IndexIn(nil, n), make([]T, 0, n)}
}

// Of returns the T of an identity, and adds a zero T if the identity is new. The
// pointer is valid until the next identity is added.
func (t *Table[T]) Of(keys []model.Value) (kept *T, isNew bool) {
	id := t.Add(keys)
	if isNew = id == len(t.Each); isNew {
		var zero T
		t.Each = append(t.Each, zero)
	}
	return &t.Each[id], isNew
}

// OfElement is Of for the identity of an element. It returns nil if there is none.
func (t *Table[T]) OfElement(e model.Value) (kept *T, isNew bool) {
	var ok bool
	if t.keys, ok = t.By.KeysOf(t.keys[:0], e); !ok {
		return nil, false
	}
	return t.Of(t.keys)
}

// Known returns the T of an identity, or nil if the table lacks it.
func (t *Table[T]) Known(keys []model.Value) *T {
	if id := t.Find(keys); id >= 0 {
		return &t.Each[id]
	}
	return nil
}

// Tables are the tables of one list, one for each selection that a patch of it uses.
type Tables[T any] []*Table[T]

// By returns the table of a selection, and adds it if there is none. The first table has
// room for n, because nearly all patches use one selection.
func (t *Tables[T]) By(s *Selection, n int) *Table[T] {
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

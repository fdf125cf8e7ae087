package identity

import "github.com/strategicpatch/smp/model"

// A Table keeps something for each identity. Of keeps Index and Each in step; a caller
// that uses Index.Add must append to Each itself.
type Table[T any] struct {
	Index
	Each []T // for each identity, by its number
}

// NewTable returns a table of identities by a selection, with room for n.
func NewTable[T any](by *Selection, n int) *Table[T] {
	return &Table[T]{by.IndexIn(nil, n), make([]T, 0, n)}
}

// Of returns what is kept for an identity, until the next one is added. One that is new
// has the zero T, and is reported to be new.
func (t *Table[T]) Of(keys []model.Value) (kept *T, isNew bool) {
	id := t.Add(keys)
	if isNew = id == len(t.Each); isNew {
		var zero T
		t.Each = append(t.Each, zero)
	}
	return &t.Each[id], isNew
}

// OfElement is Of the identity of an element; nil for an element that has none.
func (t *Table[T]) OfElement(e model.Value) (kept *T, isNew bool) {
	var ok bool
	if t.keys, ok = t.By.KeysOf(t.keys[:0], e); !ok {
		return nil, false
	}
	return t.Of(t.keys)
}

// Known returns what is kept for an identity; nil for one that the table has not.
func (t *Table[T]) Known(keys []model.Value) *T {
	if id := t.Find(keys); id >= 0 {
		return &t.Each[id]
	}
	return nil
}

// Tables are what is said of one list, a table for each selection that says some of it.
type Tables[T any] []*Table[T]

// By returns the table of a selection, which is new if there was none. The first one has
// room for n: nearly all lists are spoken of by one selection.
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

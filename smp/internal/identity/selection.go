// Package identity tells elements of lists apart: by the keys that a selection names, or
// by value. It numbers identities, so that lists can be compared with one another.
package identity

import (
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A Selection is how elements of a merging list are identified: by the default
// key, or by the keys that a $patchMergeKey names (rules keys-multi,
// keys-recommended). Elements of a set are identified by their value.
type Selection struct {
	Names    []string      // the key fields, default key first; none in a set
	Defaults []model.Value // for each name, what an absent key counts as (rule keys-default)
	Required int           // how many names, from the first, every element must have
	Present  []string      // fields that an element must have, whatever they hold (rule keys-null)
	Had      []bool        // for each of these, whether a default counts as having it
	Partial  bool          // some recommended keys are not among the names (rule keys-partial)
	Nulls    bool          // null is a key (divergence any-key-accepted)
	Decoded  bool          // keys compare as the shipped engine does (divergence integer-float-distinct)
}

// Width returns of how many values an identity consists.
func (s *Selection) Width() int { return max(1, len(s.Names)) }

// NewIndex returns an index of identities by this selection, with room for n.
func (s *Selection) NewIndex(n int) *Index {
	x := s.IndexIn(nil, n)
	return &x
}

// IndexIn is NewIndex in the memory given, if that is enough.
func (s *Selection) IndexIn(room []model.Value, n int) Index {
	return Index{By: s, Width: s.Width(), Decoded: s.Decoded, Values: slices.Grow(room[:0], n*s.Width())}
}

// KeysOf appends the identity of an element as it stands in a document. It
// reports false for an element that the selection can identify with nothing.
func (s *Selection) KeysOf(dst []model.Value, e model.Value) ([]model.Value, bool) {
	if s.Names == nil {
		return append(dst, e), e.IsScalar()
	}
	if e.Kind() != model.Map {
		return dst, false // not even a default makes it one
	}
	for i, name := range s.Names {
		v, _ := e.Get(name)
		v, ok := s.key(i, v)
		if !ok {
			return dst, false
		}
		dst = append(dst, v)
	}
	for i, name := range s.Present {
		if v, _ := e.Get(name); (v.Kind() == model.Absent || v.Kind() == model.Null) && !s.Had[i] {
			return dst, false
		}
	}
	return dst, true
}

// key returns what counts as key number i of an element that has v there. It
// reports false if the element cannot be identified then.
func (s *Selection) key(i int, v model.Value) (model.Value, bool) {
	k := v.Kind()
	if k == model.Null && s.Nulls {
		return v, true
	}
	if k == model.Absent || k == model.Null {
		v = s.Defaults[i]
	}
	return v, v.IsScalar() || i >= s.Required && v.Kind() == model.Absent
}

// All yields the elements of a list with their identities, those of KeysOf: nil
// for an element without one. An identity stands in scratch, until the next.
func (s *Selection) All(list model.Value, scratch []model.Value) iter.Seq2[model.Value, []model.Value] {
	return func(yield func(model.Value, []model.Value) bool) { s.each(list, scratch[:0], yield) }
}

// each is All for a function. Lists with one key are read column by column.
func (s *Selection) each(list model.Value, keys []model.Value, yield func(model.Value, []model.Value) bool) {
	if len(s.Names) == 1 && s.Present == nil {
		keys = append(keys, model.Value{})
		for e, v := range list.Column(s.Names[0]) {
			var ok bool
			found := keys
			if keys[0], ok = s.key(0, v); !ok || e.Kind() != model.Map {
				found = nil
			}
			if !yield(e, found) {
				return
			}
		}
		return
	}
	for _, e := range list.Elements() {
		found, ok := s.KeysOf(keys[:0], e)
		if !ok {
			found = nil
		}
		if !yield(e, found) {
			return
		}
	}
}

// ByText reports whether an element is identified by a text if and only if its
// one key is that string.
func (s *Selection) ByText() bool {
	return len(s.Names) == 1 && s.Present == nil && s.Defaults[0].Kind() != model.String
}

// Selects reports whether the field is one of the keys.
func (s *Selection) Selects(name string) bool {
	return slices.Contains(s.Names, name) || slices.Contains(s.Present, name)
}

// IsKey reports whether a value may be a merge key.
func (s *Selection) IsKey(v model.Value) bool {
	return v.IsScalar() || s.Nulls && v.Kind() == model.Null
}

// LosesDefault reports whether a key that have spells out is gone from want,
// where its default counts (rule keys-default).
func (s *Selection) LosesDefault(have, want model.Value) bool {
	for _, name := range s.Names {
		was, _ := have.Get(name)
		is, _ := want.Get(name)
		if was.IsScalar() && !is.IsScalar() {
			return true
		}
	}
	return false
}

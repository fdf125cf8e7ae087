// Package identity finds elements of merging lists by their keys.
//
// # The problem
//
// A patch addresses an element of a list by its keys, not by its index, because indexes change
// whenever somebody else inserts an element. Apply, Diff and ThreeWay must all answer the same
// question: which element of one list is the same as an element of another list?
//
// # The rule
//
// The identity of an element is the list of the values of its keys, and two elements are the same
// if their identities are equal as JSON values. A [Selection] defines the keys. The ports of a
// Service have the default key port and the recommended keys port and protocol. An absent protocol
// counts as TCP:
//
//	element                      by port    by port and protocol
//	{port: 53, protocol: UDP}    (53)       (53, UDP)
//	{port: 53, protocol: TCP}    (53)       (53, TCP)
//	{port: 53, name: dns}        (53)       (53, TCP)    with the default
//	{port: 53.0}                 (53)       (53, TCP)    53.0 equals 53
//	{port: "53"}                 ("53")     ("53", TCP)  a string is not a number
//	{name: dns}                  none       none         port is required
//	dns                          none       none         not a map
//
// By port, the first four elements are the same. By both keys, the first one differs from the next
// three. Without the default, the third and fourth element would have an absent protocol, and would
// be the same only as other elements without protocol. An element without identity matches nothing.
//
// The elements of a set have no keys. A scalar is its own identity, and null, maps and lists have
// no identity.
//
// # Numbers instead of keys
//
// Comparing keys again and again is slow. An [Index] gives each identity a number, in the order in
// which identities are added. [Selection.Numbered] does that for a whole list. By port and
// protocol, the numbers are:
//
//	list                         number
//	{port: 53, protocol: UDP}     0
//	{port: 53}                    1
//	{name: http}                 -1         no identity
//	{port: 53.0, protocol: UDP}   0         a duplicate of the first element
//
// Numbered.Find returns 1 for {port: 53, protocol: TCP}, and Numbered.Copies returns 2 for element
// 0. A list is exact if it has neither duplicates nor elements without identity (see
// [Numbered.Exact]). In such a list, an identity determines an element as well as an index does.
// Other lists need more care, because a patch that deletes {port: 53, protocol: UDP} deletes both
// copies.
//
// A [Table] holds a value for each identity, and a [View] is an index of a list whose elements
// change.
package identity

import (
	"iter"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A Selection defines how elements of a merging list are identified: by the default
// key, or by the keys in a $patchMergeKey (rules keys-multi, keys-recommended).
// Elements of a set are identified by their value.
type Selection struct {
	Names            []string      // key fields, with the default key first; nil in a set
	Defaults         []model.Value // default of each key, or an absent value (rule keys-default)
	Required         int           // number of keys, from the first one on, that every element must have
	Present          []string      // fields that an element must have with a value other than null (rule keys-null)
	PresentDefaulted []bool        // for each field in Present, whether a default makes up for a missing value
	Partial          bool          // Names lacks some recommended keys (rule keys-partial)
	Nulls            bool          // null may be a key (divergence any-key-accepted)
	Decoded          bool          // keys are compared as in apimachinery (divergence integer-float-distinct)
}

// Step returns the path step that leads to an element of a keyed list with the given keys.
func (s *Selection) Step(keys []model.Value) model.Step {
	var key model.Key
	for i, name := range s.Names {
		key = append(key, model.KeyField{Name: name, Value: keys[i]})
	}
	return key
}

// StepTo returns the path step that leads to an element of a list that is evaluated against
// empty. index is that of the element in the result. by selects the keys of the element, or is nil.
func StepTo(by *Selection, e model.Value, index int) model.Step {
	if by == nil {
		return model.Index(index)
	}
	switch keys, ok := by.KeysOf(nil, e); {
	case !ok:
		return model.Index(index)
	case by.Names == nil:
		return model.SetValue{Value: e}
	default:
		return by.Step(keys)
	}
}

// Width returns the number of values of an identity.
func (s *Selection) Width() int { return max(1, len(s.Names)) }

// NewIndex returns an index of identities by this selection, with memory for n identities.
func (s *Selection) NewIndex(n int) *Index {
	x := s.IndexIn(nil, n)
	return &x
}

// IndexIn is like NewIndex, but uses the memory of room if it is large enough.
func (s *Selection) IndexIn(room []model.Value, n int) Index {
	return Index{By: s, Width: s.Width(), Decoded: s.Decoded, Values: slices.Grow(room[:0], n*s.Width())}
}

// KeysOf appends the identity of an element to dst. It reports false for an element
// without identity, which matches nothing.
func (s *Selection) KeysOf(dst []model.Value, e model.Value) ([]model.Value, bool) {
	if s.Names == nil {
		return append(dst, e), e.IsScalar()
	}
	if e.Type() != model.Map {
		return dst, false // an element that is not a map has no identity, even if all keys have defaults
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
		if v, _ := e.Get(name); (v.Type() == model.Absent || v.Type() == model.Null) && !s.PresentDefaulted[i] {
			return dst, false
		}
	}
	return dst, true
}

// key returns the value of the key with index i for an element that has the value v in this field.
// It reports false if such an element has no identity.
func (s *Selection) key(i int, v model.Value) (model.Value, bool) {
	k := v.Type()
	if k == model.Null && s.Nulls {
		return v, true
	}
	if k == model.Absent || k == model.Null {
		v = s.Defaults[i]
	}
	return v, v.IsScalar() || i >= s.Required && v.Type() == model.Absent
}

// All returns an iterator over the elements of a list and their identities. The identity is nil if
// an element has none. It uses the memory of scratch, so it is valid only until the next iteration.
func (s *Selection) All(list model.Value, scratch []model.Value) iter.Seq2[model.Value, []model.Value] {
	return func(yield func(model.Value, []model.Value) bool) { s.each(list, scratch[:0], yield) }
}

// each implements All. If there is only one key, it reads the list with Column.
func (s *Selection) each(list model.Value, keys []model.Value, yield func(model.Value, []model.Value) bool) {
	if len(s.Names) == 1 && s.Present == nil {
		keys = append(keys, model.Value{})
		for e, v := range list.Column(s.Names[0]) {
			var ok bool
			found := keys
			if keys[0], ok = s.key(0, v); !ok || e.Type() != model.Map {
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

// ByText reports whether elements have one key, and its default is not a string. In that case, an
// element has the identity "a" if and only if its key is the string "a".
func (s *Selection) ByText() bool {
	return len(s.Names) == 1 && s.Present == nil && s.Defaults[0].Type() != model.String
}

// Selects reports whether the field name is one of the keys.
func (s *Selection) Selects(name string) bool {
	return slices.Contains(s.Names, name) || slices.Contains(s.Present, name)
}

// IsKey reports whether a value may be a merge key.
func (s *Selection) IsKey(v model.Value) bool {
	return v.IsScalar() || s.Nulls && v.Type() == model.Null
}

// LosesDefault reports whether want lacks a key that have contains, so that the default applies
// (rule keys-default). An example is the change from {port:1,protocol:TCP} to {port:1}. A patch
// cannot delete such a key with a null, because the null would be used to find the element.
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

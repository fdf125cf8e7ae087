package smp

import (
	"hash/maphash"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A selection is how elements of a merging list are identified: by the default
// key, or by the keys that a $patchMergeKey names (rules keys-multi,
// keys-recommended). Elements of a set are identified by their value.
type selection struct {
	names    []string      // the key fields, default key first; none in a set
	defaults []model.Value // for each name, what an absent key counts as (rule keys-default)
	required int           // how many names, from the first, every element must have
	present  []string      // fields that an element must have, whatever they hold (rule keys-null)
	had      []bool        // for each of these, whether a default counts as having it
	partial  bool          // some recommended keys are not among the names (rule keys-partial)
	nulls    bool          // null is a key (divergence any-key-accepted)
	decoded  bool          // keys compare as the shipped engine does (divergence integer-float-distinct)
}

// width returns of how many values an identity consists.
func (s *selection) width() int { return max(1, len(s.names)) }

// newIndex returns an index of identities by this selection, with room for n.
func (s *selection) newIndex(n int) *identIndex {
	x := s.indexIn(nil, n)
	return &x
}

// indexIn is newIndex in the memory given, if that is enough.
func (s *selection) indexIn(room []model.Value, n int) identIndex {
	return identIndex{by: s, width: s.width(), decoded: s.decoded, values: roomFor(n*s.width(), room)}
}

// roomFor returns an empty slice with room for n: the memory given, if that is
// enough.
func roomFor[T any](n int, room []T) []T {
	if n > cap(room) {
		return make([]T, 0, n)
	}
	return room[:0]
}

// keysOf appends the identity of an element as it stands in a document. It
// reports false for an element that the selection can identify with nothing.
func (s *selection) keysOf(dst []model.Value, e model.Value) ([]model.Value, bool) {
	if s.names == nil {
		return append(dst, e), e.IsScalar()
	}
	if e.Kind() != model.Map {
		return dst, false // not even a default makes it one
	}
	for i, name := range s.names {
		v, _ := e.Get(name)
		v, ok := s.key(i, v)
		if !ok {
			return dst, false
		}
		dst = append(dst, v)
	}
	for i, name := range s.present {
		if v, _ := e.Get(name); (v.Kind() == model.Absent || v.Kind() == model.Null) && !s.had[i] {
			return dst, false
		}
	}
	return dst, true
}

// key returns what counts as key number i of an element that has v there. It
// reports false if the element cannot be identified then.
func (s *selection) key(i int, v model.Value) (model.Value, bool) {
	k := v.Kind()
	if k == model.Null && s.nulls {
		return v, true
	}
	if k == model.Absent || k == model.Null {
		v = s.defaults[i]
	}
	return v, v.IsScalar() || i >= s.required && v.Kind() == model.Absent
}

// all yields the elements of a list with their identities, those of keysOf: nil
// for an element without one. An identity stands in scratch, until the next.
func (s *selection) all(list model.Value, scratch []model.Value) iter.Seq2[model.Value, []model.Value] {
	return func(yield func(model.Value, []model.Value) bool) { s.each(list, scratch[:0], yield) }
}

// each is all for a function. Lists with one key are read column by column.
func (s *selection) each(list model.Value, keys []model.Value, yield func(model.Value, []model.Value) bool) {
	if len(s.names) == 1 && s.present == nil {
		keys = append(keys, model.Value{})
		for e, v := range list.Column(s.names[0]) {
			var ok bool
			if keys[0], ok = s.key(0, v); ok && e.Kind() == model.Map {
				ok = yield(e, keys)
			} else {
				ok = yield(e, nil)
			}
			if !ok {
				return
			}
		}
		return
	}
	for _, e := range list.Elements() {
		var ok bool
		if keys, ok = s.keysOf(keys[:0], e); ok {
			ok = yield(e, keys)
		} else {
			ok = yield(e, nil)
		}
		if !ok {
			return
		}
	}
}

// byText reports whether an element is identified by a text if and only if its
// one key is that string.
func (s *selection) byText() bool {
	return len(s.names) == 1 && s.present == nil && s.defaults[0].Kind() != model.String
}

// selects reports whether the field is one of the keys.
func (s *selection) selects(name string) bool {
	return slices.Contains(s.names, name) || slices.Contains(s.present, name)
}

// isKey reports whether a value may be a merge key.
func (s *selection) isKey(v model.Value) bool {
	return v.IsScalar() || s.nulls && v.Kind() == model.Null
}

// losesDefault reports whether a key that have spells out is gone from want,
// where its default counts (rule keys-default).
func (s *selection) losesDefault(have, want model.Value) bool {
	for _, name := range s.names {
		was, _ := have.Get(name)
		is, _ := want.Get(name)
		if was.IsScalar() && !is.IsScalar() {
			return true
		}
	}
	return false
}

// A decodedKind is what the shipped engine makes of a value when it reads it:
// numbers are of two kinds.
type decodedKind uint8

const (
	decodedNull decodedKind = iota
	decodedBool
	decodedString
	decodedInteger
	decodedFloat
	decodedList
	decodedMap
)

func decodedKindOf(v model.Value) decodedKind {
	switch v.Kind() {
	case model.Bool:
		return decodedBool
	case model.String:
		return decodedString
	case model.Number:
		if _, ok := decodedInt(v); ok {
			return decodedInteger
		}
		return decodedFloat
	case model.List:
		return decodedList
	case model.Map:
		return decodedMap
	default:
		return decodedNull
	}
}

// decodedInt returns a number that is spelled as an integer and fits.
func decodedInt(v model.Value) (int64, bool) {
	text := v.NumberText()
	if strings.ContainsAny(text, ".eE") {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// sameDecoded reports whether two scalars or nulls are equal once they are read
// (divergence integer-float-distinct).
func sameDecoded(a, b model.Value) bool {
	kind := decodedKindOf(a)
	switch {
	case kind != decodedKindOf(b):
		return false
	case kind == decodedFloat:
		return a.Float64() == b.Float64()
	default:
		return model.Equal(a, b)
	}
}

// hashDecoded returns equal hashes for what is equal once it is read. As model's, they
// differ from process to process.
func hashDecoded(v model.Value) uint64 {
	if decodedKindOf(v) == decodedFloat {
		return maphash.Comparable(floatSeed, v.Float64())
	}
	return v.Hash()
}

// floatSeed keeps secret which floats collide.
var floatSeed = maphash.MakeSeed()

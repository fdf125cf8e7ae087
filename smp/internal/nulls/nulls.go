// Package nulls treats nulls, and values of an unexpected type, as absent.
//
//	{"a":1,"b":null} equals {"a":1}, but [null] does not equal []
package nulls

import (
	"hash/maphash"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// Equal reports whether two values are equal if null members of maps count as absent.
func Equal(a, b model.Value) bool {
	if !a.HasNull() && !b.HasNull() {
		return model.Equal(a, b)
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Type() {
	case model.Map:
		for name, v := range a.Members() {
			if w, _ := b.Get(name); v.Type() != model.Null && !Equal(v, w) {
				return false
			}
		}
		return !HasMore(b, a)
	case model.List:
		return slices.EqualFunc(a.AppendElements(nil), b.AppendElements(nil), Equal)
	default:
		return model.Equal(a, b)
	}
}

// HasMore reports whether the map v has a member that other lacks. Null counts as
// absent.
func HasMore(v, other model.Value) bool {
	for name, have := range v.Members() {
		if in, _ := other.Get(name); Present(have) && !Present(in) {
			return true
		}
	}
	return false
}

// Present reports whether v is neither absent nor null.
func Present(v model.Value) bool { return v.Type() != model.Absent && v.Type() != model.Null }

// AsAbsent returns v, or an absent value if v is null.
func AsAbsent(v model.Value) model.Value {
	if !Present(v) {
		return model.Value{}
	}
	return v
}

// OfType returns v, or an absent value if v has another type.
func OfType(v model.Value, t model.Type) model.Value {
	if v.Type() != t {
		return model.Value{}
	}
	return v
}

// OrEmpty returns a document, or {} if it is null or absent.
func OrEmpty(document model.Value) model.Value {
	if !Present(document) {
		return EmptyMap
	}
	return document
}

// EmptyMap is {}.
var EmptyMap = model.MustParse("{}")

var seed = maphash.MakeSeed()

// Hash returns equal hashes for values that are equal by Equal. The hash of a value differs from
// process to process.
func Hash(v model.Value) uint64 {
	var h uint64
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			if Present(member) {
				h += mixed(maphash.String(seed, name), Hash(member)) // in any order
			}
		}
	case model.List:
		for _, e := range v.Elements() {
			h = mixed(h, Hash(e))
		}
	default:
		return v.Hash()
	}
	return mixed(h, uint64(v.Type()))
}

func mixed(a, b uint64) uint64 {
	h := (a*0x9e3779b97f4a7c15 ^ b) * 0xd6e8feb86659fd93
	return h ^ h>>32
}

package identity

import (
	"hash/maphash"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A DecodedKind is what the shipped engine makes of a value when it reads it:
// numbers are of two kinds.
type DecodedType uint8

// The kinds that others ask for, and those between.
const (
	// DecodedNull is null, or no value.
	DecodedNull DecodedType = iota
	decodedBool
	decodedString
	decodedInteger
	decodedFloat
	// DecodedList is a list.
	DecodedList
	// DecodedMap is a map.
	DecodedMap
)

// DecodedKindOf returns what the shipped engine makes of a value; DecodedNull also of none.
func DecodedTypeOf(v model.Value) DecodedType {
	switch v.Type() {
	case model.Bool:
		return decodedBool
	case model.String:
		return decodedString
	case model.Number:
		if _, ok := DecodedInt(v); ok {
			return decodedInteger
		}
		return decodedFloat
	case model.List:
		return DecodedList
	case model.Map:
		return DecodedMap
	default:
		return DecodedNull
	}
}

// DecodedInt returns a number that is spelled as an integer and fits.
func DecodedInt(v model.Value) (int64, bool) {
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
	kind := DecodedTypeOf(a)
	switch {
	case kind != DecodedTypeOf(b):
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
	if DecodedTypeOf(v) == decodedFloat {
		return maphash.Comparable(floatSeed, v.Float64())
	}
	return v.Hash()
}

// floatSeed keeps secret which floats collide.
var floatSeed = maphash.MakeSeed()

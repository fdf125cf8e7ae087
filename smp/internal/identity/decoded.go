package identity

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A DecodedType is the type of a value after apimachinery has decoded it. It has two
// types of numbers.
type DecodedType uint8

// These are the decoded types.
const (
	// DecodedNull is null or an absent value.
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

// DecodedTypeOf returns the decoded type of a value.
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

// DecodedInt returns the value of a number, and whether apimachinery decodes it as an integer. An
// integer must be written without a fraction or an exponent and fit into an int64. For example, 1
// is an integer, but 1.0 and 1e0 are floats.
func DecodedInt(v model.Value) (int64, bool) {
	text := v.NumberText()
	if strings.ContainsAny(text, ".eE") {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// sameDecoded reports whether two scalars or nulls are equal after decoding (divergence
// integer-float-distinct).
func sameDecoded(a, b model.Value) bool {
	typ := DecodedTypeOf(a)
	switch {
	case typ != DecodedTypeOf(b):
		return false
	case typ == decodedFloat:
		return a.Float64() == b.Float64()
	default:
		return model.Equal(a, b)
	}
}

// hashDecoded returns equal hashes for values that are equal after decoding. Like the
// hashes of package model, they differ from process to process.
func hashDecoded(v model.Value) uint64 {
	if DecodedTypeOf(v) == decodedFloat {
		var bits [8]byte
		if f := v.Float64(); f != 0 { // -0 equals 0
			binary.LittleEndian.PutUint64(bits[:], math.Float64bits(f))
		}
		return maphash.Bytes(floatSeed, bits[:])
	}
	return v.Hash()
}

// floatSeed is secret, so that an attacker cannot choose floats that collide.
var floatSeed = maphash.MakeSeed()

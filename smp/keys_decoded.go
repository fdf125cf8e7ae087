package smp

import (
	"math"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

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

// hashDecoded returns equal hashes for what is equal once it is read.
func hashDecoded(v model.Value) uint64 {
	if decodedKindOf(v) == decodedFloat {
		if f := v.Float64(); f != 0 {
			return math.Float64bits(f)
		}
		return 0
	}
	return v.Hash()
}

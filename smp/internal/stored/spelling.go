package stored

import (
	"cmp"
	"encoding/base64"
	"math/big"
	"strings"
	"time"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// isSameSpelled reports whether two scalars are the same quantity, time or binary data, if the field
// has such a mark. For example, "1000m" and "1" are the same quantity.
func isSameSpelled(mark schema.Marks, a, b model.Value) bool {
	x, ok := spelled(mark, a)
	if !ok {
		return false
	}
	y, ok := spelled(mark, b)
	return ok && x == y
}

// spelled returns one spelling for all spellings of a quantity, a time or binary data, if the field has
// such a mark. It reports false for other values.
func spelled(mark schema.Marks, v model.Value) (one string, ok bool) {
	isText, text := v.Type() == model.String, cmp.Or(v.Text(), v.NumberText())
	if mark.Quantity {
		one, ok = quantity(text)
	}
	if mark.Time && isText && !ok {
		one, ok = instant(text)
	}
	if mark.Base64 && isText && !ok {
		one, ok = binary(text)
	}
	return one, ok
}

// quantity reads a resource quantity, such as 1, 100m, 1Gi or 1e3.
func quantity(text string) (one string, ok bool) {
	q, ok := readQuantity(text)
	if !ok {
		return "", false
	}
	return q.String(), true
}

// instant reads a time of RFC 3339, such as 2006-01-02T15:04:05.9+01:00, in the same way as a server.
func instant(text string) (one string, ok bool) {
	var at time.Time
	if at.UnmarshalText([]byte(text)) != nil {
		return "", false
	}
	return at.UTC().Format(time.RFC3339Nano), true
}

// binary reads binary data in base64. The text may have line breaks.
func binary(text string) (one string, ok bool) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", false
	}
	return base64.StdEncoding.EncodeToString(data), true
}

// maxQuantity is the maximum length of a text that is read as a quantity, and the maximum exponent.
// Servers accept only quantities within these limits.
const maxQuantity = 64

// suffixes holds the suffixes of quantities, each with a power of 10 and a power of 1024.
var suffixes = map[string]struct{ ten, kibi int }{
	"n": {-9, 0}, "u": {-6, 0}, "m": {-3, 0}, "": {0, 0}, "k": {3, 0}, "M": {6, 0}, "G": {9, 0}, "T": {12, 0}, "P": {15, 0}, "E": {18, 0},
	"Ki": {0, 1}, "Mi": {0, 2}, "Gi": {0, 3}, "Ti": {0, 4}, "Pi": {0, 5}, "Ei": {0, 6},
}

func readQuantity(text string) (*big.Rat, bool) {
	digits := strings.TrimLeft(text, "+-0123456789.")
	number, suffix := text[:len(text)-len(digits)], digits
	if len(text) > maxQuantity || number == "" {
		return nil, false
	}
	scale, known := suffixes[suffix]
	if !known {
		exponent, ok := new(big.Int).SetString(strings.TrimPrefix(suffix[1:], "+"), 10)
		if suffix[0] != 'e' && suffix[0] != 'E' || !ok || !exponent.IsInt64() || exponent.CmpAbs(big.NewInt(maxQuantity)) > 0 {
			return nil, false
		}
		scale.ten = int(exponent.Int64())
	}
	q, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil, false
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(scale.ten, -scale.ten))), nil)
	if scale.ten < 0 {
		return q.Quo(q, new(big.Rat).SetInt(power)), true
	}
	power.Lsh(power, uint(10*scale.kibi))
	return q.Mul(q, new(big.Rat).SetInt(power)), true
}

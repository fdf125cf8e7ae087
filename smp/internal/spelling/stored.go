package spelling

import (
	"encoding/base64"
	"math/big"
	"strings"
	"time"

	"github.com/strategicpatch/smp/model"
)

// This file reads values that a server may store in another spelling. Each function returns one spelling
// for all spellings of a value. It reports false if the value is of another form.

// Quantity reads a resource quantity, such as 1, "100m", "1Gi" or "1e3".
func Quantity(v model.Value) (one model.Value, ok bool) {
	q, ok := readQuantity(v)
	if !ok {
		return model.Value{}, false
	}
	return model.NewString(q.String()), true
}

// Time reads a time of RFC 3339, such as "2006-01-02T15:04:05.9+01:00", in the same way as a server.
func Time(v model.Value) (one model.Value, ok bool) {
	var at time.Time
	if v.Type() != model.String || at.UnmarshalText([]byte(v.Text())) != nil {
		return model.Value{}, false
	}
	return model.NewString(at.UTC().Format(time.RFC3339Nano)), true
}

// Base64 reads binary data in base64. The text may have line breaks.
func Base64(v model.Value) (one model.Value, ok bool) {
	data, err := base64.StdEncoding.DecodeString(v.Text())
	if v.Type() != model.String || err != nil {
		return model.Value{}, false
	}
	return model.NewString(base64.StdEncoding.EncodeToString(data)), true
}

// maxQuantity is the maximum length of a text that is read as a quantity, and the maximum exponent.
// Servers accept only quantities within these limits.
const maxQuantity = 64

// suffixes holds the suffixes of quantities, each with a power of 10 and a power of 1024.
var suffixes = map[string]struct{ ten, kibi int }{
	"n": {-9, 0}, "u": {-6, 0}, "m": {-3, 0}, "": {0, 0}, "k": {3, 0}, "M": {6, 0}, "G": {9, 0}, "T": {12, 0}, "P": {15, 0}, "E": {18, 0},
	"Ki": {0, 1}, "Mi": {0, 2}, "Gi": {0, 3}, "Ti": {0, 4}, "Pi": {0, 5}, "Ei": {0, 6},
}

// readQuantity reads a resource quantity.
func readQuantity(v model.Value) (*big.Rat, bool) {
	text := v.Text()
	if v.Type() == model.Number {
		text = v.JSON()
	}
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

package fuzz

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// maxExponent limits the exponents of numbers whose exact values are compared. With larger
// exponents, the exact values would have too many digits.
const maxExponent = 2000

// Number gives model two texts, separated by a space. Whether they are numbers, whether they
// are equal, and which one is smaller, must agree with exact arithmetic.
func Number(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	left, right, _ := bytes.Cut(data, []byte(" "))
	a, exactA, err := number(string(left))
	if err != nil || exactA == nil {
		return err
	}
	b, exactB, err := number(string(right))
	if err != nil || exactB == nil {
		return err
	}
	want := exactA.Cmp(exactB)
	switch {
	case model.Equal(a, b) != (want == 0) || model.Equal(b, a) != (want == 0):
		return fmt.Errorf("%s equals %s: model returns %v", left, right, model.Equal(a, b))
	case want == 0 && a.Hash() != b.Hash():
		return fmt.Errorf("%s and %s are equal and have different hashes", left, right)
	case (model.Compare(a, b) == 0) != (want == 0) || model.Compare(a, b) != -model.Compare(b, a):
		return fmt.Errorf("%s is to %s as %d, and the other way round as %d", left, right, model.Compare(a, b), model.Compare(b, a))
	}
	return nil
}

// number reads and checks one number. The exact value is nil if the text is not a
// number or has a large exponent.
func number(text string) (model.Value, *big.Rat, error) {
	v, err := model.NewNumber(text)
	parsed, otherwise := model.ParseString(text)
	isNumber := otherwise == nil && parsed.Type() == model.Number && strings.Trim(text, " \t\r\n") == text
	if (err == nil) != isNumber {
		return v, nil, fmt.Errorf("%q: NewNumber returns %v, Parse %v", text, err, otherwise)
	}
	if err != nil {
		return v, nil, fmt.Errorf("%w: %w", ErrUnparsable, err)
	}
	if v.JSON() != text || !model.Equal(v, parsed) || v.Hash() != parsed.Hash() {
		return v, nil, fmt.Errorf("%s is written as %s, or not equal to itself", text, v.JSON())
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n > maxExponent || n < -maxExponent {
			return v, nil, nil
		}
	}
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return v, nil, fmt.Errorf("%s is not a number for package big", text)
	}
	if want, err := strconv.ParseFloat(text, 64); err == nil && v.Float64() != want {
		return v, nil, fmt.Errorf("%s as a float is %g, not %g", text, v.Float64(), want)
	}
	n, ok := v.Int64()
	if fits := exact.IsInt() && exact.Num().IsInt64(); ok != fits || ok && n != exact.Num().Int64() {
		return v, nil, fmt.Errorf("%s as an integer is %d, %v", text, n, ok)
	}
	return v, exact, nil
}

package model

import (
	"cmp"
	"errors"
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

var (
	nullValue  = MustParse("null")
	trueValue  = MustParse("true")
	falseValue = MustParse("false")
)

// NewNull returns the value null.
func NewNull() Value { return nullValue }

// NewBool returns the value true or false.
func NewBool(b bool) Value {
	if b {
		return trueValue
	}
	return falseValue
}

// NewInt returns n as a number.
func NewInt(n int64) Value {
	return newScalar(Number, strconv.FormatInt(n, 10))
}

// NewNumber returns the number that text spells. The number keeps its spelling: "1.50" stays 1.50.
// The error is an [*Error]. Its Code is Limit if text has 4 GiB or more, and Syntax if text is not
// a JSON number.
func NewNumber(text string) (Value, error) {
	if !isNumber(text) {
		return Value{}, &Error{Code: Syntax, cause: errNumber}
	}
	if len(text) > maxBytes {
		return Value{}, tooLong(maxBytes)
	}
	return newScalar(Number, text), nil
}

var errNumber = errors.New("not a JSON number")

func isNumber(text string) bool {
	if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	return scanNumber(text, 0) == len(text)
}

// NewString returns text as a string. Bytes that are not UTF-8 become U+FFFD.
//
// It panics if the string needs 4 GiB or more as JSON. No parsed text contains such a
// string.
func NewString(text string) Value {
	quoted := `"` + text + `"`
	if end, escaped := scanText(quoted, 1); end < len(quoted) || escaped {
		quoted = string(appendQuoted(nil, validText(text)))
	}
	if len(quoted) > maxBytes {
		panic("model.NewString: a string of 4 GiB")
	}
	return newScalar(String, quoted)
}

// newScalar returns a document that consists of one scalar.
func newScalar(typ Type, src string) Value {
	d := &struct {
		document
		slots [1]entry
	}{}
	d.src, d.tape = src, d.slots[:]
	d.tape[0] = entry{meta: uint32(typ), end: uint32(len(src))}
	if typ == String {
		if _, escaped := scanText(src, 1); escaped {
			d.tape[0].meta |= escapedText
		}
	}
	return Value{doc: &d.document}
}

// HasText reports whether v is a string with the given text. It is the same as v.Type() == String &&
// v.Text() == text, without an allocation.
func (v Value) HasText(text string) bool {
	if v.doc == nil {
		return false
	}
	e := &v.doc.tape[v.slot]
	if e.meta&(typeMask|escapedText) == uint32(String) {
		return v.doc.src[e.start+1:e.end-1] == text
	}
	return e.typ() == String && decodesTo(v.doc.src[e.start+1:e.end-1], text)
}

// Text returns the decoded text of the string v. It returns "" if v is not a string.
func (v Value) Text() string {
	if v.doc == nil {
		return ""
	}
	e := &v.doc.tape[v.slot]
	if e.typ() != String {
		return ""
	}
	raw := v.doc.src[e.start+1 : e.end-1]
	if e.meta&escapedText != 0 {
		return unescape(raw)
	}
	return raw
}

// Bool reports whether v is true. It returns false if v is not a boolean.
func (v Value) Bool() bool {
	return v.Type() == Bool && v.doc.text(v.slot) == "true"
}

// NumberText returns the spelling of the number v. It returns "" if v is not a number.
func (v Value) NumberText() string {
	if v.Type() != Number {
		return ""
	}
	return v.doc.text(v.slot)
}

// Int64 returns the value of the number v, and whether it is an integer that fits into
// an int64. The spelling does not matter: 1, 1.0 and 1e0 are the integer 1.
func (v Value) Int64() (int64, bool) {
	if v.Type() != Number {
		return 0, false
	}
	return parseDecimal(v.doc.text(v.slot)).int64()
}

// Float64 returns the float64 nearest to the number v. It returns an infinity if v is
// too large, and 0 if v is not a number.
func (v Value) Float64() float64 {
	f, _ := strconv.ParseFloat(v.NumberText(), 64)
	return f
}

// A decimal is the exact value of a number, ±0.D × 10^E, where E is the exponent. D is the digits
// of whole and fraction together. They neither begin nor end with a zero. The number zero has no
// digits. For example, -120.50 has whole 120, fraction 5 and exponent 3. No zeros are ever added,
// so a short text with a large exponent is as cheap as any other.
type decimal struct {
	negative        bool
	whole, fraction string
	exponent        exponent
}

// An exponent is an integer of any size. If its absolute value is less than 10^18, small holds the
// integer. If not, large holds its digits, and the sign of small is its sign.
type exponent struct {
	small int64
	large string
}

const smallExponent = 1_000_000_000_000_000_000

// parseDecimal reads the text of a valid number.
func parseDecimal(text string) decimal {
	var d decimal
	if text[0] == '-' {
		d.negative = true
		text = text[1:]
	}
	power := ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		text, power = text[:i], text[i+1:]
	}
	d.whole, d.fraction, _ = strings.Cut(text, ".")
	d.whole = strings.TrimLeft(d.whole, "0")
	point := len(d.whole)
	if point == 0 {
		n := len(d.fraction)
		d.fraction = strings.TrimLeft(d.fraction, "0")
		point = len(d.fraction) - n
	}
	d.fraction = strings.TrimRight(d.fraction, "0")
	if d.fraction == "" {
		d.whole = strings.TrimRight(d.whole, "0")
	}
	if d.whole == "" && d.fraction == "" {
		return decimal{}
	}
	d.exponent = parseExponent(power, point)
	return d
}

// parseExponent returns the integer with the spelling power, plus n.
func parseExponent(power string, n int) exponent {
	negative := false
	if power != "" && (power[0] == '-' || power[0] == '+') {
		negative = power[0] == '-'
		power = power[1:]
	}
	power = strings.TrimLeft(power, "0")
	if len(power) <= 18 {
		e := smallDigits(power)
		if negative {
			e = -e
		}
		return newExponent(e + int64(n))
	}
	// The number n has fewer than ten digits and the exponent has more, so the sum has the sign of
	// the exponent.
	if negative {
		n = -n
	}
	sum := addToDigits(power, n)
	sign := int64(1)
	if negative {
		sign = -1
	}
	if len(sum) <= 18 {
		return exponent{small: sign * smallDigits(sum)}
	}
	return exponent{small: sign, large: sum}
}

// smallDigits returns the integer with the given digits. There must be at most 18 of them.
func smallDigits(digits string) int64 {
	var n int64
	for i := range len(digits) {
		n = n*10 + int64(digits[i]-'0')
	}
	return n
}

func newExponent(e int64) exponent {
	switch {
	case e >= smallExponent:
		return exponent{small: 1, large: strconv.FormatInt(e, 10)}
	case e <= -smallExponent:
		return exponent{small: -1, large: strconv.FormatInt(-e, 10)}
	}
	return exponent{small: e}
}

// addToDigits returns the digits of a large number plus n. The absolute value of n must be less
// than the large number.
func addToDigits(digits string, n int) string {
	sum := []byte(digits)
	carry := n
	for i := len(sum) - 1; i >= 0 && carry != 0; i-- {
		carry += int(sum[i] - '0')
		digit := carry % 10
		carry /= 10
		if digit < 0 {
			digit += 10
			carry--
		}
		sum[i] = byte('0' + digit)
	}
	if carry > 0 {
		return strconv.Itoa(carry) + string(sum)
	}
	return strings.TrimLeft(string(sum), "0")
}

func (e exponent) compare(f exponent) int {
	if e.large == "" && f.large == "" {
		return cmp.Compare(e.small, f.small)
	}
	// At least one is large. Its sign decides, unless both are large and have the same sign.
	es, fs := e.sign(), f.sign()
	if es != fs {
		return cmp.Compare(es, fs)
	}
	c := cmp.Compare(len(e.large), len(f.large))
	if c == 0 {
		c = cmp.Compare(e.large, f.large)
	}
	return c * es
}

func (e exponent) sign() int { return cmp.Compare(e.small, 0) }

func (d decimal) sign() int {
	switch {
	case d.whole == "" && d.fraction == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compare orders decimals by value.
func (d decimal) compare(e decimal) int {
	sign := d.sign()
	if other := e.sign(); sign != other || sign == 0 {
		return cmp.Compare(sign, other)
	}
	c := d.exponent.compare(e.exponent)
	if c == 0 {
		c = compareDigits(d, e)
	}
	return c * sign
}

// compareDigits compares the digits of two decimals as if both continued with zeros. The last digit
// of a decimal is never zero, so this is the order of strings.
func compareDigits(d, e decimal) int {
	a, rest := d.whole, d.fraction
	b, more := e.whole, e.fraction
	for {
		n := min(len(a), len(b))
		if c := cmp.Compare(a[:n], b[:n]); c != 0 {
			return c
		}
		a, b = a[n:], b[n:]
		if a == "" {
			a, rest = rest, ""
		}
		if b == "" {
			b, more = more, ""
		}
		if a == "" || b == "" {
			return cmp.Compare(len(a), len(b))
		}
	}
}

// int64 returns the value, and whether it is an integer that fits into an int64.
func (d decimal) int64() (int64, bool) {
	n := len(d.whole) + len(d.fraction)
	if n == 0 {
		return 0, true
	}
	if d.exponent.large != "" || d.exponent.small < int64(n) || d.exponent.small > 19 {
		return 0, false
	}
	// At most 19 digits fit into a uint64.
	var i uint64
	for at := range int(d.exponent.small) {
		i *= 10
		if at < len(d.whole) {
			i += uint64(d.whole[at] - '0')
		} else if at < n {
			i += uint64(d.fraction[at-len(d.whole)] - '0')
		}
	}
	switch {
	case !d.negative && i <= math.MaxInt64:
		return int64(i), true
	case d.negative && i <= -math.MinInt64:
		return -int64(i), true
	}
	return 0, false
}

// hash returns a hash that is the same for all spellings of the value.
func (d decimal) hash() uint64 {
	if d.sign() == 0 {
		return mix(uint64(Number), 0)
	}
	digits := d.whole
	var h uint64
	if d.fraction == "" {
		h = hashText(digits)
	} else if digits == "" {
		h = hashText(d.fraction)
	} else {
		var m maphash.Hash
		m.SetSeed(seed)
		m.WriteString(digits)
		m.WriteString(d.fraction)
		h = m.Sum64()
	}
	if d.negative {
		h = mix(h, math.MaxUint64)
	}
	h = mix(h, uint64(d.exponent.small))
	if d.exponent.large != "" {
		h = mix(h, hashText(d.exponent.large))
	}
	return mix(uint64(Number), h)
}

func equalNumbers(a, b string) bool { return compareNumbers(a, b) == 0 }

func compareNumbers(a, b string) int {
	if a == b {
		return 0
	}
	return parseDecimal(a).compare(parseDecimal(b))
}

// mix combines two hashes into one. The result depends on the order of the arguments.
func mix(h, x uint64) uint64 {
	high, low := bits.Mul64(h^0x9e3779b97f4a7c15^hashKey, x^0xd6e8feb86659fd93)
	return high ^ low ^ bits.RotateLeft64(h, 29) + x
}

// hashKey is as secret as seed, so that an attacker cannot choose values with equal hashes.
var hashKey = hashText("")

package model

import (
	"errors"
	"strconv"
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

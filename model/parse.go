package model

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Limits of nesting. Only lists and maps count: a scalar has depth 0, [] has 1.
const (
	// DefaultMaxDepth is how deep a text may be nested unless MaxDepth says
	// otherwise.
	DefaultMaxDepth = 1000
	// HardMaxDepth is how deep any value may be nested, parsed or built.
	HardMaxDepth = 10000
)

// maxBytes is the length of the longest text whose offsets fit an entry.
const maxBytes = min(1<<32-1, math.MaxInt)

// A ParseOption changes a limit of Parse and ParseString.
type ParseOption struct {
	maxDepth int
	maxBytes int
}

// MaxDepth limits nesting to n levels of lists and maps instead of
// DefaultMaxDepth. More than HardMaxDepth is not possible, and counts as
// HardMaxDepth; 0 and less stands for the default.
func MaxDepth(n int) ParseOption { return ParseOption{maxDepth: n} }

// MaxBytes limits the text to n bytes. The default, for which 0 and less also
// stand, is what 32 bits can count: 4 GiB - 1.
func MaxBytes(n int) ParseOption { return ParseOption{maxBytes: n} }

// Parse reads one JSON value and copies src, so that the caller may change it
// afterwards.
//
// It accepts what RFC 8259 does, in UTF-8, and is as strict as RFC 7493 (I-JSON)
// about names and characters: no duplicate names, also not by way of escapes, no
// invalid UTF-8, no lone surrogates. Nothing but white space may stand around
// the value; a byte order mark is none. Numbers may have any size and keep their
// spelling.
//
// On failure the value is absent and the error an [*Error] of kind Syntax, or
// Limit for a text that is too long or nested too deeply, with offset and path.
// The first fault of the text is reported, except that a duplicate name among
// more than 32 members is only found at the end of their map.
func Parse(src []byte, opts ...ParseOption) (Value, error) {
	if err := checkSize(len(src), opts); err != nil {
		return Value{}, err // before it is copied
	}
	return ParseString(string(src), opts...)
}

// ParseString is Parse for a string, which it does not copy: the values keep
// src alive.
func ParseString(src string, opts ...ParseOption) (Value, error) {
	if err := checkSize(len(src), opts); err != nil {
		return Value{}, err
	}
	depth := DefaultMaxDepth
	for _, o := range opts {
		if o.maxDepth > 0 {
			depth = min(o.maxDepth, HardMaxDepth)
		}
	}
	d, err := parse(src, depth)
	if err != nil {
		return Value{}, err
	}
	return Value{doc: d}, nil
}

// MustParse is ParseString for texts that are known to be right, such as those
// in tests, nested up to HardMaxDepth. It panics if the text is wrong.
func MustParse(src string) Value {
	v, err := ParseString(strings.Clone(src), MaxDepth(HardMaxDepth))
	if err != nil {
		panic("model.MustParse: " + err.Error())
	}
	return v
}

func checkSize(n int, opts []ParseOption) error {
	limit := maxBytes
	for _, o := range opts {
		if o.maxBytes > 0 {
			limit = min(o.maxBytes, maxBytes)
		}
	}
	if n <= limit {
		return nil
	}
	return tooLong(limit)
}

func tooLong(limit int) *Error {
	return &Error{
		Kind:    Limit,
		Offset:  int64(limit),
		cause:   errors.New("longer than " + strconv.Itoa(limit) + " bytes"),
		textual: true,
	}
}

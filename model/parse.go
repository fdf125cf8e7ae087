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

// A ParseOption changes a limit of Parse and ParseString, or helps them.
type ParseOption struct {
	maxDepth int
	maxBytes int
	near     *document
}

// MaxDepth limits nesting to n levels of lists and maps instead of
// DefaultMaxDepth. More than HardMaxDepth is not possible, and counts as
// HardMaxDepth; 0 and less stands for the default.
func MaxDepth(n int) ParseOption { return ParseOption{maxDepth: n} }

// MaxBytes limits the text to n bytes. The default, for which 0 and less also
// stand, is what 32 bits can count: 4 GiB - 1.
func MaxBytes(n int) ParseOption { return ParseOption{maxBytes: n} }

// Near says that the text resembles that of v, a document that was parsed. The
// result is the same as without it, and keeps nothing of v alive; but what both
// texts have alike is copied from what is known of v instead of being read,
// which is about twice as fast. If the texts are equal the result is v.
//
// A value that is only a part of what was parsed, or was built, is no help.
func Near(v Value) ParseOption {
	if v.doc == nil || v.doc.edit != nil || v.slot != 0 {
		return ParseOption{}
	}
	return ParseOption{near: v.doc}
}

// Parse reads one JSON value and copies src, so that the caller may change it
// afterwards.
//
// It accepts what RFC 8259 does, in UTF-8, and is as strict as RFC 7493 (I-JSON)
// about names and characters: no duplicate names, also not by way of escapes, no
// invalid UTF-8, no lone surrogates. Nothing but white space may stand around
// the value; a byte order mark is none. Numbers may have any size and keep their
// spelling.
//
// On failure the value is absent and the error an [*Error] with Code Syntax, or
// Limit for a text that is too long or nested too deeply, with offset and path.
// The first fault of the text is reported, except that a duplicate name among
// more than 32 members is only found at the end of their map.
func Parse(src []byte, opts ...ParseOption) (Value, error) {
	o := joined(opts)
	switch {
	case len(src) > o.maxBytes:
		return Value{}, tooLong(o.maxBytes) // before it is copied
	case o.near != nil && string(src) == o.near.src && o.nearFits():
		return Value{doc: o.near}, nil
	}
	return o.parse(padded(src), len(src))
}

// ParseString is Parse for a string, which it does not copy: the values keep
// src alive.
func ParseString(src string, opts ...ParseOption) (Value, error) {
	o := joined(opts)
	switch {
	case len(src) > o.maxBytes:
		return Value{}, tooLong(o.maxBytes)
	case o.near != nil && src == o.near.src && o.nearFits():
		return Value{doc: o.near}, nil
	}
	return o.parse(src, len(src))
}

// joined returns all of the options in one, with the defaults where they say
// nothing.
func joined(opts []ParseOption) ParseOption {
	all := ParseOption{maxDepth: DefaultMaxDepth, maxBytes: maxBytes}
	for _, o := range opts {
		if o.maxDepth > 0 {
			all.maxDepth = min(o.maxDepth, HardMaxDepth)
		}
		if o.maxBytes > 0 {
			all.maxBytes = min(o.maxBytes, maxBytes)
		}
		if o.near != nil {
			all.near = o.near
		}
	}
	return all
}

// nearFits reports whether the near document is nested no deeper than allowed.
func (o ParseOption) nearFits() bool {
	return Value{doc: o.near}.height() <= uint32(o.maxDepth)
}

func (o ParseOption) parse(text string, size int) (Value, error) {
	d, err := parsePadded(text, size, o.maxDepth, o.near)
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

func tooLong(limit int) *Error {
	return &Error{
		Code:    Limit,
		Offset:  int64(limit),
		cause:   errors.New("longer than " + strconv.Itoa(limit) + " bytes"),
		textual: true,
	}
}

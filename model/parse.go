package model

import (
	"strings"
)

// These are the limits of nesting. Only lists and maps count: a scalar has depth 0, and [] has
// depth 1.
const (
	// DefaultMaxDepth is the number of levels that a text may have without [MaxDepth].
	DefaultMaxDepth = 1000
	// HardMaxDepth is the number of levels that any value may have, parsed or built.
	HardMaxDepth = 10000
)

// A ParseOption changes a limit of [Parse] and [ParseString], or makes them faster.
type ParseOption struct {
	maxDepth int
	maxBytes int
	near     *document
}

// MaxDepth limits nesting to n levels of lists and maps. The default is [DefaultMaxDepth]. The
// default also applies if n is 0 or less. An n larger than [HardMaxDepth] counts as HardMaxDepth.
//
//	v, err := model.Parse(src, model.MaxDepth(100))
func MaxDepth(n int) ParseOption { return ParseOption{maxDepth: n} }

// MaxBytes limits the text to n bytes. The default is 4 GiB - 1. The default also applies if n is 0
// or less. Larger texts are not supported.
func MaxBytes(n int) ParseOption { return ParseOption{maxBytes: n} }

// Near makes parsing about twice as fast if the text resembles the text of v, a parsed document.
// The parser copies the recorded positions of the common parts from v and does not read these parts
// again. The result is equal to the result without Near. If the texts are equal, the result is v
// itself. If they differ, the result does not keep v alive.
//
//	modified, err := model.Parse(src, model.Near(original))
//
// Near has no effect if v was built, or is only a part of a parsed document.
func Near(v Value) ParseOption {
	if v.doc == nil || v.doc.edit != nil || v.slot != 0 {
		return ParseOption{}
	}
	return ParseOption{near: v.doc}
}

// Parse reads one JSON value. It copies src, so the caller may change src afterwards.
//
// It accepts RFC 8259 text in UTF-8. Like RFC 7493 (I-JSON), it rejects duplicate
// names, invalid UTF-8 and lone surrogates. Names are duplicate even if they are
// escaped differently: {"a":1,"\u0061":2}. Only white space may surround the value; a
// byte order mark is an error. Numbers may have any size and keep their spelling.
//
// If Parse fails, it returns an absent value and an [*Error] with the offset and the path of the
// fault. The Code is Limit if the text is too long or nested too deeply, and Syntax for any other
// fault. Parse reports the first fault of the text, with one exception: it finds a duplicate name
// after the 32nd member of a map only at the end of that map.
func Parse(src []byte, opts ...ParseOption) (Value, error) {
	o := joined(opts)
	switch {
	case len(src) > o.maxBytes:
		return Value{}, tooLong(o.maxBytes) // before the copy
	case o.near != nil && string(src) == o.near.src && o.nearFits():
		return Value{doc: o.near}, nil
	}
	return o.parse(padded(src), len(src))
}

// ParseString is like [Parse], but for a string. It does not copy src, so the values keep src
// alive.
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

// joined combines the options and fills in the defaults.
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

// nearFits reports whether the document of the option Near is within the limit of nesting.
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

// MustParse is like [ParseString], for texts that are known to be valid, for example in
// tests. It accepts up to [HardMaxDepth] levels, copies src, and panics if the text is
// invalid.
func MustParse(src string) Value {
	v, err := ParseString(strings.Clone(src), MaxDepth(HardMaxDepth))
	if err != nil {
		panic("model.MustParse: " + err.Error())
	}
	return v
}

// Compact returns a value equal to v that keeps only its own text alive. A parsed value keeps the
// whole text that it was parsed from. A built value keeps the texts of all its parts and, if a
// [Builder] made it, blocks with parts of other values. A built list may also keep the elements
// that were appended to it in other lists. Use Compact to keep a small part of a large
// document for a long time.
func (v Value) Compact() Value {
	if v.doc == nil || v.doc.edit == nil && int(v.size()) == len(v.doc.src) {
		return v
	}
	text := string(v.AppendJSON(nil))
	compact, err := ParseString(text, MaxDepth(HardMaxDepth))
	if err != nil {
		// A value of 4 GiB or more does not fit into one document.
		return v
	}
	return compact
}

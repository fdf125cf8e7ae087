package model

import (
	"fmt"
	"strings"
)

// ErrorKind says what sort of fault an [Error] is.
type ErrorKind uint8

// The kinds of errors. To tell them apart:
//
//	var e *model.Error
//	if errors.As(err, &e) && e.Kind == model.Limit { … }
const (
	// Syntax: the text is not strict JSON, a number or a path. Returned by
	// Parse, ParseString, NewNumber and ParsePath.
	Syntax ErrorKind = iota + 1
	// Limit: the text is longer or nested deeper than allowed, or a value that
	// is built would be. Returned by the parsers and all constructors.
	Limit
	// Unsupported: a Go value that has no JSON form (FromAny), or an edit that
	// does not fit the value: members of what is no map, elements of what is no
	// list, an element that does not exist.
	Unsupported
)

// String returns the kind as a word for messages: syntax, limit or unsupported.
func (k ErrorKind) String() string {
	switch k {
	case Syntax:
		return "syntax"
	case Limit:
		return "limit"
	case Unsupported:
		return "unsupported"
	}
	return "unknown"
}

// Error is the error of this package; every function that fails returns one.
type Error struct {
	// Kind is the sort of fault.
	Kind ErrorKind
	// Offset is the byte of the text at which the fault was found. It is 0
	// where there is no text: in the constructors and FromAny.
	Offset int64
	// Path is the place in the document; lists are addressed by index. It ends
	// in the member or element that was being read.
	Path Path

	cause   error
	textual bool // Offset means something
}

// Error returns the message: what sort of fault, where, as far as that is known,
// and cause. A very long path is cut in the middle.
func (e *Error) Error() string {
	what := "error"
	switch e.Kind {
	case Syntax:
		what = "syntax error"
	case Limit:
		what = "limit exceeded"
	case Unsupported:
		what = "not supported"
	}
	switch {
	case len(e.Path) > 0 && e.textual:
		what += fmt.Sprintf(" in %s, byte %d", shortened(e.Path.String()), e.Offset)
	case len(e.Path) > 0:
		what += " in " + shortened(e.Path.String())
	case e.textual && e.Offset == 0:
		what += " at the start"
	case e.textual:
		what += fmt.Sprintf(" at byte %d", e.Offset)
	}
	return fmt.Sprintf("%s: %v", what, e.cause)
}

// shortened returns text without its middle if it is very long, as what comes
// out of a hostile document may be.
func shortened(text string) string {
	const end = 200
	if len(text) <= 2*end {
		return text
	}
	return strings.ToValidUTF8(text[:end], "") + "…" + strings.ToValidUTF8(text[len(text)-end:], "")
}

// Unwrap returns the cause, which describes the fault without its place.
func (e *Error) Unwrap() error { return e.cause }

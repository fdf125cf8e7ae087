package model

import (
	"fmt"
	"strings"
)

// A Code is the class of an [Error].
type Code uint8

// The error codes. To tell errors apart:
//
//	var e *model.Error
//	if errors.As(err, &e) && e.Code == model.Limit { … }
const (
	// Syntax: the text is not strict JSON, a number or a path. Returned by
	// Parse, ParseString, NewNumber and ParsePath.
	Syntax Code = iota + 1
	// Limit: the text is longer or nested deeper than allowed, or a value that
	// is built would be. Returned by the parsers and all constructors.
	Limit
	// Unsupported: a Go value that has no JSON form (FromAny), or an edit that
	// does not fit the value: members of what is no map, elements of what is no
	// list, an element that does not exist.
	Unsupported
)

// String returns the code as a word for messages: syntax, limit or unsupported.
func (c Code) String() string {
	switch c {
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
	// Code is the class of the error.
	Code Code
	// Offset is the byte of the text at which the fault was found. It is 0
	// where there is no text: in the constructors and FromAny.
	Offset int64
	// Path is the place in the document; lists are addressed by index. It ends
	// in the member or element that was being read.
	Path Path

	cause   error
	textual bool // Offset means something
}

// Error returns the message: the class of the error, where, as far as that is known,
// and cause. A very long path is cut in the middle.
func (e *Error) Error() string {
	what := "error"
	switch e.Code {
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

// ErrorKind is the former name of [Code].
//
// Deprecated: use Code. ErrorKind will be removed in the next minor version.
type ErrorKind = Code

package model

import (
	"fmt"
	"strings"
	"unicode"
)

// A Code is the class of an [Error].
type Code uint8

// These are the error codes. For example, this tests for Limit:
//
//	var e *model.Error
//	if errors.As(err, &e) && e.Code == model.Limit { … }
const (
	// Syntax: a text is not strict JSON (Parse, ParseString), not a number (NewNumber) or not a
	// path (ParsePath).
	Syntax Code = iota + 1
	// Limit: the text is longer or nested deeper than allowed, or a built value would be nested too
	// deeply.
	Limit
	// Unsupported: a Go value has no JSON form (FromAny), or an edit does not fit the value.
	// WithMembers requires a map. WithElements requires a list that has the indexes of all changes.
	Unsupported
)

// String returns the name of the code in messages: syntax, limit or unsupported.
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

// An Error describes a failure. Every function of this package that fails returns one.
type Error struct {
	// Code is the class of the error.
	Code Code
	// Offset is the offset in bytes of the fault in the text. It is 0 if no text was
	// parsed, for example in an error of a constructor or FromAny.
	Offset int64
	// Path is the place in the document, with list elements by index. The last step is the member
	// or element that was being read.
	Path Path

	cause   error
	textual bool // Offset is an offset in a text
}

// Error returns the class of the error, its place if it is known, and the cause. A very
// long path is cut in the middle:
//
//	syntax error in a[1], byte 8: expected a value, got 'x'
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
		what += fmt.Sprintf(" in %s, byte %d", Shorten(e.Path.String()), e.Offset)
	case len(e.Path) > 0:
		what += " in " + Shorten(e.Path.String())
	case e.textual && e.Offset == 0:
		what += " at the start"
	case e.textual:
		what += fmt.Sprintf(" at byte %d", e.Offset)
	}
	return fmt.Sprintf("%s: %v", what, e.cause)
}

// Shorten returns a text of a document for an error message: one line without control characters, as
// from [OneLine]. If the text is longer than 400 bytes, its middle is replaced by an ellipsis. Hostile
// documents contain such names and paths.
func Shorten(text string) string {
	// A character has one byte or more, and its escape has up to six.
	return shortened(OneLine(shortened(text)))
}

func shortened(text string) string {
	const end = 200
	if len(text) <= 2*end {
		return text
	}
	return strings.ToValidUTF8(text[:end], "") + "…" + strings.ToValidUTF8(text[len(text)-end:], "")
}

// OneLine returns a text in which characters that change the lines or the look of other text are
// replaced by escapes such as \n and \u001b: control characters except tabs, line separators, and
// characters that set the direction of text. A name from a document can therefore not add a line to a
// log, or color a terminal.
func OneLine(text string) string {
	if !strings.ContainsFunc(text, isUnsafe) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case isUnsafe(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isUnsafe reports whether OneLine replaces a character.
func isUnsafe(r rune) bool {
	switch {
	case r < 0x20:
		return r != '\t'
	case r < 0x7f:
		return false
	case r < 0xa0, r == 0x2028, r == 0x2029:
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

// Unwrap returns the cause of the error. The message of the cause contains neither the class nor
// the place.
func (e *Error) Unwrap() error { return e.cause }

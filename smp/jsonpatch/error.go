package jsonpatch

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A Code is the class of an [Error]. The set of codes is closed. Find it with errors.As:
//
//	var e *jsonpatch.Error
//	if errors.As(err, &e) && e.Code == jsonpatch.TestFailed { … }
type Code string

// The error codes.
const (
	// Syntax: a document or a patch is not JSON. The Cause is a *model.Error with
	// the offset.
	Syntax Code = "syntax"
	// InvalidPatch: JSON that is no patch: no list, an operation that is none of
	// the six, or lacks a member, or has a path that is no pointer.
	InvalidPatch Code = "invalid-patch"
	// NotFound: there is nothing at the place of the operation, or nothing to
	// which it could add.
	NotFound Code = "not-found"
	// TestFailed: a test found another value than it wants.
	TestFailed Code = "test-failed"
	// Limit: a text or a result is too deep, or copies are larger than MaxCopied.
	Limit Code = "limit"
	// Panic: an API server panics at the operation and closes the connection without
	// an answer. Only ApplyAsServer returns it.
	Panic Code = "panic"
)

// An Error is what every function of this package returns when it fails. The
// result is absent then.
type Error struct {
	Code Code
	// Operation is the index of the operation in the patch, -1 where it is about
	// none of them.
	Operation int
	// Op is the operation, empty where it is about none or an unknown one.
	Op Op
	// Path is the pointer to the place of the fault: of the operation, or of the
	// first value on the way that is missing or cannot be entered.
	Path string
	// Want and Have are the values of a test that failed; Have is absent where
	// there is none. The text of the error has neither: they may be secrets.
	Want, Have model.Value
	// Cause says more. Its text holds names of members, and no values.
	Cause error
}

// Error returns one line: operation, path, code and cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("JSON patch: ")
	if e.Operation >= 0 {
		fmt.Fprintf(&b, "operation %d: ", e.Operation)
	}
	if e.Op != "" {
		fmt.Fprintf(&b, "%s %q: ", e.Op, e.Path)
	}
	b.WriteString(string(e.Code))
	if e.Cause != nil {
		b.WriteString(": ")
		b.WriteString(e.Cause.Error())
	}
	return b.String()
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

// newError returns an error about no operation so far.
func newError(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Operation: -1, Cause: fmt.Errorf(format, args...)}
}

// in says which operation the error is about.
func (e *Error) in(i int, op Op) error {
	e.Operation, e.Op = i, op
	return e
}

// modelError turns what package model says of a text or a value into an Error.
func modelError(err error) *Error {
	e := newError(Syntax, "%w", err)
	if m, ok := err.(*model.Error); ok && m.Code == model.Limit {
		e.Code = Limit
	}
	return e
}

// noun returns what a value is, in a sentence.
func noun(v model.Value) string {
	if v.Type() == model.Null {
		return "null"
	}
	return "a " + v.Type().String()
}

// Kind is the former name of [Code].
//
// Deprecated: use Code. Kind will be removed in the next minor version.
type Kind = Code

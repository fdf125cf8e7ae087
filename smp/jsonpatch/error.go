package jsonpatch

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A Code is the class of an [Error]. For example, this tests for a code:
//
//	var e *jsonpatch.Error
//	if errors.As(err, &e) && e.Code == jsonpatch.TestFailed { … }
type Code string

// These are the error codes.
const (
	// Syntax: a document or a patch is not JSON. The Cause is a *model.Error with the
	// offset.
	Syntax Code = "syntax"
	// InvalidPatch: the JSON value is not a patch. It is not a list, or an operation is
	// unknown, lacks a member, or has a path that is not a pointer.
	InvalidPatch Code = "invalid-patch"
	// NotFound: the path of the operation does not exist, or its parent does not exist.
	NotFound Code = "not-found"
	// TestFailed: a test found a different value, or no value.
	TestFailed Code = "test-failed"
	// Limit: a text or a result is too deep, or the copies are larger than MaxCopied.
	Limit Code = "limit"
	// Panic: at this operation, an API server panics and closes the connection without
	// an answer. Only ApplyAsServer returns it.
	Panic Code = "panic"
)

// An Error is the error of every function in this package. A function that returns an
// error returns no other result.
type Error struct {
	Code Code
	// Operation is the index of the operation in the patch. It is -1 if the error is
	// not about an operation.
	Operation int
	// Op is the operation. It is empty if the error is not about an operation, or if the operation
	// is unknown.
	Op Op
	// Path is the pointer to the place of the fault. This is the Path or From of the operation or,
	// if that place does not exist, the first value on the way to the place that is missing or is
	// neither a map nor a list.
	Path string
	// Want and Have are the expected value and the actual value of a failed test. Have is absent if
	// there is no value. The text of the error does not contain them, because they may be secrets.
	Want, Have model.Value
	// Cause describes the error. Its text may contain names of members, but no values.
	Cause error
}

// Error returns one line with the operation, the path, the code and the cause. If a text cannot be
// parsed, the text of the Cause replaces the code. Very long paths and names are cut in the middle.
//
//	JSON patch: operation 0: remove "/spec/x": not-found: missing field "x"
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("JSON patch: ")
	if e.Operation >= 0 {
		fmt.Fprintf(&b, "operation %d: ", e.Operation)
	}
	if e.Op != "" {
		fmt.Fprintf(&b, "%s %q: ", model.Shorten(string(e.Op)), model.Shorten(e.Path))
	}
	if cause, ok := e.Cause.(*model.Error); ok {
		b.WriteString(cause.Error()) // this text begins with the code
		return b.String()
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

// newError returns an error that is not about an operation yet.
func newError(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Operation: -1, Cause: faults.Errorf(format, args...)}
}

// in sets the operation of the error.
func (e *Error) in(i int, op Op) error {
	e.Operation, e.Op = i, op
	return e
}

// modelError converts an error of package model to an Error.
func modelError(err error) *Error {
	e := &Error{Code: Syntax, Operation: -1, Cause: err}
	if m, ok := err.(*model.Error); ok && m.Code == model.Limit {
		e.Code = Limit
	}
	return e
}

// Kind is the former name of [Code].
//
// Deprecated: use Code. Kind will be removed in the next minor version.
type Kind = Code

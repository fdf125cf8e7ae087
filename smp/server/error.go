package server

import (
	"errors"
	"strconv"

	"github.com/strategicpatch/smp/smp"
)

// A Reason is why a server rejects a request: the number is the status of HTTP, and
// the text that of metav1.StatusReason.
type Reason int

// The reasons.
const (
	// BadRequest: the patch is no JSON, no patch of its type, or has a directive that
	// makes no sense.
	BadRequest Reason = 400
	// RequestEntityTooLarge: the JSON Patch has more than MaxOperations.
	RequestEntityTooLarge Reason = 413
	// UnsupportedMediaType: there is no such type of patch, or not for this object,
	// as a strategic merge patch for a custom resource.
	UnsupportedMediaType Reason = 415
	// Invalid: the patch cannot be applied to this object: a test failed, a place is
	// missing, an element has no merge key. To some patches that are wrong whatever
	// the object is, a server answers 500.
	Invalid Reason = 422
	// InternalError: what the Server has been given is wrong: the live object, or a
	// definition.
	InternalError Reason = 500
)

// String returns the text that metav1.StatusReason has for r.
func (r Reason) String() string {
	switch r {
	case BadRequest:
		return "BadRequest"
	case RequestEntityTooLarge:
		return "RequestEntityTooLarge"
	case UnsupportedMediaType:
		return "UnsupportedMediaType"
	case Invalid:
		return "Invalid"
	case InternalError:
		return "InternalError"
	}
	return strconv.Itoa(int(r))
}

// An Error is what Patch returns when it rejects a request. Find it with errors.As:
//
//	var e *server.Error
//	if errors.As(err, &e) && e.Reason == server.UnsupportedMediaType { … }
type Error struct {
	Reason Reason
	// Cause says more: an *smp.Error for a strategic merge patch and a
	// *jsonpatch.Error for a JSON Patch, with the place, where one has been found.
	Cause error
}

// Error returns one line: reason, status and cause.
func (e *Error) Error() string {
	return e.Reason.String() + " (" + strconv.Itoa(int(e.Reason)) + "): " + e.Cause.Error()
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

// reasonOf returns the reason by which a server rejects what the engine rejects.
func reasonOf(err error) Reason {
	var e *smp.Error
	if errors.As(err, &e) {
		switch {
		case e.Document == "original" || e.Document == "schema":
			return InternalError
		case e.Kind == smp.InvalidDirective:
			return BadRequest
		}
	}
	return Invalid
}

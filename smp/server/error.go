package server

import (
	"encoding/json"
	"strconv"
)

// A Reason is why a server rejects a request: the text of metav1.StatusReason. Code
// returns the HTTP status.
type Reason string

// The reasons.
const (
	// BadRequest (400): the patch is not JSON, not a patch of its type, or has a number
	// beyond the range of float64. The value of a $retainKeys is not a list, or the
	// patch sets a field that it does not list. A $deleteFromPrimitiveList or
	// $setElementOrder names no field. The patch removes or changes the name of the
	// object, changes its namespace, or removes the apiVersion of a built-in kind.
	BadRequest Reason = "BadRequest"
	// RequestEntityTooLarge (413): the patch is longer than MaxBytes, or a JSON Patch has
	// more than MaxOperations.
	RequestEntityTooLarge Reason = "RequestEntityTooLarge"
	// UnsupportedMediaType (415): there is no such type of patch, or not for this object,
	// as a strategic merge patch for a custom resource.
	UnsupportedMediaType Reason = "UnsupportedMediaType"
	// Invalid (422): an operation of a JSON Patch failed. The result is not an object, is
	// an object of another kind, or its kind, apiVersion or metadata have the wrong type. A
	// strategic merge patch has a list of lists.
	Invalid Reason = "Invalid"
	// InternalError (500): the live object or a definition that the Server was given is
	// wrong, or a custom resource lost its apiVersion.
	InternalError Reason = "InternalError"
	// Unknown (500): every other fault of a strategic merge patch, for example an unknown
	// $patch, a missing merge key, an order that does not match its $setElementOrder, a
	// list with elements of several types, or a list field that the schema does not have.
	// A server gives no reason for these. If a server panics at a patch, it closes the
	// connection without an answer; this package returns Unknown.
	Unknown Reason = ""
)

// Code returns the HTTP status.
func (r Reason) Code() int {
	switch r {
	case BadRequest:
		return 400
	case RequestEntityTooLarge:
		return 413
	case UnsupportedMediaType:
		return 415
	case Invalid:
		return 422
	default:
		return 500
	}
}

// An Error is what Patch returns when it rejects a request. Find it with errors.As:
//
//	var e *server.Error
//	if errors.As(err, &e) {
//		w.Header().Set("Content-Type", "application/json")
//		w.WriteHeader(e.Reason.Code())
//		w.Write(e.StatusJSON())
//	}
//
// The codes are 400, 413, 415, 422 and 500; the constants of type Reason describe when they
// occur. The message is not that of a server.
type Error struct {
	Reason Reason
	// Cause says more: an *smp.Error for a strategic merge patch and a
	// *jsonpatch.Error for a JSON Patch, with the place, where one has been found.
	Cause error
}

// Error returns one line: reason, status and cause.
func (e *Error) Error() string {
	code := strconv.Itoa(e.Reason.Code())
	if e.Reason == Unknown {
		return code + ": " + e.Cause.Error()
	}
	return string(e.Reason) + " (" + code + "): " + e.Cause.Error()
}

// StatusJSON returns the body of a server's answer: a metav1.Status in JSON, from which
// client-go makes an error that apierrors.IsInvalid and similar functions recognize. The
// message is Cause, or the reason if there is no Cause.
func (e *Error) StatusJSON() []byte {
	message := string(e.Reason)
	if e.Cause != nil {
		message = e.Cause.Error()
	}
	body, err := json.Marshal(struct {
		Kind       string   `json:"kind"`
		APIVersion string   `json:"apiVersion"`
		Metadata   struct{} `json:"metadata"`
		Status     string   `json:"status"`
		Message    string   `json:"message"`
		Reason     Reason   `json:"reason,omitempty"`
		Code       int      `json:"code"`
	}{Kind: "Status", APIVersion: "v1", Status: "Failure", Message: message, Reason: e.Reason, Code: e.Reason.Code()})
	if err != nil {
		panic(err) // strings and numbers have JSON
	}
	return body
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

package server

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
)

// A Reason is the reason for which a server rejects a request. Its text is that of
// metav1.StatusReason, and Code returns the HTTP status.
type Reason string

// These are the reasons.
const (
	// BadRequest (400), for one of these reasons:
	//
	//   - The patch is not JSON, is not valid for its content type, or has a number beyond the range of
	//     float64.
	//   - The value of a $retainKeys is not a list, or does not list a field that the patch sets.
	//   - A $deleteFromPrimitiveList or $setElementOrder names no field.
	//   - The patch removes or changes the name of the object, changes its namespace, or removes the
	//     apiVersion of a built-in kind.
	//
	// The directives in a map of the patch are checked only if the live object has this map. If it does
	// not, a server copies the map without these checks (see package cluster, How a server merges a
	// field).
	BadRequest Reason = "BadRequest"
	// Conflict (409): the patch sets another metadata.resourceVersion than that of the live object.
	Conflict Reason = "Conflict"
	// RequestEntityTooLarge (413): the patch is longer than MaxBytes, or a JSON Patch has
	// more than MaxOperations.
	RequestEntityTooLarge Reason = "RequestEntityTooLarge"
	// UnsupportedMediaType (415): the content type is unknown or not supported for the object,
	// such as a strategic merge patch for a custom resource.
	UnsupportedMediaType Reason = "UnsupportedMediaType"
	// Invalid (422), for one of these reasons:
	//
	//   - An operation of a JSON Patch failed.
	//   - The result is not an object, is an object of another kind, or its kind, apiVersion or
	//     metadata have the wrong type.
	//   - The Go type of Server.New cannot hold the result.
	//   - The patch changes metadata.uid, or removes the resourceVersion of a custom resource.
	//   - A strategic merge patch merges a list of lists into a list that is empty or also contains
	//     lists. If the list of the live object contains other elements, the reason is Unknown.
	Invalid Reason = "Invalid"
	// InternalError (500): the live object or a definition of the Server is invalid, or a
	// custom resource lost its apiVersion.
	InternalError Reason = "InternalError"
	// Unknown (500): a strategic merge patch has any other error, for example an unknown $patch, a
	// missing merge key, an order that does not match its $setElementOrder, a list with elements of
	// several types, or a list field that the schema does not have. A server gives no reason for
	// these errors. If a server panics while it applies a patch, it closes the connection without
	// an answer. This package returns Unknown for such a patch, too.
	Unknown Reason = ""
)

// Code returns the HTTP status.
func (r Reason) Code() int {
	switch r {
	case BadRequest:
		return 400
	case Conflict:
		return 409
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

// An Error is the error of Patch for a rejected request. Use errors.As to get it:
//
//	var e *server.Error
//	if errors.As(err, &e) {
//		w.Header().Set("Content-Type", "application/json")
//		w.WriteHeader(e.Reason.Code())
//		w.Write(e.StatusJSON())
//	}
//
// The status codes are 400, 409, 413, 415, 422 and 500. The constants of type Reason describe them. The
// message differs from the message of a server.
type Error struct {
	Reason Reason
	// Cause describes the error. If a patch cannot be applied, Cause is an *smp.Error for a
	// strategic merge patch, and a *jsonpatch.Error for a JSON Patch. Both errors contain the path
	// if it is known.
	Cause error

	details *details // nil if the answer has none
}

// details are the details of a Status. Kind is a kind or a resource, such as deployments.
type details struct {
	Name   string  `json:"name,omitempty"`
	Group  string  `json:"group,omitempty"`
	Kind   string  `json:"kind,omitempty"`
	Causes []cause `json:"causes,omitempty"`
}

// A cause is the error of a field. The field patch is the patch as a whole.
type cause struct {
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

// because returns the details with one more cause.
func (d details) because(field string, err error) *details {
	d.Causes = append(slices.Clip(d.Causes), cause{"FieldValueInvalid", message(err), field})
	return &d
}

// rejected returns an Error with the details that a server sends for a reason.
func rejected(reason Reason, err error) *Error {
	e := &Error{Reason: reason, Cause: err}
	switch reason {
	case Invalid:
		e.details = &details{}
	case InternalError:
		e.details = &details{Causes: []cause{{Message: message(err)}}}
	}
	return e
}

// invalidPatch returns the Error for a patch whose result cannot be decoded.
func invalidPatch(err error) *Error {
	return &Error{Reason: Invalid, Cause: err, details: details{}.because("patch", err)}
}

// Error returns the reason, the status and the cause, if there is one, in one line. A very long
// cause is cut in the middle.
func (e *Error) Error() string {
	text := strconv.Itoa(e.Reason.Code())
	if e.Reason != Unknown {
		text = string(e.Reason) + " (" + text + ")"
	}
	if e.Cause == nil {
		return text
	}
	return text + ": " + message(e.Cause)
}

// maxMessage is the maximum length of a message. Longer messages contain hostile names or paths.
const maxMessage = 2000

// message returns the text of an error.
func message(err error) string {
	text := err.Error()
	if len(text) > maxMessage {
		return model.Shorten(text)
	}
	return text
}

// StatusJSON returns the body of a server's answer, which is a metav1.Status in JSON. client-go
// converts this body into an error that functions such as apierrors.IsInvalid recognize. Like a
// server, Patch adds details to some errors: the object of a conflict, and the fields of an invalid
// result. The message is the text of Cause. Without a Cause, it is the reason. The middle of a very
// long message is left out.
func (e *Error) StatusJSON() []byte {
	text := string(e.Reason)
	if e.Cause != nil {
		text = message(e.Cause)
	}
	body, err := json.Marshal(struct {
		Kind       string   `json:"kind"`
		APIVersion string   `json:"apiVersion"`
		Metadata   struct{} `json:"metadata"`
		Status     string   `json:"status"`
		Message    string   `json:"message"`
		Reason     Reason   `json:"reason,omitempty"`
		Details    *details `json:"details,omitempty"`
		Code       int      `json:"code"`
	}{Kind: "Status", APIVersion: "v1", Status: "Failure", Message: text, Reason: e.Reason, Details: e.details, Code: e.Reason.Code()})
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return body
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

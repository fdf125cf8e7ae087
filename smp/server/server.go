package server

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The content types of patches, as types.PatchType of apimachinery has them.
const (
	JSONPatch           = "application/json-patch+json"            // RFC 6902
	MergePatch          = "application/merge-patch+json"           // RFC 7386
	StrategicMergePatch = "application/strategic-merge-patch+json" // for built-in kinds
)

// The limits of a server.
const (
	// MaxOperations is how many operations a JSON Patch may have.
	MaxOperations = 10000
	// MaxBytes is how long a patch may be.
	MaxBytes = 3 << 20
)

// A Server answers PATCH requests. The zero value knows the built-in kinds. A Server
// is a value that holds no state and may be shared.
type Server struct {
	// Schema, when it is set, is that of all objects. Otherwise a strategic merge
	// patch goes by the apiVersion and kind of the object, which objects of Go types
	// often lack: give the schema of the type then (package structtag).
	Schema smp.Schema
	// Definitions are those of custom resources.
	Definitions []*openapi.CRD
	// MergeCustom merges strategic merge patches of custom resources by their
	// Definitions, in place of the answer 415. As no server does that, it is by the
	// documented rules.
	MergeCustom bool
}

// Patch returns what a patch of a content type makes of the object live, both JSON
// text: Server{}.Patch.
func Patch(contentType string, live, patch []byte) ([]byte, error) {
	return Server{}.Patch(contentType, live, patch)
}

// Patch returns what a patch of a content type makes of the object live, both JSON
// text. What follows a semicolon in the content type does not count.
//
// The error is an *Error with the Reason for which a server rejects the request.
func (s Server) Patch(contentType string, live, patch []byte) ([]byte, error) {
	object, err := model.Parse(live)
	if err == nil && object.Type() != model.Map {
		err = errors.New("an object is a map, not a " + object.Type().String())
	}
	if err != nil {
		return nil, &Error{InternalError, fmt.Errorf("the live object cannot be read: %w", err)}
	}
	contentType, _, _ = strings.Cut(strings.TrimSpace(contentType), ";")
	var result model.Value
	switch contentType {
	case JSONPatch:
		result, err = s.byJSONPatch(object, patch)
	case MergePatch:
		result, err = s.byMergePatch(object, patch)
	case StrategicMergePatch:
		result, err = s.byStrategicPatch(object, patch)
	default:
		err = &Error{UnsupportedMediaType, fmt.Errorf("unknown content type %q; expected %s, %s or %s",
			contentType, JSONPatch, MergePatch, StrategicMergePatch)}
	}
	if err != nil {
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

func (s Server) byJSONPatch(object model.Value, text []byte) (model.Value, error) {
	v, err := readPatch(text)
	if err != nil {
		return model.Value{}, err
	}
	for _, operation := range v.Elements() {
		value, _ := operation.Get("value")
		if err := checkNumbers(value); err != nil {
			return model.Value{}, err
		}
	}
	patch, err := jsonpatch.FromValueAsServer(v)
	if err != nil {
		return model.Value{}, &Error{BadRequest, err}
	}
	if len(patch) > MaxOperations {
		return model.Value{}, &Error{RequestEntityTooLarge, fmt.Errorf("the patch has %d operations, and may have %d", len(patch), MaxOperations)}
	}
	result, err := patch.ApplyAsServer(object)
	var e *jsonpatch.Error
	if errors.As(err, &e) && e.Code == jsonpatch.Panic {
		return model.Value{}, &Error{Unknown, err}
	}
	if err == nil && result.Type() != model.Map {
		err = errors.New("expected an object, which is a map, got a " + result.Type().String())
	}
	if err != nil {
		return model.Value{}, &Error{Invalid, err}
	}
	return s.settle(object, result, false)
}

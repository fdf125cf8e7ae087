package server

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/openapi"
)

// These are the content types of patches. They have the same values as the constants of type
// types.PatchType in apimachinery.
const (
	JSONPatch           = "application/json-patch+json"            // RFC 6902
	MergePatch          = "application/merge-patch+json"           // RFC 7386
	StrategicMergePatch = "application/strategic-merge-patch+json" // for built-in kinds
)

// These are the limits of a server.
const (
	// MaxOperations is the maximum number of operations in a JSON Patch.
	MaxOperations = 10000
	// MaxBytes is the maximum length of a patch in bytes.
	MaxBytes = 3 << 20
)

// A Server answers PATCH requests. The zero value supports the built-in kinds. A Server is
// immutable and may be shared.
type Server struct {
	// Schema, if set, is the schema of all objects. If it is not set, the apiVersion and kind of
	// the object determine the schema of a strategic merge patch. Objects of Go types often lack
	// these fields. In that case, set Schema to the schema of the Go type (package structtag).
	Schema smp.Schema
	// Definitions are the definitions of custom resources. They must not be nil.
	Definitions []*openapi.CRD
	// MergeCustom makes Patch apply strategic merge patches to custom resources, by their
	// Definitions, instead of returning status 415. The patches follow the specification, because
	// no server supports them.
	MergeCustom bool
	// New, if set, returns a Go value of a kind, such as new(appsv1.Deployment), or nil. Patch then
	// returns status 422 if the Go type cannot hold the result of the patch, such as replicas: "three".
	// The type must have the JSON tags of the kind, at any depth. With apimachinery, New can call the
	// method New of a runtime.Scheme.
	New func(apiVersion, kind string) any
	// AnyVersion makes Patch accept every metadata.resourceVersion. By default, Patch returns status
	// 409 if the patch sets another version than that of the live object. If the live object has no
	// version, Patch does not check it.
	AnyVersion bool
	// AnyUID makes Patch accept every metadata.uid. By default, Patch returns status 422 if the patch
	// sets another uid than that of the live object. If the live object has no uid, Patch does not
	// check it.
	AnyUID bool
}

// Patch applies a patch of the given content type to the live object. Both are JSON text. It is
// shorthand for Server{}.Patch.
func Patch(contentType string, live, patch []byte) ([]byte, error) {
	return Server{}.Patch(contentType, live, patch)
}

// Patch applies a patch of the given content type to the live object and returns the result. All of
// them are JSON text. Parameters of the content type, after a semicolon, are ignored.
//
// The error is an *Error with the Reason for which a server rejects the request.
func (s Server) Patch(contentType string, live, patch []byte) ([]byte, error) {
	documents := [...]desk.Document{{Text: live}, {Text: patch}}
	onDesk := desk.Call{OnlyText: s.New == nil && len(patch) <= MaxBytes} // New would get texts of the desk
	result, ok := onDesk.Try(nil, documents[:], func(_ *model.Builder, v []model.Value) (model.Value, error) {
		return s.patched(contentType, v[0], func() (model.Value, error) { return v[1], nil })
	})
	if ok {
		return result, nil
	}
	object, err := model.Parse(live)
	if err != nil {
		return nil, unreadable(err)
	}
	now, err := s.patched(contentType, object, func() (model.Value, error) { return readPatch(patch) })
	if err != nil {
		return nil, err
	}
	return now.AppendJSON(nil), nil
}

func unreadable(err error) error {
	return rejected(InternalError, faults.Errorf("the live object cannot be read: %w", err))
}

// patched returns the object with the patch applied that read returns.
func (s Server) patched(contentType string, object model.Value, read func() (model.Value, error)) (model.Value, error) {
	if object.Type() != model.Map {
		return model.Value{}, unreadable(errors.New("expected an object, which is a map, got " + object.Type().Noun()))
	}
	contentType, _, _ = strings.Cut(strings.TrimSpace(contentType), ";")
	switch contentType {
	case JSONPatch:
		return s.byJSONPatch(object, read)
	case MergePatch:
		return s.byMergePatch(object, read)
	case StrategicMergePatch:
		return s.byStrategicPatch(object, read)
	default:
		cause := faults.Errorf("unknown content type %q; expected %s, %s or %s", contentType, JSONPatch, MergePatch, StrategicMergePatch)
		e := rejected(UnsupportedMediaType, cause)
		switch strings.TrimSpace(contentType) {
		case JSONPatch, MergePatch, StrategicMergePatch: // a server's router accepts spaces, and its handler answers without details
		default:
			e.details = &details{}
		}
		return model.Value{}, e
	}
}

func (s Server) byJSONPatch(object model.Value, read func() (model.Value, error)) (model.Value, error) {
	v, err := read()
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
		return model.Value{}, rejected(BadRequest, err)
	}
	if len(patch) > MaxOperations {
		return model.Value{}, rejected(RequestEntityTooLarge, faults.Errorf("the patch has %d operations; at most %d are allowed", len(patch), MaxOperations))
	}
	result, err := patch.ApplyAsServer(object)
	var e *jsonpatch.Error
	if errors.As(err, &e) && e.Code == jsonpatch.Panic {
		return model.Value{}, rejected(Unknown, err)
	}
	if err != nil {
		return model.Value{}, rejected(Invalid, err)
	}
	if result.Type() != model.Map {
		return model.Value{}, invalidPatch(errors.New("expected an object, which is a map, got " + result.Type().Noun()))
	}
	return s.settle(object, result, false)
}

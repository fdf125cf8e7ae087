package server

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The content types of patches, as types.PatchType of apimachinery has them.
const (
	JSONPatch           = "application/json-patch+json"            // RFC 6902
	MergePatch          = "application/merge-patch+json"           // RFC 7386
	StrategicMergePatch = "application/strategic-merge-patch+json" // for built-in kinds
)

// MaxOperations is how many operations a JSON Patch may have.
const MaxOperations = 10000

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
// The error is an *Error with the Reason by which a server rejects the request.
func (s Server) Patch(contentType string, live, patch []byte) ([]byte, error) {
	object, err := model.Parse(live)
	if err == nil && object.Kind() != model.Map {
		err = errors.New("an object is a map, not a " + object.Kind().String())
	}
	if err != nil {
		return nil, &Error{InternalError, fmt.Errorf("the live object cannot be read: %w", err)}
	}
	contentType, _, _ = strings.Cut(contentType, ";")
	var result model.Value
	switch strings.TrimSpace(contentType) {
	case JSONPatch:
		result, err = byJSONPatch(object, patch)
	case MergePatch:
		result, err = byMergePatch(object, patch)
	case StrategicMergePatch:
		result, err = s.byStrategicPatch(object, patch)
	default:
		err = &Error{UnsupportedMediaType, fmt.Errorf("there are no patches of type %q: %s, %s or %s was expected",
			contentType, JSONPatch, MergePatch, StrategicMergePatch)}
	}
	if err != nil {
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

func byJSONPatch(object model.Value, text []byte) (model.Value, error) {
	patch, err := jsonpatch.Parse(text)
	if err != nil {
		return model.Value{}, &Error{BadRequest, err}
	}
	if len(patch) > MaxOperations {
		return model.Value{}, &Error{RequestEntityTooLarge, fmt.Errorf("the patch has %d operations, and may have %d", len(patch), MaxOperations)}
	}
	result, err := patch.ApplyAsServer(object)
	if err == nil && result.Kind() != model.Map {
		err = errors.New("what the patch makes is a " + result.Kind().String() + ", and an object is a map")
	}
	if err != nil {
		return model.Value{}, &Error{Invalid, err}
	}
	return result, nil
}

func (s Server) byStrategicPatch(object model.Value, text []byte) (model.Value, error) {
	engine, schema, err := s.rules(object)
	if err != nil {
		return model.Value{}, err
	}
	patch, err := parseMap(text)
	if err != nil {
		return model.Value{}, err
	}
	result, err := engine.Apply(schema, object, patch)
	if err != nil {
		return model.Value{}, &Error{reasonOf(err), err}
	}
	return result, nil
}

// parseMap reads a patch that is a map.
func parseMap(text []byte) (model.Value, error) {
	patch, err := model.Parse(text)
	if err == nil && patch.Kind() != model.Map {
		err = errors.New("a patch is a map, not a " + patch.Kind().String())
	}
	if err != nil {
		return model.Value{}, &Error{BadRequest, fmt.Errorf("the patch cannot be read: %w", err)}
	}
	return patch, nil
}

// rules returns the engine and the schema for an object, and the answer 415 for one
// that a server does not merge.
func (s Server) rules(object model.Value) (smp.Engine, smp.Schema, error) {
	cluster := smp.Engine{Dialect: smp.Kubernetes}
	if s.Schema != (smp.Schema{}) {
		return cluster, s.Schema, nil
	}
	apiVersion, _ := object.Get("apiVersion")
	kind, _ := object.Get("kind")
	k := kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}
	if k.APIVersion == "" || k.Kind == "" {
		err := errors.New("the live object does not say its apiVersion and kind: give the Server a Schema")
		return cluster, smp.Schema{}, &Error{InternalError, err}
	}
	if schema, ok := kubernetes.Lookup(k.APIVersion, k.Kind); ok {
		return cluster, schema, nil
	}
	schema, err := s.definition(k)
	return smp.Engine{}, schema, err
}

// definition returns the schema of a custom resource.
func (s Server) definition(k kubernetes.Kind) (smp.Schema, error) {
	if !s.MergeCustom {
		return smp.Schema{}, &Error{UnsupportedMediaType, fmt.Errorf("%s is not built in: %s or %s was expected", k, JSONPatch, MergePatch)}
	}
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for _, d := range s.Definitions {
		if d.Group() == group && d.Kind() == k.Kind {
			schema, err := d.Schema(version)
			if err != nil {
				return smp.Schema{}, &Error{InternalError, err}
			}
			return schema, nil
		}
	}
	return smp.Schema{}, &Error{UnsupportedMediaType, fmt.Errorf("%s is not built in, and the Server has no definition of it", k)}
}

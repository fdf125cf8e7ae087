package server

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func (s Server) byStrategicPatch(object model.Value, read func() (model.Value, error)) (model.Value, error) {
	engine, schema, err := s.rules(object)
	if err != nil {
		return model.Value{}, err
	}
	patch, err := readMap(read)
	if err != nil {
		return model.Value{}, err
	}
	if patch.Type() == model.Null {
		return object, nil
	}
	result, err := engine.Apply(schema, object, patch)
	if err != nil {
		return model.Value{}, rejected(reasonOf(err, patch), err)
	}
	return s.settle(object, result, true)
}

// reasonOf returns a server's reason for an error of the engine. Only a few errors of apimachinery
// have a type. The reason of all others is Unknown.
func reasonOf(err error, patch model.Value) Reason {
	var e *smp.Error
	if !errors.As(err, &e) || len(e.Path) == 0 {
		return Unknown
	}
	at, _ := e.Path.Lookup(patch)
	field, _ := e.Path[len(e.Path)-1].(model.Field)
	name := string(field)
	switch {
	case e.Code == smp.RetainKeysMismatch:
		return BadRequest
	case e.Code == smp.InvalidDirective && name == "$retainKeys" && at.Type() != model.List:
		return BadRequest
	case e.Rule == smp.RuleDataNames && (strings.HasPrefix(name, "$deleteFromPrimitiveList") || at.Type() == model.List):
		return BadRequest
	case e.Code == smp.WrongType && e.Rule == smp.RuleNoNestedLists && !isOrdered(e.Path, patch):
		return Invalid
	}
	return Unknown
}

// isOrdered reports whether a patch has an order list for the list at a path, or for a list
// around it. A server panics when it sorts such a list of lists.
func isOrdered(at model.Path, patch model.Value) bool {
	for i, step := range at {
		field, _ := step.(model.Field)
		around, _ := at[:i].Lookup(patch)
		if _, ok := around.Get("$setElementOrder/" + string(field)); ok {
			return true
		}
	}
	return false
}

// An engine applies patches by the rules of clusters or of the specification.
type engine interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
}

// rules returns the engine and the schema for an object. If a server does not merge such an object,
// rules returns the error with status 415.
func (s Server) rules(object model.Value) (engine, smp.Schema, error) {
	if s.Schema != (smp.Schema{}) {
		return cluster.Engine{}, s.Schema, nil
	}
	id, _ := identityOf(object)
	if id.kind.APIVersion == "" || id.kind.Kind == "" {
		err := errors.New("the live object has no apiVersion or kind; add them, or set Server.Schema")
		return nil, smp.Schema{}, rejected(InternalError, err)
	}
	if schema, ok := kubernetes.Lookup(id.kind.APIVersion, id.kind.Kind); ok {
		return cluster.Engine{}, schema, nil
	}
	schema, err := s.definition(id.kind)
	return smp.Engine{}, schema, err
}

// definition returns the schema of a custom resource.
func (s Server) definition(k kubernetes.Kind) (smp.Schema, error) {
	if !s.MergeCustom {
		return smp.Schema{}, rejected(UnsupportedMediaType, faults.Errorf("%s is not a built-in kind; expected a patch of type %s or %s", k, JSONPatch, MergePatch))
	}
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for i, d := range s.Definitions {
		if d == nil {
			return smp.Schema{}, rejected(InternalError, faults.Errorf("Server.Definitions[%d] is nil; expected a definition", i))
		}
		if d.Group() == group && d.Kind() == k.Kind {
			schema, err := d.Schema(version)
			if err != nil {
				return smp.Schema{}, rejected(InternalError, err)
			}
			return schema, nil
		}
	}
	return smp.Schema{}, rejected(UnsupportedMediaType, faults.Errorf("%s is not a built-in kind; add its definition to Server.Definitions", k))
}

package typed

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/decode"
)

// writeError returns the Error for a Go value of type t that encoding/json cannot write.
func writeError(document string, t reflect.Type, err error) error {
	var (
		typ    *json.UnsupportedTypeError
		value  *json.UnsupportedValueError
		method *json.MarshalerError
	)
	switch {
	case errors.As(err, &method):
		t = method.Type
	case errors.As(err, &typ):
		t = typ.Type
	case errors.As(err, &value) && value.Value.IsValid():
		t = value.Value.Type()
	}
	return wrongType(document, &decode.ForeignError{Text: "encoding/json cannot write this value of the Go type " + name(t), Cause: err})
}

// inPatch returns the error of read as an error about a patch of the result, if the patch contains the
// value that the Go type does not accept. Its Path is then the place in the patch, whose lists have
// other indexes.
func (c call) inPatch(err error, result, patch model.Value) (error, bool) {
	var e *smp.Error
	if !errors.As(err, &e) || len(e.Path) == 0 {
		return err, false
	}
	at, ok := placeIn(c.schema, patch, result, e.Path)
	if !ok {
		return err, false
	}
	moved := *e
	moved.Document, moved.Path = "patch", at
	return &moved, true
}

// placeIn returns the place in a patch of the value at a path of its result. Elements of merging lists
// match by their keys. It returns false if the patch does not contain the value.
func placeIn(s smp.Schema, patch, result model.Value, path model.Path) (model.Path, bool) {
	if len(path) == 0 {
		return nil, model.Equal(patch, result)
	}
	to, _ := path[:1].Lookup(result)
	below := func(s smp.Schema, step model.Step, in model.Value) (model.Path, bool) {
		at, ok := placeIn(s, in, to, path[1:])
		return append(model.Path{step}, at...), ok
	}
	if name, isField := path[0].(model.Field); isField {
		s, _ := s.Member(string(name))
		in, _ := patch.Get(string(name))
		return below(s, name, in)
	}
	if !s.Merging() {
		in, _ := path[:1].Lookup(patch)
		return below(s.Element(), path[0], in)
	}
	want := stepOf(s, s.Keys(), to)
	for i, in := range patch.Elements() {
		if !(model.Path{stepOf(s, s.Keys(), in)}).Equal(model.Path{want}) {
			continue
		}
		if at, ok := below(s.Element(), model.Index(i), in); ok {
			return at, true
		}
	}
	return nil, false
}

// readError returns the Error for a result that encoding/json cannot decode into the Go type t.
func readError(v model.Value, t reflect.Type, err error) error {
	if fault := decode.Fault(v, t, decode.Options{}); fault != nil {
		return fault
	}
	return decode.Unknown(v, t, err)
}

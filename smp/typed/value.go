package typed

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An unstructured is a type that contains a map, such as unstructured.Unstructured of apimachinery.
type unstructured interface {
	UnstructuredContent() map[string]any
	SetUnstructuredContent(map[string]any)
}

var unstructuredType = reflect.TypeFor[unstructured]()

// write returns a Go value as JSON. If the value is a map, the result shares memory with it (see
// model.WrapAny).
func (c call) write(document string, x any) (model.Value, error) {
	if t := reflect.TypeOf(x); t != c.typ {
		return model.Value{}, c.otherType(document, t)
	}
	if r := reflect.ValueOf(x); r.Kind() == reflect.Pointer && r.IsNil() {
		return model.NewNull(), nil
	}
	switch x := x.(type) {
	case map[string]any:
		return c.wrap(document, x)
	case unstructured:
		return c.wrap(document, x.UnstructuredContent())
	}
	// Encode a pointer, so that methods with pointer receivers are called for addressable
	// fields.
	p := reflect.New(c.typ)
	p.Elem().Set(reflect.ValueOf(x))
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(p.Interface()); err != nil {
		return model.Value{}, writeError(document, c.typ, err)
	}
	return c.parse(document, b.Bytes())
}

// writeWithoutNils is like write, but leaves out the struct fields that are nil.
func (c call) writeWithoutNils(document string, x any) (model.Value, error) {
	v, err := c.write(document, x)
	if err != nil {
		return v, err
	}
	switch x.(type) {
	case map[string]any, unstructured:
		return v, nil // these are documents, whose nulls somebody has written
	}
	p := reflect.New(c.typ)
	p.Elem().Set(reflect.ValueOf(x))
	return omission{onlyNulls: true}.from(v, p, c.schema, nil)
}

func name(t reflect.Type) string {
	if t == nil {
		return "none"
	}
	return t.String()
}

// wrap checks a map and returns it as a model.Value.
func (c call) wrap(document string, m map[string]any) (model.Value, error) {
	if err := model.CheckAny(m); err != nil {
		return model.Value{}, modelError(document, err)
	}
	return c.reader.Wrap(m), nil
}

// parse returns the value of a text. An empty text is an error.
func (c call) parse(document string, src []byte) (model.Value, error) {
	v, err := c.reader.Parse(src, model.MaxDepth(c.limits.Depth), model.MaxBytes(c.limits.Bytes))
	if err != nil {
		return model.Value{}, modelError(document, err)
	}
	return v, nil
}

// read decodes a JSON value into result, a pointer to a T. If it fails, it does not change result.
func (c call) read(v model.Value, result any) error {
	to := reflect.ValueOf(result).Elem()
	switch {
	case c.typ == reflect.TypeFor[map[string]any]():
		to.Set(reflect.ValueOf(v.ToAny()))
		return nil
	case c.typ.Kind() == reflect.Pointer && c.typ.Implements(unstructuredType) && v.Type() == model.Map:
		made := reflect.New(c.typ.Elem())
		made.Interface().(unstructured).SetUnstructuredContent(v.ToAny().(map[string]any))
		to.Set(made)
		return nil
	}
	return c.decode(v.AppendJSON(nil), result)
}

// decode stores the value that a text describes in result, a pointer to a value of the Go type.
func (c call) decode(text []byte, result any) error {
	made := reflect.New(c.typ)
	if err := json.Unmarshal(text, made.Interface()); err != nil {
		return err
	}
	reflect.ValueOf(result).Elem().Set(made.Elem())
	return nil
}

func wrongType(document string, cause error) error {
	return &smp.Error{Code: smp.WrongType, Document: document, Cause: cause}
}

// modelError converts an error of package model into an Error about a document.
func modelError(document string, err error) error {
	e := &smp.Error{Code: smp.Syntax, Document: document, Cause: err}
	var fault *model.Error
	if errors.As(err, &fault) {
		e.Path = fault.Path
		switch fault.Code {
		case model.Limit:
			e.Code = smp.Limit
		case model.Unsupported:
			e.Code = smp.WrongType
		}
	}
	return e
}

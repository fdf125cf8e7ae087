package strategicpatch

import (
	"errors"
	"maps"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// JSONMap is a document that consists of Go values: maps, []interface{}, strings, booleans, int64,
// float64 and nil. Functions do not change a JSONMap argument. Their results share maps and lists
// with the argument. Therefore, change neither the result nor the argument in place.
type JSONMap map[string]interface{}

// A goDocument is a document that consists of Go values. They are read when they are used.
type goDocument struct {
	name string
	tree map[string]any
	model.Value
}

func wrapped(name string, document map[string]interface{}) goDocument {
	v, _ := model.WrapAny(document) // wrapping a map cannot fail
	return goDocument{name, document, v}
}

// check returns an error if a Go value anywhere in the document is not JSON.
func (d goDocument) check() error {
	if err := model.CheckAny(d.tree); err != nil {
		return notJSON(d.name, err)
	}
	return nil
}

// goMap converts a value that was made from documents to Go values. Unchanged parts are shared with
// the documents, but the outermost map is always new.
func goMap(v model.Value, from ...goDocument) map[string]interface{} {
	m := v.ShareAny().(map[string]any)
	for _, d := range from {
		if model.Same(v, d.Value) {
			m = maps.Clone(m)
		}
	}
	if m == nil {
		m = map[string]interface{}{}
	}
	return m
}

// met returns an error if a Go value in the documents was used and is not JSON.
func met(documents ...goDocument) error {
	for _, d := range documents {
		if err := d.Err(); err != nil {
			return notJSON(d.name, err)
		}
	}
	return nil
}

func notJSON(document string, err error) error {
	e := &smp.Error{Code: smp.WrongType, Document: document, Cause: err}
	var fault *model.Error
	if errors.As(err, &fault) {
		e.Path, e.Cause = fault.Path, fault.Unwrap()
		if fault.Code == model.Limit {
			e.Code = smp.Limit
		}
	}
	return e
}

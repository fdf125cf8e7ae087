package strategicpatch

import (
	"errors"
	"maps"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// JSONMap is a document as Go values: maps, []interface{}, strings, booleans,
// int64, float64 and nil. The functions that take one do not change it, and what
// they return shares maps and lists with it: change neither in place.
type JSONMap map[string]interface{}

// A goDocument is a document of Go values, which is read as far as it matters.
type goDocument struct {
	name string
	tree map[string]any
	model.Value
}

func wrapped(name string, document map[string]interface{}) goDocument {
	v, _ := model.WrapAny(document) // a map has no error
	return goDocument{name, document, v}
}

// check returns an error that says what in a document is no JSON, wherever it is.
func (d goDocument) check() error {
	if err := model.CheckAny(d.tree); err != nil {
		return notJSON(d.name, err)
	}
	return nil
}

// goMap returns what came of documents as Go values, which share with them what did
// not change; of the outermost map there is always a new one.
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

// met returns an error that says what in the documents was met and is no JSON.
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

package typed

import (
	"encoding/json"
	"errors"
	"reflect"

	"github.com/strategicpatch/smp/model"
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

// readError returns the Error for a result that encoding/json cannot decode into the Go type t.
func readError(v model.Value, t reflect.Type, err error) error {
	if fault := decode.Fault(v, t, decode.Options{}); fault != nil {
		return fault
	}
	return decode.Unknown(v, t, err)
}

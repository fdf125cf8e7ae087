// Package forms writes the JSON of exported types: a map without the fields that are empty.
//
//	forms.JSON(
//		model.Member{Name: "path", Value: model.NewString("spec")},
//		model.Member{Name: "varies", Value: forms.Flag(false)}) // {"path":"spec"}
//
// encoding/json cannot leave out an absent model.Value before Go 1.24, and escapes <, > and & in the
// JSON of a method.
package forms

import "github.com/strategicpatch/smp/model"

// JSON returns the text of a map with the members whose values are not absent. The errors are those
// of model.NewMap and model.Value.Err.
func JSON(members ...model.Member) ([]byte, error) {
	m, err := model.NewMap(members...)
	if err != nil {
		return nil, err
	}
	return m.MarshalJSON()
}

// Text returns a string, or an absent value for "".
func Text[S ~string](text S) model.Value {
	if text == "" {
		return model.Value{}
	}
	return model.NewString(string(text))
}

// Flag returns true, or an absent value for false.
func Flag(b bool) model.Value {
	if !b {
		return model.Value{}
	}
	return model.NewBool(true)
}

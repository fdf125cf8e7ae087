package typed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Layer is one patch of an Overlay. [Raw] and [Values] make layers. The zero Layer is an error of
// Overlay.
type Layer struct {
	name   string
	text   []byte // JSON of the patch or of the Go value
	isText bool
	values snapshot
}

// Raw returns a layer that applies a strategic merge patch. The patch is JSON and may contain
// directives and nulls. The name appears in reports and errors. A nil or empty patch is an error of
// Overlay, and null counts as in Apply. A patch that changes nothing is {}. Raw copies the patch.
func Raw(name string, patch []byte) Layer {
	return Layer{name: name, text: bytes.Clone(patch), isText: true}
}

// String returns the name of the layer in quotes. It does not contain the patch, because the values
// may be secrets.
func (l Layer) String() string { return fmt.Sprintf("layer %q", l.name) }

// Values returns a layer that sets the non-zero fields of a Go value (see the package
// documentation). The value may have the type of the base or be a pointer to this type. If the base
// is a pointer, the value may also have the type that the base points to. A nil pointer or a nil
// map changes nothing. A nil interface has no type and is an error of Overlay. Values encodes the
// value at once, so later changes of the value do not change the layer.
func Values[T any](name string, values T) Layer {
	layer := Layer{name: name}
	layer.text, layer.values = snap(values)
	return layer
}

// Patch returns the patch that sets the non-zero fields of a Go value, like [Values]. It is
// shorthand for Engine[T]{}.Patch.
func Patch[T any](values T) ([]byte, error) { return Engine[T]{}.Patch(values) }

// Patch returns the patch that sets the non-zero fields of a Go value, like [Values]. For a nil
// pointer or a nil map, the patch is {}. The errors are those of Apply for an invalid original,
// with Document patch.
func (e Engine[T]) Patch(values T) ([]byte, error) {
	c, err := e.open("patch", values)
	if err != nil {
		return nil, err
	}
	patch, err := c.patchOf(Values("", values))
	return patch.AppendJSON(nil), err
}

// A Report lists the changes of one layer.
type Report struct {
	// Layer is the name of the layer.
	Layer string `json:"layer"`
	// Changes lists the changes, sorted by path. If the layer changes nothing, it is empty, and its
	// JSON is [].
	Changes []Change `json:"changes"`
}

// UnmarshalJSON sets r to the report that encoding/json has written. If it fails, r does not change.
// Without this method, the changes of the old report would change.
func (r *Report) UnmarshalJSON(text []byte) error {
	type fields Report // has no methods
	var read fields
	err := json.Unmarshal(text, &read)
	if err == nil {
		*r = Report(read)
	}
	return err
}

// Overlay applies layers to base in order, as a cluster does, and reports the changes of each
// layer. It is shorthand for Engine[T]{}.Overlay.
func Overlay[T any](base T, layers ...Layer) (T, []Report, error) {
	return Engine[T]{}.Overlay(base, layers...)
}

// Overlay applies layers to base in order. It returns the result, and a report for each layer. The
// report lists the changes that the layer made to the result of the layers before it. It compares the
// JSON of the Go values, so the quantities 0.1 and 100m are equal. A field that T does not have, such
// as a misspelled one, changes nothing and is not reported. If Strict is set in the field Engine, such
// a field is an error. A layer of [Values] from a nil pointer changes nothing. A nil base counts as an
// empty value. If no layer changes it, the result is nil, too.
//
// The errors are those of Apply, with the Documents base and `layer "name"` in place of
// original and patch.
func (e Engine[T]) Overlay(base T, layers ...Layer) (T, []Report, error) {
	var result T
	c, err := e.open("base", base)
	if err != nil {
		return result, nil, err
	}
	v, err := c.write("base", base)
	if err != nil {
		return result, nil, err
	}
	fields, err := schemaOf(c.typ)
	if err != nil {
		fields = smp.Schemaless // T is a map, which can have any field
	}
	had := c.stored(v)
	var reports []Report
	for _, layer := range layers {
		now, err := c.lay(v, layer)
		if err == nil {
			now, err = held(fields, v, now)
		}
		if err != nil {
			return result, nil, layer.error(err)
		}
		has := had
		if !model.Equal(v, now) {
			has = c.stored(now)
		}
		reports = append(reports, Report{layer.name, changes(c.schema, had, has)})
		v, had = now, has
	}
	if err := c.read(v, &result); err != nil {
		return result, nil, c.inLayers(readError(v, c.typ, err), v, layers)
	}
	return result, reports, nil
}

// inLayers returns the error of read as an error about the last layer that contains the value.
func (c call) inLayers(err error, result model.Value, layers []Layer) error {
	for _, layer := range slices.Backward(layers) {
		patch, noPatch := c.patchOf(layer)
		if noPatch != nil {
			continue
		}
		if err, ok := c.inPatch(err, result, patch); ok {
			return layer.error(err)
		}
	}
	return err
}

// lay applies one layer.
func (c call) lay(v model.Value, layer Layer) (model.Value, error) {
	patch, err := c.patchOf(layer)
	switch {
	case err != nil:
		return model.Value{}, err
	case layer.values.isNil:
		return v, nil
	}
	return c.apply(v, patch)
}

func (c call) patchOf(layer Layer) (model.Value, error) {
	if layer.isText {
		return c.parse("patch", layer.text)
	}
	t := layer.values.typ
	switch {
	case t == nil:
		return model.Value{}, wrongType("patch", errNoValue)
	case t != c.typ && !pointsTo(t, c.typ) && !pointsTo(c.typ, t):
		return model.Value{}, c.otherType("patch", t)
	case layer.values.err != nil:
		return model.Value{}, layer.values.err
	}
	v, err := c.parse("patch", layer.text)
	if err != nil {
		return v, err
	}
	if v.Type() == model.Null {
		return emptyMap, nil // a nil pointer sets nothing
	}
	return withKeys(c.schema, v, layer.values.set, nil)
}

var errNoValue = errors.New("the layer has no value with a type; expected one of Raw or Values, with a Go value or a nil pointer")

func pointsTo(t, to reflect.Type) bool { return t.Kind() == reflect.Pointer && t.Elem() == to }

var emptyMap = model.MustParse("{}")

// error returns the error with the name of the layer as its Document.
func (l Layer) error(err error) error {
	var e *smp.Error
	if errors.As(err, &e) && e.Document == "patch" {
		named := *e
		named.Document = l.String()
		return &named
	}
	return err
}

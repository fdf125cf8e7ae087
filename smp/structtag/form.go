package structtag

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/smp"
)

// maxPointers is the maximum length of a chain of pointers. A chain may be endless, as for the type
// P *P.
const maxPointers = 100

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

	errOnlyPointers = errors.New("the Go type leads only to pointers; expected a struct, map, list or scalar")
)

// pointedTo returns the type at the end of a chain of pointers.
func pointedTo(t reflect.Type) (reflect.Type, error) {
	for range maxPointers {
		if t.Kind() != reflect.Pointer {
			return t, nil
		}
		t = t.Elem()
	}
	return nil, errOnlyPointers
}

// A form is the type of the JSON that encoding/json writes for a Go type.
type form struct {
	typ     smp.SchemaType
	scalars smp.Scalars
	// opaque reports whether the type writes its own JSON, so that its fields and elements are
	// unknown.
	opaque bool
}

// formOf returns the form of t, which must not be a pointer.
func (r *reader) formOf(t reflect.Type) (form, error) {
	if t.Name() == "" {
		return readForm(t)
	}
	n := r.named(t)
	return n.form, n.err
}

func readForm(t reflect.Type) (form, error) {
	if f, ok := wellKnown(t); ok {
		return f, nil
	}
	if f, ok, err := selfDescribed(t); ok || err != nil {
		return f, err
	}
	if f, ok := marshaled(t); ok {
		return f, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return form{typ: smp.ScalarType, scalars: smp.BoolScalar}, nil
	case reflect.String:
		return form{typ: smp.ScalarType, scalars: smp.StringScalar}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return form{typ: smp.ScalarType, scalars: smp.IntegerScalar}, nil
	case reflect.Float32, reflect.Float64:
		return form{typ: smp.ScalarType, scalars: smp.NumberScalar}, nil
	case reflect.Interface:
		return form{}, nil
	case reflect.Struct:
		return form{typ: smp.MapType}, nil
	case reflect.Array:
		return form{typ: smp.ListType}, nil
	case reflect.Slice:
		if isBytes(t) {
			return form{typ: smp.ScalarType, scalars: smp.StringScalar}, nil
		}
		return form{typ: smp.ListType}, nil
	case reflect.Map:
		if err := checkKey(t.Key()); err != nil {
			return form{}, err
		}
		return form{typ: smp.MapType}, nil
	default:
		return form{}, fmt.Errorf("encoding/json cannot write the Go type %s", t)
	}
}

// wellKnown returns the form of some types of the standard library, because the methods of these
// types do not determine the form precisely. It compares names, so that the packages of the types
// need not be linked.
func wellKnown(t reflect.Type) (form, bool) {
	switch t.PkgPath() + "." + t.Name() {
	case "time.Time":
		return form{typ: smp.ScalarType, scalars: smp.StringScalar, opaque: true}, true
	case "math/big.Int":
		return form{typ: smp.ScalarType, scalars: smp.IntegerScalar, opaque: true}, true
	case "encoding/json.Number":
		return form{typ: smp.ScalarType, scalars: smp.NumberScalar}, true
	}
	return form{}, false
}

// marshaled returns the form of a type that writes its own JSON or text.
func marshaled(t reflect.Type) (form, bool) {
	f := form{opaque: true}
	asJSON, asText := implements(t, jsonMarshaler), implements(t, textMarshaler)
	switch {
	case asJSON && asText:
		f.typ, f.scalars = smp.ScalarType, smp.AnyScalar
	case asText:
		f.typ, f.scalars = smp.ScalarType, smp.StringScalar
	case !asJSON:
		return form{}, false
	}
	return f, true
}

// implements reports whether t or a pointer to it has the methods of i, which must be one of the
// interfaces in the switch. It looks up the name of a method first, because Implements is slow for
// types with many methods, such as generated types.
func implements(t, i reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return t.NumMethod() > 0 && t.Implements(i)
	}
	t = reflect.PointerTo(t)
	if t.NumMethod() == 0 {
		return false
	}
	var has bool
	switch i { // with constant names, the linker can still remove unused methods
	case jsonMarshaler:
		_, has = t.MethodByName("MarshalJSON")
	case textMarshaler:
		_, has = t.MethodByName("MarshalText")
	case schemaTyperType:
		_, has = t.MethodByName("OpenAPISchemaType")
	}
	return has && t.Implements(i)
}

// isBytes reports whether encoding/json writes the slice t as base64 text.
func isBytes(t reflect.Type) bool {
	e := t.Elem()
	return e.Kind() == reflect.Uint8 && !implements(e, jsonMarshaler) && !implements(e, textMarshaler)
}

// checkKey returns an error if encoding/json cannot write map keys of type t.
func checkKey(t reflect.Type) error {
	switch t.Kind() {
	case reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return nil
	}
	if t.Implements(textMarshaler) {
		return nil
	}
	return fmt.Errorf("encoding/json cannot write a map with keys of the Go type %s", t)
}

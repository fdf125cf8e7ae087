package structtag

import (
	"fmt"
	"reflect"

	"github.com/strategicpatch/smp/smp"
)

// These methods of Kubernetes types describe the JSON that the types write. The first one is
// required, and the other ones are optional.
type (
	schemaTyper     interface{ OpenAPISchemaType() []string }
	schemaFormatter interface{ OpenAPISchemaFormat() string }
	oneOfTyper      interface{ OpenAPIV3OneOfTypes() []string }
)

var schemaTyperType = reflect.TypeFor[schemaTyper]()

// selfDescribed returns the form that the methods of t describe, and whether t has these methods.
// It calls the methods of a zero value, and returns an error if one of them panics.
func selfDescribed(t reflect.Type) (f form, ok bool, err error) {
	if t.Kind() == reflect.Interface || !implements(t, schemaTyperType) {
		return form{}, false, nil
	}
	defer func() {
		if recover() != nil {
			f, ok, err = form{}, false, fmt.Errorf("the schema methods of the Go type %s panic on its zero value", t)
		}
	}()
	zero := reflect.New(t).Interface()
	types := zero.(schemaTyper).OpenAPISchemaType()
	if o, ok := zero.(oneOfTyper); ok {
		types = append(types[:len(types):len(types)], o.OpenAPIV3OneOfTypes()...)
	}
	if o, ok := zero.(schemaFormatter); ok && o.OpenAPISchemaFormat() == "int-or-string" {
		types = append(types[:len(types):len(types)], "integer", "string")
	}
	return formOfTypes(types), true, nil
}

// formOfTypes returns the form of a value that has one of the OpenAPI types. If the types have
// different forms, the value has no schema.
func formOfTypes(types []string) form {
	f := form{opaque: true}
	for i, name := range types {
		typ, scalars := smp.ScalarType, smp.Scalars(0)
		switch name {
		case "string":
			scalars = smp.StringScalar
		case "integer":
			scalars = smp.IntegerScalar
		case "number":
			scalars = smp.NumberScalar
		case "boolean":
			scalars = smp.BoolScalar
		case "object":
			typ = smp.MapType
		case "array":
			typ = smp.ListType
		default:
			typ = smp.AnyType
		}
		if i > 0 && typ != f.typ {
			typ = smp.AnyType
		}
		f.typ, f.scalars = typ, f.scalars|scalars
		if typ == smp.AnyType {
			f.scalars = 0
			return f
		}
	}
	return f
}

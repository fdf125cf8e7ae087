package table

import (
	"reflect"
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// GoTypes returns the Go types of the definitions to which kinds refer, by name.
func GoTypes(kinds []GoKind) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, k := range kinds {
		addGoType(types, k.Type)
	}
	return types
}

func addGoType(types map[string]reflect.Type, t reflect.Type) {
	if t.PkgPath() != "" && t.Kind() != reflect.Interface {
		name := t.PkgPath() + "." + t.Name()
		if _, known := types[name]; known {
			return
		}
		types[name] = t
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		addGoType(types, t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			addGoType(types, t.Field(i).Type)
		}
	}
}

// goField returns the field of a struct, or of an embedded struct, with a name in JSON.
func goField(t reflect.Type, name string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == name {
			return f, true
		}
		if f.Anonymous && tag == "" {
			if found, ok := goField(pointee(f.Type), name); ok {
				return found, true
			}
		}
	}
	return reflect.StructField{}, false
}

func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// Writing describes how encoding/json writes the zero value of a field.
type Writing struct{ OmitEmpty, OmitZero, Pointer bool }

func writingOf(f reflect.StructField) Writing {
	w := writingOfTag(f.Tag.Get("json"))
	w.Pointer = f.Type.Kind() == reflect.Pointer
	return w
}

func writingOfTag(tag string) Writing {
	_, options, _ := strings.Cut(tag, ",")
	options = "," + options + ","
	return Writing{OmitEmpty: strings.Contains(options, ",omitempty,"), OmitZero: strings.Contains(options, ",omitzero,")}
}

// drops reports whether encoding/json omits the zero of a field of this type: "", 0, false,
// or an empty map or list. Without omitempty, encoding/json writes an empty map or list as
// null, which counts as omitted.
func (w Writing) drops(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		return false
	case reflect.Struct:
		return w.OmitZero
	case reflect.Slice, reflect.Map:
		return w.OmitEmpty || t.Elem().Kind() != reflect.Uint8 // bytes are a string in JSON, so the zero of a byte slice is ""
	}
	return w.OmitEmpty || w.OmitZero
}

// DroppedZeros returns, for each field of the definitions, whether encoding/json omits its
// zero. Fields without a schema are left out, because their zero is not known.
func (s *Source) DroppedZeros(types map[string]reflect.Type) map[FieldID]bool {
	drops := map[FieldID]bool{}
	for definition, d := range s.Plain {
		for name, field := range d.Fields {
			if f, ok := goField(types[definition], name); ok && (field.Type != smp.AnyType || field.Ref != "") {
				drops[FieldID{definition, name}] = writingOf(f).drops(f.Type)
			}
		}
	}
	return drops
}

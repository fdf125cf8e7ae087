// Package decode finds the value of a document that a Go type does not accept.
package decode

import (
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A ForeignError is an error of encoding/json, or of a method that it calls. The text of such an
// error may contain values of the document, so Error returns Text.
type ForeignError struct {
	Text  string
	Cause error
}

// Error returns Text.
func (e *ForeignError) Error() string { return e.Text }

// Unwrap returns Cause.
func (e *ForeignError) Unwrap() error { return e.Cause }

// Options are the differences between decoders. The zero value is encoding/json.
type Options struct {
	// ExactNames makes the names of fields match only in the same case.
	ExactNames bool
	// WholeNumbers makes integers accept 1.0 and numbers of any size. Types with their own decoder
	// read 1.0 as 1.
	WholeNumbers bool
}

// Fault returns the Error for the first value of a document that the Go type t does not accept. The
// Document of the Error is result. If t accepts all values, Fault returns nil.
func Fault(v model.Value, t reflect.Type, o Options) *smp.Error {
	d := decoding{Options: o}
	r := d.find(v, t)
	if r == nil {
		return nil
	}
	slices.Reverse(r.reversed)
	return refused(r.reversed, r.what, r.typ, r.cause)
}

// Unknown returns the Error for a document that t does not accept, if Fault finds no value.
func Unknown(v model.Value, t reflect.Type, cause error) *smp.Error {
	return refused(nil, "JSON "+v.Type().String(), t, cause)
}

func refused(at model.Path, what string, t reflect.Type, cause error) *smp.Error {
	return &smp.Error{
		Code: smp.WrongType, Document: "result", Path: at,
		Cause: &ForeignError{"the Go type " + t.String() + " does not accept this " + what, cause},
	}
}

// A rejection describes a value that a Go type does not accept.
type rejection struct {
	reversed model.Path // path of the value, from its end to its beginning
	what     string     // "JSON " and the type of the value, or "name as a key" for a name in a map
	typ      reflect.Type
	cause    error
}

// under adds a step to the front of the path. A nil rejection stays nil.
func (r *rejection) under(step model.Step) *rejection {
	if r != nil {
		r.reversed = append(r.reversed, step)
	}
	return r
}

// A decoding finds the first value of a document that encoding/json cannot decode. encoding/json
// itself names the place only for some errors. Each part of the document is decoded at most once:
// scalars and values with their own decoder as a whole, and other maps and lists without their
// members and elements.
type decoding struct {
	Options
	structs map[reflect.Type]structFields
}

// structFields contains the Go types of the members of a struct.
type structFields struct {
	byName      map[string]reflect.Type
	byLowerCase map[string]reflect.Type
}

func (d *decoding) find(v model.Value, t reflect.Type) *rejection {
	t = Pointee(t)
	isMap, isList := v.Type() == model.Map, v.Type() == model.List
	switch {
	case d.WholeNumbers && isWhole(v, t):
		return nil
	case !isMap && !isList || decodesItself(t):
		return decode(d.text(v), v, t)
	case isMap && t.Kind() == reflect.Struct:
		return d.findInStruct(v, t)
	case isMap && t.Kind() == reflect.Map:
		return d.findInMap(v, t)
	case isMap && t.Kind() == reflect.Interface && t.NumMethod() == 0:
		for name, m := range v.Members() {
			if r := d.find(m, t); r != nil {
				return r.under(model.Field(name))
			}
		}
		return nil
	case isMap:
		return decode("{}", v, t)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		for i, e := range v.Elements() {
			if t.Kind() == reflect.Array && i == t.Len() {
				break // encoding/json ignores the other elements
			}
			if r := d.find(e, t.Elem()); r != nil {
				return r.under(model.Index(i))
			}
		}
		return nil
	case t.Kind() == reflect.Interface && t.NumMethod() == 0:
		for i, e := range v.Elements() {
			if r := d.find(e, t); r != nil {
				return r.under(model.Index(i))
			}
		}
		return nil
	default:
		return decode("[]", v, t)
	}
}

// findInStruct decodes a member that is a scalar as the only member of the struct, because its tag
// may have the option ",string".
func (d *decoding) findInStruct(v model.Value, t reflect.Type) *rejection {
	for name, m := range v.Members() {
		typ, ok := d.fieldOf(t, name)
		if !ok {
			continue
		}
		var r *rejection
		if d.WholeNumbers && isWhole(m, Pointee(typ)) {
			continue
		}
		if m.IsScalar() || m.Type() == model.Null {
			if r = decode(memberText(name, d.text(m)), m, t); r != nil {
				r.typ = Pointee(typ)
			}
		} else {
			r = d.find(m, typ)
		}
		if r != nil {
			return r.under(model.Field(name))
		}
	}
	return nil
}

func (d *decoding) findInMap(v model.Value, t reflect.Type) *rejection {
	onlyKeys := reflect.MapOf(t.Key(), reflect.TypeFor[json.RawMessage]())
	for name, m := range v.Members() {
		r := decode(memberText(name, "null"), v, onlyKeys)
		if r != nil {
			r.what, r.typ = "name as a key", t.Key()
		} else {
			r = d.find(m, t.Elem())
		}
		if r != nil {
			return r.under(model.Field(name))
		}
	}
	return nil
}

// memberText returns the text of a map with one member.
func memberText(name, value string) string {
	return "{" + model.NewString(name).JSON() + ":" + value + "}"
}

// text returns the text of a value for a decoder.
func (d *decoding) text(v model.Value) string {
	if !d.WholeNumbers {
		return v.JSON()
	}
	text, err := json.Marshal(v.ToAny()) // encoding/json writes the float 1.0 as 1
	if err != nil {
		return v.JSON()
	}
	return string(text)
}

// isWhole reports whether v is a whole number, and t is an integer type without its own decoder.
func isWhole(v model.Value, t reflect.Type) bool {
	if v.Type() != model.Number || t.Kind() < reflect.Int || t.Kind() > reflect.Uintptr || decodesItself(t) {
		return false
	}
	f := v.Float64()
	return f == math.Trunc(f)
}

// fieldOf returns the Go type of a member of a struct. Unless ExactNames is set, it accepts a name
// that differs only in case.
func (d *decoding) fieldOf(t reflect.Type, name string) (reflect.Type, bool) {
	fields, known := d.structs[t]
	if !known {
		fields = structFields{map[string]reflect.Type{}, map[string]reflect.Type{}}
		for field, typ := range structtag.Fields(t) {
			fields.byName[field] = typ
			if lower := strings.ToLower(field); fields.byLowerCase[lower] == nil {
				fields.byLowerCase[lower] = typ
			}
		}
		if d.structs == nil {
			d.structs = map[reflect.Type]structFields{}
		}
		d.structs[t] = fields
	}
	typ, ok := fields.byName[name]
	if !ok && !d.ExactNames {
		typ, ok = fields.byLowerCase[strings.ToLower(name)]
	}
	return typ, ok
}

// decode decodes a text into a new value of type t, and returns a rejection of v if that fails.
func decode(text string, v model.Value, t reflect.Type) *rejection {
	if err := json.Unmarshal([]byte(text), reflect.New(t).Interface()); err != nil {
		return &rejection{what: "JSON " + v.Type().String(), typ: t, cause: err}
	}
	return nil
}

// Pointee returns the type at the end of a chain of pointers.
func Pointee(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// decodesItself reports whether a type has its own decoder.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler)
}

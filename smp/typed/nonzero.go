package typed

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// An omission removes struct fields that are zero.
type omission struct {
	// onlyNulls keeps the fields whose JSON is not null. The other fields are nil slices, maps,
	// pointers and interfaces, and zeros that are written as null, such as that of metav1.Time.
	onlyNulls bool
}

// from returns v, the JSON of x, without the fields to remove. It keeps the fields in keys.
func (o omission) from(v model.Value, x reflect.Value, s smp.Schema, keys []string) (model.Value, error) {
	if o.onlyNulls && !v.HasNull() {
		return v, nil
	}
	for x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface {
		if x.IsNil() || writesItself(x) {
			return v, nil
		}
		x = x.Elem()
	}
	switch {
	case writesItself(x):
		return v, nil
	case x.Kind() == reflect.Struct && v.Type() == model.Map:
		return o.fromStruct(v, x, s, keys)
	case x.Kind() == reflect.Map && v.Type() == model.Map:
		return o.fromMap(v, x, s)
	case (x.Kind() == reflect.Slice || x.Kind() == reflect.Array) && v.Type() == model.List && v.Len() == x.Len():
		return o.fromList(v, x, s)
	default:
		return v, nil
	}
}

func (o omission) fromStruct(v model.Value, x reflect.Value, s smp.Schema, keys []string) (model.Value, error) {
	var edits []model.Member
	for name, field := range structtag.Members(x) {
		before, ok := v.Get(name)
		if !ok || slices.Contains(keys, name) {
			continue
		}
		if zero(field) && (!o.onlyNulls || before.Type() == model.Null) {
			edits = append(edits, model.Member{Name: name})
			continue
		}
		below, _ := s.Member(name)
		now, err := o.from(before, field, below, nil)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Member{Name: name, Value: now})
		}
	}
	return v.WithMembers(edits...)
}

// fromMap applies the omission to the values of a map. All values are kept, even if they are
// zero.
func (o omission) fromMap(v model.Value, x reflect.Value, s smp.Schema) (model.Value, error) {
	var edits []model.Member
	for _, key := range x.MapKeys() {
		name := nameOf(key)
		before, ok := v.Get(name)
		if !ok {
			continue
		}
		below, _ := s.Member(name)
		now, err := o.from(before, x.MapIndex(key), below, nil)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Member{Name: name, Value: now})
		}
	}
	return v.WithMembers(edits...)
}

func (o omission) fromList(v model.Value, x reflect.Value, s smp.Schema) (model.Value, error) {
	keys := append(s.Keys(), s.Recommended()...)
	var edits []model.Element
	for i, before := range v.Elements() {
		now, err := o.from(before, x.Index(i), s.Element(), keys)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Element{Index: i, Value: now})
		}
	}
	return v.WithElements(edits)
}

// nameOf returns the member name that encoding/json writes for a map key.
func nameOf(key reflect.Value) string {
	if key.Kind() == reflect.String {
		return key.String()
	}
	if m, ok := key.Interface().(encoding.TextMarshaler); ok {
		if key.Kind() == reflect.Pointer && key.IsNil() {
			return ""
		}
		text, _ := m.MarshalText() // MarshalText cannot fail, because encoding/json has called it already
		return string(text)
	}
	if key.CanInt() {
		return strconv.FormatInt(key.Int(), 10)
	}
	return strconv.FormatUint(key.Uint(), 10)
}

// zero reports whether the option omitzero of encoding/json would omit a value. It would if the
// method IsZero of the value returns true, or if there is no such method and the value is the zero
// value of its type. Arrays and structs of zeros are zero. A pointer to zero is not zero, and
// neither is an interface that contains one. An interface that contains nil is zero.
func zero(x reflect.Value) bool {
	switch x.Kind() {
	case reflect.Pointer:
		return x.IsNil()
	case reflect.Interface:
		switch held := x.Elem(); held.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice:
			return held.IsNil()
		}
		return x.IsNil()
	}
	if z, ok := methodsOf(x).(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	return x.IsZero()
}

// writesItself reports whether a value has its own JSON encoding, or is a []byte.
func writesItself(x reflect.Value) bool {
	switch methodsOf(x).(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return true
	}
	return x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8
}

// methodsOf returns a value with the methods of its type and of pointers to the type.
func methodsOf(x reflect.Value) any {
	if !x.CanInterface() {
		return nil
	}
	if x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface {
		return x.Interface()
	}
	p := reflect.New(x.Type())
	p.Elem().Set(x)
	return p.Interface()
}

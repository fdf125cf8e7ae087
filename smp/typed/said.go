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

// said returns v, the JSON of x, without the members of structs that are zero in x;
// those with these names stay.
func said(v model.Value, x reflect.Value, s smp.Schema, keys []string) (model.Value, error) {
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
		return saidByStruct(v, x, s, keys)
	case x.Kind() == reflect.Map && v.Type() == model.Map:
		return saidByMap(v, x, s)
	case (x.Kind() == reflect.Slice || x.Kind() == reflect.Array) && v.Type() == model.List && v.Len() == x.Len():
		return saidByList(v, x, s)
	default:
		return v, nil
	}
}

func saidByStruct(v model.Value, x reflect.Value, s smp.Schema, keys []string) (model.Value, error) {
	var edits []model.Member
	for name, field := range structtag.Members(x) {
		before, ok := v.Get(name)
		if !ok || slices.Contains(keys, name) {
			continue
		}
		if zero(field) {
			edits = append(edits, model.Member{Name: name})
			continue
		}
		below, _ := s.Member(name)
		now, err := said(before, field, below, nil)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Member{Name: name, Value: now})
		}
	}
	return v.WithMembers(edits...)
}

// saidByMap looks into the values of a map; every one of them is said.
func saidByMap(v model.Value, x reflect.Value, s smp.Schema) (model.Value, error) {
	var edits []model.Member
	for _, key := range x.MapKeys() {
		name := nameOf(key)
		before, ok := v.Get(name)
		if !ok {
			continue
		}
		below, _ := s.Member(name)
		now, err := said(before, x.MapIndex(key), below, nil)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Member{Name: name, Value: now})
		}
	}
	return v.WithMembers(edits...)
}

func saidByList(v model.Value, x reflect.Value, s smp.Schema) (model.Value, error) {
	keys := append(s.Keys(), s.Recommended()...)
	var edits []model.Element
	for i, before := range v.Elements() {
		now, err := said(before, x.Index(i), s.Element(), keys)
		if err != nil {
			return v, err
		}
		if !model.Same(now, before) {
			edits = append(edits, model.Element{Index: i, Value: now})
		}
	}
	return v.WithElements(edits)
}

// nameOf returns the name that encoding/json writes for a key of a map.
func nameOf(key reflect.Value) string {
	if key.Kind() == reflect.String {
		return key.String()
	}
	if m, ok := key.Interface().(encoding.TextMarshaler); ok {
		if key.Kind() == reflect.Pointer && key.IsNil() {
			return ""
		}
		text, _ := m.MarshalText() // it was written, so there is no error
		return string(text)
	}
	if key.CanInt() {
		return strconv.FormatInt(key.Int(), 10)
	}
	return strconv.FormatUint(key.Uint(), 10)
}

// zero reports what omitzero reports: that a value says so itself, or is the zero
// value of its type. An array or struct of zeros is zero. A pointer or interface to
// zero says zero; an interface that holds nil says nothing.
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

// writesItself reports whether a value writes its own JSON, or is bytes.
func writesItself(x reflect.Value) bool {
	switch methodsOf(x).(type) {
	case json.Marshaler, encoding.TextMarshaler:
		return true
	}
	return x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8
}

// methodsOf returns a value with the methods of its type and of pointers to it.
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

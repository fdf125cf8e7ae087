package smp

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/desk"
)

// A call with any result besides its text, or with code of others, has memory of its own. A new field of
// the options that may receive values must be added to OnlyText.
func TestOptionsThatReceiveValues(t *testing.T) {
	tried := 0
	eachReceiver(t, reflect.TypeFor[ThreeWayOptions](), nil, func(name string, set func(reflect.Value)) {
		tried++
		var o ThreeWayOptions
		if set(reflect.ValueOf(&o).Elem()); o.OnlyText(desk.Pass{}) {
			t.Errorf("a call with the option %s is on a desk", name)
		}
	})
	if o := (ThreeWayOptions{Overwrite: true, DiffOptions: DiffOptions{NoWide: true, Keep: []KeepPath{{}}, Unchanged: []model.Path{{}}}}); !o.OnlyText(desk.Pass{}) || tried < 5 {
		t.Errorf("other options need no memory of their own; %d options receive values", tried)
	}
	eachReceiver(t, reflect.TypeFor[Engine](), nil, func(name string, set func(reflect.Value)) {
		var e Engine
		if set(reflect.ValueOf(&e).Elem()); e.textCall(true).OnlyText {
			t.Errorf("a call of an engine with %s is on a desk", name)
		}
	})
}

// eachReceiver calls visit for each field of a struct that is a pointer, a function or an interface, with
// a function that sets this field.
func eachReceiver(t *testing.T, typ reflect.Type, path []int, visit func(name string, set func(reflect.Value))) {
	for _, f := range reflect.VisibleFields(typ) {
		at := append(path, f.Index...)
		switch f.Type.Kind() {
		case reflect.Struct:
			continue // its fields are visible, too, if it is embedded
		case reflect.Pointer:
			visit(f.Name, func(v reflect.Value) { v.FieldByIndex(at).Set(reflect.New(f.Type.Elem())) })
		case reflect.Func:
			visit(f.Name, func(v reflect.Value) {
				v.FieldByIndex(at).Set(reflect.MakeFunc(f.Type, func([]reflect.Value) []reflect.Value { return nil }))
			})
		case reflect.Interface:
			visit(f.Name, func(v reflect.Value) { v.FieldByIndex(at).Set(reflect.ValueOf(foreignJudge{})) })
		case reflect.Slice, reflect.Bool, reflect.Uint8, reflect.Int:
		default:
			t.Errorf("the field %s has the type %s; decide whether it may receive values", f.Name, f.Type)
		}
	}
}

// A foreignJudge is a judge of another module.
type foreignJudge struct{ Judge }
